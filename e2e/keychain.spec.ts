import { expect } from '@playwright/test';
import { test } from './app.ts';
import { smallFirm } from './fixtures/small-firm.ts';
import { choose, connect, enterConnection } from './journeys.ts';
import { type SessionBus, startBus } from './session-bus.ts';
import { openThroughSettings } from './through-settings.ts';

// security 37: the states in which the keychain of a computer can be; each says what to do, and none writes plaintext.
test.use({ firm: smallFirm() });

let bus: SessionBus | null = null;
test.afterEach(async () => {
  await bus?.end();
  bus = null;
});

test('unlocked: the screen says so; locked: a stored secret is not taken for a first start, and unlocking is what is asked for', async ({
  launch,
  sandbox,
  folder,
}) => {
  bus = await startBus(folder, { hasKeychain: true });
  const first = await launch({ env: bus.env });
  await connect(first.window, sandbox);
  await openThroughSettings(first.window, 'Connections');
  await expect(first.window.getByText('The keychain is unlocked')).toBeVisible();
  await first.close();
  bus.lock();
  const { window } = await launch({ userData: first.userData, env: bus.env });
  await expect(window.getByText('The keychain is locked', { exact: false }).first()).toBeVisible();
  await expect(window.getByRole('heading', { name: 'Welcome to Audit Desk' })).toBeHidden();
  await openThroughSettings(window, 'Connections');
  await expect(window.getByText('Unlock it: on Linux')).toBeVisible();
  await expect(window.getByRole('heading', { level: 2, name: 'Kantoor Noord' })).toBeVisible();
  await window.getByRole('button', { name: /^Test connection/ }).click();
  await expect(window.getByRole('status').filter({ hasText: 'The keychain is locked.' })).toBeVisible();
});

test('no provider: says what to install, and the secret can be kept for this session', async ({
  launch,
  sandbox,
  folder,
}) => {
  bus = await startBus(folder, { hasKeychain: false });
  const { window, close, userData } = await launch({ env: bus.env });
  await window.getByRole('button', { name: 'Add a connection' }).click();
  await expect(window.getByText('There is no keychain on this computer')).toBeVisible();
  await enterConnection(window, sandbox, { name: 'Without keychain', kind: 'Test' });
  await choose(window, 'For this session only');
  await window.getByRole('button', { name: 'Save connection' }).click();
  await expect(window.getByText('2 shown of 2')).toBeVisible();
  await close();
  const again = await launch({ userData, env: bus.env });
  await openThroughSettings(again.window, 'Connections');
  await expect(again.window.getByText('kept for one session only', { exact: false })).toBeVisible();
  await again.window.getByRole('button', { name: 'Enter the secret' }).click();
  await again.window.getByLabel('New client secret', { exact: true }).fill(sandbox.clientSecret);
  await choose(again.window, 'For this session only');
  await again.window.getByRole('button', { name: 'Test and switch' }).click();
  await again.window.getByRole('link', { name: 'Audits' }).click();
  await expect(again.window.getByText('2 shown of 2')).toBeVisible();
});

test('no bus: says how to start the app', async ({ launch }) => {
  const { window } = await launch({ env: { DBUS_SESSION_BUS_ADDRESS: 'disabled:' } });
  await window.getByRole('button', { name: 'Add a connection' }).click();
  await expect(window.getByText('The keychain cannot be reached')).toBeVisible();
});

test('not answering: the wait ends by itself and the screen says what may be in the way', async ({
  launch,
  folder,
}) => {
  bus = await startBus(folder, { hasKeychain: true });
  const { window } = await launch({ env: bus.env });
  bus.freeze();
  await openThroughSettings(window, 'Connections');
  await expect(window.getByText('The keychain does not answer')).toBeVisible(); // it may take 10 s
});
