import { readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { workbook } from '../../src/main/testing/workbook.ts';
import {
  correctByCause,
  csvOf,
  goodRows,
  header,
  openImport,
  place,
  rowsToImport,
  select,
  unlimitedFirm,
} from '../imports.ts';
import { auditIds } from '../journeys.ts';
import { accessibilityFaults } from '../looks.ts';
import { test } from '../screen.ts';
import { openService } from '../service-inside.ts';
import { assignMeanwhile, componentNamed, usersOf } from '../users.ts';

test.use({ firm: unlimitedFirm() });

/** The first bytes of a workbook that has a password: a compound file with an encrypted package in it. */
function passwordWorkbook(): Buffer {
  const signature = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  return Buffer.concat([signature, Buffer.alloc(1_000), Buffer.from('EncryptedPackage', 'utf16le')]);
}

/** A cell of a row of the table by the number of the row in its file. */
function cellOf(window: Page, number: number, text: string) {
  return window
    .getByRole('row')
    .filter({ has: window.getByRole('gridcell', { name: String(number), exact: true }) })
    .getByText(text, { exact: true });
}

test('200 audits, of which 13 are wrong and 4 doubtful, are corrected, sent and told of in a file; the same file again sends nothing', async ({
  renderApp,
  sandbox,
  folder,
}) => {
  test.setTimeout(240_000);
  const running = await renderApp({ service: sandbox });
  const { window } = running;
  await expect(window.getByText('2 shown of 2')).toBeVisible();
  const path = join(folder, 'season.csv');
  const rows = rowsToImport();
  await writeFile(path, csvOf([header, ...rows]));
  running.chooseToOpen(path);
  await openImport(window);
  await window.getByRole('button', { name: 'Choose a file' }).click();

  await expect(window.getByText('season.csv, rows: 200')).toBeVisible();
  await expect(window.getByRole('button', { name: /Semicolon/ })).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);
  await window.getByRole('button', { name: 'Check 200 rows' }).click();
  await expect(window.getByText('192 new · 8 to correct · 9 in doubt')).toBeVisible();
  await expect(window.getByRole('button', { name: /Language: “Klingon”$/ })).toBeVisible();
  await window.getByRole('button', { name: 'Apply and show the rows' }).click();
  await window.getByRole('heading', { level: 1, name: 'season.csv' }).hover(); // the pointer was where a tooltip comes
  await expect(window.getByRole('tooltip')).toBeHidden();
  expect(await accessibilityFaults(window)).toEqual([]);
  await window.getByRole('button', { name: /Cause/ }).click();
  expect(await window.getByRole('option').count()).toBe(1 + 9);
  await window.keyboard.press('Escape');

  await window.getByRole('grid').focus();
  await window.keyboard.press('End');
  await expect(cellOf(window, 201, 'Imported audit 200')).toBeVisible(); // rows come as they are seen
  await window.keyboard.press('Home');
  await correctByCause(window);
  // The others are corrected in their cells: of a row that is come to, the one that is wrong is active.
  await select(window, /Rows$/, 'To correct');
  await expect(window.getByText('2 shown of 200')).toBeVisible();
  await expect(window.getByRole('gridcell', { name: 'IMP-071' })).toBeVisible(); // what is in the rows comes, too
  await window.getByRole('grid').focus();
  await window.keyboard.press('Home');
  await window.keyboard.press('Enter');
  await expect(window.getByRole('textbox', { name: 'Audit, row 72' })).toBeFocused();
  await window.keyboard.type('Imported audit 71');
  await window.keyboard.press('Enter');
  await expect(window.getByRole('grid')).toBeFocused();
  await expect(window.getByText('199 new · 1 to correct')).toBeVisible();
  await expect(window.getByRole('status').filter({ hasText: 'Row 72: New.' })).toBeAttached();
  await expect(window.getByText('2 shown of 200')).toBeVisible(); // it goes from under nobody's hand
  await window.keyboard.press('ArrowDown');
  await window.keyboard.type('IMP-081');
  await expect(window.getByRole('textbox', { name: 'Audit ID, row 82' })).toHaveValue('IMP-081');
  await window.keyboard.press('Escape');
  await expect(window.getByText('199 new · 1 to correct')).toBeVisible();
  await window.keyboard.press('F2');
  await window.keyboard.press('End');
  expect(await accessibilityFaults(window)).toEqual([]);
  await window.keyboard.press('Shift+Home');
  await window.keyboard.type('IMP-081');
  await window.keyboard.press('Tab');
  await expect(window.getByText('200 new')).toBeVisible();
  await expect(window.getByRole('textbox', { name: 'Audit, row 82' })).toBeFocused();
  await window.keyboard.press('Shift+Tab');
  await expect(window.getByRole('textbox', { name: 'Audit ID, row 82' })).toHaveValue('IMP-081');
  await window.keyboard.press('Escape');
  await select(window, /Rows$/, 'All');
  await cellOf(window, 2, 'Imported audit 1').dblclick();
  await window.keyboard.type('First audit');
  await window.getByRole('heading', { level: 1, name: 'season.csv' }).click(); // what is left is kept
  await expect(cellOf(window, 2, 'First audit')).toBeVisible();
  await cellOf(window, 2, 'First audit').click({ button: 'right' });
  await window.getByRole('menuitem', { name: 'Correct' }).click();
  await expect(window.getByRole('textbox', { name: 'Audit, row 2', exact: true })).toBeFocused();
  await window.keyboard.type('Imported audit 1');
  await window.keyboard.press('Enter');
  await expect(window.getByText('200 new')).toBeVisible();
  await expect(window.getByText(/^1,000 credits · 200 requests · about/)).toBeVisible();

  await window.getByRole('button', { name: 'Create 200 audits' }).click();
  await expect(window.getByText('The import has ended: 200 of 200 steps done')).toBeVisible({
    timeout: 150_000,
  });
  await window.getByRole('button', { name: 'Save the result' }).click();
  await expect(window.getByText('The file is saved.')).toBeAttached();
  const name = (await readdir(folder)).find((file) => file.includes('result')) ?? 'none';
  const lines = (await readFile(join(folder, name), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(201);
  expect(lines[0]).toBe(`${header.join(';')};Outcome;ID at the service;Reason`);
  expect(lines[81]).toBe(
    'IMP-081;Imported audit 81;noorderhaven;NH-1;01/02/2025;31/01/2026;statutory-2025.10;Large;nl;single;"kept 81; ""as is""";Done;IMP-081;',
  );

  running.chooseToOpen(join(folder, name));
  await window.getByRole('button', { name: 'Choose another file' }).click();
  await expect(window.getByText(/result\.csv, rows: 200$/)).toBeVisible();
  await window.getByRole('button', { name: 'Check 200 rows' }).click();
  await expect(window.getByText(/^200 unchanged/)).toBeVisible();
  await expect(window.getByRole('paragraph').filter({ hasText: 'There is nothing to do' })).toBeVisible();
});

test('a file that is not read says why, and a title that stands twice is told', async ({
  renderApp,
  sandbox,
  folder,
}) => {
  const running = await renderApp({ service: sandbox, at: '/import' });
  const { window } = running;
  const locked = join(folder, 'locked.xlsx');
  await writeFile(locked, passwordWorkbook());
  running.chooseToOpen(locked);
  await window.getByRole('button', { name: 'Choose a file' }).click();
  await expect(window.getByText('“locked.xlsx” was not read')).toBeVisible();
  await expect(window.getByText(/^The workbook has a password/)).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);
  const huge = join(folder, 'huge.csv');
  await writeFile(huge, 'id\n');
  await truncate(huge, 2 * 1024 ** 3);
  for (const [name, content, says] of [
    ['old.xlsx', passwordWorkbook().subarray(0, 1_000), /^The file is an Excel 97–2003 workbook/],
    ['bomb.xlsx', workbook({ sheets: [{ data: ' '.repeat(65 * 1024 * 1024) }] }), /larger than 64 MB/],
    ['rows.xlsx', workbook({ sheets: [{ data: '<row/>'.repeat(1_048_576) }] }), /^There are no values in it/],
    ['nul.csv', 'Client ID\nA\0B\n', /^Line 2 has bytes that no text has/],
    ['huge.csv', null, /^The file is larger than 64 MB/],
  ] as const) {
    if (content !== null) await writeFile(join(folder, name), content);
    running.chooseToOpen(join(folder, name));
    await window.getByRole('button', { name: 'Choose a file' }).click();
    await expect(window.getByText(`“${name}” was not read`)).toBeVisible();
    await expect(window.getByText(says)).toBeVisible();
  }

  const path = join(folder, 'clients.csv');
  await writeFile(path, 'Client ID,Name,Country,Name\nC-1,One,NL,Other\n');
  running.chooseToOpen(path);
  await window.getByRole('button', { name: 'Choose a file' }).click();
  await expect(
    window.getByText(/^These titles are the same, apart from what is in parentheses or brackets: Name\./),
  ).toBeVisible();
  await window.getByRole('button', { name: 'Check 1 row' }).click();
  await expect(window.getByText(/^1 new/)).toBeVisible();
  await window.getByRole('button', { name: 'Change the columns' }).click();
  await expect(window.getByText('These columns are as you selected them the last time.')).toBeVisible();
  await window.getByRole('button', { name: 'Forget this selection' }).click();
  await expect(window.getByText('These columns are as you selected them the last time.')).toBeHidden();
});

test('an import is undone but for what somebody has changed since, which is named', async ({
  renderApp,
  sandbox,
  folder,
}) => {
  const running = await renderApp({ service: sandbox, at: '/import' });
  const { window } = running;
  const path = join(folder, 'three.csv');
  const rows = rowsToImport().slice(0, 3);
  for (const row of rows) row.splice(place('Period start'), 2, '2025-02-01', '2026-01-31');
  await writeFile(path, csvOf([header, ...rows]));
  running.chooseToOpen(path);
  await window.getByRole('button', { name: 'Choose a file' }).click();
  await window.getByRole('button', { name: 'Check 3 rows' }).click();
  await window.getByRole('button', { name: 'Create 3 audits' }).click();
  await expect(window.getByText('The import has ended: 3 of 3 steps done')).toBeVisible();
  await sandbox.control('POST', 'clock/', { advance_seconds: 600 }); // the audits are open then
  await assignMeanwhile(sandbox, 'IMP-002', { id: 'marco.tosi@kantoor.example', role: 'audit_auditor' });

  await window.getByRole('link', { name: 'Undo the import…' }).click();
  const dialog = window.getByRole('dialog', { name: 'Undo the plan' });
  await expect(dialog.getByRole('listitem')).toHaveText([
    'Delete audit: Imported audit 3',
    'Delete audit: Imported audit 1',
    'Imported audit 2: somebody has changed it since. It stays.',
  ]);
  await expect(dialog.getByText('Cannot be undone (1):')).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);
  // Somebody is at work while it is looked through: what it finds is compared again when it is sent.
  await assignMeanwhile(sandbox, 'IMP-003', { id: 'marco.tosi@kantoor.example', role: 'audit_auditor' });
  await dialog.getByRole('button', { name: 'Undo 2 changes' }).click();
  await expect(window.getByRole('heading', { level: 1, name: /^Delete 2 audits · three/ })).toBeVisible();
  const imported = async () => {
    await sandbox.control('POST', 'clock/', { advance_seconds: 60 });
    return (await auditIds(sandbox)).filter((id) => id.startsWith('IMP-'));
  };
  await expect.poll(imported).toEqual(['IMP-002', 'IMP-003']);
  await expect(window.getByText(/Somebody has changed it since/).first()).toBeVisible();
});

