import { describe, expect, it } from 'vitest';
import { fail, succeed } from '../../shared/error.ts';
import type { PlanProgress } from '../../shared/plan.ts';
import { planProgress } from '../testing/plan-progress.ts';
import { createPlanNotifications, type Mark, markOf } from './plan-notifications.ts';

const half = { done: 3, failed: 1, waiting: 4 };
const rests = (reason: 'person' | 'faults') =>
  planProgress({ state: 'paused', pause: { reason, error: null } }, half);

describe('what the taskbar shows', () => {
  it.each<[string, readonly PlanProgress[], Mark | null]>([
    ['nothing without a plan', [], null],
    ['nothing of one that has ended', [planProgress({ state: 'ended' }, { done: 3 })], null],
    ['how far one is, failures counted', [planProgress({}, half)], { part: 0.5, mode: 'normal' }],
    ['that one has begun', [planProgress({}, { waiting: 40 })], { part: 0.02, mode: 'normal' }],
    [
      'how far several are together',
      [planProgress({}, half), planProgress({}, { waiting: 8 })],
      { part: 0.25, mode: 'normal' },
    ],
    ['that a person has paused it', [rests('person')], { part: 0.5, mode: 'paused' }],
    ['that another one goes on', [rests('person'), planProgress({}, half)], { part: 0.5, mode: 'normal' }],
    ['that one needs somebody', [rests('faults'), planProgress({}, half)], { part: 0.5, mode: 'error' }],
  ])('is %s', (_what, plans, expected) => {
    expect(markOf(plans)).toEqual(expected);
  });
});

function open() {
  const shown: (Mark | null)[] = [];
  const notices: string[] = [];
  const person = { isInFront: false, mayNotify: true };
  const now = new Map<string, PlanProgress>();
  const manners = createPlanNotifications({
    read: (id) => {
      const plan = now.get(id);
      return plan === undefined ? fail('not-found-here') : succeed(plan);
    },
    show: (mark) => shown.push(mark),
    notify: (plans) => notices.push(plans.map(({ id }) => id).join(' ')),
    notifyNeed: ({ id, pause }) => notices.push(`${id}: ${pause?.reason}`),
    isInFront: () => person.isInFront,
    mayNotify: () => person.mayNotify,
  });
  return { shown, notices, person, now, manners };
}
const pageOf = (...results: PlanProgress[]) => succeed({ count: results.length, cursor: null, results });
const running = planProgress({}, half);
const ended = (at: string) => planProgress({ state: 'ended', endedAt: at }, { done: 8 });

describe('a plan', () => {
  it('says once that it needs somebody, and again for another reason or after a window was in front', () => {
    const { notices, person, manners } = open();
    const needs = (reason: 'faults' | 'credentials') =>
      planProgress({ state: 'paused', pause: { reason, error: null } }, half);
    for (const one of [needs('faults'), running, needs('faults'), rests('person')]) manners.seen(one);
    expect(notices).toEqual(['plan: faults']);
    manners.seen(needs('credentials'));
    person.isInFront = true;
    manners.seen(needs('credentials'));
    person.isInFront = false;
    manners.seen(needs('credentials'));
    expect(notices).toEqual(['plan: faults', 'plan: credentials', 'plan: credentials']);
    person.mayNotify = false;
    manners.seen(needs('faults'));
    expect(notices).toHaveLength(3);
  });

  it('is shown while it goes on, each change once, and cleared at its end', () => {
    const { shown, manners } = open();
    manners.seen(running);
    manners.seen(running);
    manners.seen(ended('2026-01-05T10:00:00.000Z'));
    manners.seen(ended('2026-01-05T10:00:00.000Z'));
    expect(shown).toEqual([{ part: 0.5, mode: 'normal' }, null]);
  });

  it('is shown from the start on, unless newer news came first', () => {
    const { shown, manners } = open();
    manners.seen(planProgress({}, { done: 1, waiting: 1 }));
    manners.begin(pageOf(running, planProgress({ id: 'old', state: 'ended' })));
    manners.showAgain();
    expect(shown).toEqual([
      { part: 0.5, mode: 'normal' },
      { part: 0.5, mode: 'normal' },
    ]);
  });

  it('is under way as it is now: its end is told a moment later', () => {
    const { now, manners } = open();
    manners.seen(running);
    now.set('plan', running);
    expect(manners.running()).toEqual([running]);
    for (const over of [ended('2026-01-05T10:00:00.000Z'), rests('person')]) {
      now.set('plan', over);
      expect(manners.running()).toEqual([]);
    }
    now.clear(); // it is forgotten, or the journal is closed
    expect(manners.running()).toEqual([]);
  });

  it('is told of once when it ends while nobody looks, and once more when it was retried', () => {
    const { notices, manners } = open();
    manners.seen(running);
    manners.seen(ended('2026-01-05T10:00:00.000Z'));
    manners.seen(ended('2026-01-05T10:00:00.000Z'));
    expect(notices).toEqual(['plan']);
    manners.seen(running);
    manners.seen(ended('2026-01-05T11:00:00.000Z'));
    expect(notices).toEqual(['plan', 'plan']);
  });

  it('is told of together with others that ended alike within a minute: one notice a cause', () => {
    const { notices, manners, person } = open();
    const failed = (id: string, second: number, connection = 'connection') =>
      planProgress(
        {
          id,
          connection,
          state: 'ended',
          endedAt: new Date(Date.UTC(2026, 0, 5, 10, 0, second)).toISOString(),
        },
        { done: 1, failed: 2 },
      );
    manners.seen(failed('a', 0));
    manners.seen(failed('b', 1));
    manners.seen(failed('c', 60));
    expect(notices).toEqual(['a', 'a b', 'a b c']);
    manners.seen(failed('d', 121)); // another time
    manners.seen(failed('e', 122, 'other'));
    manners.seen({ ...ended('2026-01-05T10:02:02.000Z'), id: 'f', connection: 'other' }); // nothing failed
    expect(notices.slice(3)).toEqual(['d', 'e', 'f']);
    person.isInFront = true;
    manners.seen({ ...ended('2026-01-05T10:02:03.000Z'), id: 'g', connection: 'other' });
    person.isInFront = false;
    manners.seen({ ...ended('2026-01-05T10:02:04.000Z'), id: 'h', connection: 'other' });
    expect(notices.slice(6)).toEqual(['h']); // what was told before they looked has been seen
  });

  it.each([
    ['a window is in front', { isInFront: true, mayNotify: true }],
    ['the person does not want it', { isInFront: false, mayNotify: false }],
  ])('is not told of where %s', (_why, state) => {
    const { notices, manners, person } = open();
    Object.assign(person, state);
    manners.seen(running);
    manners.seen(ended('2026-01-05T10:00:00.000Z'));
    expect(notices).toEqual([]);
  });

  it('is not told of because it was in the list at the start', () => {
    const { notices, manners } = open();
    manners.begin(pageOf(ended('2026-01-05T10:00:00.000Z')));
    manners.begin(fail('journal-unavailable'));
    expect(notices).toEqual([]);
  });
});
