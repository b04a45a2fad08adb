import { describe, expect, it } from 'vitest';
import { type PlanProgress, stepStates } from '../../../shared/plan.ts';
import { planStatusOf, stepFilters, totalsOf } from './plan-status.ts';

function counted(counts: object): PlanProgress['counts'] {
  // Every state is in it: `fromEntries` forgets which keys it was given.
  return {
    ...Object.fromEntries(stepStates.map((state) => [state, 0])),
    ...counts,
  } as PlanProgress['counts'];
}

describe('how a plan stands', () => {
  it.each([
    ['running', { waiting: 3, failed: 1 }, 'running'],
    ['paused', { waiting: 3 }, 'resting'],
    ['ended', { done: 3 }, 'done'],
    ['ended', { done: 3, cancelled: 1 }, 'stopped'],
    ['ended', { done: 3, failed: 1, cancelled: 1 }, 'partly'],
    ['ended', { done: 3, blocked: 1 }, 'partly'],
    ['ended', { done: 3, failed: 1, unclear: 1 }, 'unclear'],
  ] as const)('%s with %o is %s', (state, counts, expected) => {
    expect(planStatusOf({ state, counts: counted(counts) })).toBe(expected);
  });

  it('counts what has been decided, whichever way', () => {
    const counts = counted({
      waiting: 5,
      sending: 1,
      resolving: 1,
      done: 12,
      failed: 2,
      unclear: 1,
      blocked: 1,
    });
    expect(totalsOf({ counts })).toEqual({ count: 23, done: 12, decided: 16, open: 7 });
  });

  it('has every state of a step in one filter', () => {
    expect(Object.values(stepFilters).flat().toSorted()).toEqual(stepStates.toSorted());
  });
});
