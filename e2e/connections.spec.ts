import { expect } from '@playwright/test';
import { test } from './app.ts';
import { smallFirm } from './fixtures/small-firm.ts';
import { connect, enterConnection } from './journeys.ts';
import { storedSecrets } from './keychain.ts';
import { openThroughSettings } from './through-settings.ts';

test.use({ firm: smallFirm() });

test('a secret that no keychain takes with its address is refused with a sentence, one byte less is stored', async ({
  launch,
  sandbox,
  keychainService,
}) => {
  const around = JSON.stringify({ v: 1, address: sandbox.baseUrl, client: sandbox.clientId, secret: '' });
  const longest = `${'é'.repeat(1_200)}${'x'.repeat(160 - around.length)}`; // with what is around it 2,560 bytes
  const accept = (secret: string) =>
    sandbox.control('POST', `service-accounts/${sandbox.clientId}/`, { client_secret: secret });
  await accept(`${longest}x`);
  const { window } = await launch();
  await window.getByRole('button', { name: 'Add a connection' }).click();
  await enterConnection(window, { ...sandbox, clientSecret: `${longest}x` }, { name: 'Long', kind: 'Test' });
  await window.getByRole('button', { name: 'Save connection' }).click();
  await expect(window.getByText(/2,560 bytes/).first()).toBeVisible();
  expect(await storedSecrets(keychainService)).toEqual([]);
  await accept(longest);
  await window.getByLabel('Client secret', { exact: true }).fill(longest);
  await window.getByRole('button', { name: 'Save connection' }).click();
  await expect(window.getByRole('heading', { level: 1, name: 'Audits' })).toBeVisible();
  expect((await storedSecrets(keychainService)).map(({ secret }) => secret)).toEqual([longest]);
});

test('C3: a new secret takes the place of the old one only when the service accepts it', async ({
  launch,
  sandbox,
  keychainService,
}) => {
  const passwords = async () => (await storedSecrets(keychainService)).map(({ secret }) => secret);
  const { window } = await launch();
  await connect(window, sandbox);
  await openThroughSettings(window, 'Connections');
  await window.getByRole('button', { name: 'More for Kantoor Noord' }).click();
  await window.getByRole('menuitem', { name: 'New secret' }).click();
  await window.getByLabel('New client secret', { exact: true }).fill('rotated');
  await window.getByRole('button', { name: 'Test and switch' }).click();
  await expect(window.getByText('The old one stays in use.')).toBeVisible();
  expect(await passwords()).toEqual([sandbox.clientSecret]);
  await sandbox.control('POST', `service-accounts/${sandbox.clientId}/`, { client_secret: 'rotated' });
  await window.getByRole('button', { name: 'Test and switch' }).click();
  await expect(window.getByRole('dialog')).toBeHidden();
  expect(await passwords()).toEqual(['rotated']);
});

test('C5: the last connection is removed when its name is typed, and its secret with it', async ({
  launch,
  sandbox,
  keychainService,
}) => {
  const { window } = await launch();
  await connect(window, sandbox);
  await openThroughSettings(window, 'Connections');
  await window.getByRole('button', { name: 'More for Kantoor Noord' }).click();
  await window.getByRole('menuitem', { name: 'Remove' }).click();
  const dialog = window.getByRole('alertdialog');
  await expect(dialog.getByRole('button', { name: 'Remove connection' })).toBeDisabled();
  await dialog.getByRole('textbox').fill('Kantoor Noord');
  await dialog.getByRole('button', { name: 'Remove connection' }).click();
  await expect(dialog).toBeHidden();
  expect(await storedSecrets(keychainService)).toEqual([]);
});
