import { expect } from '@playwright/test';
import { picture, test } from './app.ts';

const languages = [
  { id: 'en-us', locale: 'en-US' },
  { id: 'nl', locale: 'nl-NL' },
  { id: 'it', locale: 'it-IT' },
] as const;

for (const { id, locale } of languages)
  for (const theme of ['light', 'dark'] as const)
    test(`pictures of about and diagnostics, ${theme}, ${id}`, async ({ launch }) => {
      const { window } = await launch({ locale });
      const main = window.getByRole('main');
      await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
      await window.locator('a[href="#/settings"]').first().click();
      await main.locator(`[data-setting=theme] label:has(input[value=${theme}])`).click();
      await expect(window.locator('html')).toHaveAttribute('data-theme', theme);
      await window.mouse.move(700, 870); // over nothing that lights up
      await main.locator('[data-setting=diagnostics] button').click();
      await expect(window.getByRole('dialog').getByRole('textbox')).toHaveValue(/"app"/);
      await picture(window, 'diagnostics', theme, id);
      await window.keyboard.press('Escape');
      await main.locator('a[href="#/about"]').click();
      await expect(main.getByRole('row').nth(5)).toBeVisible();
      await window.mouse.move(700, 870);
      await picture(window, 'about', theme, id);
    });
