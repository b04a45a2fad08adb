import type { Page } from '@playwright/test';

/** Begins to count; answers how many there were so far. */
export async function countPresses(window: Page): Promise<() => Promise<number>> {
  await window.evaluate(() => {
    let presses = 0;
    const count = () => {
      presses += 1;
      document.documentElement.dataset['presses'] = String(presses);
    };
    addEventListener('pointerdown', count, true);
    addEventListener(
      'keydown',
      ({ key }) => {
        if (key === 'Enter' || key === ' ') count();
      },
      true,
    );
  });
  return () => window.evaluate(() => Number(document.documentElement.dataset['presses'] ?? 0));
}
