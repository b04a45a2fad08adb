import { pathTo } from '../routes.ts';

/**
 * Where a new wizard begins: with a type and, where it is known, a client; coupled to components; as another audit does, or a template; in place
 * of an uncoupled one; or with what a draft holds.
 */
export type WizardStart =
  | { readonly type: string; readonly client?: string }
  | { readonly couple: readonly string[] }
  | { readonly like: string }
  | { readonly template: string }
  | { readonly again: string }
  | { readonly draft: string };

export function wizardPath(start: WizardStart): string {
  const given = 'couple' in start ? start.couple.map((id) => ['couple', id]) : Object.entries(start);
  return `${pathTo('newAudit')}?${new URLSearchParams(given).toString()}`;
}
