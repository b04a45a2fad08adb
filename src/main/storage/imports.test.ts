import { expect, test } from 'vitest';
import { createFakeLog } from '../testing/log.ts';
import { openImports } from './imports.ts';
import { openStore } from './store.ts';

function opened() {
  let minute = 0;
  const now = () => new Date(Date.UTC(2026, 0, 5, 9, (minute += 1)));
  const store = openStore(':memory:', createFakeLog(), () => 0);
  return openImports(store, now);
}
const table = (id: string, connection = 'c') => ({
  id,
  connection,
  name: `${id}.csv`,
  rows: 2,
  parts: 0,
  size: 2,
  content: '[]',
});

test('a table that was sent is kept with its rows; of a connection the last 20 are', () => {
  const imports = opened();
  imports.save(table('other', 'd'));
  for (let number = 1; number <= 21; number += 1) imports.save(table(`t${number}`));
  expect(imports.list('c').map(({ id }) => id)).toEqual(
    Array.from({ length: 20 }, (_, place) => `t${21 - place}`),
  );
  expect(imports.read('t1')).toBeNull();
  expect(imports.read('t2')).toEqual({ ...table('t2'), sentAt: '2026-01-05T09:03:00.000Z' });
  expect(imports.list('d')).toHaveLength(1);
  imports.remove('t2');
  expect(imports.read('t2')).toBeNull();
});

test('rows are kept in parts, which go with their table', () => {
  const imports = opened();
  imports.save({ ...table('t'), parts: 2 });
  expect(imports.saveRows('t', 1, '[1]')).toBe(true);
  expect(imports.saveRows('t', 2, '[2]')).toBe(true);
  expect(imports.saveRows('t', 3, '[3]')).toBe(false);
  expect(imports.saveRows('other', 1, '[1]')).toBe(false);
  expect([1, 2, 3].map((part) => imports.readRows('t', part))).toEqual(['[1]', '[2]', null]);
  imports.save({ ...table('t'), parts: 1 }); // sent again: nothing of the one before stays
  expect([1, 2].map((part) => imports.readRows('t', part))).toEqual([null, null]);
  imports.saveRows('t', 1, '[1]');
  imports.remove('t');
  expect(imports.readRows('t', 1)).toBeNull();
});

test('of a connection 64 million characters are kept; the last table is, however large', () => {
  const imports = opened();
  const size = 40 * 1024 * 1024;
  for (const id of ['old', 'new']) imports.save({ ...table(id), size });
  imports.save({ ...table('elsewhere', 'd'), size });
  expect(imports.list('c').map(({ id }) => id)).toEqual(['new']);
  imports.save({ ...table('small'), size: 10 });
  expect(imports.list('c').map(({ id }) => id)).toEqual(['small', 'new']);
  imports.save({ ...table('huge'), size: 2 * size });
  expect(imports.list('c').map(({ id }) => id)).toEqual(['huge']);
});
