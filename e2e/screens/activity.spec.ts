import { expect } from '@playwright/test';
import { exported } from '../exports.ts';
import { smallFirm } from '../fixtures/small-firm.ts';
import { auditIds } from '../journeys.ts';
import { accessibilityFaults } from '../looks.ts';
import { admitCreations, auditsPlan, callBridge, connectionId, openPlan } from '../plans.ts';
import { test } from '../screen.ts';

test.use({ firm: smallFirm() });

const eight = ['B-1', 'B-2', 'B-3', 'B-4', 'B-5', 'B-6', 'B-7', 'B-8'];

test('B4, B5: a plan tells how far it is, what is next and how long that waits; it pauses, goes on, and stops with what was made told', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await callBridge(window, 'plans.submit', auditsPlan(await connectionId(window), 'Bakery 2026', eight));
  // Five creations a minute, of which plans leave a fifth to others: four at once, and then a minute of waiting.
  await expect(window.getByRole('link', { name: /Bakery 2026” in progress: 4 of 8/ })).toBeVisible();
  await openPlan(window, 'Bakery 2026');
  const meter = window.getByRole('region', { name: 'Progress' });
  await expect(meter).toContainText('4 of 8 done');
  await expect(meter).toContainText('4 remaining');
  await expect(meter).toContainText('Next: Create audit, B-5');
  await expect(meter).toContainText(/[1-6]?\d seconds left, until about/);
  await expect(meter).toContainText(/Queued: creating and deleting, resumes in \d+ seconds/);
  await expect(meter.getByRole('progressbar')).toHaveJSProperty('value', 4);
  expect(await accessibilityFaults(window)).toEqual([]);

  await window.getByRole('button', { name: 'Pause' }).click();
  await expect(window.getByText('Paused: somebody paused it').first()).toBeVisible();
  await window.getByRole('main').getByRole('button', { name: 'Resume' }).click();
  await expect(window.getByText('Paused: somebody')).toHaveCount(0);

  // The four that are left fit into a minute, so that they go as a person's own requests, who may use the last fifth as well.
  await expect(meter).toContainText('5 of 8 done');
  await window.getByRole('button', { name: 'Stop', exact: true }).click();
  const question = window.getByRole('alertdialog', { name: /^Stop “.*Bakery 2026”$/ });
  await expect(question.getByRole('listitem')).toHaveText(
    eight.slice(0, 5).map((id) => `Create audit: ${id} ${id}`),
  );
  expect(await accessibilityFaults(window)).toEqual([]);
  await question.getByRole('button', { name: 'Stop the plan' }).click();
  await expect(meter).toContainText('3 stopped');
  await expect(window.getByRole('button', { name: 'Stop', exact: true })).toBeHidden();
  const made = (await auditIds(sandbox)).filter((id) => id.startsWith('B-'));
  expect(made.toSorted()).toEqual(eight.slice(0, 5));
});

test('B7, B8: what failed says why, is tried again alone, and the result is saved as CSV and outlives a power cut', async ({
  renderApp,
  sandbox,
  folder,
}) => {
  await admitCreations(sandbox, 100);
  const first = await renderApp({ service: sandbox });
  await sandbox.control('POST', 'faults/', {
    method: 'POST',
    path: '/api/v1/audits/',
    skip: 1,
    kind: 'status',
    status: 400,
    body: { name: ['Not today.'] },
  });
  const plan = auditsPlan(await connectionId(first.window), 'Bakery 2026', eight.slice(0, 3));
  await callBridge(first.window, 'plans.submit', plan);
  await openPlan(first.window, 'Bakery 2026');
  await expect(first.window.getByText('Partly failed')).toBeVisible();

  const { window } = await renderApp({ userData: await first.cutPower() });
  await openPlan(window, 'Bakery 2026');
  await expect(window.getByRole('region', { name: 'Progress' })).toContainText('2 of 3 done');
  const failed = window.getByRole('row', { name: /Failed/ });
  await expect(failed).toContainText('Not today.');
  await window.getByRole('button', { name: 'Show' }).click();
  await window.getByRole('option', { name: 'Failed and not sent (1)' }).click();
  await expect(window.getByRole('grid').getByRole('row')).toHaveCount(2); // with that of the titles
  await failed.click();
  const detail = window.getByRole('group', { name: 'Details' });
  await expect(detail).toContainText('Not today.');
  expect(await accessibilityFaults(window)).toEqual([]);
  await window.keyboard.press('Escape');
  await expect(detail).toBeHidden();
  await expect(window.getByRole('grid')).toBeFocused();

  const lines = (await exported(window, folder, 'csv')).toString().trim().split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines.filter((line) => line.includes('Not today.'))).toHaveLength(1);

  await window.getByRole('button', { name: 'Retry failed (1)' }).click();
  await expect(window.getByRole('region', { name: 'Progress' })).toContainText('3 of 3 done');
  expect((await auditIds(sandbox)).filter((id) => id.startsWith('B-'))).toHaveLength(3);
  await window.getByRole('button', { name: 'Show' }).click();
  await window.getByRole('option', { name: 'Done (3)' }).click();
  await window.getByRole('row', { name: /B-1/ }).click();
  await detail.getByRole('link', { name: 'B-1' }).click();
  await expect(window.getByRole('heading', { level: 1, name: 'B-1' })).toBeVisible();
});
