import { readXlsx } from 'hucre/xlsx';
import Papa from 'papaparse';
import { readTable } from '../src/main/tables/read-table.ts';
import { textRow, workbook } from '../src/main/testing/workbook.ts';
import type { ClientOrganisation } from '../src/shared/model/client-organisation.ts';
import { type CheckResult, importCheck } from '../src/shared/rules/tables/check.ts';
import { type ImportWords, proposeMapping } from '../src/shared/rules/tables/columns.ts';
import type { ImportKnown } from '../src/shared/rules/tables/known.ts';
import { importRows } from '../src/shared/rules/tables/rows.ts';
import { peerReader } from './import-peer.ts';
import { type Figure, type Measurement, median } from './measurement.ts';
import { inTurn, ratio } from './service/ratio.ts';

const rowCount = 10_000;
const rounds = 5;
const header = [
  'audit_id',
  'audit_name',
  'client_id',
  'legal_entity_ids',
  'period_start',
  'period_end',
  'work_package_id',
  'scoping_label',
  'language',
  'audit_type',
  'unit_of_measurement',
  'remark',
];

function rowOf(number: number): readonly string[] {
  const client = `C${number % 500}`;
  return [
    `2025-${number}`,
    `Annual accounts, ${number}`,
    client,
    client,
    '01/01/2025',
    '31/12/2025',
    'wp-2025',
    'Large',
    'nl',
    'single',
    'EUR',
    `Prepared by "team ${number % 7}"`,
  ];
}

const clients = Array.from(
  { length: 500 },
  (_, number): ClientOrganisation => ({
    id: `C${number}`,
    name: `Client ${number}`,
    country: 'NL',
    domains: [],
    allow_password_login: true,
    is_test_organisation: false,
  }),
);

/** A firm in which half of the audits are there already. */
const known: ImportKnown = {
  clients,
  entitiesOf: new Map(clients.map(({ id, name }) => [id, [{ id, name, country: 'NL', parent_id: null }]])),
  audits: Array.from({ length: rowCount / 2 }, (_, number) => {
    const [id = '', name = '', client = ''] = rowOf(number);
    return {
      id,
      name,
      work_package_id: 'wp-2025',
      scoping_package_id: 'Large',
      client_organisation_id: client,
      legal_entity_ids: [client],
      period_start: '2025-01-01',
      period_end: '2025-12-31',
      language: 'nl',
      unit_of_measurement: 'EUR',
      settings: {},
      status: 'open',
      audit_type: 'single',
      created_at: null,
      group_audit_id: null,
      coupled_component_audit_ids: [],
    };
  }),
  componentsOf: new Map(),
  usersOf: new Map(),
  workPackages: [
    {
      id: 'wp-2025',
      name: 'Audit',
      version: '2025',
      languages: ['nl'],
      audit_types: ['single'],
      scoping_packages: [{ label: 'Large', languages: null }],
      settings: [],
      prices: [],
    },
  ],
  roles: [],
  underway: [],
  groups: [],
};
const words: ImportWords = { columns: {}, values: {}, yes: [], no: [], months: [] };

function checked(bytes: Uint8Array): { readonly result: CheckResult; readonly again: () => CheckResult } {
  const table = readTable(bytes, {});
  if ('fault' in table) throw new Error(table.fault);
  const { kind, headerRow, mapping } = proposeMapping(table.rows, words);
  const rows = importRows(table, headerRow, false);
  const orders = { period_start: 'dmy', period_end: 'dmy' } as const;
  const check = importCheck({ kind, mapping, orders, words, template: null, today: '2026-01-01' }, known);
  const again = () => check(rows.map((row, place) => (place === 7 ? { ...row } : row)));
  return { result: check(rows), again };
}

