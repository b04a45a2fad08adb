import { expect, test } from 'vitest';
import { creation } from '../../sandbox/testing/two-firms.ts';
import { createFakeClock } from '../testing/clock.ts';
import { createNews, priorityOf, remainingCalls } from './progress.ts';

test('ten pieces of news a second at most, and always the last', async () => {
  const clock = createFakeClock();
  const told: (readonly [string, number])[] = [];
  const state = { value: 0 };
  const publish = createNews(clock, (plan: string) => told.push([plan, state.value]));
  for (let change = 1; change <= 250; change += 1) {
    state.value = change;
    publish('a');
    await clock.advance(4);
  }
  await clock.advance(1_000);
  expect(told.length).toBeGreaterThanOrEqual(10);
  expect(told.length).toBeLessThanOrEqual(11); // the first at once, then ten
  expect(told.at(-1)).toEqual(['a', 250]);
  expect(clock.outstanding()).toBe(0);
});

test('news that could not be told keeps no later news back', async () => {
  const clock = createFakeClock();
  const told: number[] = [];
  const publish = createNews(clock, () => {
    told.push(clock.monotonic());
    if (told.length === 1) throw new Error('The window is gone.');
  });
  expect(() => publish('a')).toThrow();
  publish('a');
  await clock.advance(1_000);
  publish('a');
  expect(told).toEqual([0, 100, 1_000]);
});

test('plans do not hold up each other’s news', () => {
  const told: string[] = [];
  const publish = createNews(createFakeClock(), (plan: string) => told.push(plan));
  publish('a');
  publish('b');
  publish('a');
  expect(told).toEqual(['a', 'b']);
});

const audit = { kind: 'createAudit', creation } as const;

test('what is still to be sent, besides what is under way', () => {
  const steps = (['done', 'waiting', 'sending', 'resolving', 'failed', 'waiting'] as const).map(
    (state, position) => ({ position, state, task: audit }),
  );
  expect(remainingCalls(steps, new Map())).toEqual({ lifecycle: 4 });
  expect(remainingCalls(steps, new Map([[1, { tier: 'lifecycle' }]]))).toEqual({ lifecycle: 3 });
  expect(remainingCalls(steps.slice(0, 2), new Map([[1, { tier: 'lifecycle' }]]))).toEqual({ lifecycle: 0 });
});

// The specification's table: 5 of `lifecycle` and 120 of `write` a minute.
test.each([
  [{ lifecycle: 5, write: 120 }, 'interactive'],
  [{ lifecycle: 6 }, 'bulk'],
  [{ write: 121 }, 'bulk'],
  [{}, 'interactive'],
])('%o is %s', (calls, priority) => {
  expect(priorityOf(calls, null)).toBe(priority);
});
