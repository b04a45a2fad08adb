import { expect, it } from 'vitest';
import { audit, checked, known, right } from '../../testing/import-tables.ts';
import type { ImportColumn, ImportKind } from './columns.ts';
import type { ImportKnown } from './known.ts';
import { alikeFinder, nameFinder } from './names.ts';

const [client] = known.clients;
if (client === undefined) throw new Error('no client');
const entity = (id: string, name: string) => ({ id, name, country: 'NL', parent_id: null });
const lists: Partial<ImportKnown> = {
  clients: [
    client,
    { ...client, id: '000101', name: 'Müller  & Zonen' },
    { ...client, id: 'T1', name: 'Twins' },
    { ...client, id: 'T2', name: 'twins' },
    { ...client, id: 'Valkenhorst', name: 'One whose id is the name of another' },
  ],
  entitiesOf: new Map([
    ['C1', [entity('C1', 'Valkenhorst Holding'), entity('E1', 'Valkenhorst, Zonen; en Co')]],
    ['000101', [entity('M1', 'Valkenhorst Holding')]],
  ]),
  audits: [
    audit('G1', { name: 'Groep', audit_type: 'consolidated' }),
    audit('S1', { name: 'Groep' }),
    audit('0042', { name: 'Answer' }),
  ],
};
const of = (kind: ImportKind, fields: Readonly<Partial<Record<ImportColumn, string>>>) => {
  const { rows, said } = checked(kind, [fields], {}, lists);
  return { object: rows[0]?.object, said: said[0], facts: rows[0]?.issues.map(({ facts }) => facts) };
};

it('objects are found by id, else by their whole name without regard to case, accents and blanks', () => {
  const find = nameFinder([
    { id: 'a', name: 'Één  BV' },
    { id: 'b', name: 'a' },
    { id: 'c', name: 'Two' },
    { id: 'd', name: 'TWO' },
    { id: 'e', name: ' ' },
  ]);
  expect(['a', ' een bv', 'een', 'two', '', ' '].map(find)).toEqual([
    { by: 'id', id: 'a' },
    { by: 'name', id: 'a' },
    null,
    { by: 'several', ids: ['c', 'd'] },
    null,
    null,
  ]);
});

it('an id is found again without its zeros, capitals and blanks where it is the only such', () => {
  const find = alikeFinder(['000101', '007', '0007', '42', 'A01']);
  expect(['101', '0101', '000101', '7', '42', 'a 01', '', '1010', 'A1', '101,00'].map(find)).toEqual([
    '000101',
    '000101',
    null,
    null,
    null,
    'A01',
    null,
    null,
    null,
    '000101',
  ]);
});

it('a client and an entity are sent by their ids, and the row says how they were found', () => {
  const { object, said, facts } = of('audits', {
    ...right,
    client_id: 'muller & zonen',
    legal_entity_ids: 'VALKENHORST HOLDING',
  });
  expect(object).toMatchObject({
    creation: { client_organisation_id: '000101', legal_entity_id: 'M1' },
  });
  expect(said).toEqual(['found-by-name client_id', 'found-by-name legal_entity_ids']);
  expect(facts).toEqual([{ id: '000101' }, { id: 'M1' }]);
});

it('an id goes before a name, and a name with separators is one name', () => {
  expect(of('audits', { ...right, client_id: 'Valkenhorst' }).object).toMatchObject({
    creation: { client_organisation_id: 'Valkenhorst' },
  });
  expect(of('audits', { ...right, legal_entity_ids: 'Valkenhorst, Zonen; en Co' }).object).toMatchObject({
    creation: { legal_entity_id: 'E1' },
  });
});

it('of several with a name nothing is sent: the row names their ids', () => {
  const { said, facts } = of('audits', { ...right, client_id: 'TWINS' });
  expect(said).toEqual(['several-named client_id']);
  expect(facts).toEqual([{ list: 'T1, T2' }]);
});

it('a group is one of those that have components; its entities are those of its client', () => {
  const { object, said } = of('components', {
    group_audit_id: 'groep',
    legal_entity_ids: 'valkenhorst holding',
    auditor_relation: 'self',
  });
  expect(object).toMatchObject({ group: 'G1', creation: { legal_entity_ids: ['C1'] } });
  expect(said).toEqual(['found-by-name group_audit_id', 'found-by-name legal_entity_ids']);
});

it.each<[ImportKind, Readonly<Partial<Record<ImportColumn, string>>>, string, string]>([
  ['audits', { ...right, client_id: '101' }, 'lost-zeros client_id', '000101'],
  [
    'users',
    { audit_id: '42', user_id: 'jan@firm.example', role: 'audit_auditor' },
    'lost-zeros audit_id',
    '0042',
  ],
])('of %s, %j says %s', (kind, fields, issue, id) => {
  const { said, facts } = of(kind, fields);
  expect(said).toEqual([issue]);
  expect(facts).toEqual([{ id }]);
});

it('the audit of a user is found by its name', () => {
  const { object } = of('users', {
    audit_id: 'answer',
    user_id: 'jan@firm.example',
    role: 'audit_auditor',
  });
  expect(object).toMatchObject({ audit: '0042' });
});

// The group that the file makes is called as last year's is: a component could be of either.
it.each([
  ['Groep', ['several-named group_audit_id']],
  ['groep ', ['several-named group_audit_id']],
  ['G1', []],
  ['N1', []],
])('of two groups, one of them in the file, %j says %j', (group_audit_id, said) => {
  const groups = { audits: [audit('G1', { name: 'Groep', audit_type: 'consolidated' })] };
  const made = { ...right, audit_name: 'Groep', audit_type: 'consolidated' };
  const part = { group_audit_id, legal_entity_ids: 'E1', auditor_relation: 'self' };
  const { rows } = checked('audits', [made, part], {}, groups);
  const faults = rows[1]?.issues.filter(({ column, isWarning }) => column === 'group_audit_id' && !isWarning);
  expect(faults?.map(({ code, column }) => `${code} ${column}`)).toEqual(said);
});
