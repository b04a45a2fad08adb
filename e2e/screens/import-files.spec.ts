import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { textRow, workbook } from '../../src/main/testing/workbook.ts';
import { csvOf, select, unlimitedFirm } from '../imports.ts';
import { accessibilityFaults, picture } from '../looks.ts';
import { rowsOf } from '../plans.ts';
import { test } from '../screen.ts';

test.use({ firm: unlimitedFirm() });

test('a file that changes while it is read is not used, and says so; read again in peace, it is', async ({
  renderApp,
  sandbox,
  folder,
}) => {
  const { window, chooseToOpen } = await renderApp({ service: sandbox, at: '/import' });
  const path = join(folder, 'clients.csv');
  const table = csvOf([
    ['Client ID', 'Client name', 'Country'],
    ['C-1', 'One', 'NL'],
  ]);
  // Large enough for another program, which writes again and again, to get a turn while it is read.
  await writeFile(path, table + 'C-2;Two;NL\r\n'.repeat(100_000));
  const touch = `const { utimesSync, writeSync } = require('node:fs');
    let at = 0;
    const touch = () => { utimesSync(process.argv[1], (at += 1), at); setTimeout(touch, 1); };
    touch();
    writeSync(1, 'begun');`;
  const writer = spawn(process.execPath, ['-e', touch, path]);
  await once(writer.stdout, 'data');
  chooseToOpen(path);
  await window.getByRole('button', { name: 'Choose a file' }).click();
  await expect(window.getByText('“clients.csv” was not read')).toBeVisible();
  writer.kill();
  await expect(
    window.getByText(
      'The file changed while it was read, so it was not used. Close it in other programs, then open it again.',
    ),
  ).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);
  await writeFile(path, table);
  await window.getByRole('button', { name: 'Choose a file' }).click();
  await window.getByRole('button', { name: 'Check 1 row' }).click();
  await expect(window.getByText('1 new')).toBeVisible();
});

