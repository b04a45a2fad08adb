import fc from 'fast-check';
import { strFromU8, unzipSync } from 'fflate';
import { readXlsx } from 'hucre/xlsx';
import { expect, it, test } from 'vitest';
import type { FileColumnHead, FileFormat } from '../../shared/model/file-table.ts';
import { readTable } from './read-table.ts';
import { type FileRow, longestCell, writeTable } from './write.ts';
import { writeXlsx } from './write-xlsx.ts';

const columns: readonly FileColumnHead[] = [
  { key: 'audit_id', title: 'Audit ID' },
  { key: 'period_start', title: 'Period start' },
  { key: 'attempts', title: 'Attempts' },
  { key: 'is_test_client', title: 'Test' },
];

async function written(
  format: FileFormat,
  rows: readonly FileRow[],
  of: readonly FileColumnHead[] = columns,
): Promise<{ readonly bytes: Uint8Array; readonly cut: number }> {
  async function* batches() {
    for (const row of rows) yield [row];
  }
  const { chunks, cut } = writeTable(format, of, batches());
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  return { bytes: Buffer.concat(parts), cut: cut() };
}

/** The XML of a part of a workbook, by a reader of archives that knows nothing of workbooks. */
function partOf(bytes: Uint8Array, name: string): string {
  return strFromU8(unzipSync(bytes)[name] ?? new Uint8Array());
}

const hostile = [
  '=1+1',
  '+31 20',
  '-1',
  '@SUM(A1)',
  '=HYPERLINK("https://evil.example","x")',
  '＝1',
  '007',
  '1E5',
  '12345678901234567890',
  '01/03',
  'TRUE',
  ' blank ',
  'two\nlines',
  'two\r\nlines',
  'a\tb',
  '<b>&amp;</b>',
  ']]>',
  '_x0041_',
  '_x005F_x0041_',
  '\u0000\u0001\u000B\u001F',
  '\uFFFE\uFFFF',
  'مرحبا',
  'e\u0301',
  '😀',
];

it('has each hostile text as a cell of type text, without a formula', async () => {
  const { bytes } = await written(
    'xlsx',
    hostile.map((text) => [text, null, null, null]),
  );
  const sheet = partOf(bytes, 'xl/worksheets/sheet1.xml');
  expect(sheet).not.toMatch(/<f[ >/]/);
  for (const row of hostile.keys()) expect(sheet).toContain(`<c r="A${row + 2}" t="inlineStr"`);
  expect(Object.keys(unzipSync(bytes)).filter((name) => /external|macro|connection/i.test(name))).toEqual([]);
  const { sheets } = await readXlsx(bytes);
  expect(sheets[0]?.rows.slice(1).map(([cell]) => cell)).toEqual(hostile);
});

it('has numbers as numbers, days as dates and truths as truths; what is not known is empty', async () => {
  const { bytes } = await written('xlsx', [
    ['A', '2026-12-31', 3, true],
    ['B', null, null, null],
    ['C', '1900-02-28', 0.5, false],
    ['D', '2026-02-30', -1, false],
  ]);
  const sheet = partOf(bytes, 'xl/worksheets/sheet1.xml');
  expect(sheet).toMatch(
    /<c r="B2" s="\d+"><v>46387<\/v><\/c><c r="C2"><v>3<\/v><\/c><c r="D2" t="b"><v>1<\/v>/,
  );
  expect(sheet).not.toMatch(/<c r="[CD]3"/);
  expect(sheet).toMatch(/<c r="B4" t="inlineStr"[^>]*><is><t[^>]*>1900-02-28</); // no date that all spreadsheets have
  expect(sheet).toMatch(/<c r="B5" t="inlineStr"[^>]*><is><t[^>]*>2026-02-30</); // no day
  const { sheets } = await readXlsx(bytes);
  expect(sheets[0]?.rows.slice(0, 2)).toEqual([
    ['Audit ID', 'Period start', 'Attempts', 'Test'],
    ['A', new Date('2026-12-31'), 3, true],
  ]);
});

test('every text comes back from a workbook as it was', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.string({
          unit: fc.oneof(
            fc.constantFrom(...Array.from('_x0041=\r\n\t <&"')),
            fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
          ),
          minLength: 1,
          maxLength: 30,
        }),
        { minLength: 1, maxLength: 5 },
      ),
      async (texts) => {
        const { bytes } = await written(
          'xlsx',
          texts.map((text) => [text, null, null, null]),
        );
        const { sheets } = await readXlsx(bytes);
        expect(sheets[0]?.rows.slice(1).map(([cell]) => cell)).toEqual(texts);
      },
    ),
    { numRuns: 200 },
  );
});

