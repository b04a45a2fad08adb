import { expect, type Page } from '@playwright/test';
import { requestLines } from './meanwhile.ts';
import type { Service } from './service.ts';

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

/** Until everything that a screen has asked for is answered: whatever it would ask for next it has asked for by then. */
export async function allAnswered(window: Page, sandbox: Service): Promise<void> {
  let before = -1;
  await expect
    .poll(
      async () => {
        const busy = await window.locator('[aria-busy=true], [role=progressbar]').count();
        const lines = (await requestLines(sandbox)).length;
        const isQuiet = busy === 0 && lines === before;
        before = lines;
        return isQuiet;
      },
      { intervals: [400] },
    )
    .toBe(true);
}

/** Every frame comes so much later from now on, in milliseconds, as on a busy machine. */
export function slowFrames(window: Page, milliseconds: number): Promise<void> {
  return window.evaluate((late) => {
    const next = globalThis.requestAnimationFrame;
    globalThis.requestAnimationFrame = (draw) => Number(setTimeout(() => next(draw), late));
  }, milliseconds);
}
