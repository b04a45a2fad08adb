import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { removeLater, undoRemoval, useRemovals } from './removals.ts';

beforeEach(() => {
  vi.useFakeTimers();
  useRemovals.setState({ pending: {}, failure: null });
});
afterEach(() => {
  vi.useRealTimers();
});

const done = { ok: true, value: null } as const;
const pending = () => Object.values(useRemovals.getState().pending).map(({ title }) => title);

test('what is deleted goes after ten seconds, once however often it is asked', async () => {
  const remove = vi.fn(async () => done);
  removeLater('draft 1', 'Bakery', remove);
  removeLater('draft 1', 'Bakery', remove);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(remove).not.toHaveBeenCalled();
  expect(pending()).toEqual(['Bakery']);
  await vi.advanceTimersByTimeAsync(1);
  expect(remove).toHaveBeenCalledOnce();
  expect(pending()).toEqual([]);
});

test('what is undone stays, and can be deleted again', async () => {
  const remove = vi.fn(async () => done);
  removeLater('draft 1', 'Bakery', remove);
  removeLater('draft 2', 'Mill', remove);
  undoRemoval('draft 1');
  expect(pending()).toEqual(['Mill']);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(remove).toHaveBeenCalledOnce();
  removeLater('draft 1', 'Bakery', remove);
  expect(pending()).toEqual(['Bakery']);
  undoRemoval('draft 1');
});

test('what could not be deleted is there again, with the reason', async () => {
  removeLater('team 1', 'Audit team', async () => ({ ok: false, error: { code: 'not-saved' } }));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(useRemovals.getState()).toEqual({ pending: {}, failure: { code: 'not-saved' } });
});
