import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDesk } from '../../sandbox/testing/desk.ts';
import { creation } from '../../sandbox/testing/two-firms.ts';
import type { Limits, Tier } from '../../shared/model/tiers.ts';
import type { Plan, Scheduling } from '../../shared/plan.ts';
import type { EstimatedTask } from '../../shared/rules/plans/request-estimate.ts';
import { createSlotLog } from '../api/quota.ts';
import type { Outlook } from '../api/timetable.ts';
import { createFakeClock } from '../testing/clock.ts';
import { auditStep, openPlanDesk, step } from '../testing/plan-desk.ts';
import { forecastOf } from './schedule.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'schedule-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const minute = 60_000;

/** A firm that may create five audits a minute. */
async function open() {
  const clock = createFakeClock();
  const desk = openDesk(undefined, { machineTime: clock.wall });
  await desk.control('POST', '/firms/north/', { credits: 1_000, rate_limits: { lifecycle: { burst: 5 } } });
  const start = () => openPlanDesk(desk, { clock, path: join(folder, 'journal.db') });
  return { ...start(), start, clock };
}

/** A plan that creates so many audits. */
function audits(id: string, count: number, scheduling?: Scheduling): Plan {
  const steps = Array.from({ length: count }, (_, index) => auditStep({ ...creation, id: `${id}-${index}` }));
  return { id, connection: 'c', title: id, steps, ...(scheduling === undefined ? {} : { scheduling }) };
}

/** A plan that creates an audit, and so many others when that is open. */
function group(id: string, count: number, scheduling: Scheduling): Plan {
  const inGroup = Array.from({ length: count }, (_, index) =>
    auditStep({ ...creation, id: `${id}-${index}` }, ['open']),
  );
  const opening = step('open', { kind: 'awaitOpen', audit: { fromStep: id } }, []);
  const steps = [auditStep({ ...creation, id }), opening, ...inGroup];
  return { id, connection: 'c', title: id, scheduling, steps };
}

const due = (deadline: string | null, priority = 0): Scheduling => ({ deadline, priority });

/** How many audits of each plan were created, in the order in which that came about. */
function orderOf(requests: Awaited<ReturnType<typeof open>>['requests']): string {
  const created = requests.flatMap(({ operation, plan, status }) =>
    operation === 'audits.create' && status === 201 ? [plan ?? ''] : [],
  );
  const runs = created.reduce<{ plan: string; count: number }[]>((all, plan) => {
    const last = all.at(-1);
    if (last?.plan === plan) last.count += 1;
    else all.push({ plan, count: 1 });
    return all;
  }, []);
  return runs.map(({ plan, count }) => `${plan} ${count}`).join(', ');
}

