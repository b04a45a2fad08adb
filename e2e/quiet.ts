import type { Page } from '@playwright/test';

/**
 * Answers once nothing has changed for so long, in milliseconds, in what a selector names: for what has no sign of its own that
 * it is over. Every change begins the time anew, so that a slow machine is waited for.
 */
export function quietFor(window: Page, milliseconds: number, selector = 'body'): Promise<void> {
  return window.evaluate(
    ([time, places]) =>
      new Promise<void>((resolve) => {
        const end = () => {
          observer.disconnect();
          resolve();
        };
        let timer = setTimeout(end, time);
        const observer = new MutationObserver((changes) => {
          const isThere = changes.some(({ target }) => {
            const element = target instanceof Element ? target : target.parentElement;
            return element !== null && element.closest(places) !== null;
          });
          if (!isThere) return;
          clearTimeout(timer);
          timer = setTimeout(end, time);
        });
        observer.observe(document, { childList: true, subtree: true, attributes: true, characterData: true });
      }),
    [milliseconds, selector] as const,
  );
}
