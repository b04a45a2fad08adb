import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from '@playwright/test';
import { type Running, test } from './app.ts';
import { exported } from './exports.ts';
import { smallFirm } from './fixtures/small-firm.ts';
import { connect } from './journeys.ts';
import { accessibilityFaults } from './looks.ts';
import { filter, openRecords, rows, twoAudits } from './records.ts';

test.use({ firm: smallFirm() });

async function answerSave({ app }: Running, path: string): Promise<void> {
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, path);
}

test('the change log: who, when, what, as which account; exported as CSV and saved as evidence; a change by hand is seen', async ({
  launch,
  sandbox,
  folder,
}) => {
  const first = await launch();
  const { window } = first;
  await connect(window, sandbox);
  await twoAudits(window, sandbox);
  await openRecords(window, 'Change log');
  await expect(rows(window)).toHaveCount(2);
  await expect(window.getByText('Unchanged: 2 entries checked')).toBeVisible();
  const done = rows(window).filter({ hasText: 'B-1' });
  await expect(done).toContainText('Create audit');
  await expect(done).toContainText('Kantoor Noord');
  await expect(done).toContainText('Done');
  expect(await accessibilityFaults(window)).toEqual([]);
  await filter(window, 'Outcome', 'Failed or outcome unknown');
  await expect(rows(window)).toHaveCount(1);
  await rows(window).click();
  await expect(window.getByRole('group', { name: 'Details' })).toContainText('The service did not accept');

  await filter(window, 'Outcome', 'All');
  await answerSave(first, join(folder, 'trail'));
  const table = await exported(window, folder, 'csv'); // the ending is added
  expect(table.toString().trim().split('\r\n')).toHaveLength(3);
  await answerSave(first, join(folder, 'trail.jsonl'));
  await window.getByRole('button', { name: 'Save as evidence' }).click();
  await expect.poll(() => readFile(join(folder, 'trail.jsonl'), 'utf8').catch(() => '')).toContain('B-2');
  const lines = (await readFile(join(folder, 'trail.jsonl'), 'utf8')).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).entry.subject)).toEqual(['B-1', 'B-2']);
  await first.close();

  const records = new DatabaseSync(join(first.userData, 'records.db'));
  records.exec(
    "DROP TRIGGER trail_unchanged; UPDATE trail SET body = replace(body, 'B-1', 'B-9') WHERE id = 1",
  );
  records.close();
  const { window: next } = await launch({ userData: first.userData });
  await openRecords(next, 'Change log');
  await expect(next.getByText('The change log was changed: entry 1 is not as it was written')).toBeVisible();
});
