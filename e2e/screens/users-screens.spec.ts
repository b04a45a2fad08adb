import { expect, type Page } from '@playwright/test';
import { accessibilityFaults, faultsInAllColours, picture } from '../looks.ts';
import { type Rendered, test } from '../screen.ts';

const team = {
  id: 'team',
  name: 'Rotterdam – interim',
  members: [
    { id: 'marijke.van.rossem@vanrossem-bellani.example', role: 'audit_engagement_leader' },
    { id: 'Anneke.de.Wit@vanrossem-bellani.example', role: 'audit_manager' },
    { id: "colleen.o'dowd@vanrossem-bellani.example", role: 'audit_auditor' },
  ],
};

/** Shows the list of audits, with a team saved. */
async function begin({ window, call, connection }: Rendered): Promise<Page> {
  await expect(window.getByRole('row').nth(20)).toBeVisible();
  expect(await call('items.save', { teams: [{ ...team, connection }] })).toMatchObject({ ok: true });
  return window;
}

/** Shows each screen about users in turn, in any language. */
async function walk(window: Page, look: (screen: string) => Promise<void>): Promise<void> {
  const main = window.getByRole('main');
  await window.keyboard.press('Control+4');
  await window.waitForURL(/#\/users$/);
  await main.getByRole('navigation').getByRole('link').nth(1).click();
  await main.getByRole('searchbox').fill('valken');
  await main.locator('button:not([aria-haspopup])', { hasText: /\d/ }).last().click();
  await expect(main.getByRole('grid')).toBeVisible();
  await expect(main.getByRole('progressbar')).toBeHidden();
  await look('users-matrix');
  await main.getByRole('navigation').getByRole('link').first().click();
  await expect(main.getByRole('region').first()).toBeVisible();
  await look('teams');
  await main.getByRole('region').getByRole('button').nth(1).click();
  await expect(window.getByRole('dialog').getByRole('listitem')).toHaveCount(3);
  await look('team');
  await window.keyboard.press('Escape');
  await main.getByRole('region').getByRole('button').first().click();
  await expect(main.getByRole('row').nth(3)).toBeVisible();
  await main.getByRole('searchbox').fill('valken');
  await main.getByRole('button', { name: /\d/ }).last().click();
  await look('team-choice');
  await main.locator('header button').last().click();
  await expect(main.getByRole('checkbox')).toBeAttached();
  await expect(main.getByRole('progressbar')).toBeHidden();
  await expect(main.getByRole('row').nth(3)).toBeVisible();
  await look('team-check');
  await window.keyboard.press('Control+1');
  await window.waitForURL(/#\/audits$/);
  await expect(main.getByRole('row').nth(5)).toBeVisible();
  await main.getByRole('searchbox').fill('valken 2026');
  await main.getByRole('row').nth(1).click();
  await main.getByRole('navigation').getByRole('link').last().click();
  await expect(main.getByRole('grid')).toBeVisible();
  await look('audit-users');
  await main.locator('button', { has: window.locator('svg.lucide-user-plus') }).click();
  await window
    .getByRole('dialog')
    .getByRole('textbox')
    .fill(
      "Colleen <colleen.o'dowd@vanrossem-bellani.example>; nobody\nMARIJKE.van.rossem@vanrossem-bellani.example",
    );
  await expect(window.getByRole('dialog').getByRole('row')).toHaveCount(4);
  await look('assign-users');
  await window.keyboard.press('Escape'); // asks first: a list is entered
  await window.getByRole('dialog').locator('footer:has([role=alert])').getByRole('button').last().click();
  await main.getByRole('row').nth(1).click();
  await expect(window.getByRole('dialog').getByRole('radio').first()).toBeAttached();
  await look('user');
  await window.keyboard.press('Escape');
}

for (const [id, locale, theme] of [
  ['en-us', 'en-US', 'light'],
  ['nl', 'nl-NL', 'dark'],
  ['it', 'it-IT', 'light'],
] as const)
  test(`axe finds nothing on the screens about users in ${id}`, async ({ renderApp, sandbox }) => {
    const window = await begin(await renderApp({ service: sandbox, locale }));
    const faults = id === 'en-us' ? faultsInAllColours : accessibilityFaults;
    await walk(window, async (screen) => {
      expect(await faults(window), screen).toEqual([]);
      await window.emulateMedia({ colorScheme: theme });
      await picture(window, screen, theme, id);
    });
  });

for (const zoom of [2, 4])
  test(`at ${zoom * 100} % nothing on the screens about users is cut off sideways`, async ({
    renderApp,
    sandbox,
  }) => {
    const window = await begin(await renderApp({ service: sandbox, locale: 'nl-NL' }));
    await window.setViewportSize({ width: 1280 / zoom, height: 1024 / zoom }); // what zooming leaves (WCAG 1.4.10)
    await walk(window, async (screen) => {
      const fits = () =>
        window.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
      await expect.poll(fits, screen).toBe(true);
      await picture(window, `${screen}-${zoom}`, 'light', 'nl');
    });
  });
