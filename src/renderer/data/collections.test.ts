import { afterEach, expect, it, vi } from 'vitest';
import { CallFailure } from './call.ts';
import { createCollectionsReader } from './collections.ts';

afterEach(() => vi.useRealTimers()); // the files that follow in this worker have the same timers

function desk(age: 'anew' | 'fresh' | 'any' = 'fresh', fresh: readonly string[] = [], isPatient = false) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const asked: string[] = [];
  const open = new Map<string, { resolve: () => void; reject: (cause: unknown) => void }>();
  const rows = new Map<string, readonly string[]>(fresh.map((id) => [id, [`${id} known`]]));
  const heard = new Map<string, () => void>();
  const reader = createCollectionsReader<string>(
    {
      read: (id) => {
        asked.push(id);
        return new Promise<void>((resolve, reject) => open.set(id, { resolve, reject }));
      },
      known: (id) => rows.get(id) ?? null,
      isFresh: (id) => fresh.includes(id),
      isPatient,
      watch: (id, onChange) => {
        heard.set(id, onChange);
        return () => heard.delete(id);
      },
    },
    age,
  );
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const lists = () => reader.state.getState().lists;
  return {
    reader,
    asked,
    heard,
    want: (ids: readonly string[]) => reader.want(ids, ids),
    change: (id: string, entries: readonly string[]) => {
      rows.set(id, entries);
      heard.get(id)?.();
    },
    answer: async (id: string, entries: readonly string[] = [id]) => {
      rows.set(id, entries);
      open.get(id)?.resolve();
      await turn();
    },
    fail: async (id: string, code: 'missing' | 'unreachable' | 'list-unread') => {
      const error =
        code === 'list-unread' ? ({ code: 'unexpected-answer', reason: code } as const) : { code };
      open.get(id)?.reject(new CallFailure(error));
      await turn();
    },
    later: () => vi.runAllTimers(),
    lists,
    ids: () => [...lists().keys()],
  };
}

const six = ['a', 'b', 'c', 'd', 'e', 'f'];

it('reads a few at a time, each once, and tells the first at once and the others together', async () => {
  const { reader, want, asked, answer, later, ids } = desk();
  want(six);
  expect(asked).toEqual(['a', 'b', 'c', 'd']);
  await answer('b');
  expect(ids()).toEqual(['b']);
  await answer('a');
  await answer('c');
  expect(ids()).toEqual(['b']);
  later();
  expect(ids()).toEqual(['b', 'a', 'c']);
  for (const key of ['d', 'e', 'f']) await answer(key);
  expect(reader.state.getState()).toMatchObject({ isReading: false, error: null });
  expect(ids().toSorted()).toEqual(six);
  want(six);
  expect(asked).toEqual(six);
});

it('begins nothing while it is paused, and goes on where it was', async () => {
  const { reader, want, asked, answer } = desk();
  want(six);
  reader.pause();
  await answer('a');
  expect(asked).toHaveLength(4);
  reader.resume();
  expect(asked).toEqual(['a', 'b', 'c', 'd', 'e']);
});

it('stops at an error, keeps what it has, and tries the failed one again', async () => {
  const { reader, want, asked, answer, fail, ids } = desk();
  want(six);
  await answer('a');
  await fail('b', 'unreachable');
  await answer('c');
  for (const key of ['d', 'e']) await answer(key);
  expect(reader.state.getState()).toMatchObject({ isReading: false, error: { code: 'unreachable' } });
  expect(ids().toSorted()).toEqual(['a', 'c', 'd', 'e']);
  reader.resume();
  expect(asked.slice(5)).toEqual(['b', 'f']);
});

it('takes a list that is gone for an empty one', async () => {
  const { reader, want, fail, lists } = desk();
  want(['gone']);
  await fail('gone', 'missing');
  expect(reader.state.getState()).toMatchObject({ error: null, isReading: false });
  expect(lists().get('gone')).toEqual([]);
});

it('reads everything again, and keeps the old until the new is there', async () => {
  const { reader, want, asked, answer, lists } = desk();
  want(['a']);
  await answer('a', ['old']);
  reader.readAgain();
  expect(asked).toEqual(['a', 'a']);
  expect(lists().get('a')).toEqual(['old']);
  await answer('a', ['new']);
  expect(lists().get('a')).toEqual(['new']);
});

