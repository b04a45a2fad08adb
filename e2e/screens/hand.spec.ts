import { expect } from '@playwright/test';
import { couplingFirm } from '../fixtures/coupling-firm.ts';
import { expectStep } from '../journeys.ts';
import { test } from '../screen.ts';

// What a person's hand expects (ux H1 to H8), where no other file has it.

test.use({ firm: couplingFirm() });

test('the keys of the sidebar follow its order, and the check of a coupling starts the audit that it has checked', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await expect(window.getByRole('row').nth(1)).toBeVisible();
  const sidebar = window.getByRole('navigation', { name: 'Main' }).getByRole('link');
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
    await window.keyboard.press(`Control+${number}`);
    await expect(sidebar.nth(number - 1)).toHaveAttribute('aria-current', 'page');
  }
  await window.keyboard.press('Control+6');
  await window.getByRole('textbox', { name: /Ids/ }).fill('HIGH/leaf');
  await expect(window.getByText('Noorderhaven Rederij B.V.').first()).toBeVisible();
  await window.getByRole('button', { name: 'Create the coupled audit' }).click();
  await expectStep(window, 'Review'); // all that follows from the component is filled
  await expect(window.getByText('HIGH/leaf').first()).toBeVisible();
});

test('a coupled audit names its components as links, which lead there', async ({ renderApp, sandbox }) => {
  const { window } = await renderApp({ service: sandbox });
  await window.getByRole('row', { name: 'Noorderhaven Scheepvaart group 2026' }).click();
  await window.getByRole('main').getByRole('link', { name: 'Noorderhaven Scheepvaart B.V.' }).click();
  await expect(
    window.getByRole('heading', { level: 1, name: 'Noorderhaven Scheepvaart B.V.' }),
  ).toBeVisible();
});

test('H5: rows of every list have a menu with what they can do', async ({ renderApp, sandbox }) => {
  const { window } = await renderApp({ service: sandbox });
  await expect(window.getByRole('row').nth(1)).toBeVisible();
  const menuOf = async (row: number): Promise<readonly string[]> => {
    await window.getByRole('row').nth(row).click({ button: 'right' });
    await expect(window.getByRole('menuitem').first()).toBeVisible();
    const items = await window.getByRole('menuitem').allTextContents();
    await window.keyboard.press('Escape');
    await expect(window.getByRole('menu')).toHaveCount(0);
    return items;
  };
  const go = async (name: string): Promise<void> => {
    await window.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
    await expect(window.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(window.getByRole('row').nth(1)).toBeVisible();
  };
  await go('Clients');
  expect(await menuOf(1)).toContain('Copy id');
  await window.getByRole('row').nth(1).click();
  await expect(window.getByRole('treegrid').getByRole('row').nth(1)).toBeVisible();
  expect(await menuOf(1)).toEqual(['Copy id']);
  await go('Network');
  expect(await menuOf(1)).toContain('Copy id');
  await go('Work packages');
  expect(await menuOf(1)).toContain('Copy id');
});
