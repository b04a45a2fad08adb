import { describe, expect, it } from 'vitest';
import { table } from '../../testing/import-tables.ts';
import type { ImportColumn, ImportKind } from './columns.ts';
import { mostFrequent, unreadValues, withMeanings } from './meanings.ts';

const rows = [
  { group_audit_id: 'G1', legal_entity_ids: 'C1', auditor_relation: 'eigen', scope: 'x' },
  { group_audit_id: 'G1', legal_entity_ids: 'E2', auditor_relation: 'EIGEN ', scope: '' },
  { group_audit_id: 'G1', legal_entity_ids: 'C1, E2', auditor_relation: 'andere', scope: 'x' },
];
const mapping = { group_audit_id: 0, legal_entity_ids: 1, auditor_relation: 2, scope: 3 };
const all = {
  auditor_relation: { eigen: 'self', andere: 'inter_firm' },
  scope: { x: 'Binnen scope', '': 'Buiten scope' },
};

function checked(meanings: object) {
  const { check, rows: read } = table('components', rows, { meanings });
  return check(read).rows;
}

describe('values that are not understood', () => {
  it('are told once, with how many rows have them, and with the blanks beside marks', () => {
    expect(unreadValues(checked({}), mapping)).toEqual([
      { column: 'auditor_relation', text: 'eigen', count: 2 },
      { column: 'auditor_relation', text: 'andere', count: 1 },
      { column: 'scope', text: 'x', count: 2 },
      { column: 'scope', text: '', count: 1 },
    ]);
  });

  it.each<[ImportKind, ImportColumn, string, object, number]>([
    ['clients', 'allow_password_login', 'waar', {}, 1],
    ['clients', 'allow_password_login', '☑', {}, 1],
    ['clients', 'allow_password_login', 'nee', {}, 0],
    ['clients', 'allow_password_login', '', {}, 0],
    ['components', 'works_in_audit', 'oui', {}, 1],
    ['components', 'scope', 'Binnen scope', {}, 1],
    ['components', 'scope', 'Buiten scope', {}, 0],
    ['components', 'scope', '*', { scope: { '*': 'Binnen scope' } }, 1],
    ['components', 'scope', '*', { scope: { '*': 'Buiten scope' } }, 0],
    ['audits', 'scope', 'Binnen scope', {}, 0],
  ])(
    'of %s, %s: blank beside “%s” with %o is asked about in %i rows',
    (kind, column, text, meanings, count) => {
      const other = kind === 'clients' ? { client_id: 'C9' } : { legal_entity_ids: 'E1' };
      const cells = [text, ''].map((cell) => ({ ...other, [column]: cell }));
      const { check, rows: read } = table(kind, cells, { meanings });
      const asked = unreadValues(check(read).rows, { [column]: 1 }, meanings);
      expect(asked.find((value) => value.text === '')?.count ?? 0).toBe(count);
    },
  );

  it('mean what a person says', () => {
    const read = checked(all);
    expect(unreadValues(read, mapping, all)).toEqual([]);
    expect(read.map(({ object }) => object)).toMatchObject([
      { creation: { auditor_relation: 'self' }, outOfScope: null },
      { creation: { auditor_relation: 'self' }, outOfScope: '' },
      { creation: { auditor_relation: 'inter_firm' }, outOfScope: null },
    ]);
  });

  it('are asked about again where what they meant is gone', () => {
    const gone = { ...all, auditor_relation: { eigen: 'nobody', andere: 'inter_firm' } };
    expect(unreadValues(checked(gone), mapping, gone)).toEqual([
      { column: 'auditor_relation', text: 'eigen', count: 2 },
    ]);
  });

  it('keep what was said before, and take what is said now', () => {
    expect(
      withMeanings({ role: { partner: 'leader' } }, [
        ['role', ' Manager', 'manager'],
        ['role', 'Senior', ''],
        ['scope', '', 'In scope'],
      ]),
    ).toEqual({ role: { partner: 'leader', manager: 'manager' }, scope: { '': 'In scope' } });
  });
});

it.each([
  ['the most frequent stay, in their order', 2, ['a', 'c']],
  ['of those that are as frequent the first', 3, ['a', 'b', 'c']],
  ['all where there are no more', 9, ['a', 'b', 'c', 'd']],
])('of many values: %s', (_, most, texts) => {
  const values = [
    ['a', 5],
    ['b', 1],
    ['c', 7],
    ['d', 1],
  ] as const;
  const unread = values.map(([text, count]) => ({ column: 'role', text, count }) as const);
  expect(mostFrequent(unread, most).map(({ text }) => text)).toEqual(texts);
});
