import { expect, type Page } from '@playwright/test';
import { type Fixture, unlimited } from './fixtures/fixture-file.ts';
import { smallFirm } from './fixtures/small-firm.ts';

// What a person does with a table that is imported, by the names on the screen (en-us).

/** A small firm with all the quota and credits that it needs. */
export function unlimitedFirm(): Fixture {
  const firm = smallFirm();
  return {
    ...firm,
    rate_limits: unlimited,
    firms: firm.firms.map((each) => ({ ...each, credits: 10_000 })),
  };
}

export const header = [
  'Audit ID',
  'Audit',
  'Client ID',
  'Legal entity IDs',
  'Period start',
  'Period end',
  'Work package ID',
  'Scoping label',
  'Language',
  'Audit type',
  'Remark',
];
export const place = (title: string) => header.indexOf(title);

/** So many audits without a fault. */
export function goodRows(count: number): string[][] {
  return Array.from({ length: count }, (_, index) => [
    `IMP-${String(index + 1).padStart(3, '0')}`,
    `Imported audit ${index + 1}`,
    'noorderhaven',
    'NH-1',
    '01/02/2025',
    '31/01/2026',
    'statutory-2025.10',
    'Large',
    'nl',
    'single',
    `kept ${index + 1}; "as is"`,
  ]);
}

/** 200 audits: 8 are wrong, and 9 are in doubt, which the service decides (a client, an entity or a package that no list has, an end before the start). */
export function rowsToImport(): string[][] {
  const rows = goodRows(200);
  const spoil = (title: string, text: string, ...numbers: readonly number[]) => {
    for (const number of numbers) rows[number]?.splice(place(title), 1, text);
  };
  spoil('Client ID', 'noorderhave', 3, 4, 5);
  spoil('Period end', '31/13/2026', 10, 11);
  spoil('Period end', '31/12/2024', 20, 21);
  spoil('Work package ID', 'statutory-2099', 30, 31);
  spoil('Scoping label', 'Huge', 40, 41);
  spoil('Legal entity IDs', 'forno-vecchio', 50, 51);
  spoil('Language', 'Klingon', 60, 61);
  spoil('Audit', '', 70);
  spoil('Audit ID', 'IMP-001', 80);
  return rows;
}

const quoted = (cell: string) => (/[;"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
/** Rows as CSV with semicolons. */
export const csvOf = (rows: readonly (readonly string[])[]) =>
  rows.map((cells) => `${cells.map(quoted).join(';')}\r\n`).join('');

/** From any screen to the import. */
export async function openImport(window: Page): Promise<void> {
  await window.keyboard.press('Control+k');
  await window.getByRole('combobox').fill('Import audits');
  await window.getByRole('option', { name: /Import audits/ }).click();
  await expect(window.getByRole('heading', { level: 1, name: 'Import a table' })).toBeFocused();
}

/** Selects an option of a field by its label. */
export async function select(window: Page, label: string | RegExp, option: string | RegExp): Promise<void> {
  await window.getByRole('button', { name: label }).click();
  await window.getByRole('option', { name: option }).click();
}

/** Corrects cells of rows that have a cause, one after the other, from one text to another. */
async function correct(window: Page, cause: RegExp, count: number, from: string, to: string): Promise<void> {
  await select(window, /Cause$/, cause);
  const wrong = window.getByRole('gridcell').getByText(from, { exact: true });
  for (let left = count; left > 0; left -= 1) {
    await expect(wrong).toHaveCount(left);
    await wrong.first().dblclick();
    await window.keyboard.type(to);
    await window.keyboard.press('Enter');
  }
  await expect(wrong).toHaveCount(0);
}

/** Corrects all but two of these rows in their cells. */
export async function correctByCause(window: Page): Promise<void> {
  await correct(window, / × Client ID:/, 3, 'noorderhave', 'noorderhaven');
  await expect(window.getByText('192 new · 8 to correct · 6 in doubt')).toBeVisible();
  await correct(window, / × Period end:.*(date|day)/, 2, '31/13/2026', '31/01/2026');
  await correct(window, / × Period end: The/, 2, 'Dec 31, 2024', '31/01/2026');
  await correct(window, / × Work package ID:/, 2, 'statutory-2099', 'statutory-2025.10');
  await correct(window, / × Scoping label:/, 2, 'Huge', 'Large');
  await correct(window, / × Legal entity IDs:/, 2, 'forno-vecchio', 'NH-1');
  await correct(window, / × Language:/, 2, 'Klingon', 'nl');
  await select(window, /Cause$/, 'All causes');
  await expect(window.getByText('198 new · 2 to correct')).toBeVisible();
}
