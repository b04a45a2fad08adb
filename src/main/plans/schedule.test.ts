import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDesk } from '../../sandbox/testing/desk.ts';
import { creation } from '../../sandbox/testing/two-firms.ts';
import type { Plan, PlanTurn } from '../../shared/plan.ts';
import { createFakeClock } from '../testing/clock.ts';
import { auditStep, openPlanDesk, step } from '../testing/plan-desk.ts';
import { endOfDay } from './schedule.ts';

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
function audits(id: string, count: number, turn?: PlanTurn): Plan {
  const steps = Array.from({ length: count }, (_, index) => auditStep({ ...creation, id: `${id}-${index}` }));
  return { id, connection: 'c', title: id, steps, ...(turn === undefined ? {} : { turn }) };
}

/** A plan that creates an audit, and so many others when that is open. */
function group(id: string, count: number, turn: PlanTurn): Plan {
  const inGroup = Array.from({ length: count }, (_, index) =>
    auditStep({ ...creation, id: `${id}-${index}` }, ['open']),
  );
  const opening = step('open', { kind: 'awaitOpen', audit: { fromStep: id } }, []);
  const steps = [auditStep({ ...creation, id }), opening, ...inGroup];
  return { id, connection: 'c', title: id, turn, steps };
}

const due = (deadline: string | null, priority = 0): PlanTurn => ({ deadline, priority });

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
    expect(plans.schedule({ id: 'june', turn: due('2099-06-30', 1) })).toMatchObject({
      value: { id: 'june', turn: { deadline: '2099-06-30', priority: 1 } },
    });
    await pass(4 * minute);
    expect(orderOf(requests)).toBe('march 5, june 8, march 3');
    expect(plans.schedule({ id: 'nobody', turn: due(null) })).toMatchObject({
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

  test('a later deadline waits while an earlier one waits for an audit to open, but not for ever', async () => {
    const { plans, pass, requests, desk, steps } = await open();
    const march: Plan = {
      id: 'march',
      connection: 'c',
      title: 'march',
      turn: due('2099-03-31'),
      steps: [
        auditStep({ ...creation, id: 'first' }),
        step('open', { kind: 'awaitOpen', audit: { fromStep: 'first' } }, []),
        auditStep({ ...creation, id: 'second' }, ['open']),
      ],
    };
    plans.submit(march);
    plans.submit(audits('june', 2, due('2099-06-30')));
    await pass(1_000);
    await desk.control('POST', '/audits/north/first/', { status: 'initializing' });
    await pass(5 * minute);
    expect(orderOf(requests)).toBe('march 1');
    await pass(8 * minute);
    expect(orderOf(requests)).toBe('march 1, june 2');
    await desk.control('POST', '/audits/north/first/', { status: 'open' });
    await pass(5 * minute, () => steps('march').every(({ state }) => state === 'done'));
    expect(orderOf(requests)).toBe('march 1, june 2, march 1');
  });

  test('the audit of the last group before a later deadline is created first, so that no place stays free while it opens', async () => {
    const { plans, pass, requests } = await open();
    plans.submit(audits('june', 6, due('2099-06-30')));
    plans.submit(audits('march', 8, due('2099-03-31')));
    plans.submit(group('march too', 11, due('2099-03-31')));
    await pass(8 * minute);
    // Five leave as they come; of those that wait for a place, the audit is the first.
    expect(orderOf(requests)).toBe('march 5, march too 1, march 3, march too 11, june 6');
  });

  test('deadlines and priorities outlive the process', async () => {
    const { plans, pass, kill, start, requests } = await open();
    plans.submit(audits('none', 12));
    plans.submit(audits('march', 8, due('2099-03-31')));
    plans.schedule({ id: 'none', turn: due(null, 2) });
    await pass(1_000);
    expect(orderOf(requests)).toBe('none 5');
    kill();
    const next = start();
    expect(next.plans.read('none')).toMatchObject({ value: { turn: { deadline: null, priority: 2 } } });
    expect(next.plans.read('march')).toMatchObject({ value: { turn: due('2099-03-31') } });
    await next.pass(6 * minute);
    expect(orderOf(next.requests)).toBe('none 7, march 8');
    next.plans.schedule({ id: 'none', turn: due(null) });
    expect(next.plans.read('none')).not.toHaveProperty('value.turn');
  });
});

describe('the forecast is made again: eight creations a day', () => {
  const hour = 60 * minute;

  /** How many hours from now a plan is ready. */
  async function season(theirs = 0) {
    const rig = await open();
    const limits = (daily: number) =>
      rig.desk.control('POST', '/firms/north/', { rate_limits: { lifecycle: { daily } } });
    await limits(10); // of which two are left for people
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
      const entry = rig.plans.calendar('c')?.entries.find((one) => one.id === id);
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

  test('others have used the quota: the service asks to wait', async () => {
    // Six of the ten are left: two of march leave with six of june a day later, and two of june another day later.
    const { hours } = await season(4);
    expect(hours('june')).toBe(48);
  });

  test('the limits change', async () => {
    const { hours, limits, read, later } = await season();
    await limits(5); // four for plans: four of june leave 24 hours after march, four another day later
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

test('a night in which the quota is used up opens no gate: the next day is the next plan’s', async () => {
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

test('a day ends as this computer’s calendar has it', () => {
  const end = new Date(endOfDay('2028-02-29'));
  expect([end.getMonth(), end.getDate(), end.getHours(), end.getMinutes()]).toEqual([1, 29, 23, 59]);
});