test('a table of more than seven million characters is kept with its outcomes, though only three of its rows are sent', async ({
  renderApp,
  sandbox,
  folder,
}) => {
  test.setTimeout(300_000);
  const running = await renderApp({ service: sandbox, at: '/import' });
  const { window } = running;
  const path = join(folder, 'long.csv');
  const rows = goodRows(240).map((row, number) => {
    row.splice(place('Period start'), 2, '2025-02-01', '2026-01-31');
    row.splice(place('Remark'), 1, `${number} `.padEnd(32_000, 'é'));
    if (number >= 3) row.splice(place('Client ID'), 1, 'nobody');
    return row;
  });
  await writeFile(path, csvOf([header, ...rows]));
  running.chooseToOpen(path);
  await window.getByRole('button', { name: 'Choose a file' }).click();
  await window.getByRole('button', { name: 'Check 240 rows' }).click();
  await window.getByRole('button', { name: /237/ }).click();
  await window.getByRole('button', { name: 'Create 3 audits' }).click();
  await expect(window.getByText('The import has ended: 3 of 3 steps done')).toBeVisible({
    timeout: 60_000, // all of its characters are kept first
  });
  await window.reload(); // nothing is in the memory of the page any more
  await window.getByRole('button', { name: 'long.csv' }).click();
  await expect(window.getByText('The import has ended: 3 of 3 steps done')).toBeVisible({
    timeout: 60_000, // and all are read again
  });
  await expect(window.getByRole('button', { name: 'Back to the import' })).toBeVisible(); // its rows are not there to go back to
  await window.getByRole('button', { name: 'Save the result' }).click();
  await expect(window.getByText('The file is saved.')).toBeAttached({ timeout: 60_000 });
  const name = (await readdir(folder)).find((file) => file.includes('result')) ?? 'none';
  const lines = (await readFile(join(folder, name), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(241);
  expect(lines[1]).toContain(rows[0]?.[place('Remark')]);
  expect(lines[240]).toContain(rows[239]?.[place('Remark')]);
});

test('what a plan is still making is not sent a second time; users are imported into a component that it made', async ({
  renderApp,
  folder,
}) => {
  const sandbox = await openService(unlimitedFirm(), { initialisationSeconds: 300 }); // until its clock is put forward
  const running = await renderApp({ service: sandbox, at: '/import' });
  const { window } = running;
  const path = join(folder, 'group.csv');
  const [group = []] = goodRows(1);
  group.splice(place('Period start'), 2, '2025-02-01', '2026-01-31');
  group.splice(place('Audit type'), 1, 'consolidated');
  const components = ['NH-2', 'NH-3'].map((entity) =>
    header.map((title) => (title === 'Legal entity IDs' ? entity : '')),
  );
  const rows = [
    [...header, 'Group audit ID', 'Auditor relation'],
    [...group, '', ''],
    ...components.map((row) => [...row, 'IMP-001', 'self']),
  ];
  await writeFile(path, csvOf(rows));
  running.chooseToOpen(path);
  await window.getByRole('button', { name: 'Choose a file' }).click();
  await window.getByRole('button', { name: 'Check 3 rows' }).click();
  await window.getByRole('button', { name: 'Create Imported audit 1' }).click();
  await expect(window.getByText('1 of 4 done')).toBeVisible(); // the group is not open yet
  await window.getByRole('button', { name: 'Back to the rows' }).click();
  await expect(window.getByText('2 being made by another plan · 1 unchanged')).toBeVisible();
  await expect(window.getByRole('button', { name: 'Create 0 audits' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  expect(await accessibilityFaults(window)).toEqual([]);
  const waiting = window.getByRole('row', { name: /A plan that has not ended makes this already/ });
  await waiting.first().click({ button: 'right' });
  await window.getByRole('menuitem', { name: 'Open the plan' }).click();
  await expect(window.getByRole('heading', { level: 1, name: 'group.csv' })).toBeVisible();
  await window.goBack();
  await expect(window.getByText('2 being made by another plan · 1 unchanged')).toBeVisible();
  await sandbox.control('POST', 'clock/', { advance_seconds: 600 });
  await expect(window.getByText(/^3 unchanged/)).toBeVisible({ timeout: 30_000 }); // the plan has ended meanwhile

  // What was made has users as an audit has, by its own id.
  const component = await componentNamed(sandbox, 'IMP-001', 'Cantieri Portonuovo S.r.l.');
  const users = join(folder, 'users.csv');
  const user = 'marco.tosi@kantoor.example';
  await writeFile(
    users,
    `Audit ID;User ID;Role\r\n${component};${user};audit_auditor\r\nnone-1;${user};audit_auditor\r\n`,
  );
  running.chooseToOpen(users);
  await window.getByRole('button', { name: 'Choose another file' }).click();
  await window.getByRole('button', { name: 'Check 2 rows' }).click();
  await expect(window.getByText('2 new · 1 in doubt')).toBeVisible();
  const send = window.getByRole('button', { name: 'Assign 2 users' });
  await expect(send).toHaveAttribute('aria-disabled', 'true');
  await window.getByRole('checkbox', { name: 'Send anyway' }).click({ force: true });
  await expect(send).not.toHaveAttribute('aria-disabled', 'true');
  await window.getByRole('button', { name: 'Leave out what is in doubt (1)' }).click();
  await window.getByRole('button', { name: /^Assign marco/ }).click();
  await expect(window.getByText('The import has ended: 1 of 1 steps done')).toBeVisible();
  expect(await usersOf(sandbox, component)).toEqual([user]);
  await sandbox.end();
});

test('corrections are discarded only where a person says so', async ({ renderApp, sandbox, folder }) => {
  const running = await renderApp({ service: sandbox, at: '/import' });
  const { window } = running;
  const path = join(folder, 'clients.csv');
  await writeFile(path, 'Client ID,Name,Country\nC-1,One,NL\n');
  running.chooseToOpen(path);
  await window.getByRole('button', { name: 'Choose a file' }).click();
  await window.getByRole('button', { name: 'Check 1 row' }).click();
  await cellOf(window, 2, 'One').dblclick();
  await window.keyboard.type('First');
  await window.keyboard.press('Enter');
  await expect(cellOf(window, 2, 'First')).toBeVisible();
  await window.getByRole('button', { name: 'Choose another file' }).click();
  const question = window.getByRole('alertdialog', { name: 'Discard the corrections' });
  await expect(question).toContainText('“clients.csv”');
  expect(await accessibilityFaults(window)).toEqual([]);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(cellOf(window, 2, 'First')).toBeVisible();
  await window.getByRole('button', { name: 'Change the columns' }).click();
  await select(window, /Separator$/, 'Semicolon');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(window.getByRole('button', { name: 'Comma (,) Separator' })).toBeVisible();
  await window.getByRole('button', { name: 'Check 1 row' }).click();
  await expect(cellOf(window, 2, 'First')).toBeVisible();
  await window.getByRole('button', { name: 'Choose another file' }).click();
  await question.getByRole('button', { name: 'Discard and continue' }).click();
  await expect(cellOf(window, 2, 'One')).toBeVisible();
});

test('an empty table offers what the firm has; imported as it is, it has no rows, and the screen says so', async ({
  renderApp,
  sandbox,
  folder,
}) => {
  const running = await renderApp({ service: sandbox, at: '/import' });
  const { window } = running;
  for (const kind of [
    'Clients',
    'Component audits',
    'Users of audits',
    'Audits and their component audits',
  ]) {
    await select(window, /Content of the table$/, new RegExp(`^${kind}$`));
    await window.getByRole('button', { name: 'Save as Excel (XLSX)' }).click();
    await expect(window.getByText('The file is saved.')).toBeAttached();
  }
  expect(await accessibilityFaults(window)).toEqual([]);
  const files = async () => (await readdir(folder)).filter((name) => name.endsWith('.xlsx'));
  await expect.poll(files).toHaveLength(4); // the sentence of the one before stands until the next
  const path = join(folder, (await files()).find((name) => name.includes('Audits and')) ?? 'none');
  const choices = strFromU8(unzipSync(await readFile(path))['xl/sharedStrings.xml'] ?? new Uint8Array());
  for (const text of ['noorderhaven', 'statutory-2025.10', 'Large', 'Consolidated'])
    expect(choices).toContain(`>${text}<`);
  running.chooseToOpen(path);
  await window.getByRole('button', { name: 'Choose a file' }).click();
  const empty = 'The table has a header and no rows. Fill in rows, save the file and select it again.';
  await expect(window.getByText(empty).last()).toBeVisible(); // the first is the reason of the button
  await expect(window.getByRole('button', { name: 'Check 0 rows' })).toHaveAttribute('aria-disabled', 'true');
  await expect(window.getByText('These columns are missing')).toBeHidden();
});

test('each list leads to the import of its kind', async ({ renderApp, sandbox }) => {
  const { window } = await renderApp({ service: sandbox });
  const expectKind = async (kind: string) => {
    await expect(window.getByRole('heading', { level: 1, name: 'Import a table' })).toBeFocused();
    await expect(window.getByRole('button', { name: `${kind} Content of the table` })).toBeVisible();
  };
  await window.getByRole('button', { name: 'New audit', exact: true }).click();
  await window.getByRole('menuitem', { name: /^Import…/ }).click();
  await expectKind('Audits and their component audits');
  const navigation = window.getByRole('navigation', { name: 'Main' });
  await navigation.getByRole('link', { name: 'Clients' }).click();
  await window.getByRole('button', { name: 'Import…' }).click();
  await expectKind('Clients');
  for (const [section, kind] of [
    ['Users', 'Users of audits'],
    ['Components', 'Component audits'],
  ] as const) {
    await navigation.getByRole('link', { name: 'Audits' }).click();
    await window.getByRole('row', { name: 'jaarrekening 2024' }).click();
    await window.getByRole('main').getByRole('link', { name: section, exact: true }).click();
    await window.getByRole('button', { name: 'Import…' }).click();
    await expectKind(kind);
  }
});

test('a file that is dropped is read as one that is chosen, and the page names no path', async ({
  renderApp,
  sandbox,
  folder,
}) => {
  const { window, traffic } = await renderApp({ service: sandbox, at: '/import' });
  const path = join(folder, 'dropped.csv');
  await writeFile(path, 'Client ID;Name;Country\nC-1;One;NL\n');
  const target = window.getByText('No file selected');
  const box = await target.boundingBox();
  if (box === null) throw new Error('no target');
  const session = await window.context().newCDPSession(window);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', {
      type,
      x: box.x + box.width / 2,
      y: box.y + box.height / 2,
      data: { items: [], files: [path], dragOperationsMask: 1 },
    });
  await expect(window.getByText('dropped.csv, rows: 1')).toBeVisible();
  await select(window, /Separator$/, 'Comma');
  await expect(window.getByText('dropped.csv, rows: 1')).toBeVisible();
  expect(JSON.stringify(traffic())).not.toContain(path);
});