it('cuts a text that is longer than a cell can be, and says so; the other formats have it whole', async () => {
  const long = 'x'.repeat(longestCell + 1);
  const { bytes, cut } = await written('xlsx', [[long, null, null, null]]);
  expect(cut).toBe(1);
  expect((await readXlsx(bytes)).sheets[0]?.rows[1]?.[0]).toHaveLength(longestCell);
  for (const format of ['csv', 'json'] as const) {
    const other = await written(format, [[long, null, null, null]]);
    expect(other.cut).toBe(0);
    expect(Buffer.from(other.bytes).toString()).toContain(long);
  }
});

it('writes JSON with stable keys and the values as they are', async () => {
  const { bytes } = await written('json', [
    ['007', '2026-01-01', 1, true],
    ['=1+1', null, null, false],
  ]);
  expect(Buffer.from(bytes).toString()).toBe(
    '[\n{"audit_id":"007","period_start":"2026-01-01","attempts":1,"is_test_client":true},\n{"audit_id":"=1+1","period_start":null,"attempts":null,"is_test_client":false}\n]\n',
  );
  expect(JSON.parse(Buffer.from((await written('json', [])).bytes).toString())).toEqual([]);
});

it('has each column of JSON by a name of its own', async () => {
  const of = [
    { key: null, title: 'Name' },
    { key: null, title: 'Name' },
    { key: null, title: 'outcome' },
    { key: 'outcome', title: 'Outcome' },
    { key: null, title: '2025' },
  ] as const;
  const { bytes } = await written('json', [['a', 'b', 'c', 'd', null]], of);
  expect(Buffer.from(bytes).toString()).toBe(
    '[\n{"Name":"a","Name (2)":"b","outcome (2)":"c","outcome":"d","2025":null}\n]\n',
  );
});

it('writes 20,000 rows without holding them', async () => {
  let made = 0;
  let most = 0;
  async function* batches() {
    for (let batch = 0; batch < 200; batch += 1) {
      made += 100;
      yield Array.from({ length: 100 }, (_, row): FileRow => [`A-${batch}-${row}`, '2026-01-01', row, true]);
    }
  }
  const { chunks } = writeTable('xlsx', columns, batches());
  let read = 0;
  for await (const chunk of chunks) {
    read += chunk.length;
    if (read < 50_000) most = Math.max(most, made);
  }
  expect(made).toBe(20_000);
  expect(most).toBeLessThan(made); // the first bytes leave before the last rows come
});

it('has a list as one: an array in JSON, else a line for each of its texts', async () => {
  const of = [{ key: 'legal_entity_ids', title: 'Legal entity IDs' }] as const;
  const texts = async (format: FileFormat) =>
    Buffer.from((await written(format, [[['NL-1', '=2']]], of)).bytes).toString();
  expect(await texts('json')).toBe('[\n{"legal_entity_ids":["NL-1","=2"]}\n]\n');
  expect(await texts('csv')).toBe('\uFEFFLegal entity IDs\r\n"NL-1\n\'=2"\r\n');
  const { sheets } = await readXlsx((await written('xlsx', [[['NL-1', '=2']]], of)).bytes);
  expect(sheets[0]?.rows[1]).toEqual(['NL-1\n=2']);
});

test.each([',', ';', '\t', '|'] as const)('CSV between %j is read as it was written', async (separator) => {
  async function* batches() {
    yield [['a,b;c\td|e', '"', 'x']];
  }
  const { chunks } = writeTable('csv', columns.slice(0, 3), batches(), separator);
  const parts: string[] = [];
  for await (const chunk of chunks) parts.push(String(chunk));
  const table = readTable(Buffer.from(parts.join('')), {});
  expect(table).toMatchObject({
    separator,
    rows: [
      ['Audit ID', 'Period start', 'Attempts'],
      ['a,b;c\td|e', '"', 'x'],
    ],
  });
});

const offering: readonly FileColumnHead[] = [
  { key: 'audit_id', title: 'Audit ID' },
  {
    key: 'client_id',
    title: 'Client ID',
    choices: Array.from({ length: 300 }, (_, place) => ({ value: `C-${place}`, name: `Client ${place}` })),
    hint: 'The sheet “Choices” has the "names".',
  },
  { key: 'period_start', title: 'Period start' },
  { key: 'language', title: 'Language', choices: [{ value: 'Dutch', name: '' }] },
];