it('takes nothing that was asked for before everything is read again', async () => {
  const { reader, want, asked, answer, fail, lists } = desk();
  want(['a', 'b']);
  reader.readAgain();
  await answer('a', ['old']);
  await fail('b', 'unreachable');
  expect(reader.state.getState()).toMatchObject({ isReading: true, error: null });
  expect(asked).toEqual(['a', 'b', 'a', 'b']);
  await answer('a', ['new']);
  await answer('b', ['new']);
  expect([...lists().values()]).toEqual([['new'], ['new']]);
});

it('asks for nothing that is fresh, until all is read anew', async () => {
  const { reader, want, asked, answer, ids } = desk('fresh', ['a', 'c']);
  want(['a', 'b', 'c']);
  expect(ids()).toEqual(['a', 'c']);
  expect(asked).toEqual(['b']);
  await answer('b');
  reader.refresh();
  expect(asked).toEqual(['b', 'b']);
  reader.readAgain();
  expect(asked.toSorted()).toEqual(['a', 'b', 'b', 'c']);
});

it.each([
  ['fresh', ['a'], ['b']],
  ['anew', [], ['a', 'b']],
] as const)('of what was read before it shows, where it is to be %s: %j', (age, shown, read) => {
  const { want, asked, ids } = desk(age, ['a']);
  want(['a', 'b']);
  expect(ids()).toEqual(shown);
  expect(asked).toEqual(read);
});

it('shows whatever is known, and reads only what is wanted', () => {
  const { reader, change, asked, ids } = desk('any');
  reader.want(['a', 'b'], []);
  change('a', ['old']);
  expect(ids()).toEqual(['a']);
  expect(asked).toEqual([]);
  reader.refresh(['b']);
  expect(asked).toEqual(['b']);
});

it('follows a list that changes after it was read, and no longer once it is closed', async () => {
  const { reader, want, change, answer, lists, heard } = desk();
  want(['a']);
  await answer('a', ['first']);
  change('a', ['first', 'second']);
  expect(lists().get('a')).toEqual(['first', 'second']);
  reader.close();
  expect(heard.size).toBe(0);
});

it('tells nobody of news that changes nothing', async () => {
  const { reader, want, answer, heard } = desk();
  want(['a']);
  await answer('a');
  const told = vi.fn();
  reader.state.subscribe(told);
  heard.get('a')?.();
  expect(told).not.toHaveBeenCalled();
});

it('reads the others where entries of one cannot be read, and then tells it', async () => {
  const { reader, want, asked, answer, fail, later, ids } = desk();
  want(six);
  await fail('b', 'list-unread');
  expect(reader.state.getState().error).toBeNull();
  for (const key of ['a', 'c', 'd', 'e', 'f']) await answer(key);
  later();
  expect(ids().toSorted()).toEqual(['a', 'c', 'd', 'e', 'f']);
  expect(reader.state.getState()).toMatchObject({ isReading: false, error: { reason: 'list-unread' } });
  reader.resume();
  expect(asked.at(-1)).toBe('b');
  await answer('b');
  later();
  expect(reader.state.getState().error).toBeNull();
  expect(ids().toSorted()).toEqual(six);
});

it('of what is asked for patiently, one that cannot be read is told at the end, and keeps nobody from what is asked later', async () => {
  const { reader, want, asked, answer, fail, ids } = desk('fresh', [], true);
  want(['a', 'b']);
  await fail('a', 'unreachable');
  expect(reader.state.getState().error).toBeNull();
  await answer('b');
  expect(reader.state.getState().error).toEqual({ code: 'unreachable' });
  want(['a', 'b', 'c']);
  expect(asked).toEqual(['a', 'b', 'c']);
  await answer('c');
  expect(ids().toSorted()).toEqual(['b', 'c']);
  expect(reader.state.getState().error).toEqual({ code: 'unreachable' });
  want(['b', 'c']); // it is not sought any more
  expect(reader.state.getState().error).toBeNull();
});
