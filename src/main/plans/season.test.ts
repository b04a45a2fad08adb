import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDesk } from '../../sandbox/testing/desk.ts';
import { creation } from '../../sandbox/testing/two-firms.ts';
import type { BridgeOutput } from '../../shared/bridge.ts';
import type { Reply } from '../../shared/error.ts';
import type { SeasonChange, SeasonEntry } from '../../shared/model/season.ts';
import type { ExpectedGroup } from '../../shared/operations/season.ts';
import type { PlanProgress, Scheduling } from '../../shared/plan.ts';
import { connect, openApp } from '../testing/app.ts';
import { createFakeClock } from '../testing/clock.ts';

// The deadlines of groups reach the plans that create them, with no window open.

let folder = '';
const apps: { readonly close: () => Promise<void> }[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'season-'));
});
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
  rmSync(folder, { recursive: true });
});

async function open() {
  const clock = createFakeClock();
  const desk = openDesk(undefined, { machineTime: clock.wall });
  await desk.control('POST', '/firms/north/', { credits: 1_000 });
  const app = openApp(folder, desk, clock);
  apps.push(app);
  const connection = await connect(app.call);
  const submit = (id: string, name: string, scheduling?: Scheduling) =>
    app.call('plans.submit', {
      id,
      connection,
      title: name,
      ...(scheduling === undefined ? {} : { scheduling }),
      steps: [
        {
          key: 'audit',
          after: [],
          subject: name,
          task: { kind: 'createAudit', creation: { ...creation, id, name } },
        },
        {
          key: 'open',
          after: ['audit'],
          subject: name,
          task: { kind: 'awaitOpen', audit: { fromStep: 'audit' } },
        },
      ],
    });
  const schedulingOf = async (id: string): Promise<Scheduling | null> => {
    const reply = (await app.call('plans.read', { id })) as Reply<PlanProgress>;
    return reply.ok ? (reply.value.scheduling ?? null) : null;
  };
  const group = (name: string, day: string | null, priority = 0): SeasonEntry => ({
    id: `${connection} ${name}`,
    connection,
    name,
    client: creation.client_organisation_id,
    predecessor: null,
    successor: null,
    deadline: day === null ? null : { day, from: 'typed' },
    priority,
    components: 0,
    coupled: 0,
  });
  return { ...app, connection, submit, schedulingOf, group, pass: () => clock.advance(500) };
}

test('a plan that is begun gets the deadline and the priority of its group', async () => {
  const { call, submit, schedulingOf, group, pass } = await open();
  await call('items.save', { season: [group('Harbour', '2026-03-31', 2), group('Mill', '2026-02-28')] });
  expect(await submit('harbour', 'Harbour')).toMatchObject({ ok: true, value: { state: 'running' } });
  expect(await schedulingOf('harbour')).toBeNull();
  await pass();
  await expect.poll(() => schedulingOf('harbour')).toEqual({ deadline: '2026-03-31', priority: 2 });
});

test('a plan that goes on gets the deadline of a group that is expected later, and keeps one that it has', async () => {
  const { call, submit, schedulingOf, group, pass } = await open();
  const own = { deadline: '2026-01-31', priority: 1 };
  await submit('harbour', 'Harbour');
  await submit('mill', 'Mill', own);
  await submit('lock', 'Lock');
  await pass();
  await call('items.save', {
    season: [
      group('Harbour', '2026-03-31'),
      group('Mill', '2026-03-31'),
      group('Lock', null), // of which nothing is to be said
    ],
  });
  await pass();
  await expect.poll(() => schedulingOf('harbour')).toEqual({ deadline: '2026-03-31', priority: 0 });
  expect(await schedulingOf('mill')).toEqual(own);
  expect(await schedulingOf('lock')).toBeNull();
});