test('a workbook offers what its cells may have, with the names of what has one, and is read as a table without rows', async () => {
  const { bytes } = await written('xlsx', [], offering);
  const rules = [
    ...partOf(bytes, 'xl/worksheets/sheet1.xml').matchAll(/<dataValidation .*?<\/dataValidation>/gs),
  ];
  expect(
    rules.map(([rule]) => ['sqref', 'prompt'].map((name) => new RegExp(`${name}="(.*?)"`).exec(rule)?.[1])),
  ).toEqual([
    ['B2:B20000', 'The sheet “Choices” has the &quot;names&quot;.'],
    ['D2:D20000', undefined],
  ]);
  expect(rules.map(([rule]) => /<formula1>(.*?)</.exec(rule)?.[1])).toEqual([
    'Choices!$A$2:$A$301',
    'Choices!$C$2:$C$2',
  ]);
  const sheets = (await readXlsx(bytes)).sheets.map(({ name, rows }) => [
    name,
    rows.length,
    rows[1]?.slice(0, 3),
  ]);
  expect(sheets[1]).toEqual(['Choices', 301, ['C-0', 'Client 0', 'Dutch']]);
  expect(readTable(bytes, {})).toMatchObject({
    rows: [['Audit ID', 'Client ID', 'Period start', 'Language']],
    sheets: [
      { name: 'Table', isHidden: false },
      { name: 'Choices', isHidden: false },
    ],
    sheet: 0,
    notes: [],
  });
  const plain = await written('xlsx', [], offering.slice(3));
  expect(readTable(plain.bytes, {})).toMatchObject({ sheets: [{ isHidden: false }, { isHidden: true }] });
});

test.each([
  ['with choices', offering],
  ['that is streamed', offering.map(({ key, title }) => ({ key, title }))],
])(
  'a cell of texts that is still empty has the format of text, however far below, and one of days that of days, in a workbook %s',
  async (_which, of) => {
    const { bytes } = await written('xlsx', [[null, 'C-1', null, null]], of);
    const sheet = partOf(bytes, 'xl/worksheets/sheet1.xml');
    const styles = partOf(bytes, 'xl/styles.xml');
    const codes = new Map(
      [...styles.matchAll(/numFmtId="(\d+)" formatCode="(.*?)"/g)].map(([, id, code]) => [id, code]),
    );
    const formats = [...styles.replace(/.*<cellXfs/s, '').matchAll(/<xf numFmtId="(\d+)"/g)].map(([, id]) =>
      codes.get(id),
    );
    const formatOf = (pattern: RegExp) => formats[Number(pattern.exec(sheet)?.[1])];
    const expected = ['@', '@', 'yyyy-mm-dd', '@'];
    expect(
      [1, 2, 3, 4].map((n) => formatOf(new RegExp(`<col min="${n}" max="${n}"[^>]* style="(\\d)"/>`))),
    ).toEqual(expected);
    expect(['A2', 'B2', 'C2', 'D2'].map((at) => formatOf(new RegExp(`<c r="${at}"[^>]* s="(\\d)"`)))).toEqual(
      expected,
    );
  },
);

test('more rows than a sheet has go on in another one, below the same titles', async () => {
  async function* batches() {
    yield [[1], [2], [3]];
    yield [[4]];
  }
  const parts: Uint8Array[] = [];
  const sheet = { columns: [{ title: 'Attempts', width: 12, format: 'general' }], lastOffered: 3 } as const;
  for await (const part of writeXlsx({ ...sheet, batches: batches(), mostRows: 3 })) parts.push(part);
  const bytes = Buffer.concat(parts);
  const sheets = (await readXlsx(bytes)).sheets.map(({ name, rows }) => [name, ...rows.flat()]);
  expect(sheets).toEqual([
    ['Table', 'Attempts', 1, 2],
    ['Table_2', 'Attempts', 3, 4],
  ]);
});

test('the name of an error is a text, also among choices', async () => {
  const errors = ['#N/A', '#VALUE!', '#1'];
  const of = [
    { key: 'client_id', title: '#REF!', choices: errors.map((value) => ({ value, name: '' })) },
  ] as const;
  const rows = errors.map((value) => [value]);
  const { bytes } = await written('xlsx', rows, of);
  expect(readTable(bytes, {})).toMatchObject({ rows: [['#REF!'], ...rows], kinds: ['t', 't', 't', 't'] });
  expect(readTable(bytes, { sheet: 1 })).toMatchObject({ rows: [['#REF!'], ...rows] });
});

test('a column of a person’s own file keeps what its cells are', async () => {
  const own = [
    { key: null, title: 'Day', kind: 'day' },
    { key: null, title: 'Count', kind: 'number' },
    { key: null, title: 'Test', kind: 'boolean' },
    { key: null, title: 'Reason' },
  ] as const;
  const rows = [
    ['2026-12-31', 12.5, true, '007'],
    ['soon', 'many', null, 'x'],
  ];
  const read = readTable((await written('xlsx', rows, own)).bytes, {});
  expect('fault' in read ? read : [read.rows, read.kinds]).toEqual([
    [
      ['Day', 'Count', 'Test', 'Reason'],
      ['2026-12-31', '12.5', 'TRUE', '007'],
      ['soon', 'many', '', 'x'],
    ],
    ['tttt', 'dnbt', 'tt-t'],
  ]);
});
