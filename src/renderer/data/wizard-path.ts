import { pathTo } from '../routes.ts';

/** Where a new wizard begins: with a type and, where it is known, a client, as another audit does, in place of an uncoupled one, or with what a draft holds. */
export type WizardStart =
  | { readonly type: string; readonly client?: string }
  | { readonly like: string }
  | { readonly again: string }
  | { readonly draft: string };

export function wizardPath(start: WizardStart): string {
  return `${pathTo('newAudit')}?${new URLSearchParams(Object.entries(start)).toString()}`;
}
