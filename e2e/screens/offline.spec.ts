import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { smallFirm } from '../fixtures/small-firm.ts';
import { accessibilityFaults } from '../looks.ts';
import { test } from '../screen.ts';
import { requestsOf, type Service } from '../service.ts';
import { openService } from '../service-inside.ts';
import { openThroughSettings } from '../through-settings.ts';

test.use({ firm: smallFirm() });

const away = (window: Page) => window.getByRole('region', { name: 'Connection to the service' });

/** The same firm at the same address, after a service that has ended. */
function again(former: Service): Promise<Service> {
  return openService(smallFirm(), { port: Number(new URL(former.baseUrl).port) });
}

test('a service that goes away and comes back: the banner comes and goes by itself, with few requests', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await expect(window.getByText('2 shown of 2')).toBeVisible();
  await sandbox.end();
  await window.getByRole('button', { name: 'Refresh' }).click();
  await expect(away(window)).toBeVisible();
  // One outage is said in one place, and with it how old is what shows.
  await expect(window.getByText(/cannot be reached/)).toHaveCount(1);
  await expect(window.getByText(/may have changed since|Nothing answers/)).toHaveCount(0);
  const back = await again(sandbox);
  await expect(away(window)).toBeHidden();
  await expect(window.getByText(/may have changed since/)).toHaveCount(0);
  const results = await requestsOf(back);
  // Whoever asks first has a token that this service does not know.
  const answered = results.filter(({ status }) => status !== 401);
  expect(results.length - answered.length).toBeLessThanOrEqual(1);
  const paths = answered.map(({ path }) => path.replace(/\?.*/, ''));
  expect(paths.filter((path) => path === '/api/v1/rate-limits/').length).toBeLessThanOrEqual(2);
  expect(paths.filter((path) => path === '/api/v1/audits/')).toHaveLength(1);
  await back.end();
});

test('what was kept of a connection is gone with it', async ({ renderApp, sandbox }) => {
  const { window, userData } = await renderApp({ service: sandbox });
  await expect(window.getByText('2 shown of 2')).toBeVisible();
  const size = () => statSync(join(userData, 'mirror.db-wal')).size;
  expect(size()).toBeGreaterThan(0);
  expect(readFileSync(join(userData, 'mirror.db-wal'), 'latin1')).not.toContain('Noorderhaven'); // it is sealed
  await openThroughSettings(window, 'Connections');
  await window.getByRole('button', { name: 'More for Kantoor Noord' }).click();
  await window.getByRole('menuitem', { name: /^Remove/ }).click();
  const dialog = window.getByRole('alertdialog');
  const typed = dialog.getByRole('textbox');
  if (await typed.isVisible()) await typed.fill('Kantoor Noord');
  await dialog.getByRole('button', { name: /^Remove/ }).click();
  await expect(dialog).toBeHidden();
  expect(size()).toBe(0);
});

test('a slow service: after some seconds that is said, and the wait can be given up', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await expect(window.getByText('2 shown of 2')).toBeVisible();
  await sandbox.control('POST', 'faults/', {
    method: 'GET',
    path: '/api/v1/audits/',
    kind: 'delay',
    seconds: 15,
  });
  await window.getByRole('button', { name: 'Refresh' }).click();
  await expect(window.getByText('Still waiting for the service')).toBeVisible();
  await expect(window.getByRole('row', { name: /Noorderhaven/ })).toBeVisible(); // what was read stays meanwhile
  expect(await accessibilityFaults(window)).toEqual([]);
  await window.getByRole('button', { name: 'Stop waiting' }).click();
  await expect(window.getByText('Still waiting for the service')).toBeHidden();
  await expect(window.getByText(/This was stopped on request|may have changed since/).first()).toBeVisible();
});
