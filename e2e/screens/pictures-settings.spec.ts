import { expect } from '@playwright/test';
import { looks, picture } from '../looks.ts';
import { test } from '../screen.ts';

for (const { id, locale, theme } of looks)
  test(`pictures of the diagnostics, ${theme}, ${id}`, async ({ renderApp }) => {
    const { window } = await renderApp({ locale });
    const main = window.getByRole('main');
    await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
    await window.locator('a[href="#/settings"]').first().click();
    await main.locator(`[data-setting=theme] label:has(input[value=${theme}])`).click();
    await expect(window.locator('html')).toHaveAttribute('data-theme', theme);
    await window.mouse.move(700, 870); // over nothing that lights up
    await main.locator('[data-setting=diagnostics] button').click();
    const dialog = window.getByRole('dialog');
    await expect(dialog.getByRole('textbox')).toHaveValue(/"app"/);
    // Not the first of them, which tells what computer this is.
    await dialog.locator('button[aria-haspopup=listbox]').click();
    await window.getByRole('option', { name: 'settings.json' }).click();
    await expect(dialog.getByRole('textbox')).toHaveValue(/"preferences"/);
    await picture(window, 'diagnostics', theme, id);
  });
