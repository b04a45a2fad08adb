import { describe, expect, it } from 'vitest';
import { planProgress } from '../../../main/testing/plan-progress.ts';
import type { Scheduling } from '../../plan.ts';
import { audit, entry, group, next } from '../../testing/season.ts';
import {
  besideNetwork,
  changedScheduling,
  type Group,
  groupsOf,
  schedulingOfPlans,
} from './season-groups.ts';

const ofPlan = (id: string, plan: string, scheduling?: Scheduling, more: Partial<Group> = {}) =>
  group(id, planProgress({ id: plan, ...(scheduling === undefined ? {} : { scheduling }) }), more);

describe('the scheduling of plans', () => {
  const shared = (id: string, day: string | null, scheduling?: Scheduling) =>
    ofPlan(id, 'p', scheduling, {
      isShared: true,
      entry: entry('e', { deadline: day === null ? null : { day, from: 'typed' } }),
      scheduling: { deadline: day, priority: scheduling?.priority ?? 0 },
    });
  const scheduling = { deadline: '2026-03-31', priority: 0 };
  const day = (of: string) => ({ day: of, from: 'typed' as const });

  it.each([
    [
      'its own',
      [ofPlan('x', 'p', scheduling)],
      [{ of: 0, deadline: day('2026-06-30') }],
      { deadline: '2026-06-30' },
    ],
    ['none', [ofPlan('x', 'p', scheduling)], [{ of: 0, deadline: null }], { deadline: null }],
    [
      'the first of several groups',
      [shared('x', '2026-03-31', scheduling), shared('y', '2026-06-30', scheduling)],
      [{ of: 0, deadline: day('2026-09-30') }],
      { deadline: '2026-06-30' },
    ],
    [
      'that of the rest of a plan where no other has one',
      [ofPlan('rest', 'p', scheduling, { isShared: true }), shared('y', null, scheduling)],
      [{ of: 0, deadline: day('2026-09-30') }],
      { deadline: '2026-09-30' },
    ],
    [
      'not what the rest of a plan only has from it',
      [ofPlan('rest', 'p', scheduling, { isShared: true }), shared('y', '2026-03-31', scheduling)],
      [{ of: 1, deadline: day('2026-09-30') }],
      { deadline: '2026-09-30' },
    ],
    ['a priority alone', [ofPlan('x', 'p', scheduling)], [{ of: 0, priority: 2 }], { priority: 2 }],
    ['nothing of a group without a plan', [group('x')], [{ of: 0, priority: 2 }], undefined],
  ] as const)('change with their groups: %s', (_, rows, changes, expected) => {
    const named = changes.flatMap(({ of, ...change }) => {
      const changed = rows[of];
      return changed === undefined ? [] : [{ id: changed.id, ...change }];
    });
    expect(changedScheduling(rows, named).get('p')).toEqual(expected);
  });

  it.each([
    ['a deadline', [ofPlan('x', 'p', undefined, { scheduling })], scheduling],
    [
      'a priority alone',
      [ofPlan('x', 'p', undefined, { scheduling: { deadline: null, priority: -1 } })],
      { deadline: null, priority: -1 },
    ],
    ['the earliest of several', [shared('x', '2026-06-30'), shared('y', '2026-03-31')], scheduling],
    ['neither', [ofPlan('x', 'p')], undefined],
    ['what it has already', [ofPlan('x', 'p', scheduling)], undefined],
  ])('are those of their groups where they have none: %s', (_, rows, expected) => {
    expect(schedulingOfPlans(rows).get('p')).toEqual(expected);
  });
});

describe('a group whose successor is there in part', () => {
  const there = audit('h-2025', { ...next, status: 'open' });
  const kept = entry('a', { predecessor: 'h-2024', successor: 'h-2025', components: 3, coupled: 1 });
  const facts = { entries: [kept], audits: [audit('h-2024'), there], parts: [], prices: null };

  it.each([
    ['all that was expected', { components: 3, coupled: 1 }, 'created', 0],
    ['more than that', { components: 9, coupled: 1 }, 'created', 0],
    ['fewer components', { components: 1, coupled: 1 }, 'partly', 2],
    ['the group alone', { components: 0, coupled: 0 }, 'partly', 4],
    ['what nobody has read', undefined, 'created', 0],
  ] as const)('is known for how much is missing: %s', (_, size, state, stepsLeft) => {
    const [found] = groupsOf(facts);
    const beside = found && besideNetwork(found, size);
    expect(beside).toMatchObject({ state, stepsLeft });
    expect(beside?.isUnread ?? false).toBe(size === undefined);
  });

  it('has the plan that completes it, though that makes only what hangs from it', () => {
    const plan = planProgress({ id: 'p', about: { kind: 'roll-forward', audit: 'h-2024' } });
    const made = { audit: 'm-2025', creation: null, audits: [], isShared: false, counts: plan.counts, plan };
    expect(groupsOf({ ...facts, parts: [made] })).toMatchObject([{ id: 'a', plan: { id: 'p' } }]);
  });
});
