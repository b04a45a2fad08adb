import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Audit } from '../../shared/model/audit.ts';
import { type FileCell, type FileKey, fileColumns, tableFormats } from '../../shared/model/file-table.ts';
import { unescapeFormulas } from '../../shared/rules/formula.ts';
import { proposeMapping } from '../../shared/rules/import-columns.ts';
import { importJudge } from '../../shared/rules/import-judge.ts';
import { importSteps } from '../../shared/rules/import-plan.ts';
import { type ImportKnown, importRows } from '../../shared/rules/import-rows.ts';
import { readTable } from './read-table.ts';
import { writeTable } from './write.ts';

const keys: readonly FileKey[] = [
  'audit_id',
  'audit_name',
  'period_start',
  'legal_entity_ids',
  'is_test_client',
];

async function written(
  format: (typeof tableFormats)[number],
  rows: readonly (readonly FileCell[])[],
  of: readonly FileKey[] = keys,
) {
  async function* batches() {
    yield rows;
  }
  const columns = of.map((key) => ({ key, title: key }));
  const parts: Uint8Array[] = [];
  for await (const chunk of writeTable(format, columns, batches()).chunks)
    parts.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  return Buffer.concat(parts);
}

// XML and UTF-8 hold no half of a pair, and a text file no NUL byte; a line end of a cell is one line end.
const text = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1 }),
    fc.constantFrom(
      '007',
      '1E5',
      '12345678901234567890',
      '=1+1',
      "'=1",
      '-',
      ' a ',
      'x_x0041_y',
      '"',
      'a\nb',
      'TRUE',
      '01/03',
    ),
  )
  .filter((each) => each.trim() !== '');
const Row = fc.tuple(
  text,
  text,
  fc
    .date({ min: new Date('1900-03-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  fc.array(fc.stringMatching(/^[A-Z0-9-]{1,6}$/), { minLength: 1, maxLength: 3 }),
  fc.boolean(),
);

it.each(tableFormats)('what is saved as %s is read as it was', async (format) => {
  await fc.assert(
    fc.asyncProperty(fc.array(Row, { minLength: 1, maxLength: 5 }), async (rows) => {
      const read = readTable(await written(format, rows), {});
      const cells = 'fault' in read ? read : read.rows;
      const plain = rows.map(([id, name, day, entities, test]) => [
        id,
        name,
        day,
        entities.join('\n'),
        String(test),
      ]);
      const own = format === 'csv' ? (cells as string[][]).map((row) => row.map(unescapeFormulas)) : cells;
      expect(own).toEqual([keys, ...plain.map((row) => (format === 'csv' ? row : row.map(upperBoolean)))]);
    }),
    { numRuns: 60 },
  );
});

function upperBoolean(cell: string, place: number): string {
  return fileColumns[keys[place] ?? 'audit_id'] === 'boolean' ? cell.toUpperCase() : cell;
}

const audit: Audit = {
  id: '007',
  name: '=Annual, "accounts"',
  work_package_id: 'wp-2025',
  scoping_package_id: 'Large',
  client_organisation_id: '-C1',
  legal_entity_ids: ['-C1'],
  period_start: '2025-01-01',
  period_end: '2025-12-31',
  language: 'nl',
  unit_of_measurement: 'EUR',
  settings: {},
  status: 'open',
  audit_type: 'consolidated',
  created_at: null,
  group_audit_id: null,
  coupled_component_audit_ids: ['X-1', 'X-2'],
};
const known: ImportKnown = {
  clients: [],
  entitiesOf: new Map(),
  audits: [
    audit,
    { ...audit, id: '1E5', status: 'archived', unit_of_measurement: null, coupled_component_audit_ids: [] },
  ],
  componentsOf: new Map(),
  usersOf: new Map([['007', [{ id: 'Ilse@firm.example', role: 'audit_auditor', name: '' }]]]),
  workPackages: [],
  roles: ['audit_auditor', 'audit_reader'],
};
const auditKeys: readonly FileKey[] = [
  'audit_id',
  'audit_name',
  'audit_type',
  'status',
  'client_id',
  'legal_entity_ids',
  'period_start',
  'period_end',
  'scoping_label',
  'unit_of_measurement',
  'coupled_component_ids',
];
const auditCells = (each: Audit): readonly FileCell[] => [
  each.id,
  each.name,
  each.audit_type,
  each.status,
  each.client_organisation_id,
  each.legal_entity_ids,
  each.period_start,
  each.period_end,
  each.scoping_package_id,
  each.unit_of_measurement,
  each.coupled_component_audit_ids,
];

function judged(bytes: Uint8Array) {
  const read = readTable(bytes, {});
  if ('fault' in read) throw new Error(read.fault);
  const words = { columns: {}, values: {}, yes: [], no: [] };
  const { kind, headerRow, mapping } = proposeMapping(read.rows, words);
  const judgement = importJudge(
    { kind, mapping, orders: {}, words },
    known,
  )(importRows(read, headerRow, false));
  return { ...judgement, steps: importSteps(judgement.rows, known) };
}

it.each(tableFormats)(
  'a list that was saved as %s is imported unchanged: nothing is sent',
  async (format) => {
    const { counts, gone, steps } = judged(await written(format, known.audits.map(auditCells), auditKeys));
    expect({ counts, gone, steps }).toEqual({
      counts: { new: 0, unchanged: 2, different: 0, wrong: 0 },
      gone: [],
      steps: [],
    });
  },
);

it.each(tableFormats)('one row that was changed in %s is one step', async (format) => {
  const users = ['audit_id', 'user_id', 'role'] as const;
  const steps = async (role: string) =>
    judged(await written(format, [['007', 'Ilse@firm.example', role]], users)).steps;
  expect(await steps('audit_auditor')).toEqual([]);
  expect(await steps('audit_reader')).toMatchObject([{ task: { kind: 'changeUser' } }]);
});
