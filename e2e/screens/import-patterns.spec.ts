import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { templateWith } from '../../src/shared/testing/templates.ts';
import { csvOf, select, unlimitedFirm } from '../imports.ts';
import { passUntil } from '../journeys.ts';
import { accessibilityFaults } from '../looks.ts';
import { rowsOf } from '../plans.ts';
import { test } from '../screen.ts';

test.use({ firm: unlimitedFirm() });

const header = ['Client ID', 'Legal entity IDs', 'Period start', 'Period end'];
const rows = ['NH-1', 'NH-2'].map((entity) => ['noorderhaven', entity, '2025-01-01', '2025-12-31']);
const season = (connection: string | null) =>
  templateWith(connection, {
    id: 'season',
    name: 'Season',
    work_package: 'Statutory audit',
    scoping_label: 'Large',
    language: 'nl',
    settings: { benchmark: 'revenue' },
    team: { id: 'core', name: 'Core team' },
    name_pattern: '{entity} – {period}',
    id_pattern: '{entity-id}-{yy}',
  });

test('ids and names come from the template’s patterns, its team by choice; template and columns are known again after a restart, and file and result send nothing twice', async ({
  renderApp,
  sandbox,
  folder,
}) => {
  test.slow();
  const first = await renderApp({ service: sandbox, at: '/import' });
  const { connection } = first;
  await first.call('templates.save', [season(connection)]);
  const members = [
    { id: 'ilse.brand@kantoor.example', role: 'audit_engagement_leader' },
    { id: 'marco.tosi@kantoor.example', role: 'audit_gone' },
  ];
  await first.call('teams.save', { id: 'core', connection, name: 'Core team', members });
  const path = join(folder, 'nameless.csv');
  await writeFile(path, csvOf([header, ...rows]));
  first.chooseToOpen(path);
  await first.window.getByRole('button', { name: 'Choose a file' }).click();
  const check = first.window.getByRole('button', { name: 'Check 2 rows' });
  await expect(check).toHaveAccessibleDescription(/^Select where these columns are, or add them: /);
  await select(first.window, /Template$/, 'Season');
  const gap = first.window.getByText('The role of marco.tosi@kantoor.example', { exact: false });
  await expect(gap).toHaveCount(0); // nobody is assigned unless that is chosen
  const team = first.window.getByRole('checkbox', { name: 'Assign the team Core team to new audits' });
  await expect(team).not.toBeChecked();
  await team.click({ force: true });
  await expect(gap).toBeVisible();
  expect(await accessibilityFaults(first.window)).toEqual([]);
  await check.click();
  await expect(first.window.getByText('2 to correct')).toBeVisible();
  await first.window.getByRole('button', { name: 'Fill in ids and names of 2 rows' }).click();
  await expect(first.window.getByText('2 new')).toBeVisible();
  const grid = first.window.getByRole('grid');
  await expect(grid.getByText('NH-1-25', { exact: true })).toBeVisible();
  await expect(grid.getByText('Noorderhaven Scheepvaart B.V. – 2025')).toBeVisible();
  expect(await accessibilityFaults(first.window)).toEqual([]);
  await first.window.getByRole('button', { name: 'Send 6 steps' }).click();
  await passUntil(sandbox, first, () =>
    first.window.getByText('The import has ended: 6 of 6 steps done').isVisible(),
  );
  const users = { operation: 'users.list', path: { audit_id: 'NH-1-25' } };
  expect(await rowsOf(first.call, connection, users)).toMatchObject([{ id: members[0]?.id }]);
  await first.window.getByRole('button', { name: 'Save the result' }).click();
  await expect(first.window.getByText('The result is saved.')).toBeAttached();
  const result = (await readdir(folder)).find((name) => name.includes('result')) ?? 'none';
  const lines = (await readFile(join(folder, result), 'utf8')).trim().split('\r\n');
  expect(lines[0]).toMatch(/;Audit ID;Audit;.*;Settings;Outcome;ID at the service;Reason$/);
  expect(lines[1]).toContain(';NH-1-25;Noorderhaven Scheepvaart B.V. – 2025;');
  await first.close();

  const { window, chooseToOpen } = await renderApp({ userData: first.userData, at: '/import' });
  chooseToOpen(path);
  await window.getByRole('button', { name: 'Choose a file' }).click();
  await expect(window.getByText('These columns are as you selected them the last time.')).toBeVisible();
  await expect(window.getByRole('button', { name: /Template$/ })).toContainText('Season');
  await window.getByRole('button', { name: 'Check 2 rows' }).click();
  await window.getByRole('button', { name: 'Fill in ids and names of 2 rows' }).click();
  await expect(window.getByText(/^2 unchanged/)).toBeVisible(); // known again by what they are

  chooseToOpen(join(folder, result));
  await window.getByRole('button', { name: 'Choose another file' }).click();
  await window.getByRole('button', { name: 'Discard and continue' }).click(); // what was filled in
  await expect(window.getByText('For example: {"benchmark":"revenue"}')).toBeVisible(); // the settings are read back
  await window.getByRole('button', { name: 'Check 2 rows' }).click();
  await expect(window.getByText(/^2 unchanged/)).toBeVisible();
});

