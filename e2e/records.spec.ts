import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, type Page } from '@playwright/test';
import { accessibilityFaults, type Running, test } from './app.ts';
import { smallFirm } from './fixtures/small-firm.ts';
import { connect } from './journeys.ts';
import { auditsPlan, callBridge, connectionId } from './plans.ts';
import type { Service } from './service.ts';

test.use({ firm: smallFirm() });

async function go(window: Page, section: 'Requests' | 'Trail'): Promise<void> {
  await window.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Activity' }).click();
  await window
    .getByRole('navigation', { name: 'Parts of the activity' })
    .getByRole('link', { name: section })
    .click();
  await expect(window.getByRole('grid', { name: section })).toBeVisible();
}

async function filter(window: Page, label: string, choice: string): Promise<void> {
  await window.getByRole('button', { name: label }).click();
  await window.getByRole('option', { name: choice, exact: true }).click();
}

function rows(window: Page) {
  return window
    .getByRole('grid')
    .getByRole('row')
    .filter({ hasNot: window.getByRole('columnheader') });
}

/** Two audits through the service, the second of which it refuses. */
async function twoAudits(window: Page, sandbox: Service): Promise<void> {
  await connect(window, sandbox);
  await sandbox.control('POST', 'faults/', {
    method: 'POST',
    path: '/api/v1/audits/',
    skip: 1,
    kind: 'status',
    status: 400,
    body: { name: ['Not today.'] },
  });
  const plan = auditsPlan(await connectionId(window), 'Bakery 2026', ['B-1', 'B-2']);
  await callBridge(window, 'plans.submit', plan);
  await callBridge(window, 'plans.wait', { id: plan.id });
}

test('the log of requests: filtered by operation, outcome, kind and text; one at length, copied as curl without its token', async ({
  launch,
  sandbox,
}) => {
  const { window } = await launch();
  await twoAudits(window, sandbox);
  await go(window, 'Requests');
  await expect(rows(window).first()).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);
  await filter(window, 'Operation', 'Create audit');
  await expect(rows(window)).toHaveCount(2);
  await filter(window, 'Outcome', 'All that failed');
  await expect(rows(window)).toHaveCount(1);
  await expect(rows(window)).toContainText('400');
  await filter(window, 'Outcome', 'All');
  await filter(window, 'Kind', 'creating and deleting');
  await filter(window, 'Time', 'Last hour');
  await expect(rows(window)).toHaveCount(2);
  await window.getByRole('searchbox', { name: 'Search in requests' }).fill('400');
  await expect(rows(window)).toHaveCount(1);

  await rows(window).click();
  const detail = window.getByRole('group', { name: 'Details' });
  const command = detail.getByRole('region', { name: 'Command that sends it again' });
  await expect(command).toContainText(`curl -X 'POST' '${sandbox.baseUrl}/api/v1/audits/'`);
  await expect(command).toContainText('-H "Authorization: Bearer $TOKEN"');
  await expect(command).toContainText('# body.json: what was sent, which is not kept here');
  expect(await accessibilityFaults(window)).toEqual([]);
  await detail.getByRole('button', { name: 'Copy as curl' }).click();
  await window.getByRole('searchbox').fill('');
  await window.getByRole('searchbox').press('Control+V');
  await expect(window.getByRole('searchbox')).toHaveValue(
    /curl -X 'POST'.*Bearer \$TOKEN.*--data @body\.json/,
  );
  await window.getByRole('searchbox').fill('');

  await callBridge(window, 'audits.list', { connection: await connectionId(window), pageSize: 7 });
  await filter(window, 'Operation', 'List audits');
  await filter(window, 'Kind', 'All');
  await expect(rows(window).first()).toContainText('GET /api/v1/audits/?page_size=7');
  await callBridge(window, 'audits.list', { connection: await connectionId(window), pageSize: 8 });
  await window.getByRole('button', { name: 'Show newer' }).click(); // the list does not move by itself
  await expect(rows(window).first()).toContainText('page_size=8');
  await rows(window).first().click();
  await expect(command).toContainText("'GET'");
  await expect(command).not.toContainText('body.json');
});

async function answerSave({ app }: Running, path: string): Promise<void> {
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, path);
}

test('the trail: who, when, what, as which account; saved as CSV and as JSON Lines; a change by hand is seen', async ({
  launch,
  sandbox,
  folder,
}) => {
  const first = await launch();
  const { window } = first;
  await twoAudits(window, sandbox);
  await go(window, 'Trail');
  await expect(rows(window)).toHaveCount(2);
  await expect(window.getByText('Unchanged since they were written: 2 entries checked')).toBeVisible();
  const done = rows(window).filter({ hasText: 'B-1' });
  await expect(done).toContainText('Create audit');
  await expect(done).toContainText('Kantoor Noord');
  await expect(done).toContainText('Done');
  expect(await accessibilityFaults(window)).toEqual([]);
  await filter(window, 'Outcome', 'Failed or unclear');
  await expect(rows(window)).toHaveCount(1);
  await rows(window).click();
  await expect(window.getByRole('group', { name: 'Details' })).toContainText('The service did not accept');

  for (const [format, name] of [
    ['CSV, for a spreadsheet', 'trail.csv'],
    ['JSON Lines, for a program', 'trail.jsonl'],
  ] as const) {
    await answerSave(first, join(folder, name));
    await window.getByRole('button', { name: 'Export' }).click();
    await window.getByRole('menuitem', { name: format }).click();
    await expect.poll(() => readFile(join(folder, name), 'utf8').catch(() => '')).toContain('B-2');
  }
  expect((await readFile(join(folder, 'trail.csv'), 'utf8')).trim().split('\r\n')).toHaveLength(3);
  const lines = (await readFile(join(folder, 'trail.jsonl'), 'utf8')).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).subject)).toEqual(['B-1', 'B-2']);
  await first.close();

  const records = new DatabaseSync(join(first.userData, 'records.db'));
  records.exec(
    "DROP TRIGGER trail_unchanged; UPDATE trail SET body = replace(body, 'B-1', 'B-9') WHERE id = 1",
  );
  records.close();
  const { window: next } = await launch({ userData: first.userData });
  await go(next, 'Trail');
  await expect(next.getByText('The trail was changed: entry 1 is not as it was written')).toBeVisible();
});
