import { expect, type Locator, type Page } from '@playwright/test';
import { accessibilityFaults, test } from './app.ts';
import { writePolicy } from './policy-file.ts';

const feed = 'https://127.0.0.1:9/'; // where nothing answers

async function openUpdates(window: Page): Promise<Locator> {
  await window.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
  await window.getByRole('link', { name: 'Versions and licences' }).click();
  await expect(window.getByRole('heading', { level: 1, name: 'About Audit Desk' })).toBeFocused();
  return window.getByRole('region', { name: 'Updates' });
}

test('updates: off unless somebody has said where to look, and said so', async ({ launch }) => {
  const { window } = await launch();
  const updates = await openUpdates(window);
  await expect(updates).toContainText('This copy looks for no updates');
  await expect(updates.getByRole('button')).toHaveCount(0);
  await expect(updates.getByRole('checkbox')).toHaveCount(0);
});

test('updates: an organisation that manages them is named, and its people decide nothing', async ({
  launch,
  folder,
}) => {
  const policy = await writePolicy(folder, '{ "updates": "off" }');
  const { window } = await launch({ env: { AUDIT_DESK_POLICY: policy, AUDIT_DESK_UPDATE_FEED: feed } });
  const updates = await openUpdates(window);
  await expect(updates).toContainText('Updates are managed by your organisation.');
  await expect(updates.getByRole('checkbox')).toHaveCount(0);
  await expect(updates.getByRole('button')).toHaveCount(0);
});

test('updates: a person looks by their own choice, which is kept; what fails is said and changes nothing', async ({
  launch,
}) => {
  const env = { AUDIT_DESK_UPDATE_FEED: feed };
  const first = await launch({ env });
  const updates = await openUpdates(first.window);
  await expect(updates.getByRole('button')).toHaveCount(0);
  await updates.getByText('Look for updates when I ask').click();
  await expect(updates.getByRole('status')).toHaveText('It has not looked since it was started.');
  expect(await accessibilityFaults(first.window)).toEqual([]);
  await updates.getByRole('button', { name: 'Look for updates now' }).click();
  await expect(updates.getByRole('status')).toContainText('That did not work.');
  await first.close();

  const { window } = await launch({ env, userData: first.userData });
  const again = await openUpdates(window);
  await expect(again.getByRole('checkbox', { name: 'Look for updates when I ask' })).toBeChecked();
});

test('updates: the command line comes before everything', async ({ launch }) => {
  const env = { AUDIT_DESK_UPDATE_FEED: feed, AUDIT_DESK_UPDATES: 'on' };
  const { window } = await launch({ env, args: ['--updates=off'] });
  const updates = await openUpdates(window);
  await expect(updates).toContainText('How this copy was started decides');
  await expect(updates.getByRole('button')).toHaveCount(0);
});
