import { expect, type Locator, type Page } from '@playwright/test';
import { accessibilityFaults } from '../looks.ts';
import { test } from '../screen.ts';

const feed = 'https://127.0.0.1:9/'; // where nothing answers

async function openUpdates(window: Page): Promise<Locator> {
  await window.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
  await window.getByRole('link', { name: 'Versions and licences' }).click();
  await expect(window.getByRole('heading', { level: 1, name: 'About Audit Desk' })).toBeFocused();
  return window.getByRole('region', { name: 'Updates' });
}

test('updates: off unless somebody has said where to look, and said so', async ({ renderApp }) => {
  const { window } = await renderApp();
  const updates = await openUpdates(window);
  await expect(updates).toContainText('This copy does not check for updates');
  await expect(updates.getByRole('button')).toHaveCount(0);
  await expect(updates.getByRole('checkbox')).toHaveCount(0);
});

test('updates: an organisation that manages them is named, and its people decide nothing', async ({
  renderApp,
}) => {
  const { window } = await renderApp({ policy: '{ "updates": "off" }', updates: { feed } });
  const updates = await openUpdates(window);
  await expect(updates).toContainText('Updates are managed by your organisation.');
  await expect(updates.getByRole('checkbox')).toHaveCount(0);
  await expect(updates.getByRole('button')).toHaveCount(0);
});

test('updates: a person looks by their own choice, which is kept; what fails is said and changes nothing', async ({
  renderApp,
}) => {
  const first = await renderApp({ updates: { feed } });
  const updates = await openUpdates(first.window);
  await expect(updates.getByRole('button')).toHaveCount(0);
  await updates.getByText('Check for updates when I ask').click();
  await expect(updates.getByRole('status')).toHaveText('Not checked since the start.');
  expect(await accessibilityFaults(first.window)).toEqual([]);
  await updates.getByRole('button', { name: 'Check for updates' }).click();
  await expect(updates.getByRole('status')).toContainText('The check failed.');
  await first.close();

  const { window } = await renderApp({ updates: { feed }, userData: first.userData });
  const again = await openUpdates(window);
  await expect(again.getByRole('checkbox', { name: 'Check for updates when I ask' })).toBeChecked();
});