async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function measured(
  name: string,
  bytes: Uint8Array,
  bare: () => unknown,
): Promise<readonly Measurement[]> {
  const whole: number[] = [];
  const library: number[] = [];
  const edits: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    library.push(await timed(bare));
    let done: ReturnType<typeof checked> | null = null;
    whole.push(
      await timed(() => {
        done = checked(bytes);
      }),
    );
    const { result, again } = done ?? checked(bytes);
    const { counts } = result;
    if (counts.new !== rowCount / 2 || counts.unchanged !== rowCount / 2)
      throw new Error(`Checked otherwise: ${JSON.stringify(counts)}`);
    edits.push(await timed(again));
  }
  const milliseconds = (measuredTimes: readonly number[]) => `${median(measuredTimes).toFixed(0)} ms`;
  const times = (median(whole) / median(library)).toFixed(1);
  return [
    {
      figure: `import, ${name}: read, mapped, checked`,
      value: milliseconds(whole),
      beside: `10,000 rows × 12 columns, goal ≤ 2,000 ms; ${times} × the bare library (${milliseconds(library)})`,
    },
    {
      figure: `import, ${name}: checked again after an edit`,
      value: milliseconds(edits),
      beside: 'one row of 10,000',
    },
  ];
}

/** The rows as spreadsheet programs write them: each text once, and days as numbers with a format. */
function usualBook(rows: readonly (readonly string[])[]): Uint8Array {
  const strings = new Map<string, number>();
  const xml = (value: string) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const cell = (text: string, place: string): string => {
    const [day, month, year] = text.split('/').map(Number);
    if (year !== undefined)
      return `<c r="${place}" s="1"><v>${Date.UTC(year, (month ?? 1) - 1, day) / 86_400_000 + 25_569}</v></c>`;
    const number = strings.get(text) ?? strings.size;
    strings.set(text, number);
    return `<c r="${place}" t="s"><v>${number}</v></c>`;
  };
  const data = rows.map((row, number) => {
    const cells = row.map((text, place) => cell(text, `${String.fromCharCode(65 + place)}${number + 1}`));
    return `<row r="${number + 1}" spans="1:12">${cells.join('')}</row>`;
  });
  const shared = [...strings.keys()].map((text) => `<si><t>${xml(text)}</t></si>`).join('');
  const types = Object.entries({ workbook: 'sheet.main', styles: 'styles', sharedStrings: 'sharedStrings' });
  const overrides = [...types, ['worksheets/sheet1', 'worksheet']].map(
    ([part, type]) =>
      `<Override PartName="/xl/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`,
  );
  const parts = {
    // SheetJS finds its parts by them.
    '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`,
  };
  return workbook({ sheets: [{ data: data.join('') }], strings: shared, formats: ['dd/mm/yyyy'], parts });
}

/** Reading alone, beside SheetJS, which reads the same bytes in the same run. */
async function besidePeer(
  root: string,
  files: Readonly<Record<string, Uint8Array>>,
): Promise<readonly Measurement[]> {
  const peer = await peerReader(root);
  if (typeof peer === 'string')
    return [{ figure: 'reading against SheetJS', value: 'not measured', beside: peer }];
  const found: Measurement[] = [];
  for (const [name, bytes] of Object.entries(files)) {
    const pairs = await inTurn(
      () => timed(() => readTable(bytes, {})),
      () => timed(() => peer(bytes)),
    );
    if (peer(bytes) !== rowCount + 1) throw new Error(`SheetJS reads otherwise: ${name}`);
    const goal = { at: 'most', ratio: 0.6 } as const;
    found.push(ratio(`${name}, read, against SheetJS`, pairs, goal, (value) => `${value.toFixed(0)} ms`));
  }
  return found;
}

/** What it takes from the bytes of a file to the issues of each of its rows. */
export const importing: Figure = async (root) => {
  const rows = [header, ...Array.from({ length: rowCount }, (_, number) => rowOf(number))];
  const text = Papa.unparse(rows.map((row) => [...row]));
  const xml = (value: string) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const sheet = rows.map((row, place) => textRow(place + 1, row.map(xml))).join('');
  const book = workbook({ sheets: [{ data: sheet }] });
  return [
    ...(await measured('CSV', Buffer.from(text), () => Papa.parse(text))),
    ...(await measured('XLSX', book, () => readXlsx(book))),
    ...(await besidePeer(root, { 'XLSX as programs write it': usualBook(rows), 'XLSX, texts inline': book })),
  ];
};