test('what a person changes of groups, their plans have as well', async () => {
  const { call, connection, submit, schedulingOf, group, pass } = await open();
  const change = (...changes: readonly SeasonChange[]) => call('season.change', { connection, changes });
  const day = (of: string) => ({ day: of, from: 'typed' as const });
  await call('items.save', { season: [group('Harbour', '2026-03-31'), group('Mill', '2026-03-31')] });
  await submit('harbour', 'Harbour');
  await submit('lock', 'Lock'); // of which nothing is expected: it is named by its plan
  await pass();
  await expect.poll(() => schedulingOf('harbour')).toEqual({ deadline: '2026-03-31', priority: 0 });
  expect(
    await change(
      { id: `${connection} Harbour`, deadline: day('2026-05-31') },
      { id: `${connection} Mill`, priority: 4 },
      { id: 'lock', deadline: day('2026-04-30'), priority: 1 },
      { id: 'nobody', priority: 9 },
    ),
  ).toEqual({ ok: true, value: null });
  expect(await schedulingOf('harbour')).toEqual({ deadline: '2026-05-31', priority: 0 });
  expect(await schedulingOf('lock')).toEqual({ deadline: '2026-04-30', priority: 1 });
  expect(await call('items.list', { of: 'season', connection })).toMatchObject({
    value: {
      season: [
        { deadline: { day: '2026-05-31' }, priority: 0 },
        { deadline: { day: '2026-03-31' }, priority: 4 },
      ],
    },
  });
  await change({ id: `${connection} Harbour`, priority: -2 }); // another window, which knows nothing of the new deadline
  expect(await schedulingOf('harbour')).toEqual({ deadline: '2026-05-31', priority: -2 });
});

test('a plan of two groups is due with the first of them, though two windows change one each at once', async () => {
  const { call, connection, group, schedulingOf } = await open();
  const change = (name: string, day: string) =>
    call('season.change', {
      connection,
      changes: [{ id: `${connection} ${name}`, deadline: { day, from: 'typed' } }],
    });
  await call('items.save', { season: [group('Harbour', '2026-01-31'), group('Mill', '2026-01-31')] });
  await call('plans.submit', {
    id: 'both',
    connection,
    title: 'Harbour, Mill',
    scheduling: { deadline: '2026-01-31', priority: 0 },
    steps: ['Harbour', 'Mill'].map((name) => ({
      key: name,
      after: [],
      subject: name,
      task: { kind: 'createAudit', creation: { ...creation, id: name, name, audit_type: 'consolidated' } },
    })),
  });
  await Promise.all([change('Harbour', '2026-06-30'), change('Mill', '2026-05-31')]);
  expect(await schedulingOf('both')).toEqual({ deadline: '2026-05-31', priority: 0 });
});

test('a forecast has the groups that this computer expects, once no plan creates them; another question has its own instead', async () => {
  const { call, connection, submit, group } = await open();
  const forecast = async (instead: readonly ExpectedGroup[] | null) => {
    const reply = (await call('season.forecast', { connection, instead })) as Reply<
      BridgeOutput<'season.forecast'>
    >;
    return reply.ok ? (reply.value.entries?.map(({ id }) => id) ?? null) : reply.error;
  };
  const large = (name: string) => ({ ...group(name, null), components: 10_000 });
  expect(await forecast(null)).toEqual([]);
  await call('items.save', { season: [group('Harbour', '2026-03-31'), group('Mill', '2026-02-28')] });
  expect(await forecast(null)).toEqual([`${connection} Mill`, `${connection} Harbour`]);
  const other = { id: 'other', scheduling: { deadline: null, priority: 0 }, components: 1, coupled: 0 };
  expect(await forecast([other])).toEqual(['other']);
  await submit('mill', 'Mill');
  expect(await forecast(null)).toEqual(['mill', `${connection} Harbour`]);
  await call('items.save', { season: [large('Lock'), large('Weir'), large('Quay')] });
  expect(await forecast(null)).toBeNull();
});
