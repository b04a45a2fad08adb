import { expect, type Page } from '@playwright/test';
import { test } from './app.ts';
import { quietFor } from './quiet.ts';
import { addressOf, fullFirm, openScreen, openScreens, screenNames } from './screens.ts';

test.use({ firm: fullFirm() });
test.setTimeout(300_000); // a walk through every screen

/** Where the focus is, in words; `nowhere` when it is lost. */
function focused(window: Page): Promise<string> {
  return window.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body || element === document.documentElement)
      return 'nowhere';
    return `${element.tagName} ${(element.getAttribute('aria-label') ?? element.textContent).slice(0, 40)}`;
  });
}

test('every screen has its landmarks once each, and takes the focus to its heading', async ({
  launch,
  sandbox,
}) => {
  const running = await launch();
  const { window } = running;
  await openScreens(running, sandbox);
  for (const name of screenNames) {
    await openScreen(window, name);
    expect.soft((await focused(window)).slice(0, 2), `${name}: the heading has the focus`).toBe('H1');
    const landmarks = await window.evaluate(() => {
      const count = (selector: string) => document.querySelectorAll(selector).length;
      const unnamed = [...document.querySelectorAll('nav, section[role="region"], aside')].filter(
        (element) => !element.hasAttribute('aria-label') && !element.hasAttribute('aria-labelledby'),
      );
      return { main: count('main'), heading: count('h1'), unnamed: unnamed.length };
    });
    expect.soft(landmarks, name).toEqual({ main: 1, heading: 1, unnamed: 0 });
  }
});

test('F6 goes through the parts of the window on every screen, and around; Shift+F6 goes back', async ({
  launch,
  sandbox,
}) => {
  const running = await launch();
  const { window } = running;
  await openScreens(running, sandbox);
  const region = () =>
    window.evaluate(
      () => document.activeElement?.closest<HTMLElement>('[data-region]')?.dataset['region'] ?? 'nowhere',
    );
  for (const name of screenNames) {
    await openScreen(window, name);
    expect.soft(await region(), name).toBe('content');
    const way: string[] = [];
    for (let press = 0; press < 4; press += 1) {
      await window.keyboard.press('F6');
      way.push(await region());
    }
    expect.soft(way, name).toEqual(['status', 'environment', 'navigation', 'content']);
    await window.keyboard.press('Shift+F6');
    expect.soft(await region(), name).toBe('navigation');
  }
});

test('no dialog, menu or list of any screen loses the focus when it closes', async ({ launch, sandbox }) => {
  const running = await launch();
  const { window } = running;
  await openScreens(running, sandbox);
  let opened = 0;
  const overlays = window.locator('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]');
  for (const name of screenNames) {
    await openScreen(window, name);
    const buttons = window.locator('main button:visible:not([disabled]):not([aria-disabled="true"])');
    const count = Math.min(await buttons.count(), 40); // of a long list the first rows: the others are made as they are
    for (let index = 0; index < count; index += 1) {
      const button = buttons.nth(index);
      if (!(await button.isVisible().catch(() => false))) continue;
      await button.focus();
      const label = await focused(window);
      await window.keyboard.press('Enter');
      await quietFor(window, 80); // what opens is open then, and what opens nothing is done
      if ((await overlays.count()) > 0) {
        opened += 1;
        for (let escapes = 0; escapes < 3 && (await overlays.count()) > 0; escapes += 1) {
          await window.keyboard.press('Escape');
          await expect
            .poll(() => overlays.count())
            .toBe(0)
            .catch(() => undefined);
        }
        await expect.soft
          .poll(() => focused(window), { message: `${name}: after “${label}”`, timeout: 2_000 })
          .not.toBe('nowhere');
      } else
        await expect.soft
          .poll(() => focused(window), { message: `${name}: after pressing “${label}”`, timeout: 2_000 })
          .not.toBe('nowhere');
      const isHere = await window.evaluate(
        (address) => location.hash.startsWith(`#${address}`),
        addressOf(name).replace(/\?.*/, ''),
      );
      if (!isHere) await openScreen(window, name);
    }
  }
  expect(opened).toBeGreaterThan(15);
});

test('T5: what is removed gives the focus to what stands there', async ({ launch, sandbox }) => {
  const running = await launch();
  const { window } = running;
  await openScreens(running, sandbox);
  await openScreen(window, 'teams');
  await window
    .getByRole('button', { name: /Remove|Delete/ })
    .first()
    .click();
  await window
    .getByRole('alertdialog')
    .getByRole('button', { name: /Remove|Delete/ })
    .click();
  await expect(window.getByRole('alertdialog')).toBeHidden();
  await expect(window.getByRole('heading', { name: 'Core team' })).toBeHidden();
  await expect.poll(() => focused(window)).not.toBe('nowhere');
});
