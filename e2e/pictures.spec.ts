import { expect, type Page } from '@playwright/test';
import { picture, test } from './app.ts';

// The main screens, as they are, for the README and for whoever judges how they look: the demonstration firm in three languages.
const languages = [
  { id: 'en-us', locale: 'en-US' },
  { id: 'nl', locale: 'nl-NL' },
  { id: 'it', locale: 'it-IT' },
] as const;

for (const { id, locale } of languages)
  for (const theme of ['light', 'dark'] as const)
    test(`pictures of the main screens, ${theme}, ${id}`, async ({ launch }) => {
      const { window } = await launch({ locale });
      const main = window.getByRole('main');
      const take = (name: string) => picture(window, name, theme, id);
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
      await window.getByRole('combobox').first().fill('Valken');
      await window.getByRole('option').first().click();
      await window.getByRole('row').first().click();
      await take('wizard-client');
      await next.click();
      await main.getByRole('radio').nth(1).waitFor({ state: 'attached' });
      await take('wizard-methodology');
      await next.click();
      await expect(window.getByRole('alert').or(window.getByRole('group')).first()).toBeVisible();
      await take('wizard-problem');
      await window.locator('a[href="#/connections"]').first().click();
      await expect(main.getByRole('heading', { level: 2 }).first()).toBeVisible();
      await take('connections');
      await window.locator('a[href="#/settings"]').first().click();
      await expect(main.getByRole('radio').first()).toBeAttached();
      await take('settings');
    });

/** Calls an operation over the bridge, as the screens do. */
async function call(window: Page, operation: string, input: object): Promise<void> {
  await window.evaluate(
    ([name, given]) => {
      const door = Reflect.get(globalThis, 'auditDesk') as {
        readonly call: (name: string, input: unknown) => Promise<unknown>;
      }; // the bridge
      return door.call(name, given);
    },
    [operation, input] as const,
  );
}
