import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { csvOf, goodRows, header, place, unlimitedFirm } from '../imports.ts';
import { accessibilityFaults } from '../looks.ts';
import { test } from '../screen.ts';

test.use({ firm: unlimitedFirm() });

test('an audit that differs is deleted and created again when a person asks for it, and not before; what only the service has is listed', async ({
  renderApp,
  sandbox,
  folder,
}) => {
  const { window, call, connection, chooseToOpen } = await renderApp({ service: sandbox, at: '/import' });
  const rows = goodRows(2).map((row) => row.with(place('Period start'), '2025-02-01'));
  const dated = rows.map((row) => row.with(place('Period end'), '2026-01-31'));
  const path = join(folder, 'again.csv');
  const open = async (content: readonly string[][], button: string) => {
    await writeFile(path, csvOf([header, ...content]));
    chooseToOpen(path);
    await window.getByRole('button', { name: button }).click();
    await window.getByRole('button', { name: 'Check 2 rows' }).click();
  };
  await open(dated, 'Choose a file');
  await window.getByRole('button', { name: 'Send 2 steps' }).click();
  await expect(window.getByText('The import has ended: 2 of 2 steps done')).toBeVisible();

  const renamed = dated.map((row, number) => (number === 0 ? row.with(place('Audit'), 'Another name') : row));
  await open(renamed, 'Choose another file');
  await expect(window.getByText('1 unchanged · 1 different')).toBeVisible();
  await window.getByRole('button', { name: /^Show \d+ only at the service$/ }).click();
  const gone = window.getByRole('dialog', { name: 'Only at the service' });
  await expect(gone.getByRole('row', { name: /jaarrekening 2024/ })).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);
  await gone.getByRole('button', { name: 'Close' }).click();

  await window.getByRole('grid').getByText('Another name').click({ button: 'right' });
  await window.getByRole('menuitem', { name: 'Delete and create again…' }).click();
  const asking = window.getByRole('alertdialog', { name: 'Delete this and create it again?' });
  await expect(asking).toContainText('Another name (IMP-001)');
  expect(await accessibilityFaults(window)).toEqual([]);
  await asking.getByRole('button', { name: 'Delete and create again' }).click();
  await expect(window.getByText('1 unchanged · 1 to delete and create again')).toBeVisible();
  await expect(window.getByText(/^5 credits · 4 requests · about/)).toBeVisible();
  await window.getByRole('grid').getByText('Another name').click({ button: 'right' });
  await window.getByRole('menuitem', { name: 'Keep what the service has' }).click();
  await expect(window.getByText('1 unchanged · 1 different')).toBeVisible();

  await window.getByRole('button', { name: 'Delete and create again 1…' }).click();
  await asking.getByRole('button', { name: 'Delete and create again' }).click();
  const nameOf = async () =>
    JSON.stringify(await call('audits.read', { connection, path: { audit_id: 'IMP-001' } }));
  expect(await nameOf()).toContain('Imported audit 1');
  await window.getByRole('button', { name: 'Send 3 steps' }).click();
  await expect
    .poll(async () => {
      await sandbox.control('POST', 'clock/', { advance_seconds: 60 });
      return await nameOf();
    })
    .toContain('Another name');
  await expect(window.getByText('The import has ended: 3 of 3 steps done')).toBeVisible();
  await window.getByRole('button', { name: 'Back to the rows' }).click();
  await expect(window.getByText('2 unchanged')).toBeVisible(); // once is what was asked for
});