describe('five creations a minute', () => {
  test('the plan with the earliest deadline gets them, whenever it was submitted; what has none comes last', async () => {
    const { plans, pass, requests } = await open();
    plans.submit(audits('none', 6));
    plans.submit(audits('june', 6, due('2099-06-30')));
    plans.submit(audits('march', 6, due('2099-03-31')));
    await pass(4 * minute);
    expect(orderOf(requests)).toBe('march 6, june 6, none 6');
  });

  test('a priority by hand goes before any deadline, also while plans already wait', async () => {
    const { plans, pass, requests } = await open();
    plans.submit(audits('march', 8, due('2099-03-31')));
    plans.submit(audits('june', 8, due('2099-06-30')));
    await pass(1_000);
    expect(plans.schedule({ id: 'june', scheduling: due('2099-06-30', 1) })).toMatchObject({
      value: { id: 'june', scheduling: { deadline: '2099-06-30', priority: 1 } },
    });
    await pass(4 * minute);
    expect(orderOf(requests)).toBe('march 5, june 8, march 3');
    expect(plans.schedule({ id: 'nobody', scheduling: due(null) })).toMatchObject({
      error: { code: 'not-found-here' },
    });
  });

  test('a small plan without a deadline is what a person waits for, and goes before all', async () => {
    const { plans, pass, requests } = await open();
    plans.submit(audits('march', 12, due('2099-03-31')));
    await pass(1_000);
    plans.submit(audits('person', 2));
    await pass(4 * minute);
    expect(orderOf(requests)).toBe('march 5, person 2, march 7');
  });

  test('a small plan with a deadline is one of the season', async () => {
    const { plans, pass, requests } = await open();
    plans.submit(audits('march', 12, due('2099-03-31')));
    plans.submit(audits('june', 2, due('2099-06-30')));
    await pass(4 * minute);
    expect(orderOf(requests)).toBe('march 12, june 2');
  });

  test('a plan that rests holds nobody up; resumed, it is first again', async () => {
    const { plans, pass, requests } = await open();
    plans.submit(audits('march', 8, due('2099-03-31')));
    plans.submit(audits('june', 8, due('2099-06-30')));
    await pass(1_000);
    plans.pause('march');
    await pass(minute);
    plans.resume('march');
    await pass(4 * minute);
    expect(orderOf(requests)).toBe('march 5, june 5, march 3, june 3');
  });

  test('a later deadline waits while an earlier one waits for an audit to open, but no longer than a minute', async () => {
    const { plans, pass, requests, desk, steps } = await open();
    plans.submit(group('march', 2, due('2099-03-31')));
    plans.submit(audits('june', 2, due('2099-06-30')));
    await pass(1_000);
    await desk.control('POST', '/audits/north/march/', { status: 'initializing' });
    await pass(minute / 2);
    expect(orderOf(requests)).toBe('march 1');
    await pass(2 * minute);
    expect(orderOf(requests)).toBe('march 1, june 2');
    await desk.control('POST', '/audits/north/march/', { status: 'open' });
    await pass(5 * minute, () => steps('march').every(({ state }) => state === 'done'));
    expect(orderOf(requests)).toBe('march 1, june 2, march 2');
  });

  test('deadlines and priorities outlive the process', async () => {
    const { plans, pass, kill, start, requests } = await open();
    plans.submit(audits('none', 12));
    plans.submit(audits('march', 8, due('2099-03-31')));
    plans.schedule({ id: 'none', scheduling: due(null, 2) });
    await pass(1_000);
    expect(orderOf(requests)).toBe('none 5');
    kill();
    const next = start();
    expect(next.plans.read('none')).toMatchObject({ value: { scheduling: { deadline: null, priority: 2 } } });
    expect(next.plans.read('march')).toMatchObject({ value: { scheduling: due('2099-03-31') } });
    await next.pass(6 * minute);
    expect(orderOf(next.requests)).toBe('none 7, march 8');
    next.plans.schedule({ id: 'none', scheduling: due(null) });
    expect(next.plans.read('none')).not.toHaveProperty('value.scheduling');
  });
});

describe('the forecast is made again: ten creations a day', () => {
  const hour = 60 * minute;

  /** How many hours from now a plan is ready. */
  async function season(theirs = 0) {
    const rig = await open();
    const limits = (daily: number) =>
      rig.desk.control('POST', '/firms/north/', { rate_limits: { lifecycle: { daily } } });
    await limits(10);
    const read = async () => {
      void rig.services.of('c').call('roles.list', {}); // the limits before it, after an hour of use
      await rig.pass(1_000);
    };
    await read();
    for (let one = 0; one < theirs; one += 1)
      await rig.desk.post('/audits/', { ...creation, id: `theirs ${one}` });
    rig.plans.submit(audits('march', 8, due('2099-03-31')));
    rig.plans.submit(audits('june', 8, due('2099-06-30')));
    await rig.pass(minute);
    const hours = (id: string): number | undefined => {
      const entry = rig.plans.forecast('c')?.find((one) => one.id === id);
      return entry === undefined ? undefined : Math.round((entry.readyAt - rig.time.now()) / hour);
    };
    const later = async (count: number) => {
      for (let passed = 0; passed < count; passed += 1) {
        await rig.clock.advance(hour);
        await rig.settle();
      }
    };
    return { ...rig, limits, read, hours, later };
  }

  test('as it is, and a day on', async () => {
    const { hours, later } = await season();
    expect([hours('march'), hours('june')]).toEqual([undefined, 24]); // all of the first have left
    await later(12);
    expect(hours('june')).toBe(12);
    await later(13);
    expect(hours('june')).toBeUndefined(); // it is done
  });

  // Of ten a day others have used these: what is left of sixteen leaves a day later, ten at most, and the rest another day later.
  test.each([
    [4, 24],
    [5, 48],
  ])('others have used %i of the quota: the service asks to wait', async (theirs, ready) => {
    const { hours, later } = await season(theirs);
    expect(hours('june')).toBe(ready);
    await later(ready - 1);
    expect(hours('june')).toBe(1);
    await later(2);
    expect(hours('june')).toBeUndefined(); // it is done
  });

  test('the limits change', async () => {
    const { hours, limits, read, later } = await season();
    await limits(5); // two of june have left: five leave 24 hours after march, one another day later
    await later(2);
    await read();
    expect(hours('june')).toBe(46);
    await limits(100);
    await later(2);
    await read();
    expect(hours('june')).toBeUndefined(); // all could leave
  });

  test('a plan rests: what is behind it takes its place, until it goes on', async () => {
    const { hours, plans, pass } = await season();
    plans.submit(audits('july', 8, due('2099-07-31')));
    await pass(minute);
    expect([hours('june'), hours('july')]).toEqual([24, 48]);
    plans.pause('june');
    expect([hours('june'), hours('july')]).toEqual([undefined, 24]);
    plans.resume('june');
    expect([hours('june'), hours('july')]).toEqual([24, 48]);
  });
});

