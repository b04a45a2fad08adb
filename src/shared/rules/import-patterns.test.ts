import { expect, it } from 'vitest';
import type { Audit } from '../model/audit.ts';
import type { AuditTemplate } from '../model/template.ts';
import { templateWith } from '../testing/templates.ts';
import { namedRows, unnamedIn } from './import-patterns.ts';
import type { ImportKnown, ImportSetup } from './import-rows.ts';
import { withoutRest } from './parts.ts';
import { appliedTemplate } from './template.ts';

const template = templateWith('c', {
  id: '1',
  name: 'Season',
  name_pattern: '{entity} – {period}',
  id_pattern: '{entity-id}-{yy}',
});
const clients = [{ id: 'K', name: 'Klant' }];
const entities = [
  { id: 'E1', name: 'Eerste B.V.' },
  { id: 'E2', name: 'Tweede B.V.' },
];
const known = (audits: readonly Partial<Audit>[] = [], made: readonly object[] = []): ImportKnown =>
  ({
    clients,
    entitiesOf: new Map([['K', entities]]),
    audits,
    componentsOf: new Map([['G', [{ id: 'E2-25' }]]]),
    usersOf: new Map(),
    workPackages: [],
    roles: [],
    underway: made.map((creation) => ({
      plan: { id: 'p', title: 'P' },
      object: { kind: 'audit', creation },
    })),
  }) as unknown as ImportKnown; // nothing else of the service matters here
const columns = [
  'audit_id',
  'audit_name',
  'client_id',
  'legal_entity_ids',
  'period_start',
  'period_end',
] as const;
const mapping = { ...Object.fromEntries(columns.map((column, place) => [column, place])), group_audit_id: 6 };
const setup = (change: Partial<AuditTemplate> | null = {}): ImportSetup => ({
  kind: 'audits',
  mapping,
  orders: { period_start: 'ymd', period_end: 'ymd' },
  words: { columns: {}, values: {}, yes: [], no: [] },
  template:
    change === null
      ? null
      : appliedTemplate({ ...template, ...change }, { packages: [], teams: [], roles: [] }),
});
const row = (number: number, entity: string, { id = '', name = '', group = '', year = '2025' } = {}) => ({
  number,
  cells: [id, name, 'K', entity, `${year}-01-01`, `${year}-12-31`, group],
  kinds: null,
});
const there = (id: string, entity: string, more: Partial<Audit> = {}) => ({
  id,
  client_organisation_id: 'K',
  legal_entity_ids: [entity],
  period_start: '2025-01-01',
  period_end: '2025-12-31',
  audit_type: 'single',
  coupled_component_audit_ids: [],
  ...more,
});
const named = (rows: readonly ReturnType<typeof row>[], audits: readonly Partial<Audit>[] = []) =>
  withoutRest(namedRows(rows, setup(), known(audits), 50)).map(({ cells }) => cells.slice(0, 2));

it('makes ids and names of what the row and the service say, each id free in the file, among audits and among components', () => {
  expect(
    named([row(2, 'E1'), row(3, 'E1'), row(4, 'E2'), row(5, 'E1', { year: '2026', id: 'E1-25-2' })]),
  ).toEqual([
    ['E1-25', 'Eerste B.V. – 2025'],
    ['E1-25-3', 'Eerste B.V. – 2025'],
    ['E2-25-2', 'Tweede B.V. – 2025'],
    ['E1-25-2', 'Eerste B.V. – 2026'],
  ]);
});

it('leaves what is there, components, and rows of which something is not known', () => {
  const rows = [
    row(2, 'E1', { id: 'own', name: 'Own' }),
    row(3, 'E1', { group: 'G' }),
    row(4, 'E9'),
    row(5, 'E1', { year: 'soon' }),
  ];
  expect(named(rows)).toEqual([
    ['own', 'Own'],
    ['', ''],
    ['', ''],
    ['', ''],
  ]);
  expect(unnamedIn(rows, setup())).toEqual({ count: 2, columns: ['audit_id', 'audit_name'] });
  expect(unnamedIn(rows, setup(null))).toEqual({ count: 0, columns: [] });
  expect(withoutRest(namedRows(rows, setup(null), known(), 50))).toBe(rows);
});

