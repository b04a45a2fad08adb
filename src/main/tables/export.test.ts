import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, test } from 'vitest';
import { fail, succeed } from '../../shared/error.ts';
import type { FileColumnHead, FileFormat } from '../../shared/model/file-table.ts';
import { createTableExport } from './export.ts';
import type { FileRow } from './write.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'audit-desk-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const columns: readonly FileColumnHead[] = [
  { key: 'component_name', title: 'Component' },
  { key: 'out_of_scope_explanation', title: 'Explanation' },
];
const rows: readonly FileRow[] = [
  ['Leaf & Sons', '=1+1'],
  ['Società', 'Sold, "dissolved"\nin May'],
];

const asked: string[] = [];
function exportIn(path: string | null) {
  let last = 0;
  asked.length = 0;
  return createTableExport(
    (name) => {
      asked.push(name);
      return Promise.resolve(path);
    },
    () => String((last += 1)),
  );
}

async function opened(
  tables: ReturnType<typeof exportIn>,
  format: FileFormat = 'csv',
  gone?: AbortSignal,
): Promise<string> {
  const reply = await tables.open({ name: 'Scope: Group 2026', format, columns }, gone);
  return (reply.ok ? reply.value.id : null) ?? 'none';
}

it('writes a table that comes in parts, and takes nothing in it for a formula', async () => {
  const tables = exportIn(join(folder, 'report.csv'));
  const id = await opened(tables);
  expect(asked).toEqual(['Scope- Group 2026.csv']);
  for (const row of rows) expect(await tables.add({ id, rows: [row] })).toEqual(succeed(null));
  expect(await tables.close({ id, isKept: true })).toEqual(succeed({ cut: 0 }));
  expect(readFileSync(join(folder, 'report.csv'), 'utf8')).toBe(
    '\uFEFFComponent,Explanation\r\nLeaf & Sons,\'=1+1\r\nSocietà,"Sold, ""dissolved""\nin May"\r\n',
  );
});

test.each([
  ['Report', 'xlsx', 'Report.xlsx'],
  ['Report 1.5', 'csv', 'Report 1.5.csv'],
  ['Report.txt', 'json', 'Report.txt.json'],
  ['Report.CSV', 'csv', 'Report.CSV'],
  ['Kept', 'csv', 'Kept (2).csv'],
] as const)(
  'a file that is called %s gets the ending of %s, and takes the place of none that nobody was asked about',
  async (name, format, saved) => {
    writeFileSync(join(folder, 'Kept.csv'), 'of somebody else');
    const tables = exportIn(join(folder, name));
    const id = await opened(tables, format);
    await tables.add({ id, rows });
    await tables.close({ id, isKept: true });
    expect(readdirSync(folder).toSorted()).toEqual(['Kept.csv', saved].toSorted());
    expect(readFileSync(join(folder, 'Kept.csv'), 'utf8')).toBe('of somebody else');
  },
);

it('writes nothing where no file is chosen', async () => {
  const tables = exportIn(null);
  expect(await tables.open({ name: 'x', format: 'json', columns })).toEqual(succeed({ id: null }));
  expect(await tables.add({ id: '1', rows })).toEqual(fail('invalid-input'));
  expect(await tables.close({ id: '1', isKept: true })).toEqual(fail('invalid-input'));
});

test.each(['csv', 'xlsx', 'json'] as const)(
  'a file that cannot be written takes no rows, and the end says why: %s',
  async (format) => {
    const tables = exportIn(join(folder, 'no', `such.${format}`));
    const id = await opened(tables, format);
    // More than a file that is written takes without being read.
    for (let batch = 0; batch < 40; batch += 1) await tables.add({ id, rows });
    expect(await tables.close({ id, isKept: true })).toEqual(
      fail('file-not-written', { reason: 'folder-gone' }),
    );
    expect(readdirSync(folder)).toEqual([]);
  },
);

test.each(['csv', 'xlsx', 'json'] as const)(
  'what is given up halfway, or whose page is gone, leaves nothing: %s',
  async (format) => {
    const tables = exportIn(join(folder, `table.${format}`));
    const id = await opened(tables, format);
    await tables.add({ id, rows });
    expect(await tables.close({ id, isKept: false })).toEqual(succeed({ cut: 0 }));
    expect(readdirSync(folder)).toEqual([]);

    const page = new AbortController();
    const other = await opened(tables, format, page.signal);
    await tables.add({ id: other, rows });
    page.abort();
    await expect.poll(() => readdirSync(folder)).toEqual([]);
    expect(await tables.close({ id: other, isKept: true })).toEqual(fail('invalid-input'));
  },
);
