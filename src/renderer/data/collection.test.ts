import { QueryObserver } from '@tanstack/react-query';
import fc from 'fast-check';
import { expect, it, test, vi } from 'vitest';
import { succeed } from '../../shared/error.ts';
import type { RowChanges } from '../../shared/operations/mirror.ts';
import { type Collection, createRows } from '../../shared/rules/service/list-rows.ts';
import { CallFailure, createQueryClient } from './call.ts';
import { collectionOptions, follow, hasEnded, lacks, readAgain } from './collection.ts';

const state = {
  tier: 'read',
  total: 3,
  pagesLeft: 0,
  isAtEnd: true,
  unread: null,
  doubt: null,
  isReading: false,
  error: null,
  readAt: 1,
  fresh: 3,
  keptAt: null,
} as const;
const changes = (
  rows: readonly (readonly [number, string])[],
  more: Partial<Pick<RowChanges, 'epoch' | 'version' | 'gone' | 'isMore'>> = {},
): RowChanges => ({
  epoch: 'one',
  version: 3,
  gone: [],
  isMore: false,
  state,
  ...more,
  rows: rows.map(([rank, row]) => [rank, row]),
});

const first = changes([
  [1, 'a'],
  [2, 'b'],
  [3, 'c'],
]);

/** What a window has of these, one after the other. */
function afterAll(...all: readonly RowChanges[]): readonly Collection<string>[] {
  const rows = createRows<string>();
  return all.map((one) => {
    rows.change(one);
    return rows.with(one);
  });
}

test.each<[string, RowChanges, readonly string[]]>([
  ['nothing', changes([]), ['a', 'b', 'c']],
  ['a row that is otherwise', changes([[2, 'B']]), ['a', 'B', 'c']],
  ['a row that is gone', changes([], { gone: [2] }), ['a', 'c']],
  ['a row that is gone and a new one', changes([[4, 'd']], { gone: [1] }), ['b', 'c', 'd']],
  [
    'rows that come out of their order',
    changes([
      [6, 'f'],
      [5, 'e'],
      [1, 'A'],
    ]),
    ['A', 'b', 'c', 'e', 'f'],
  ],
  ['rows of another epoch', changes([[1, 'x']], { epoch: 'two' }), ['x']],
])('%s', (_, change, rows) => {
  expect(afterAll(first, change).at(-1)?.entries).toEqual(rows);
  expect(afterAll(first)[0]?.entries).toEqual(['a', 'b', 'c']);
});

test.each([
  ['is refused', { code: 'forbidden', status: 403 } as const, 2],
  ['reaches no service', { code: 'unreachable' } as const, 1],
  ['succeeds', null, 1],
])(
  'a list that is asked for again while it is being read is read once more where that %s',
  async (_, failure, readings) => {
    const client = createQueryClient();
    const asked: PromiseWithResolvers<string>[] = [];
    const observer = new QueryObserver(client, {
      queryKey: ['list'],
      queryFn: () => {
        asked.push(Promise.withResolvers());
        return asked.at(-1)?.promise;
      },
      retry: false,
    });
    const stop = observer.subscribe(() => undefined);
    const again = readAgain(client, ['list']);
    if (failure !== null) asked[0]?.reject(new CallFailure(failure));
    else asked[0]?.resolve('first');
    await vi.waitFor(() => expect(asked).toHaveLength(readings));
    asked.at(-1)?.resolve('last');
    await again;
    expect(asked).toHaveLength(readings);
    stop();
  },
);

it('keeps the rows as they are while only the state is another', () => {
  const [known, later] = afterAll(first, changes([], { version: 9 }));
  expect(later?.entries).toBe(known?.entries);
});

