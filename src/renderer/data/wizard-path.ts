import { pathTo } from '../routes.ts';

/** Where a new wizard begins: with a type and, where it is known, a client, as another audit does, or with what a draft holds. */
export type WizardStart =
  | { readonly type: string; readonly client?: string }
  | { readonly like: string }
  | { readonly draft: string };

/** The address of a new wizard. */
export function wizardPath(start: WizardStart): string {
  return `${pathTo('newAudit')}?${new URLSearchParams(Object.entries(start)).toString()}`;
}
