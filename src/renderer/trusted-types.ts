interface TrustedTypes {
  readonly createPolicy: (
    name: string,
    rules: { readonly createHTML: (html: string) => string | null },
  ) => unknown;
}

/**
 * Lets an element be emptied as HTML, which React Aria does with its announcements, and refuses every other HTML, as the
 * content security policy asks: the window would otherwise fail where nothing is wrong.
 */
export function allowEmptyHtml(page: object): void {
  if (!('trustedTypes' in page)) return;
  // Trusted Types of Chromium, which TypeScript's types of the DOM do not have yet.
  const trustedTypes = page.trustedTypes as TrustedTypes;
  trustedTypes.createPolicy('default', { createHTML: (html) => (html === '' ? '' : null) });
}
