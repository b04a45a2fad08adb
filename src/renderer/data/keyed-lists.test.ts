import { expect, it } from 'vitest';
import { CallFailure } from './call.ts';
import { createKeyedReader } from './keyed-lists.ts';

function desk() {
  const asked: string[] = [];
  const open = new Map<
    string,
    { resolve: (entries: readonly string[]) => void; reject: (cause: unknown) => void }
  >();
  let told: readonly (() => void)[] = [];
  const reader = createKeyedReader<string>(
    (key) => {
      asked.push(key);
      return new Promise((resolve, reject) => open.set(key, { resolve, reject }));
    },
    (tell) => {
      told = [...told, tell];
    },
  );
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  return {
    reader,
    asked,
    answer: async (key: string, entries: readonly string[] = [key]) => {
      open.get(key)?.resolve(entries);
      await turn();
    },
    fail: async (key: string, code: 'missing' | 'unreachable' | 'list-unread') => {
      const error =
        code === 'list-unread' ? ({ code: 'unexpected-answer', reason: code } as const) : { code };
      open.get(key)?.reject(new CallFailure(error));
      await turn();
    },
    later: () => {
      for (const tell of told) tell();
      told = [];
    },
    keys: () => [...reader.state.getState().lists.keys()],
  };
}

const six = ['a', 'b', 'c', 'd', 'e', 'f'];

it('reads a few at a time, each once, and tells the first at once and the others together', async () => {
  const { reader, asked, answer, later, keys } = desk();
  reader.want(six);
  expect(asked).toEqual(['a', 'b', 'c', 'd']);
  await answer('b');
  expect(keys()).toEqual(['b']);
  await answer('a');
  await answer('c');
  expect(keys()).toEqual(['b']);
  later();
  expect(keys()).toEqual(['b', 'a', 'c']);
  for (const key of ['d', 'e', 'f']) await answer(key);
  expect(reader.state.getState()).toMatchObject({ isReading: false, error: null });
  expect(keys().toSorted()).toEqual(six);
  reader.want(six);
  expect(asked).toEqual(six);
});

it('begins nothing while it is paused, and goes on where it was', async () => {
  const { reader, asked, answer } = desk();
  reader.want(six);
  reader.pause();
  await answer('a');
  expect(asked).toHaveLength(4);
  reader.resume();
  expect(asked).toEqual(['a', 'b', 'c', 'd', 'e']);
});

it('stops at an error, keeps what it has, and tries the failed one again', async () => {
  const { reader, asked, answer, fail, keys } = desk();
  reader.want(six);
  await answer('a');
  await fail('b', 'unreachable');
  await answer('c');
  for (const key of ['d', 'e']) await answer(key);
  expect(reader.state.getState()).toMatchObject({ isReading: false, error: { code: 'unreachable' } });
  expect(keys().toSorted()).toEqual(['a', 'c', 'd', 'e']);
  reader.resume();
  expect(asked.slice(5)).toEqual(['b', 'f']);
});

it('takes a list that is gone for an empty one', async () => {
  const { reader, fail } = desk();
  reader.want(['gone']);
  await fail('gone', 'missing');
  expect(reader.state.getState()).toMatchObject({ error: null, isReading: false });
  expect(reader.state.getState().lists.get('gone')).toEqual([]);
});

it('reads everything again, and keeps the old until the new is there', async () => {
  const { reader, asked, answer } = desk();
  reader.want(['a']);
  await answer('a', ['old']);
  reader.readAgain();
  expect(asked).toEqual(['a', 'a']);
  expect(reader.state.getState().lists.get('a')).toEqual(['old']);
  await answer('a', ['new']);
  expect(reader.state.getState().lists.get('a')).toEqual(['new']);
});

it('takes nothing that was asked for before everything is read again', async () => {
  const { reader, asked, answer, fail } = desk();
  reader.want(['a', 'b']);
  reader.readAgain();
  await answer('a', ['old']);
  await fail('b', 'unreachable');
  expect(reader.state.getState()).toMatchObject({ isReading: true, error: null });
  expect(asked).toEqual(['a', 'b', 'a', 'b']);
  await answer('a', ['new']);
  await answer('b', ['new']);
  expect([...reader.state.getState().lists.values()]).toEqual([['new'], ['new']]);
});

it('asks for nothing that is known already, until all is read anew', async () => {
  const asked: string[] = [];
  const reader = createKeyedReader<string>(
    (key) => {
      asked.push(key);
      return Promise.resolve([`${key} read`]);
    },
    () => undefined,
    (key) => (key === 'b' ? null : [`${key} known`]),
  );
  reader.want(['a', 'b', 'c']);
  expect([...reader.state.getState().lists.keys()]).toEqual(['a', 'c']);
  expect(asked).toEqual(['b']);
  reader.readAgain();
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked.toSorted()).toEqual(['a', 'b', 'b', 'c']);
});

it('reads the others where entries of one cannot be read, and then tells it', async () => {
  const { reader, asked, answer, fail, later, keys } = desk();
  reader.want(six);
  await fail('b', 'list-unread');
  expect(reader.state.getState().error).toBeNull();
  for (const key of ['a', 'c', 'd', 'e', 'f']) await answer(key);
  later();
  expect(keys().toSorted()).toEqual(['a', 'c', 'd', 'e', 'f']);
  expect(reader.state.getState()).toMatchObject({ isReading: false, error: { reason: 'list-unread' } });
  reader.resume();
  expect(asked.at(-1)).toBe('b');
  await answer('b');
  later();
  expect(reader.state.getState().error).toBeNull();
  expect(keys().toSorted()).toEqual(six);
});
