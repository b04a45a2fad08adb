import { copyFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { test } from '../screen.ts';

test('a damaged file of connections is no first start: the first screen says so and offers a copy', async ({
  renderApp,
  folder,
}) => {
  const userData = join(folder, 'damaged');
  const first = await renderApp({ userData });
  await first.close();
  const path = join(userData, 'audit-desk.db');
  const copy = `${path}.backup-v4-${Date.UTC(2026, 0, 2)}`;
  await copyFile(path, copy);
  await writeFile(path, 'no database');
  const { window } = await renderApp({ userData });
  await expect(window.getByText('The file of connections, settings and drafts was damaged')).toBeVisible();
  const putBack = window.getByRole('button', { name: /^Restore the copy of .*2026/ });
  await expect(putBack).toBeVisible();
  await expect(window.getByText(/^audit-desk\.db\.damaged-\d+$/)).toBeVisible();

  // No screen has loaded the words of failures yet.
  await rm(copy);
  await putBack.click();
  await expect(window.getByRole('status').filter({ hasText: 'rejected its own request' })).toContainText(
    'Nothing was sent.',
  );
});

test('the demo opens on its audits, also where its connection is listed before it has started', async ({
  renderApp,
}) => {
  const { window, hold, traffic } = await renderApp();
  const start = hold('demonstration.start');
  await window.getByRole('button', { name: 'Try the demo' }).click();
  await start.answered;
  const isListed = () =>
    traffic().some(
      ({ operation, kind, body }) =>
        kind === 'answer' && operation === 'connections.list' && body.includes('demo-manager'),
    );
  await expect.poll(isListed).toBe(true);
  await window.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  await expect(window.getByRole('heading', { level: 1, name: 'Welcome to Audit Desk' })).toBeVisible();
  start.release();
  await expect(window.getByRole('heading', { level: 1, name: 'Audits' })).toBeVisible();
  await expect(window.getByRole('row').nth(5)).toBeVisible();
});
