import { expect } from '@playwright/test';
import { accessibilityFaults } from '../looks.ts';
import { test } from '../screen.ts';

test('about: versions to be copied, and the licence of everything inside, searched and read whole', async ({
  renderApp,
}) => {
  const { window } = await renderApp();
  await window.getByRole('link', { name: 'Settings' }).click();
  await window.getByRole('link', { name: 'Versions and licences' }).click();
  await expect(window.getByRole('heading', { level: 1, name: 'About Audit Desk' })).toBeFocused();
  const versions = window.getByRole('region', { name: 'Versions' });
  await expect(versions.getByRole('definition').nth(1)).toHaveText(/^[\da-f]{40}\+?$|^Unknown$/);
  await versions.getByRole('button', { name: 'Copy versions' }).click();
  await expect(window.getByText('Copied').first()).toBeAttached();
  const licences = window.getByRole('region', { name: 'Licences' });
  await expect(licences.getByText(/^Packages: \d\d+$/)).toBeVisible();
  const search = licences.getByRole('searchbox', { name: 'Search this list' });
  await search.fill('react-dom');
  await licences.getByRole('row', { name: /^react-dom/ }).click();
  const dialog = window.getByRole('dialog', { name: /^react-dom 19/ });
  await expect(dialog.getByRole('region', { name: 'Licence of react-dom' })).toContainText('MIT License');
  expect(await accessibilityFaults(window)).toEqual([]);
  await window.keyboard.press('Escape');
  await search.fill('xyzzy');
  await expect(licences.getByText('No results')).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);
});