test('a night in which the quota is used up lets no later deadline go ahead: the next day is the next plan’s', async () => {
  const { plans, clock, desk, settle, requests, services, pass } = await open();
  await desk.control('POST', '/firms/north/', { rate_limits: { lifecycle: { daily: 10 } } });
  void services.of('c').call('roles.list', {}); // the limits before it
  await pass(1_000);
  plans.submit(group('march', 9, due('2099-03-31')));
  plans.submit(group('june', 9, due('2099-06-30')));
  plans.submit(group('july', 9, due('2099-07-31')));
  await pass(minute);
  expect(orderOf(requests)).toBe('march 10');
  for (let hours = 0; hours < 24; hours += 1) {
    await clock.advance(60 * minute);
    await settle();
  }
  await pass(minute);
  expect(orderOf(requests)).toBe('march 10, june 10');
});

describe('a forecast: two creations a minute', () => {
  /** By limits of creations, from moment 0 on; an audit opens after half a minute. */
  const outlook = (limits: Limits): Outlook => ({
    now: 0,
    forecast: (tier: Tier) => createSlotLog().forecast(tier === 'lifecycle' ? limits : {}, 0),
    initialisingSeconds: 30,
  });

  /** An audit, its opening, and components in it. */
  function tasks(components: number): readonly EstimatedTask[] {
    const audit: EstimatedTask = { needs: [], tier: 'lifecycle', listing: null, waits: false };
    const opening: EstimatedTask = { ...audit, needs: [0], tier: null, waits: true };
    const component: EstimatedTask = { ...audit, needs: [1], listing: 'group' };
    return [audit, opening, ...Array.from({ length: components }, () => component)];
  }
  const plan = (id: string, components: number, deadline: string | null, priority = 0) => ({
    id,
    tasks: tasks(components),
    deadline,
    priority,
  });
  const readyAt = (plans: Parameters<typeof forecastOf>[0], limits: Limits = { burst: 2 }) =>
    Object.fromEntries(forecastOf(plans, outlook(limits)).map((entry) => [entry.id, entry.readyAt / minute]));

  const groups = [plan('b', 2, '2026-06-30'), plan('a', 2, '2026-03-31')];

  test('the earlier deadline gets the quota first, and keeps it while its audit opens', () => {
    // a: audit at 0, one component at 0.5 and one at 1. b: audit at 1.5, components at 2 and 2.5.
    expect(readyAt(groups)).toEqual({ a: 1, b: 2.5 });
    expect(forecastOf(groups, outlook({})).map(({ id }) => id)).toEqual(['a', 'b']);
  });

  test('an audit that takes longer than a minute to open holds nobody up', () => {
    const slow = { ...outlook({ burst: 2 }), initialisingSeconds: 120 };
    expect(forecastOf(groups, slow).map(({ readyAt: at }) => at / minute)).toEqual([2, 3]);
  });

  test('plans of one day share the quota', () => {
    const [, a] = groups;
    if (a === undefined) throw new Error('There are two.');
    expect(readyAt([a, { ...a, id: 'b' }])).toEqual({ a: 1, b: 2 });
  });

  test('what is never done is said to be never done: a limit of none, a step that needs a person', () => {
    expect(readyAt([plan('a', 3, null)], { burst: 0 })).toEqual({ a: Infinity });
    const unclear: EstimatedTask = { needs: [0], tier: null, listing: null, waits: false };
    expect(readyAt([{ ...plan('a', 0, null), tasks: [unclear] }])).toEqual({ a: Infinity });
  });

  test('a plan without tasks is ready now', () => {
    expect(forecastOf([{ ...plan('a', 0, null), tasks: [] }], outlook({}))).toEqual([
      { id: 'a', readyAt: 0, goesFirst: false },
    ]);
  });
});
