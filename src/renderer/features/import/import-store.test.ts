import { expect, it } from 'vitest';
import { importOf, mappedByTitles, readOtherwise, type Table } from './import-store.ts';

const words = { columns: {}, values: {}, yes: [], no: [], months: [] };
const table: Table = {
  format: 'xlsx',
  encoding: null,
  hasMark: false,
  separator: null,
  sheets: [{ name: 'Audits', isHidden: false }],
  sheet: 0,
  rows: [
    ['audit_id', 'user_id', 'role'],
    ['A-1', 'old@firm.example', 'auditor'],
  ],
  numbers: [1, 2],
  kinds: ['ttt', 'ttt'],
  hidden: { rows: [], columns: [1] },
  merged: [],
  notes: [],
  bytes: 1,
  fingerprint: 'a',
};
const file = { id: '1', name: 'a.xlsx', table, fault: null };
const opened = importOf('c', file, table, words, [], 'users');

it.each([
  ['of the kind that is wanted', opened],
  ['of the kind that is proposed', importOf('c', file, table, words, [], null)],
  ['of a kind that is selected', mappedByTitles(opened, 'users', words)],
  [
    'with a header that is selected',
    readOtherwise({ ...opened, headerRow: null }, table, words, { headerRow: 0, takesHidden: false }),
  ],
])('a column that the file hides is not taken by itself: %s', (_, { mapping }) => {
  expect(mapping).toEqual({ audit_id: 0, role: 2 });
});
