import { expect, type Page } from '@playwright/test';
import { test } from './app.ts';
import { smallFirm } from './fixtures/small-firm.ts';
import { connect, retryNow } from './journeys.ts';
import { accessibilityFaults } from './looks.ts';
import { callBridge, connectionId } from './plans.ts';
import { type Service, startService } from './service.ts';

test.use({ firm: smallFirm() });

const away = (window: Page) => window.getByRole('region', { name: 'Connection to the service' });

/** The same firm at the same address, after a service that has ended. */
function again(former: Service): Promise<Service> {
  return startService(smallFirm(), ['--port', new URL(former.baseUrl).port]);
}

/** Waits until the app has written its answers down, for which the keychain has to give the key. */
async function copyIsKept(window: Page): Promise<void> {
  const connection = await connectionId(window);
  // Answers are written down in their order, and this is answered after them.
  expect(await callBridge(window, 'mirror.newest', { connection })).not.toEqual({ at: null });
}

test('starts without the service: what was read last is there at once, and says from when it is', async ({
  launch,
  sandbox,
}) => {
  const first = await launch();
  await connect(first.window, sandbox);
  await expect(first.window.getByText('2 shown of 2')).toBeVisible();
  await first.window.getByRole('link', { name: 'Clients' }).click();
  await expect(first.window.getByRole('row', { name: /Noorderhaven/ })).toBeVisible();
  await copyIsKept(first.window);
  await first.close();
  await sandbox.end();

  const { window } = await launch({ userData: first.userData });
  await window.getByRole('link', { name: 'Audits' }).click();
  await expect(window.getByRole('row', { name: /Noorderhaven/ }).first()).toBeVisible();
  await expect(away(window)).toContainText(/The service cannot be reached. Last synced: \d+:\d+/);
  expect(await accessibilityFaults(window)).toEqual([]);
  await window.getByRole('button', { name: 'Refresh' }).hover();
  await expect(window.getByText(/· This was loaded at \d.*It may have changed since\.$/)).toBeVisible();
  await window
    .getByRole('row', { name: /Noorderhaven/ })
    .first()
    .click();
  await expect(window.getByRole('button', { name: 'Duplicate' })).toBeVisible();
  await window.getByRole('link', { name: 'Clients' }).click();
  await expect(window.getByRole('row', { name: /Noorderhaven/ })).toBeVisible();

  const back = await again(sandbox);
  await retryNow(window);
  await expect(window.getByRole('contentinfo', { name: 'Status' })).toContainText('Connected');
  await back.end();
});
