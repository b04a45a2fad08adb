import { expect, type Page } from '@playwright/test';
import { quietFor } from '../quiet.ts';
import { test } from '../screen.ts';
import { fullFirm, openScreen, openScreens, screenNames } from '../screens.ts';

test.use({ firm: fullFirm() });
test.setTimeout(240_000); // a walk through every screen

const settlesWithin = 1_200; // milliseconds: the longest that an announcement is put off (ux P3), and more
const live = '[aria-live="polite"], [aria-live="assertive"], [role="status"], [role="alert"]';

/** Collects what live regions that are there already come to say, as a screen reader hears it. */
async function listen(window: Page): Promise<void> {
  await window.evaluate((regions) => {
    const words: string[] = [];
    const old = new Set(document.querySelectorAll(regions));
    const observer = new MutationObserver((changes) => {
      const said = new Set(
        changes.flatMap(({ target }) => {
          const element = target instanceof Element ? target : target.parentElement;
          const region = element?.closest(regions) ?? null;
          return region !== null && old.has(region) ? [region] : [];
        }),
      );
      for (const region of said)
        if (region.isConnected && region.textContent.trim() !== '') words.push(region.textContent.trim());
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    Object.assign(globalThis, { heardByTest: words });
  }, live);
}

async function heard(window: Page): Promise<readonly string[]> {
  await quietFor(window, settlesWithin, live);
  return window.evaluate(() => (globalThis as unknown as { heardByTest: readonly string[] }).heardByTest); // put there above
}

test('P3: a change of what is searched for is told once, on every screen that has a search', async ({
  renderApp,
  sandbox,
}) => {
  const running = await renderApp({ service: sandbox });
  const { window } = running;
  await openScreens(running);
  let searches = 0;
  for (const name of screenNames) {
    await openScreen(window, name);
    const search = window.locator('main input[data-filter]').first();
    if ((await search.count()) === 0 || !(await search.isVisible())) continue;
    searches += 1;
    await search.focus();
    await listen(window);
    await window.keyboard.type('o');
    const said = await heard(window);
    expect.soft(said.length, `${name}: ${JSON.stringify(said)}`).toBeLessThanOrEqual(1);
  }
  expect(searches).toBeGreaterThan(5);
});
