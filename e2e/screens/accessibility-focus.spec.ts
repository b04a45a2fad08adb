import { expect } from '@playwright/test';
import { quietFor } from '../quiet.ts';
import { test } from '../screen.ts';
import { addressOf, focused, fullFirm, openScreen, openScreens, screenNames } from '../screens.ts';

test.use({ firm: fullFirm() });
test.setTimeout(300_000); // a walk through every screen

test('no dialog, menu or list of any screen loses the focus when it closes', async ({
  renderApp,
  sandbox,
}) => {
  const running = await renderApp({ service: sandbox });
  const { window } = running;
  await openScreens(running);
  let opened = 0;
  const overlays = window.locator('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]');
  for (const name of screenNames) {
    await openScreen(window, name);
    const buttons = window.locator('main button:visible:not([disabled]):not([aria-disabled="true"])');
    const count = Math.min(await buttons.count(), 40); // of a long list the first rows: the others are made as they are
    const pressed: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const button = buttons.nth(index);
      if (!(await button.isVisible().catch(() => false))) continue;
      // Of buttons that look alike, as in rows, two are pressed.
      const look = await button.evaluate(({ classList, ariaHasPopup, innerHTML }) =>
        [classList.value, ariaHasPopup, innerHTML.replaceAll(/>[^<]*</g, '><')].join(' '),
      );
      if (pressed.filter((one) => one === look).length === 2) continue;
      pressed.push(look);
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

test('T5: what is removed gives the focus to what stands there', async ({ renderApp, sandbox }) => {
  const running = await renderApp({ service: sandbox });
  const { window } = running;
  await openScreens(running);
  await openScreen(window, 'users');
  await window
    .getByRole('button', { name: /Remove|Delete/ })
    .first()
    .click();
  await expect(window.getByRole('heading', { name: 'Core team' })).toBeHidden();
  await expect.poll(() => focused(window)).not.toBe('nowhere');
});
