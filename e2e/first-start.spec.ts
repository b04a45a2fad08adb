import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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

test('a demonstration file that is broken is set aside, and the demonstration starts afresh', async ({
  folder,
  launch,
}) => {
  const userData = join(folder, 'with-broken-file');
  const words = 'This was a database once. '.repeat(200);
  await mkdir(userData);
  await writeFile(join(userData, 'demonstration.db'), words);
  const { window } = await launch({ userData });
  await window.getByRole('button', { name: 'Try it with the demonstration service' }).click();
  await expect(window.getByRole('heading', { level: 1, name: 'Audits' })).toBeVisible();
  const aside = (await readdir(userData)).find((name) => name.startsWith('demonstration.db.damaged-'));
  expect(await readFile(join(userData, aside ?? ''), 'utf8')).toBe(words);
  expect(await readFile(join(userData, 'logs', 'main.log'), 'utf8')).toContain('demonstration-set-aside');
});

test('the app says truly what it runs on', async ({ launch }) => {
  const { window } = await launch();
  await window.getByRole('link', { name: 'Settings' }).click();
  await window.getByRole('link', { name: 'Versions and licences' }).click();
  const runsOn = window.getByRole('definition').filter({ hasText: 'Electron' });
  await expect(runsOn).toHaveText(onStandIn ? /stand-in/i : /^Electron/);
});