it('knows the audits again that the same file has made, and no others', () => {
  const made = [there('E1-25', 'E1'), there('E1-25-3', 'E1')];
  const rows = [row(2, 'E1'), row(3, 'E1'), row(4, 'E1')];
  expect(named(rows, made).map(([id]) => id)).toEqual(['E1-25', 'E1-25-3', 'E1-25-2']);
  for (const other of [
    there('E1-25', 'E2'),
    there('E1-25', 'E1', { audit_type: 'consolidated' }),
    there('E1-25', 'E1', { period_end: '2026-12-31' }),
  ])
    expect(named([row(2, 'E1')], [other])).toEqual([['E1-25-2', 'Eerste B.V. – 2025']]);
  expect(named([row(2, 'E1')], [there('by-hand', 'E1')])).toEqual([['E1-25', 'Eerste B.V. – 2025']]);
});

it('knows an audit again whose number stands right behind other digits', () => {
  const close = setup({ id_pattern: 'A{yy}{number}', name_pattern: '' });
  const made = [there('A25001', 'E1'), there('A25002', 'E2')];
  expect(
    withoutRest(namedRows([row(2, 'E1'), row(3, 'E2')], close, known(made), 50)).map(({ cells }) => cells[0]),
  ).toEqual(['A25001', 'A25002']);
});

it('counts on by the number of the pattern', () => {
  const rows = [row(2, 'E1'), row(3, 'E2')];
  const numbered = setup({ id_pattern: '{client-id}-{number}', name_pattern: '' });
  const ids = (audits: readonly Partial<Audit>[]) =>
    withoutRest(namedRows(rows, numbered, known(audits), 50)).map(({ cells }) => cells[0]);
  expect(ids([])).toEqual(['K-001', 'K-002']);
  expect(ids([there('K-001', 'E1'), there('K-002', 'E2')])).toEqual(['K-001', 'K-002']);
  expect(ids([there('K-001', 'E2', { period_end: '2030-12-31' })])).toEqual(['K-002', 'K-003']);
});

it('names 10,000 rows of one pattern as quickly as they are many', () => {
  const rows = Array.from({ length: 10_000 }, (_, place) => row(place + 2, 'E1'));
  const numbered = setup({ id_pattern: '{client-id}-{number}', name_pattern: '' });
  for (const one of [numbered, setup({ name_pattern: '' })]) {
    const made = withoutRest(namedRows(rows, one, known(), 50));
    expect(new Set(made.map(({ cells }) => cells[0])).size).toBe(10_000);
  }
});

it('knows the audits again that a plan is making, and takes no id of theirs', () => {
  const {
    legal_entity_ids: [legal_entity_id],
    ...content
  } = there('E1-25', 'E1', { name: 'Made' });
  const made = [{ ...content, legal_entity_id }];
  const ids = (rows: readonly ReturnType<typeof row>[]) =>
    withoutRest(namedRows(rows, setup(), known([], made), 50)).map(({ cells }) => cells.slice(0, 2));
  expect(ids([row(2, 'E1'), row(3, 'E1')])).toEqual([
    ['E1-25', 'Made'],
    ['E1-25-2', 'Eerste B.V. – 2025'],
  ]);
});

it('gives a row of an audit that is there its name', () => {
  const made = [there('own', 'E1', { name: 'By hand' }), there('E2-25', 'E2', { name: 'Renamed' })];
  expect(named([row(2, 'E1', { id: 'own' }), row(3, 'E2')], made)).toEqual([
    ['own', 'By hand'],
    ['E2-25', 'Renamed'],
  ]);
});

it('rests after so many rows', () => {
  const rows = Array.from({ length: 100 }, (_, place) => row(place + 2, 'E1'));
  expect([...namedRows(rows, setup(), known(), 10)]).toHaveLength(20); // each row is read, then named
});
