import { expect } from '@playwright/test';
import { onStandIn, picture, test } from './app.ts';

test('one click on the first screen starts the demonstration service and shows its audits', async ({
  launch,
}) => {
  const { window } = await launch();
  await expect(window.getByRole('heading', { level: 1 })).toHaveText('Welcome to Audit Desk');
  await picture(window, 'welcome', 'light', 'en-us');
  await window.getByRole('button', { name: 'Try it with the demonstration service' }).click();
  await expect(window.getByRole('heading', { level: 1, name: 'Audits' })).toBeVisible();
  await expect(window.getByText(/^(5\d|6\d) shown of (5\d|6\d)$/)).toBeVisible();
  await picture(window, 'audits', 'light', 'en-us');
});

test('the settings say truly what the app runs on', async ({ launch }) => {
  const { window } = await launch();
  await window.getByRole('link', { name: 'Settings' }).click();
  const runsOn = window.getByRole('definition').filter({ hasText: 'Electron' });
  await expect(runsOn).toHaveText(onStandIn ? /stand-in/i : /^Electron/);
});
