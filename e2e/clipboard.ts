import type { Page } from '@playwright/test';

// The clipboard of a person at a page of Chromium, by what the page's own events carry.

/** What copying by a key puts on the clipboard. */
export async function copied(window: Page): Promise<{ readonly text: string; readonly html: string }> {
  const copy = await window.evaluateHandle(() => {
    const { promise, resolve } = Promise.withResolvers<{ readonly text: string; readonly html: string }>();
    const look = ({ clipboardData }: ClipboardEvent) =>
      resolve({
        text: clipboardData?.getData('text/plain') ?? '',
        html: clipboardData?.getData('text/html') ?? '',
      });
    addEventListener('copy', look, { once: true }); // after the app
    return { promise };
  });
  await window.keyboard.press('Control+c');
  return copy.evaluate(({ promise }) => promise);
}

/** Pastes a text where the focus is. */
export async function paste(window: Page, text: string): Promise<void> {
  await window.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    (document.activeElement ?? document.body).dispatchEvent(event);
  }, text);
}
