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
