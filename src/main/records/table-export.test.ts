import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fail, succeed } from '../../shared/error.ts';
import { exportTable, fileName } from './table-export.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'audit-desk-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const rows = [
  ['Component', 'Explanation'],
  ['Leaf & Sons', '=1+1'],
  ['Società', 'Sold, "dissolved"\nin May'],
];

it('writes a table that a spreadsheet opens as it is, and takes nothing in it for a formula', async () => {
  const asked: string[] = [];
  const choose = (name: string) => {
    asked.push(name);
    return Promise.resolve(join(folder, 'report.csv'));
  };
  expect(await exportTable(choose, { name: 'Scope: Group 2026', rows })).toEqual(succeed({ saved: true }));
  expect(asked).toEqual(['Scope- Group 2026.csv']);
  expect(readFileSync(join(folder, 'report.csv'), 'utf8')).toBe(
    '\uFEFFComponent,Explanation\r\nLeaf & Sons,\'=1+1\r\nSocietà,"Sold, ""dissolved""\nin May"\r\n',
  );
});

it('writes nothing where no file is chosen, and leaves nothing where it cannot be written', async () => {
  expect(await exportTable(() => Promise.resolve(null), { name: 'x', rows })).toEqual(
    succeed({ saved: false }),
  );
  const nowhere = () => Promise.resolve(join(folder, 'no', 'such.csv'));
  expect(await exportTable(nowhere, { name: 'x', rows })).toEqual(
    fail('file-not-written', { reason: 'folder-gone' }),
  );
  expect(readdirSync(folder)).toEqual([]);
});

it.each([
  ['../../etc/passwd', 'etc-passwd'],
  ['C:\\temp\\x', 'C-temp-x'],
  ['Società 2026', 'Società 2026'],
  ['...', 'table'],
  ['', 'table'],
  ['a'.repeat(300), 'a'.repeat(80)],
])('names a file after %s', (name, expected) => {
  expect(fileName(name)).toBe(expected);
});