test('a column of formulas is read as its values, and says in each row that it is one', async ({
  renderApp,
  sandbox,
  folder,
}) => {
  const { window, chooseToOpen } = await renderApp({ service: sandbox, at: '/import' });
  const text = (cell: string, value: string) => `<c r="${cell}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const formula = (cell: string, value: string, type = 'str') =>
    `<c r="${cell}" t="${type}"><f>CONCATENATE("C-",ROW())</f><v>${value}</v></c>`;
  const data = [
    `<row r="1">${text('A1', 'Client ID')}${text('B1', 'Client name')}${text('C1', 'Country')}</row>`,
    `<row r="2">${formula('A2', 'C-2')}${text('B2', 'Two')}${text('C2', 'NL')}</row>`,
    `<row r="3">${formula('A3', '#N/A', 'e')}${text('B3', 'Three')}${text('C3', 'NL')}</row>`,
  ].join('');
  const path = join(folder, 'formulas.xlsx');
  await writeFile(path, workbook({ sheets: [{ data }] }));
  chooseToOpen(path);
  await window.getByRole('button', { name: 'Choose a file' }).click();
  await window.getByRole('button', { name: 'Check 2 rows' }).click();
  await expect(window.getByText('1 new · 1 to correct')).toBeVisible();
  const row = (words: string) => window.getByRole('grid').getByRole('row').filter({ hasText: words });
  await expect(row('Two')).toContainText('C-2');
  await expect(row('Two')).toContainText('Client ID: The value is from a formula. Compare it.');
  await expect(row('Three')).toContainText('Client ID: The cell has a spreadsheet error. Type the value.');
  expect(await accessibilityFaults(window)).toEqual([]);
});

test('titles that nobody knows are known again once a person has said which row they are in', async ({
  renderApp,
  sandbox,
  folder,
}) => {
  const { window, chooseToOpen } = await renderApp({ service: sandbox, at: '/import' });
  const path = join(folder, 'strange.csv');
  await writeFile(path, 'Our list\r\nKlantje;Hoe dan;Waar dan\r\nC-9;Nine;NL\r\n');
  const open = async (button: string) => {
    chooseToOpen(path);
    await window.getByRole('button', { name: button }).click();
  };
  const check = window.getByRole('button', { name: 'Check 1 row' });
  await open('Choose a file');
  await select(window, /Header row$/, 'Row 2: Klantje · Hoe dan · Waar dan');
  await select(window, /Content of the table$/, 'Clients');
  await select(window, /Client ID$/, 'A: Klantje');
  await select(window, /Client$/, 'B: Hoe dan');
  await select(window, /Country$/, 'C: Waar dan');
  const above = window.getByText('Rows above the header, which are not used: 1.');
  await expect(above).toBeVisible();
  await check.click();
  await expect(window.getByText('1 new')).toBeVisible();
  await expect(above).toBeVisible();
  await open('Choose another file'); // nothing is asked
  await expect(window.getByText('1 new')).toBeVisible();
  await window.getByRole('button', { name: 'Change the columns' }).click();
  await expect(window.getByText('These columns are as you selected them the last time.')).toBeVisible();
});

test('a name in four scripts is shown and reaches the service to the letter; in another encoding the file says so', async ({
  renderApp,
  sandbox,
  folder,
}) => {
  const { window, call, connection, chooseToOpen } = await renderApp({ service: sandbox, at: '/import' });
  const name = 'Ολυμπία Жук 株式会社 شركة';
  const path = join(folder, 'scripts.csv');
  await writeFile(
    path,
    csvOf([
      ['Client ID', 'Client name', 'Country'],
      ['C-1', name, 'NL'],
    ]),
  );
  chooseToOpen(path);
  await window.getByRole('button', { name: 'Choose a file' }).click();
  await expect(window.getByText(`For example: ${name}`)).toBeVisible();
  await expect(window.getByRole('button', { name: /Encoding$/ })).toContainText('UTF-8');
  await window.getByRole('button', { name: /Encoding$/ }).click();
  await window.getByRole('option', { name: /1252/ }).click();
  await expect(window.getByText(/^The file has letters that this encoding does not have/)).toBeVisible();
  await expect(window.getByRole('button', { name: /Encoding$/ })).toContainText('UTF-8'); // as it was read
  await expect(window.getByText(`For example: ${name}`)).toBeVisible();
  await window.getByRole('button', { name: 'Check 1 row' }).click();
  await expect(window.getByRole('grid').getByText(name, { exact: true })).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);
  await window.getByRole('button', { name: `Create client ${name}` }).click();
  await expect(window.getByText('The import has ended: 1 of 1 steps done')).toBeVisible();
  expect(JSON.stringify(await rowsOf(call, connection, { operation: 'clients.list' }))).toContain(
    `"name":"${name}"`,
  );
});

test('a file that is read in another encoding is checked as it is read then, never as it was before', async ({
  renderApp,
  sandbox,
  folder,
}) => {
  const { window, chooseToOpen, hold } = await renderApp({ service: sandbox, at: '/import' });
  const path = join(folder, 'again.csv');
  const rows = [
    ['Client ID', 'Client name', 'Country'],
    ['C-1', 'Café', 'NL'],
  ];
  await writeFile(path, csvOf(rows));
  chooseToOpen(path);
  await window.getByRole('button', { name: 'Choose a file' }).click();
  const check = window.getByRole('button', { name: 'Check 1 row' });
  await expect(check).not.toHaveAttribute('aria-disabled');
  const held = hold('import.read');
  await select(window, /Encoding$/, /1252/);
  await expect(check).toHaveAccessibleDescription('Loading…');
  await check.click({ force: true }); // as a person does who does not look
  await expect(window.getByRole('heading', { name: 'Columns' })).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);
  held.release();
  await check.click();
  await expect(window.getByRole('grid').getByText('CafÃ©', { exact: true })).toBeVisible();
});

test('another file that is chosen while the first is read again stays, whichever is read first', async ({
  renderApp,
  sandbox,
  folder,
}) => {
  const { window, chooseToOpen, hold } = await renderApp({ service: sandbox, at: '/import' });
  const [first, second] = [join(folder, 'first.csv'), join(folder, 'second.csv')];
  const head = ['Client ID', 'Client name', 'Country'];
  await writeFile(first, csvOf([head, ['C-1', 'One', 'NL']]));
  await writeFile(second, csvOf([head, ['C-2', 'Two', 'NL'], ['C-3', 'Three', 'NL']]));
  chooseToOpen(first);
  await window.getByRole('button', { name: 'Choose a file' }).click();
  const held = hold('import.read');
  await select(window, /Encoding$/, /1252/);
  await expect(window.getByRole('button', { name: 'Check 1 row' })).toHaveAccessibleDescription('Loading…');
  await held.answered;
  chooseToOpen(second);
  await window.getByRole('button', { name: 'Choose another file' }).click();
  const check = window.getByRole('button', { name: 'Check 2 rows' });
  await expect(check).toBeVisible();
  held.release();
  await expect(check).not.toHaveAttribute('aria-disabled');
  // A later call is answered later, so the page has the answer by then.
  await select(window, /Encoding$/, /UTF-8/);
  await expect(check).not.toHaveAttribute('aria-disabled');
  await check.click();
  await expect(window.getByRole('grid').getByText('Three', { exact: true })).toBeVisible();
});

test('of two choices that follow each other both count, and what was read for the first alone is dropped, whichever is read first', async ({
  renderApp,
  sandbox,
  folder,
}) => {
  const { window, chooseToOpen, hold } = await renderApp({ service: sandbox, at: '/import' });
  const path = join(folder, 'twice.csv');
  await writeFile(path, 'A,B,C,D,E;Client ID;Client name;Country\na,b,c,d,e;C-2;Café;NL\n');
  chooseToOpen(path);
  await window.getByRole('button', { name: 'Choose a file' }).click();
  const check = window.getByRole('button', { name: /^Check \d/ });
  const encoding = window.getByRole('button', { name: /Encoding$/ });
  const separator = window.getByRole('button', { name: /Separator$/ });
  await expect(separator).toContainText('Comma');
  const first = hold('import.read');
  await select(window, /Encoding$/, /1252/);
  await expect(encoding).toContainText('1252');
  await first.answered;
  const second = hold('import.read');
  await select(window, /Separator$/, /Semicolon/);
  await second.answered;
  await expect(check).toHaveAccessibleDescription('Loading…');
  second.release();
  await expect(check).not.toHaveAttribute('aria-disabled');
  first.release();
  await expect(encoding).toContainText('1252');
  await expect(separator).toContainText('Semicolon');
  await check.click();
  await expect(window.getByText('1 new')).toBeVisible(); // by answers that came after that to the first choice
  await expect(window.getByRole('grid').getByText('CafÃ©', { exact: true })).toBeVisible();
});

test('a table whose process has ended is read again with what was corrected, unless its file is another by then', async ({
  renderApp,
  sandbox,
  folder,
}) => {
  const { window, call, chooseToOpen, traffic } = await renderApp({ service: sandbox, at: '/import' });
  const path = join(folder, 'clients.csv');
  const content = csvOf([
    ['Client ID', 'Client name', 'Country'],
    ['C-1', 'One', 'NL'],
    ['C-2', 'Two', 'NL'],
  ]);
  await writeFile(path, content);
  chooseToOpen(path);
  await window.getByRole('button', { name: 'Choose a file' }).click();
  await window.getByRole('button', { name: 'Check 2 rows' }).click();
  await expect(window.getByText('2 new')).toBeVisible();
  const opened = traffic().find(({ kind, operation }) => kind === 'answer' && operation === 'import.open');
  const { id } = (JSON.parse(opened?.body ?? '') as { readonly value: { readonly id: string } }).value; // what it answers
  const endProcess = async () =>
    expect(await call('import.check', { id, setup: 'no JSON' })).toMatchObject({
      error: { code: 'not-found-here' },
    });
  const correct = async (from: string, to: string) => {
    await window.getByRole('grid').getByText(from, { exact: true }).dblclick();
    await window.keyboard.type(to);
    await window.keyboard.press('Enter');
  };
  await endProcess();
  await select(window, /Rows$/, 'New');
  await expect(window.getByText('2 shown of 2')).toBeVisible();
  await endProcess();
  await correct('One', 'First');
  await expect(window.getByRole('grid').getByText('First', { exact: true })).toBeVisible();
  await expect(window.getByText('2 new')).toBeVisible();

  await writeFile(path, content.replace('Two', 'Second'));
  await endProcess();
  await correct('Two', 'Third');
  await expect(window.getByText('The table is no longer there.')).toBeVisible();
  await expect(window.getByRole('button', { name: 'Create 2 clients' })).toHaveAccessibleDescription(
    'The rows could not be checked.',
  );
});

test('after a refusal, another encoding or sheet is selected, and the table opens', async ({
  renderApp,
  sandbox,
  folder,
}) => {
  const running = await renderApp({ service: sandbox, at: '/import' });
  const { window, chooseToOpen } = running;
  const open = async (name: string, content: Uint8Array) => {
    await writeFile(join(folder, name), content);
    chooseToOpen(join(folder, name));
    await window.getByRole('button', { name: /^Choose (a|another) file$/ }).click();
    await expect(window.getByText(`“${name}” was not read`)).toBeVisible();
  };
  const letters = [Buffer.from('Client ID;Client name\rC-1;Caff'), Buffer.from([0x8f]), Buffer.from('\r')];
  await open('clients.csv', Buffer.concat(letters));
  await expect(window.getByText(/^The file has letters that this encoding does not have/)).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);
  await picture(window, 'import-refused', 'light', 'en-us');
  await select(window, /Encoding$/, 'Mac Roman');
  await expect(window.getByRole('button', { name: 'Check 1 row' })).toBeVisible();
  await expect(window.getByText('For example: Caffè')).toBeVisible();

  const book = workbook({
    sheets: [
      { name: 'Cover', data: '' },
      { name: 'Clients', state: 'hidden', data: textRow(1, ['Client ID']) + textRow(2, ['C-1']) },
    ],
  });
  await open('clients.xlsx', book);
  await select(window, /Sheet$/, 'Clients (hidden)');
  await expect(window.getByRole('button', { name: 'Check 1 row' })).toBeVisible();
  await expect(window.getByText('“clients.xlsx” was not read')).toBeHidden();
});

test('names are found by name, swapped days are swapped back and a row of totals is left out, by one act each', async ({
  renderApp,
  sandbox,
  folder,
}) => {
  const { window, chooseToOpen } = await renderApp({ service: sandbox, at: '/import' });
  const titles =
    'Audit ID,Audit,Client ID,Legal entity IDs,Work package ID,Scoping label,Language,Period start,Period end';
  const same = 'NOORDERHAVEN Groep N.V.,noorderhaven scheepvaart b.v.,statutory-2025.10,Large,nl';
  const audit = (id: string) => [id, `Audit ${id}`, ...same.split(',')];
  const data = [
    textRow(1, titles.split(',')),
    // 1 March 2026, which a program of another region has read as 3 January; the 28th it could not read.
    textRow(2, [...audit('S-1'), '', '28/02/2027']).replace(
      /<c r="H2".*?<\/c>/,
      '<c r="H2" s="1"><v>46025</v></c>',
    ),
    textRow(3, [...audit('S-2'), '15/03/2026', '14/03/2027']),
    textRow(4, ['Totaal', '2']),
  ].join('');
  const path = join(folder, 'swapped.xlsx');
  await writeFile(path, workbook({ sheets: [{ data }], formats: ['dd/mm/yyyy'] }));
  chooseToOpen(path);
  await window.getByRole('button', { name: 'Choose a file' }).click();
  await window.getByRole('button', { name: 'Check 3 rows' }).click();
  await expect(window.getByText('2 new · 1 to correct · 1 in doubt')).toBeVisible();
  const row = (words: string) => window.getByRole('grid').getByRole('row').filter({ hasText: words });
  const found = 'It was found by its name. Compare its id:';
  await expect(row('Audit S-2')).toContainText(`Client ID: ${found} noorderhaven.`);
  await expect(row('Audit S-2')).toContainText(`Legal entity IDs: ${found} NH-1.`);
  await expect(row('Audit S-1')).toContainText('seems to have swapped day and month here');
  await expect(row('Totaal')).toContainText(
    'This row seems to sum the others up, or to repeat the titles. Leave it out.',
  );
  expect(await accessibilityFaults(window)).toEqual([]);
  await picture(window, 'import-unlikely', 'light', 'en-us');
  const client = row('Audit S-2').getByRole('gridcell', { name: 'NOORDERHAVEN Groep N.V. (noorderhaven)' });
  await expect(client).toHaveAttribute('title', /\nIn the file: NOORDERHAVEN Groep N\.V\.$/);
  await window.getByRole('button', { name: 'Swap day and month in cells (1)' }).click();
  await expect(window.getByText('2 new · 1 to correct', { exact: true })).toBeVisible();
  await expect(row('Audit S-1')).toContainText('Mar 1, 2026');
  await window.getByRole('button', { name: 'Leave out totals and titles (1)' }).click();
  await expect(window.getByText('2 new · 1 left out')).toBeVisible();
  await expect(window.getByRole('button', { name: 'Create 2 audits' })).not.toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

test('rows that are left out while others still are being found stay left out', async ({
  renderApp,
  sandbox,
  folder,
}) => {
  const { window, chooseToOpen, hold } = await renderApp({ service: sandbox, at: '/import' });
  const path = join(folder, 'users.csv');
  const rows = [
    ['none-1', 'marco.tosi@kantoor.example', 'audit_auditor'],
    ['none-2', 'ilse.brand@kantoor.example', ''],
  ];
  await writeFile(path, csvOf([['Audit ID', 'User ID', 'Role'], ...rows]));
  chooseToOpen(path);
  await window.getByRole('button', { name: 'Choose a file' }).click();
  await window.getByRole('button', { name: 'Check 2 rows' }).click();
  const held = hold('import.numbers');
  await window.getByRole('button', { name: 'Leave out what is to be corrected (1)' }).click();
  await held.answered;
  await window.getByRole('button', { name: 'Leave out what is in doubt (1)' }).click();
  await expect(window.getByText('1 to correct · 1 left out')).toBeVisible();
  held.release();
  await expect(window.getByRole('grid').getByText('2 left out')).toBeVisible();
});

test('no column is dropped in silence: one that is close to a field is answered, and the others are listed until all is sent', async ({
  renderApp,
  sandbox,
  folder,
}) => {
  const { window, chooseToOpen } = await renderApp({ service: sandbox, at: '/import' });
  const path = join(folder, 'firm.csv');
  const titles = ['Klantnr', 'Klantnaam', 'Land', 'wachtwoord', 'Land (fiscaal)', 'Opmerking'];
  await writeFile(
    path,
    csvOf([titles, ['C-1', 'One', 'NL', 'nee', 'BE', 'call first'], ['C-2', 'Two', 'NL', 'ja', '', '']]),
  );
  const open = async (button: string) => {
    chooseToOpen(path);
    await window.getByRole('button', { name: button }).click();
  };
  await open('Choose a file');
  const check = window.getByRole('button', { name: 'Check 2 rows' });
  await expect(check).toHaveAttribute('aria-disabled', 'true');
  const unused = window.getByRole('region', { name: 'Columns that are not used' });
  await expect(unused).toContainText('Not used: E: Land (fiscaal) · F: Opmerking');
  await expect(unused).toContainText('Is it “Sign-in with a password”? For example: nee');
  expect(await accessibilityFaults(window)).toEqual([]);
  await picture(window, 'import-unused', 'light', 'en-us');
  await select(window, /“wachtwoord” in the file$/, 'Sign-in with a password');
  await check.click();
  await expect(window.getByText('2 new')).toBeVisible();
  await expect(window.getByText('Not used: E: Land (fiscaal) · F: Opmerking')).toBeVisible();
  await window.getByRole('button', { name: 'Change the columns' }).click();
  await select(window, /^D: wachtwoord/, 'Not in the file');
  await select(window, /“wachtwoord” in the file$/, 'Not used');
  await check.click();
  await expect(window.getByText('Not used: D: wachtwoord · E: Land')).toBeVisible();
  await writeFile(path, csvOf([titles, ['C-3', 'Three', 'NL', 'ja', '', '']]));
  await open('Choose another file'); // the answer is known again
  await expect(window.getByText('1 new')).toBeVisible();
  await expect(window.getByText('Not used: D: wachtwoord · E: Land')).toBeVisible();
});

test('a column of known client ids is that of the client, whatever its title', async ({
  renderApp,
  sandbox,
  folder,
}) => {
  const { window, chooseToOpen, call, connection } = await renderApp({ service: sandbox, at: '/import' });
  await rowsOf(call, connection, { operation: 'clients.list' });
  const path = join(folder, 'content.csv');
  await writeFile(
    path,
    csvOf([
      ['Audit ID', 'Debtor'],
      ['A-1', 'noorderhaven'],
    ]),
  );
  chooseToOpen(path);
  await window.getByRole('button', { name: 'Choose a file' }).click();
  await expect(window.getByRole('button', { name: /^Users of audits/ })).toBeVisible();
  await select(window, /Content of the table$/, 'Audits and their component audits');
  await expect(window.getByRole('button', { name: /^Audits and/ })).toBeVisible();
  await expect(window.getByRole('button', { name: /Client ID$/ })).toContainText('B: Debtor');
});

test('values that are not understood are asked about once, and are known in the next file of the same kind', async ({
  renderApp,
  sandbox,
  folder,
}) => {
  const { window, chooseToOpen } = await renderApp({ service: sandbox, at: '/import' });
  const titles = ['Groep', 'Entiteit', 'Accountant', 'In scope', 'Reden'];
  const open = async (name: string, button: string, rows: readonly (readonly string[])[]) => {
    const path = join(folder, name);
    await writeFile(path, csvOf([titles, ...rows]));
    chooseToOpen(path);
    await window.getByRole('button', { name: button }).click();
  };
  await open('week-1.csv', 'Choose a file', [
    ['G-1', 'NH-1', 'eigen', 'x', ''],
    ['G-1', 'NH-2', 'Andere firma', '', 'sold'],
    ['G-1', 'NH-3', 'EIGEN ', 'x', ''],
  ]);
  await select(window, /“In scope” in the file$/, 'Scope');
  await window.getByRole('button', { name: 'Check 3 rows' }).click();
  const asked = window.getByRole('region', { name: 'Values that are not understood: 4' });
  await expect(asked.getByRole('button', { name: /Auditor relation: “eigen”$/ })).toBeVisible();
  await expect(asked).toContainText('In 2 rows');
  expect(await accessibilityFaults(window)).toEqual([]);
  await picture(window, 'import-values', 'light', 'en-us');
  await select(window, /Auditor relation: “eigen”$/, 'Group auditor');
  await select(window, /Auditor relation: “Andere firma”$/, 'Inter-firm');
  await select(window, /Scope: “x”$/, 'In scope');
  await select(window, /Scope: empty cells$/, 'Out of scope');
  await window.getByRole('button', { name: 'Apply and show the rows' }).click();
  const row = (words: string) => window.getByRole('grid').getByRole('row').filter({ hasText: words });
  await expect(row('NH-2')).toContainText('Inter-firm');
  await expect(row('NH-2')).toContainText('Out of scope');
  await expect(row('NH-3')).toContainText('Group auditor');
  const heading = (name: string) => window.getByRole('heading', { level: 1, name });
  await expect(heading('week-1.csv')).toBeVisible();
  await open('week-2.csv', 'Choose another file', [
    ['G-1', 'NH-4', 'Eigen', 'x', ''],
    ['G-1', 'NH-5', 'andere firma', '', 'sold'],
  ]);
  await expect(heading('week-2.csv')).toBeFocused();
  await expect(row('NH-4')).toContainText('Group auditor'); // nothing is asked, not even to begin
  await expect(row('NH-5')).toContainText('Out of scope');
});