test('whatever changes, and however seldom it is looked at, the rows are all in their order', () => {
  const one = fc.record({
    rows: fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.string({ maxLength: 2 })), { maxLength: 4 }),
    gone: fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 2 }),
    isOther: fc.boolean(), // whether an epoch begins
    isShown: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(one, { maxLength: 12 }), (all) => {
      const rows = createRows<string>();
      const known = new Map<number, string>();
      let epoch = 1;
      let now = changes([], { epoch: '1' });
      for (const { rows: come, gone, isOther, isShown } of all) {
        if (isOther) {
          epoch += 1;
          known.clear();
        }
        now = changes(come, { epoch: String(epoch), gone });
        rows.change(now);
        for (const [rank, row] of come) known.set(rank, row);
        for (const rank of gone) known.delete(rank);
        const inOrder = [...known].toSorted(([a], [b]) => a - b).map(([, row]) => row);
        if (isShown) expect(rows.with(now).entries).toEqual(inOrder);
      }
    }),
    { numRuns: 500 },
  );
});

test('a long list is drawn as soon as its first rows are here, then seldom, and each time behind what a person does meanwhile', async () => {
  const parts = [250, 250, 250, 250, 200, 250, 100]; // rows; news of two parts come later
  const last = [4, 6];
  let [at, rows] = [0, 0];
  const log: (number | 'key')[] = [];
  const answer = async () => {
    const part = Array.from({ length: parts[at] ?? 0 }, () => {
      rows += 1;
      return [rows, String(rows)] as const;
    });
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      log.push('key');
      port1.close();
    });
    port1.start();
    port2.postMessage(null);
    const isMore = !last.includes(at);
    at += 1;
    return succeed(changes(part, { version: rows, isMore }));
  };
  vi.stubGlobal('window', { auditDesk: { call: answer } });
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1);
  const client = createQueryClient();
  const options = collectionOptions(['one'], { connection: 'c', operation: 'audits.list' }, 1_000);
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated') log.push((query.state.data as Collection<string>).entries.length);
  });
  await follow(client, options.of);
  await follow(client, options.of);
  expect(log.filter((one) => one !== 'key')).toEqual([250, 1_200, 1_550]);
  expect([log[0], log.at(-2)]).toEqual(['key', 'key']);
  clock.mockReturnValue(251);
  at = 5;
  await follow(client, options.of);
  expect(log.filter((one) => one !== 'key').slice(3)).toEqual([1_800, 1_900]);
  clock.mockRestore();
});

test('a list that comes anew, in another order say, is drawn once all of it is here: what is missing meanwhile has not gone', async () => {
  const c = [3, 'c'] as const;
  const answers = [
    first,
    changes([c], { epoch: 'two', isMore: true }),
    changes([[4, 'a']], { epoch: 'two', isMore: true }),
    changes([[5, 'b']], { epoch: 'two' }),
  ];
  vi.stubGlobal('window', { auditDesk: { call: async () => succeed(answers.shift()) } });
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1_000));
  const client = createQueryClient();
  const options = collectionOptions(['one'], { connection: 'c', operation: 'audits.list' }, 1_000);
  const drawn: (readonly string[])[] = [];
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated') drawn.push((query.state.data as Collection<string>).entries);
  });
  await follow(client, options.of);
  await follow(client, options.of);
  expect(drawn).toEqual([
    ['a', 'b', 'c'],
    ['c', 'a', 'b'],
  ]);
  clock.mockRestore();
});

test.each([
  ['is whole and has it', [{ id: 'a' }], false],
  ['is whole and has it not', [{ id: 'b' }], true],
  ['is whole and empty', [], true],
  ['is not whole', null, false],
])('a list that %s is said to lack an entry: %#', (_, complete, expected) => {
  expect(lacks({ complete }, 'a')).toBe(expected);
});

test.each([
  ['whole', [], null, true],
  ['being read', null, null, false],
  ['not read for an error', null, { code: 'unreachable' }, true],
] as const)('a list that is %s has ended or not: %#', (_, complete, error, expected) => {
  expect(hasEnded({ complete, error })).toBe(expected);
});
