import { expect, type Page } from '@playwright/test';
import { typeName } from '../component-tree.ts';
import { looks, picture } from '../looks.ts';
import { test } from '../screen.ts';

// The main screens, as they are, for the README and for whoever judges how they look: the demonstration firm in three languages.
for (const { id, locale, theme } of looks)
  test(`pictures of the main screens, ${theme}, ${id}`, async ({ renderApp }) => {
    const { window } = await renderApp({ locale });
    const main = window.getByRole('main');
    const take = async (name: string) => {
      await window.mouse.move(700, 870); // over nothing that lights up
      await picture(window, name, theme, id);
    };
    await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
    await call(window, 'preferences.change', { theme });
    await expect
      .poll(() => window.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches))
      .toBe(theme === 'dark');
    await take('welcome');
    await main.getByRole('button').first().click();
    await expect(window.getByRole('row').nth(20)).toBeVisible();
    await expect(window.getByRole('main').getByRole('progressbar')).toBeHidden();
    await take('audits');
    await window.getByRole('row').nth(1).click();
    await expect(main.getByRole('definition').nth(12)).toBeVisible();
    await take('audit');
    await window.keyboard.press('Control+n');
    const next = main.locator('button[type=submit]');
    const coupling = main.locator('[data-field=coupled_component_audit_ids]');
    await coupling.waitFor();
    await take('wizard-coupling');
    await next.click();
    await expect(window.getByRole('alert').or(window.getByRole('group')).first()).toBeVisible();
    await take('wizard-problem');
    await coupling.locator('label').first().click();
    await next.click();
    await window.getByRole('combobox').first().fill('Valken');
    await window.getByRole('option').first().click();
    await window.getByRole('row').nth(1).click();
    await take('wizard-client');
    await next.click();
    await main.getByRole('radio').nth(1).waitFor({ state: 'attached' });
    await take('wizard-methodology');
    await main.locator('[data-field=scoping_package_id] label').first().click();
    await next.click();
    await main.locator('[data-field=period_start]').waitFor();
    await main.getByRole('button', { name: '2026', exact: true }).click();
    await main.locator('[data-field=language] label').first().click();
    await take('wizard-period');
    await next.click();
    await expect(main.getByRole('radio').first()).toBeAttached();
    await take('wizard-settings');
    await next.click();
    await main.locator('[data-field=id]').waitFor();
    await take('wizard-naming');
    await next.click();
    await expect(main.locator('details')).toBeVisible();
    await take('wizard-review');
    await next.click();
    await expect(main.locator('a[href="#/audits"]')).toBeVisible();
    await take('result');
    await window.locator('a[href="#/connections"]').first().click();
    await expect(main.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await expect(main.getByText(/gnome|keyring|unlocked|ontgrendeld|sbloccato/i).first()).toBeVisible();
    await take('connections');
    await window.locator('a[href="#/settings"]').first().click();
    await expect(main.getByRole('radio').first()).toBeAttached();
    await take('settings');
  });

for (const { id, locale, theme } of looks)
  test(`pictures of a connection being made, ${theme}, ${id}`, async ({ renderApp, sandbox }) => {
    const { window } = await renderApp({ locale });
    const main = window.getByRole('main');
    await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
    await call(window, 'preferences.change', { theme });
    await main.getByRole('button').nth(1).click();
    await main.locator('[data-field=name] input').fill('Kantoor Noord');
    await main.locator('[data-field=kind] label:has(input[value=production])').click();
    await main.locator('[data-field=baseUrl] input').fill(sandbox.baseUrl);
    await main.locator('[data-field=clientId] input').fill(sandbox.clientId);
    const secret = main.locator('[data-field=secret] input');
    await secret.fill('mistyped');
    const save = main.locator('button[type=submit]'); // tests it first
    await save.click();
    await expect(main.locator('details')).toBeVisible();
    await picture(window, 'connection-form', theme, id);
    await secret.fill(sandbox.clientSecret);
    await save.click();
    await expect(window.locator('[data-region=environment]')).toContainText(/PRODU/);
    await expect(window.getByRole('row').nth(20)).toBeVisible();
    await expect(main.getByRole('progressbar')).toBeHidden();
    await window.mouse.move(700, 870);
    await picture(window, 'production', theme, id);
  });

