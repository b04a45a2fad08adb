import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { templateWith } from '../../src/shared/testing/templates.ts';
import { csvOf, select, unlimitedFirm } from '../imports.ts';
import { accessibilityFaults, picture } from '../looks.ts';
import { test } from '../screen.ts';

test.use({ firm: unlimitedFirm() });

test('a template fills the empty cells of audits, is named in the result, and the same file sends nothing again', async ({
  renderApp,
  sandbox,
  folder,
}) => {
  const running = await renderApp({ service: sandbox, at: '/import' });
  const { window, call, connection } = running;
  const template = templateWith(connection, {
    id: 'season',
    name: 'Season',
    work_package: 'Statutory audit',
    scoping_label: 'Large',
    language: 'nl',
    unit_of_measurement: 'EUR',
    settings: { benchmark: 'revenue', gone: 1 },
  });
  await call('items.save', { templates: [template] });
  const path = join(folder, 'short.csv');
  const header = [
    'Audit ID',
    'Audit',
    'Client ID',
    'Legal entity IDs',
    'Period start',
    'Period end',
    'Scoping label',
  ];
  const row = (id: string, label: string) => [
    id,
    `Audit ${id}`,
    'noorderhaven',
    'NH-1',
    '2025-02-01',
    '2026-01-31',
    label,
  ];
  await writeFile(path, csvOf([header, row('T-1', ''), row('T-2', 'Small')]));
  running.chooseToOpen(path);
  await window.getByRole('button', { name: 'Choose a file' }).click();
  const check = window.getByRole('button', { name: 'Check 2 rows' });
  await expect(check).toHaveAttribute('aria-disabled', 'true'); // there is no work package, nor a language
  await select(window, /Template$/, 'Season');
  await expect(window.getByText('Parts of the template Season that cannot be used: 1')).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);
  await check.click();
  await expect(window.getByText('2 new')).toBeVisible();
  await expect(window.getByText('Large (template)', { exact: true })).toHaveCount(1);
  await expect(window.getByText('Small', { exact: true })).toHaveCount(1);
  await expect(
    window.getByText('Statutory audit 2025.10 (statutory-2025.10) (template)', { exact: true }),
  ).toHaveCount(2);
  await window.getByRole('heading', { level: 1, name: 'short.csv' }).hover(); // the pointer was where a tooltip comes
  await expect(window.getByRole('tooltip')).toBeHidden();
  expect(await accessibilityFaults(window)).toEqual([]);
  await picture(window, 'import-template', 'light', 'en-us');
  await window.getByRole('button', { name: 'Create 2 audits' }).click();
  await expect(window.getByText('The import has ended: 2 of 2 steps done')).toBeVisible();
  await window.reload(); // the template is kept with the table
  await window.getByRole('button', { name: 'short.csv' }).click();
  await expect(window.getByText('Template: Season')).toBeVisible();
  await window.getByRole('button', { name: 'Save the result' }).click();
  await expect(window.getByText('The file is saved.')).toBeAttached();
  const name = (await readdir(folder)).find((file) => file.includes('result')) ?? 'none';
  const lines = (await readFile(join(folder, name), 'utf8')).trim().split('\r\n');
  expect(lines[0]).toMatch(
    /;Scoping label;Audit type;Work package ID;Language;[^;]*;Settings;Outcome;ID at the service;Reason$/,
  );
  expect(lines[1]).toMatch(
    /;Large;single;statutory-2025\.10;nl;EUR;"\{""benchmark"":""revenue""\}";Done;T-1;$/,
  );
  expect(lines[2]).toMatch(/;Small;single;/);

  await window.getByRole('button', { name: 'Choose a file' }).click();
  await select(window, /Template$/, 'Season');
  await check.click();
  await expect(window.getByText(/^2 unchanged/)).toBeVisible();
  await expect(window.getByText(/\(template\)/)).toHaveCount(0);
  await expect(window.getByRole('paragraph').filter({ hasText: 'There is nothing to do' })).toBeVisible();
});

test('a cell with choices is corrected from a list of them: typing filters, Enter and Tab take, Escape leaves', async ({
  renderApp,
  sandbox,
  folder,
}) => {
  const { window, chooseToOpen } = await renderApp({ service: sandbox, at: '/import' });
  const path = join(folder, 'clients.csv');
  const titles = ['Client ID', 'Client name', 'Country', 'Password sign-in'];
  await writeFile(path, csvOf([titles, ['C-1', 'One', 'Atlantis', ''], ['C-2', 'Two', 'DE', 'no']]));
  chooseToOpen(path);
  await window.getByRole('button', { name: 'Choose a file' }).click();
  await window.getByRole('button', { name: 'Check 2 rows' }).click();
  await window.getByRole('button', { name: 'Apply and show the rows' }).click();
  await expect(window.getByText('1 new · 1 to correct')).toBeVisible();
  const field = (name: RegExp) => window.getByRole('combobox', { name });
  const list = window.getByRole('listbox');
  const marked = list.getByRole('option', { selected: true });
  await window.getByRole('grid').focus();
  await window.keyboard.press('Home');
  await window.keyboard.press('Enter'); // the cell that is wrong is active
  await expect(field(/^Country, row 2$/)).toHaveValue('Atlantis');
  await expect(list.getByRole('option')).toHaveCount(100);
  await expect(window.getByText(/^\d+ more. Type to find them\.$/)).toBeVisible();
  await expect(marked).toHaveCount(0);
  expect(await accessibilityFaults(window)).toEqual([]);
  await window.keyboard.type('nl');
  await expect(marked).toHaveText('Netherlands (NL)'); // and not Finland
  await picture(window, 'import-cell-choices', 'light', 'en-us');
  await window.keyboard.press('Escape');
  await expect(window.getByRole('grid')).toBeFocused();
  await expect(window.getByText('1 new · 1 to correct')).toBeVisible();
  await window.keyboard.type('bel');
  await expect(marked).toHaveText('Belgium (BE)');
  await window.keyboard.press('ArrowDown');
  await expect(marked).toHaveText('Belarus (BY)');
  await window.keyboard.press('ArrowUp');
  await window.keyboard.press('Enter');
  await expect(window.getByText('2 new')).toBeVisible();
  await expect(window.getByRole('grid')).toBeFocused();
  const row = (name: string) => window.getByRole('grid').getByRole('row').filter({ hasText: name });
  await expect(row('One')).toContainText('Belgium (BE)');
  await window.keyboard.type('frankr'); // no choice is called so: what is typed is judged
  await expect(list).toBeHidden();
  await expect(window.getByText('No results')).toBeVisible();
  await window.keyboard.press('Enter');
  await expect(row('One')).toContainText('frankr');
  await expect(window.getByText('1 new · 1 to correct')).toBeVisible();
  await window.keyboard.type('franc');
  await window.keyboard.press('Tab');
  await expect(row('One')).toContainText('France (FR)');
  await expect(field(/password, row 2$/)).toBeFocused();
  await list.getByRole('option', { name: 'Yes' }).click();
  await expect(row('One')).toContainText('Yes');
  await expect(window.getByText('2 new')).toBeVisible();
});
