import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { accessibilityFaults, test } from './app.ts';
import { smallFirm } from './fixtures/small-firm.ts';
import { connect } from './journeys.ts';
import { type Service, startService } from './service.ts';

test.use({ firm: smallFirm() });

const away = (window: Page) => window.getByRole('region', { name: 'Connection to the service' });

/** The same firm at the same address, after a service that has ended. */
function again(former: Service): Promise<Service> {
  return startService(smallFirm(), ['--port', new URL(former.baseUrl).port]);
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
  await first.close();
  await sandbox.end();

  const { window } = await launch({ userData: first.userData });
  await window.getByRole('link', { name: 'Audits' }).click();
  await expect(window.getByRole('row', { name: /Noorderhaven/ }).first()).toBeVisible();
  await expect(window.getByText(/^This was read at \d.*It may have changed since\.$/)).toBeVisible();
  await expect(away(window)).toContainText(/The service cannot be reached. Last answer: \d+:\d+/);
  expect(await accessibilityFaults(window)).toEqual([]);
  await window
    .getByRole('row', { name: /Noorderhaven/ })
    .first()
    .click();
  await expect(window.getByRole('button', { name: 'New audit like this' })).toBeVisible();
  await expect(window.getByText(/^This was read at/)).toBeVisible();
  await window.getByRole('link', { name: 'Clients' }).click();
  await expect(window.getByRole('row', { name: /Noorderhaven/ })).toBeVisible();

  const back = await again(sandbox);
  await away(window).getByRole('button', { name: 'Look again now' }).click();
  await expect(away(window)).toBeHidden();
  await expect(window.getByText(/This was read at/)).toBeHidden(); // what could not be read is read by itself
  await expect(window.getByRole('contentinfo', { name: 'Status' })).toContainText('Connected');
  await back.end();
});

test('a service that goes away and comes back: the banner comes and goes by itself, with few requests', async ({
  launch,
  sandbox,
}) => {
  const { window } = await launch();
  await connect(window, sandbox);
  await expect(window.getByText('2 shown of 2')).toBeVisible();
  await sandbox.end();
  await window.getByRole('button', { name: 'Read again' }).click();
  await expect(away(window)).toBeVisible();
  const back = await again(sandbox);
  await expect(away(window)).toBeHidden({ timeout: 20_000 });
  await expect(window.getByText(/may have changed since/)).toHaveCount(0);
  const { results } = (await back.control('GET', 'requests/')) as {
    readonly results: readonly { readonly path: string }[];
  };
  const paths = results.map(({ path }) => path.replace(/\?.*/, ''));
  expect(paths.filter((path) => path === '/api/v1/rate-limits/').length).toBeLessThanOrEqual(2);
  expect(paths.filter((path) => path === '/api/v1/audits/')).toHaveLength(1);
  await back.end();
});

test('what was kept of a connection is gone with it', async ({ launch, sandbox }) => {
  const { window, userData } = await launch();
  await connect(window, sandbox);
  await expect(window.getByText('2 shown of 2')).toBeVisible();
  const kept = () =>
    readFileSync(join(userData, 'kept.db'), 'latin1') + readFileSync(join(userData, 'kept.db-wal'), 'latin1');
  expect(kept()).toContain('Noorderhaven');
  await window.getByRole('link', { name: 'Connections', exact: true }).click();
  await window.getByRole('button', { name: 'More for Kantoor Noord' }).click();
  await window.getByRole('menuitem', { name: /^Remove/ }).click();
  const dialog = window.getByRole('alertdialog');
  const typed = dialog.getByRole('textbox');
  if (await typed.isVisible()) await typed.fill('Kantoor Noord');
  await dialog.getByRole('button', { name: /^Remove/ }).click();
  await expect(dialog).toBeHidden();
  expect(kept()).not.toContain('Noorderhaven');
});

test('a slow service: after some seconds that is said, and the wait can be given up', async ({
  launch,
  sandbox,
}) => {
  const { window } = await launch();
  await connect(window, sandbox);
  await expect(window.getByText('2 shown of 2')).toBeVisible();
  await sandbox.control('POST', 'faults/', {
    method: 'GET',
    path: '/api/v1/audits/',
    kind: 'delay',
    seconds: 25,
  });
  await window.getByRole('button', { name: 'Read again' }).click();
  await expect(window.getByText('Still waiting for the service')).toBeVisible({ timeout: 10_000 });
  await expect(window.getByRole('row', { name: /Noorderhaven/ })).toBeVisible(); // what was read stays meanwhile
  expect(await accessibilityFaults(window)).toEqual([]);
  await window.getByRole('button', { name: 'Stop waiting for it' }).click();
  await expect(window.getByText('Still waiting for the service')).toBeHidden();
  await expect(window.getByText(/This was stopped on request|may have changed since/).first()).toBeVisible();
});