for (const { id, locale, theme } of looks)
  test(`pictures of clients, components and work packages, ${theme}, ${id}`, async ({ renderApp }) => {
    const { window } = await renderApp({ locale });
    const main = window.getByRole('main');
    const tree = main.getByRole('treegrid');
    const take = async (name: string) => {
      await window.mouse.move(700, 870); // over nothing that lights up
      await picture(window, name, theme, id);
    };
    await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
    await call(window, 'preferences.change', { theme });
    await main.getByRole('button').first().click();
    await expect(window.getByRole('row').nth(20)).toBeVisible();
    await window
      .getByRole('row', { name: /Valkenhorst Groep/ })
      .first()
      .click();
    await main.locator('a[href$="/components"]').click();
    await expect(tree.getByRole('row').nth(10)).toBeVisible();
    await take('components');
    await window.evaluate(() => {
      location.hash += '/scope-report';
    });
    await expect(main.getByRole('row').nth(5)).toBeVisible();
    await take('scope-report');
    await window.evaluate(() => {
      location.hash = '#/network';
    });
    await main
      .locator('[data-grid="network-choice"]')
      .getByRole('row', { name: /Valkenhorst/ })
      .click();
    await expect(main.getByRole('application').getByRole('img').nth(5)).toBeVisible();
    await expect(main.getByRole('progressbar')).toBeHidden();
    await take('network');
    await main.getByRole('group').first().getByRole('button').nth(1).click();
    await expect(tree.getByRole('row').nth(5)).toBeVisible();
    await take('network-list');
    await window.locator('a[href="#/clients"]').first().click();
    await window.waitForURL(/#\/clients$/);
    await expect(tree).toBeHidden(); // the screen before is gone
    await expect(main.getByRole('row').nth(6)).toBeVisible();
    await take('clients');
    await main.getByRole('row', { name: /Valkenhorst/ }).click();
    await main.locator('a[href$="/entities"]').click();
    await tree.getByRole('row').nth(3).click();
    const usage = main.locator('section');
    await usage.getByRole('button').first().click();
    await expect(usage.getByRole('row').nth(5)).toBeVisible();
    await expect(main.getByRole('progressbar')).toBeHidden();
    await take('client');
    await main.locator('header').getByRole('link').first().click();
    await main.locator('header').getByRole('button').last().click();
    await expect(window.getByRole('dialog')).toBeVisible();
    await take('client-new');
    await window.keyboard.press('Escape');
    await window.evaluate(() => {
      location.hash = '#/work-packages';
    });
    await window.waitForURL(/#\/work-packages$/);
    await tree.getByRole('row').nth(8).click();
    await take('work-packages');
  });

test.describe('a group of three tiers', () => {
  test.use({ firm: 'demo:network-of-three' });

  for (const { id, locale, theme } of looks)
    test(`pictures of the dialogs of the component tree, ${theme}, ${id}`, async ({ renderApp, sandbox }) => {
      const { window } = await renderApp({
        service: sandbox,
        connection: { name: 'Van Rossem Bellani' },
        locale,
        at: '/audits/one/2026-GROUP/components',
      });
      const main = window.getByRole('main');
      const tree = main.getByRole('treegrid');
      const take = async (name: string) => {
        await window.mouse.move(700, 870); // over nothing that lights up
        await picture(window, name, theme, id);
      };
      await call(window, 'preferences.change', { theme });
      await expect(tree.getByRole('row').nth(5)).toBeVisible();
      const actions = main.getByRole('group').first().getByRole('button');
      const choose = (name: string) => typeName(tree, name);
      await choose('Valkenhorst P');
      await window.keyboard.press('Space');
      await window.keyboard.press('ArrowDown');
      await window.keyboard.press('Space');
      await actions.nth(0).click();
      await window.getByRole('dialog').locator('[data-field=auditor_relation] label').nth(1).click();
      await take('components-add');
      await window.getByRole('dialog').locator('button[type=submit]').click();
      await expect(window.getByRole('dialog')).toBeHidden();
      await take('components-staged');
      await choose('Fonderia');
      await main.getByRole('button', { name: /out of scope|buiten scope|fuori perimetro/i }).click();
      await expect(window.getByRole('dialog').getByRole('textbox').first()).toBeFocused();
      await take('components-out-of-scope');
    });
});

/** Calls an operation over the bridge, as the screens do. */
async function call(window: Page, operation: string, input: object): Promise<unknown> {
  return window.evaluate(
    ([name, given]) => {
      const door = Reflect.get(globalThis, 'auditDesk') as {
        readonly call: (name: string, input: unknown) => Promise<unknown>;
      }; // the bridge
      return door.call(name, given);
    },
    [operation, input] as const,
  );
}
