import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRows } from './rows.ts';

const act = fc.oneof(
  fc.record({
    kind: fc.constant('take' as const),
    ids: fc.array(fc.integer({ max: 30, min: 0 })),
    name: fc.string(),
  }),
  fc.record({ kind: fc.constant('remove' as const), id: fc.integer({ max: 30, min: 0 }) }),
  fc.record({
    kind: fc.constant('settle' as const),
    ids: fc.uniqueArray(fc.integer({ max: 30, min: 0 })),
    name: fc.string(),
  }),
  fc.record({ kind: fc.constant('many' as const), name: fc.string() }),
  fc.record({ kind: fc.constant('ask' as const) }),
);

test('who asks now and then for what has changed has the rows as they are', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
      const rows = createRows();
      const known = new Map<number, unknown>();
      let epoch: string | null = null;
      let version = 0;
      const ask = () => {
        for (let isMore = true; isMore; ) {
          const changes = rows.changes(epoch, version);
          if (changes.epoch !== epoch) known.clear();
          for (const [rank, row] of changes.rows) known.set(rank, row);
          for (const rank of changes.gone) known.delete(rank);
          ({ epoch, version, isMore } = changes);
        }
      };
      for (const one of acts) {
        if (one.kind === 'take') rows.take(one.ids.map((id) => ({ id: String(id), name: one.name })));
        else if (one.kind === 'remove') rows.remove(String(one.id));
        else if (one.kind === 'settle')
          rows.settle(one.ids.map((id) => ({ id: String(id), name: one.name })));
        else if (one.kind === 'many')
          for (const round of [1, 2, 3])
            rows.take(
              Array.from({ length: 700 }, (_, id) => ({ id: String(id), name: `${one.name}${round}` })),
            );
        else ask();
      }
      ask();
      const inOrder = [...known].toSorted(([a], [b]) => a - b).map(([, row]) => row);
      expect(inOrder).toEqual(rows.entries());
    }),
  );
});

test('a row stays the object that was read, with every value as it was', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ id: fc.string(), of: fc.jsonValue() })), (entries) => {
      const were = structuredClone(entries);
      const rows = createRows();
      for (const entry of entries) {
        rows.take([entry]);
        expect(rows.get(entry.id)).toBe(entry);
      }
      expect(entries).toEqual(were);
    }),
  );
});

test('what rows have in common is kept once', () => {
  const read = (id: string): unknown => JSON.parse(`{"id":"${id}","entities":["verwegen","verwegen"]}`);
  const rows = createRows();
  rows.take([read('a'), read('b')]);
  const [one, other] = rows.entries().map((row) => (row as { readonly entities: unknown }).entities);
  expect(one).toBe(other);
});