test('a column that the file lacks is added, and filled by a replacement and by a cell', async ({
  renderApp,
  sandbox,
  folder,
}) => {
  const { window, chooseToOpen } = await renderApp({ service: sandbox, at: '/import' });
  const path = join(folder, 'clients.csv');
  await writeFile(
    path,
    csvOf([
      ['Client ID', 'Client name'],
      ['C-1', 'One'],
      ['C-2', 'Two', 'stray'],
    ]),
  );
  chooseToOpen(path);
  await window.getByRole('button', { name: 'Choose a file' }).click();
  const check = window.getByRole('button', { name: 'Check 2 rows' });
  await expect(check).toHaveAccessibleDescription('Select where these columns are, or add them: Country.');
  await select(window, /Country$/, 'Add as an empty column');
  await check.click();
  await expect(window.getByText('2 to correct')).toBeVisible();
  await window.getByRole('button', { name: 'Replace in a column' }).click();
  const dialog = window.getByRole('dialog', { name: 'Replace in a column' });
  await dialog.getByRole('button', { name: /Column/ }).click();
  await window.getByRole('option', { name: 'Country', exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Replace with' }).fill('NL');
  await dialog.getByRole('button', { name: 'Replace in 2 rows' }).click();
  await expect(window.getByText('2 new')).toBeVisible();
  await window.getByRole('row', { name: /C-2/ }).getByText('NL').dblclick();
  await window.keyboard.press('Control+a');
  await window.keyboard.type('IT');
  await window.keyboard.press('Enter');
  await expect(window.getByRole('row', { name: /C-2/ })).toContainText('IT');
  await window.getByRole('button', { name: 'Send 2 steps' }).click();
  await expect(window.getByText('The import has ended: 2 of 2 steps done')).toBeVisible();
  await window.getByRole('button', { name: 'Save the result' }).click();
  await expect(window.getByText('The result is saved.')).toBeAttached();
  const result = (await readdir(folder)).find((name) => name.includes('result')) ?? 'none';
  const lines = (await readFile(join(folder, result), 'utf8')).trim().split('\r\n');
  expect(lines.slice(0, 3)).toEqual([
    'Client ID;Client name;;Country;Outcome;ID at the service;Reason',
    'C-1;One;;NL;Done;C-1;',
    'C-2;Two;stray;IT;Done;C-2;',
  ]);
});

test('components get their names and their auditor from the template’s pattern, of a group in the file, and the same file sends nothing again', async ({
  renderApp,
  sandbox,
  folder,
}) => {
  test.slow();
  const running = await renderApp({ service: sandbox, at: '/import' });
  const { window, call, connection, chooseToOpen } = running;
  const groups = templateWith(connection, {
    ...season(connection),
    audit_type: 'consolidated',
    settings: {},
    team: null,
    components: { reach: 'children', auditor_relation: 'inter_office', name_pattern: '{entity} {yy}' },
  });
  await call('templates.save', [groups]);
  const group = 'noorderhaven-25'; // as the pattern makes it
  const components = ['NH-1', 'NH-2'].map((entity) => ['', entity, '', '', group]);
  const path = join(folder, 'group.csv');
  await writeFile(
    path,
    csvOf([
      [...header, 'Group audit ID'],
      ['noorderhaven', 'noorderhaven', '2025-01-01', '2025-12-31', ''],
      ...components,
    ]),
  );
  chooseToOpen(path);
  await window.getByRole('button', { name: 'Choose a file' }).click();
  await select(window, /Template$/, 'Season');
  await window.getByRole('button', { name: 'Check 3 rows' }).click();
  await expect(window.getByText('inter_office (template)', { exact: true })).toHaveCount(2);
  const fill = window.getByRole('button', { name: 'Fill in ids and names of 3 rows' });
  await fill.click();
  await expect(window.getByText('3 new')).toBeVisible();
  await expect(fill).toHaveCount(0);
  await expect(window.getByText('Cantieri Portonuovo S.r.l. 25', { exact: true })).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);
  await window.getByRole('button', { name: /^Send \d steps$/ }).click();
  await passUntil(sandbox, running, () =>
    window.getByText(/^The import has ended: (\d) of \1 steps done/).isVisible(),
  );
  const list = { operation: 'components.list', path: { audit_id: group } };
  expect(await rowsOf(call, connection, list)).toMatchObject([
    { name: 'Noorderhaven Scheepvaart B.V. 25', auditor_relation: 'inter_office' },
    { name: 'Cantieri Portonuovo S.r.l. 25', auditor_relation: 'inter_office' },
  ]);

  await writeFile(
    path,
    csvOf([
      ['Group audit ID', 'Legal entity IDs'],
      [group, 'NH-1'],
      [group, 'NH-3'],
    ]),
  );
  await window.getByRole('button', { name: 'Choose another file' }).click(); // of components alone
  await select(window, /Template$/, 'Season');
  await window.getByRole('button', { name: 'Check 2 rows' }).click();
  await window.getByRole('button', { name: 'Fill in names of 2 rows' }).click();
  await expect(window.getByText('1 new · 1 unchanged')).toBeVisible(); // one is there, by its legal entity
  await expect(window.getByText('North Harbor Lines, Inc. 25', { exact: true })).toBeVisible();
});
