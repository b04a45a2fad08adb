import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './app.ts';
import { writePolicy } from './policy-file.ts';

const feed = 'https://127.0.0.1:9/'; // where nothing answers

async function openUpdates(window: Page): Promise<Locator> {
  await window.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
  await window.getByRole('link', { name: 'Versions and licences' }).click();
  await expect(window.getByRole('heading', { level: 1, name: 'About Audit Desk' })).toBeFocused();
  return window.getByRole('region', { name: 'Updates' });
}

test('updates: the command line comes before everything', async ({ launch, folder }) => {
  const policy = await writePolicy(folder, JSON.stringify({ updates: { feed } }));
  const env = { AUDIT_DESK_POLICY: policy, AUDIT_DESK_UPDATE_FEED: feed, AUDIT_DESK_UPDATES: 'on' };
  const { window } = await launch({ env, args: ['--updates=off'] });
  const updates = await openUpdates(window);
  await expect(updates).toContainText('The command line of this copy decides');
  await expect(updates.getByRole('button')).toHaveCount(0);
  await window.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
  await expect(window.getByText(policy)).toBeVisible(); // the policy itself was read
});
