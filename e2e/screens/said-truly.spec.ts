import { expect } from '@playwright/test';
import { smallFirm } from '../fixtures/small-firm.ts';
import { admitCreations, auditsPlan } from '../plans.ts';
import { test } from '../screen.ts';
import { openThroughSettings } from '../through-settings.ts';

test.use({ firm: smallFirm() });

test('how long a plan takes is said nowhere once its credentials are refused; a connection in use looks so; what to do is said for the place where one is', async ({
  renderApp,
  sandbox,
}) => {
  const { window, call, connection } = await renderApp({ service: sandbox });
  if (connection === null) throw new Error('There is no connection.');
  const ids = Array.from({ length: 12 }, (_, index) => `A-${index}`);
  await admitCreations(sandbox, 5);
  await call('plans.submit', auditsPlan(connection, 'Season', ids));
  const bar = window.getByRole('contentinfo');
  await window.getByRole('link', { name: 'Activity' }).click();
  const row = window.getByRole('row', { name: /Create 12 audits/ });
  await expect(row).toContainText(/(second|minute)s? left/);

  await sandbox.control('POST', `service-accounts/${sandbox.clientId}/`, { client_secret: 'another one' });
  await call('connections.act', { act: 'reconnect', id: connection });
  await expect(row).toContainText('Paused');
  for (const place of [row, bar]) await expect(place).not.toContainText(/left/);
  await row.dblclick();
  await expect(window.getByRole('heading', { level: 1, name: /Create 12 audits/ })).toBeVisible();
  await expect(window.getByRole('main')).not.toContainText(/left/);

  await openThroughSettings(window, 'Connections');
  await expect(window.getByText('Reconnect, or enter the secret again.')).toBeVisible();
  await expect(window.getByRole('main')).not.toContainText('under Connections');
  await window.getByRole('button', { name: 'Reconnect' }).click();
  await expect(window.getByText('The service does not accept the client id and secret')).toHaveCount(1);
});

test('a draft is said to be saved once one is there', async ({ renderApp, sandbox }) => {
  const { window, call, connection } = await renderApp({ service: sandbox, at: '/audits/new?type=single' });
  await expect(window.getByRole('navigation', { name: 'Steps' })).toBeVisible();
  await expect(window.getByText('Draft saved')).toHaveCount(0);
  await window.locator('label', { hasText: 'Create without coupling' }).click();
  await expect(window.getByText('Draft saved')).toBeVisible();
  const kept = await call('items.list', { of: 'drafts', connection });
  expect(kept).toMatchObject({ ok: true, value: { drafts: [{ kind: 'audit' }] } });
});

test.describe('in a window that is open overnight', () => {
  test.use({ movesPageClock: true });

  test('a time of yesterday has its day', async ({ renderApp, sandbox }) => {
    const { window, call, connection, putForward } = await renderApp({ service: sandbox });
    await window.clock.install();
    await window.reload(); // with timers that the test moves
    await expect(window.getByRole('row').nth(1)).toBeVisible();
    await putForward(5); // news of a connection is told no sooner
    await call('audits.read', { connection, path: { audit_id: 'noorderhaven-2024' } });
    const synced = window.getByRole('contentinfo').getByText(/^last synced/);
    await expect(synced).toHaveText(/^last synced \d+:\d+:\d+ [AP]M$/);
    await window.clock.fastForward(86_400_000);
    await expect(synced).toHaveText(/^last synced [A-Z][a-z]+ \d+, \d{4}, \d+:\d+:\d+ [AP]M$/);
  });
});
