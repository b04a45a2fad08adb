import { expect, test } from 'vitest';
import type { PlanProgress } from '../../shared/plan.ts';
import { createFakeClock } from '../testing/clock.ts';
import { planProgress } from '../testing/plan-progress.ts';
import { createBackground, type PlansState, plansStateOf, wouldMissItsDay } from './background.ts';

const waits = planProgress({ remainingSeconds: 60 }, { done: 3, waiting: 5 });
const sends = planProgress({ remainingSeconds: 120 }, { done: 1, sending: 1, failed: 2 });
const rests = (reason: 'person' | 'credentials') =>
  planProgress({ state: 'paused', pause: { reason, error: null } }, { done: 1, waiting: 1 });

test.each<[string, readonly PlanProgress[], PlansState | null]>([
  ['nothing', [], null],
  ['a plan that a person has paused', [rests('person')], null],
  ['one that waits', [waits], { kind: 'waiting', decided: 3, all: 8, readyAt: 60_000 }],
  ['one that sends as well', [waits, sends], { kind: 'running', decided: 6, all: 12, readyAt: 120_000 }],
  [
    'one that needs somebody',
    [rests('credentials')],
    { kind: 'needs-you', decided: 0, all: 0, readyAt: null },
  ],
])('%s is what the system shows', (_what, plans, expected) => {
  expect(plansStateOf(plans, 0)).toEqual(expected);
});

const due = (deadline: string | null, remainingSeconds: number) =>
  planProgress({ remainingSeconds, scheduling: { deadline, priority: 0 } });
const noon = new Date(2026, 2, 10, 12).getTime();

test.each<[string, PlanProgress, boolean]>([
  ['due today', due('2026-03-10', 600), true],
  ['due tomorrow and short', due('2026-03-11', 600), false],
  ['due tomorrow and of a whole day', due('2026-03-11', 24 * 3_600), true],
  ['late already', due('2026-03-09', 600), false],
  ['without a day', due(null, 600), false],
  ['at rest', { ...due('2026-03-10', 600), state: 'paused' }, false],
])('a plan that is %s', (_what, plan, isKept) => {
  expect(wouldMissItsDay([plan], noon)).toBe(isKept);
});

test('the computer stays awake while a plan needs it and it is on mains; what is idle is told once nothing goes on', async () => {
  const clock = createFakeClock(noon);
  const told: string[] = [];
  let plans: readonly PlanProgress[] = [due('2026-03-10', 600)];
  let isOnMains = true;
  const background = createBackground({
    clock,
    unended: () => plans,
    show: (state) => told.push(state?.kind ?? 'none'),
    mayKeepAwake: () => isOnMains,
    keepAwake: () => {
      told.push('awake');
      return () => told.push('may sleep');
    },
    onIdle: () => told.push('idle'),
  });
  background.look();
  expect(told.splice(0)).toEqual(['waiting', 'awake']);
  isOnMains = false;
  await clock.advance(60_000);
  expect(told.splice(0)).toEqual(['waiting', 'may sleep']);
  isOnMains = true;
  background.look();
  plans = [];
  background.look();
  expect(told.splice(0)).toEqual(['waiting', 'awake', 'none', 'may sleep', 'idle']);
  await clock.advance(600_000);
  background.close();
  background.look();
  expect(told).toEqual(['none']);
});
