import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ElectronApplication, expect } from '@playwright/test';
import { test } from './app.ts';
import { correctByCause, csvOf, header, openImport, rowsToImport, select, unlimitedFirm } from './imports.ts';
import { auditIds, connect, creations } from './journeys.ts';
import type { Service } from './service.ts';

test.use({ firm: unlimitedFirm() });

/** The person at the system's dialogs opens one file and saves to another. */
async function chooseFiles(app: ElectronApplication, open: string, save: string): Promise<void> {
  await app.evaluate(
    ({ dialog }, [opened, saved]) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [opened] });
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: saved });
    },
    [open, save] as const,
  );
}

async function importedAudits(sandbox: Service): Promise<readonly string[]> {
  return (await auditIds(sandbox)).filter((id) => id.startsWith('IMP-'));
}

test('an import of 200 rows is corrected, killed in the middle, goes on by itself, tells of every row in a file, and is undone', async ({
  launch,
  sandbox,
  folder,
}) => {
  test.setTimeout(240_000);
  const [table, result] = [join(folder, 'season.csv'), join(folder, 'result.csv')];
  await writeFile(table, csvOf([header, ...rowsToImport()]));
  const first = await launch({ hasMovableClock: true });
  await chooseFiles(first.app, table, result);
  await connect(first.window, sandbox);
  await openImport(first.window);
  await first.window.getByRole('button', { name: 'Choose a file' }).click();
  await first.window.getByRole('button', { name: 'Check 200 rows' }).click();
  await expect(first.window.getByText('192 new · 8 to correct · 9 in doubt')).toBeVisible();
  await first.window.getByRole('button', { name: 'Apply and show the rows' }).click();
  await correctByCause(first.window);
  await select(first.window, /Rows$/, 'To correct');
  await expect(first.window.getByText('2 shown of 200')).toBeVisible();
  await first.window.getByRole('grid').focus();
  await first.window.keyboard.press('Home');
  for (const text of ['Imported audit 71', 'IMP-081']) {
    await first.window.keyboard.press('F2');
    await expect(first.window.getByRole('grid').getByRole('textbox')).toBeFocused();
    await first.window.keyboard.type(text);
    await first.window.keyboard.press('Enter');
    await expect(first.window.getByRole('grid')).toBeFocused();
    await first.window.keyboard.press('ArrowDown');
  }
  await expect(first.window.getByText('200 new')).toBeVisible();

  // One is carried out and never answered: the app is gone when it would be.
  const slow = { method: 'POST', path: '/api/v1/audits/', kind: 'delay', seconds: 8, skip: 60 };
  await sandbox.control('POST', 'faults/', slow);
  await first.window.getByRole('button', { name: 'Create 200 audits' }).click();
  await expect
    .poll(async () => (await importedAudits(sandbox)).length, { timeout: 60_000 })
    .toBeGreaterThanOrEqual(61);
  await first.kill();
  expect((await importedAudits(sandbox)).length).toBeLessThan(200);

  const { app, window, putForward } = await launch({ userData: first.userData, hasMovableClock: true });
  await chooseFiles(app, table, result);
  await window.getByRole('button', { name: 'season.csv' }).click();
  await expect(window.getByText('The import has ended: 200 of 200 steps done')).toBeVisible({
    timeout: 60_000,
  });
  expect(await importedAudits(sandbox)).toHaveLength(200);
  // What nobody waits for any more is noted when its delay is over.
  await expect.poll(() => creations(sandbox), { timeout: 30_000 }).toHaveLength(200);
  const statuses = await creations(sandbox); // null: it was never answered
  expect(statuses.filter((status) => status !== 201 && status !== null)).toEqual([]); // none twice
  await window.getByRole('button', { name: 'Save the result' }).click();
  await expect(window.getByText('The file is saved.')).toBeAttached();
  const [titles, ...lines] = (await readFile(result, 'utf8')).trim().split('\r\n');
  expect(titles).toBe(`${header.join(';')};Outcome;ID at the service;Reason`);
  expect(lines.map((line) => line.split(';').slice(-3, -1))).toEqual(
    Array.from({ length: 200 }, (_, index) => ['Done', `IMP-${String(index + 1).padStart(3, '0')}`]),
  );
  expect(lines[70]).toContain(';Imported audit 71;'); // as it was corrected

  await sandbox.control('POST', 'clock/', { advance_seconds: 600 }); // all are open then
  await window.getByRole('link', { name: 'Undo the import…' }).click();
  await window.getByRole('button', { name: 'Undo 200 changes' }).click();
  await expect(window.getByText(/^Deleting 200 audits in/)).toBeVisible();
  await putForward(10);
  const left = async () => {
    await sandbox.control('POST', 'clock/', { advance_seconds: 60 });
    return (await importedAudits(sandbox)).length;
  };
  await expect.poll(left, { timeout: 60_000 }).toBe(0);
});
