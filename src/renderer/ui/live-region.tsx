import { useSyncExternalStore } from 'react';
import { VisuallyHidden } from 'react-aria-components/VisuallyHidden';

let message = '';
const listeners = new Set<() => void>();

/** Has a screen reader say something politely, when it has finished what it is saying. */
export function announce(text: string): void {
  // The same text twice is no change to a screen reader: a space that nobody hears makes it one.
  message = text === message ? `${text}\u00a0` : text;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Where announcements go; there is one in the frame, from the first paint on. */
export function LiveRegion() {
  const text = useSyncExternalStore(subscribe, () => message);
  return (
    <VisuallyHidden>
      {/* The mark keeps it from being hidden behind a dialog. */}
      <div role="status" aria-live="polite" data-live-announcer="true">
        {text}
      </div>
    </VisuallyHidden>
  );
}

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
