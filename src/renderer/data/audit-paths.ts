/** Where the screens of audits are; `app/routes` has the same patterns. */
export const auditsPath = '/audits';
export const newAuditPath = '/audits/new';

/** The screen of one audit. Its id is encoded twice: the router decodes once, and takes `%2F` for a slash after that. */
export function auditPath(id: string): string {
  return `${auditsPath}/one/${encodeURIComponent(encodeURIComponent(id))}`;
}

/** The screen that confirms a creation and stays. */
export function createdPath(id: string): string {
  return `${auditPath(id)}/created`;
}

/** The id in a route's parameter. */
export function auditIdOf(parameter: string | undefined): string {
  try {
    return decodeURIComponent(parameter ?? '');
  } catch {
    return parameter ?? ''; // typed into the address by hand
  }
}

/** A new wizard: of a type, like another audit, or from a draft. */
export function wizardPath(
  start: { readonly type: string } | { readonly like: string } | { readonly draft: string },
): string {
  return `${newAuditPath}?${new URLSearchParams(Object.entries(start)).toString()}`;
}
