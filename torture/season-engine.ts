import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox } from '../src/sandbox/app.ts';
import { readFixture } from '../src/sandbox/fixture/fixture.ts';
import type { Plan, Step } from '../src/shared/plan.ts';
import { connection } from './engine.ts';
import { firm } from './firm.ts';
import { startMortal } from './mortal-engine.ts';
import { seeded } from './random.ts';
import { createSimulatedTime } from './simulated-time.ts';
import { createTraffic, refusals, successes } from './traffic.ts';
import { createWire } from './wire.ts';

export interface EngineSeason {
  /** How many components each group has. */
  readonly components: readonly number[];
  /** The day on which each is due. */
  readonly deadlines: readonly string[];
  /** Hours after which the process is killed, and started again. */
  readonly deaths: readonly number[];
}

export interface EngineSeasonReport {
  readonly creations: number;
  readonly refusals: number;
  /** The groups in the order in which their plans ended. */
  readonly ended: readonly string[];
  readonly missed: readonly string[];
  /** Groups that were ready on the day that the forecast of the beginning named. */
  readonly onForecastDay: number;
}

const minute = 60_000;
const hour = 60 * minute;

/** Carries a season out with the engine as it is, against a sandbox that admits 40 creations a day, by a clock that jumps. */
export async function engineSeason(
  { components, deadlines, deaths }: EngineSeason,
  seed: number,
): Promise<EngineSeasonReport> {
  const random = seeded(seed);
  const time = createSimulatedTime();
  const start = time.clock.wall();
  const fixture = readFixture(firm({ limits: { lifecycle: { burst: 5, sustained: 20, daily: 40 } } }));
  if (!fixture.ok) throw new Error(fixture.faults.join('\n'));
  const sandbox = await createSandbox({ fixture: fixture.value, machineTime: () => start + time.now() });
  const folder = mkdtempSync(join(tmpdir(), 'audit-desk-season-'));
  const traffic = createTraffic();
  const latency = () => 10 + random() * 190;
  const wire = createWire({
    time,
    answer: sandbox.answer,
    traffic,
    latency,
    faultOf: () => ({ kind: 'none' }),
  });
  const open = () => startMortal(time, wire, { random, path: join(folder, 'journal.db') });
  let engine = open();
  const plans = components.map((count, index) =>
    groupPlan(`group ${String(index)}`, count, deadlines[index] ?? ''),
  );
  await time.until(engine.services.of(connection).all('clients.list', {}, { priority: 'bulk' })); // and the limits before it
  await time.pass(minute);
  for (const plan of plans.toReversed()) engine.plans.submit(plan);
  const forecast = new Map(engine.plans.forecast(connection)?.map(({ id, readyAt }) => [id, readyAt]));
  for (const death of deaths) {
    await time.pass(death * hour - time.now());
    engine.kill();
    await time.pass(minute);
    engine = open();
  }
  const ended = new Map<string, number>();
  await time.until(
    Promise.all(
      plans.map(async ({ id }) => {
        await engine.plans.wait(id);
        const now = engine.plans.read(id);
        ended.set(id, now.ok ? Date.parse(now.value.endedAt ?? '') - start : Number.NaN);
      }),
    ),
  );
  engine.kill();
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
  const late = plans.filter(
    ({ id, scheduling }) =>
      !(start + (ended.get(id) ?? Number.NaN) < Date.parse(`${scheduling?.deadline ?? ''}T24:00`)),
  );
  return {
    creations: successes(traffic.entries, 'lifecycle'),
    refusals: refusals(traffic.entries),
    ended: [...ended].toSorted(([, a], [, b]) => a - b).map(([id]) => id),
    missed: late.map(({ id }) => id),
    onForecastDay: [...ended].filter(
      ([id, at]) => dayOf(start + at) === dayOf(start + (forecast.get(id) ?? Number.NaN)),
    ).length,
  };
}

function dayOf(moment: number): string {
  return new Date(moment).toDateString();
}

function groupPlan(id: string, count: number, deadline: string): Plan {
  const step = (key: string, task: Step['task'], after: readonly string[] = []): Step => ({
    key,
    after,
    subject: key,
    task,
  });
  const group = step('group', {
    kind: 'createAudit',
    creation: {
      id,
      name: id,
      work_package_id: 'wp',
      scoping_package_id: 'Small',
      client_organisation_id: 'group',
      legal_entity_id: 'group',
      period_start: '2026-01-01',
      period_end: '2026-12-31',
      language: 'nl',
      audit_type: 'consolidated',
    },
  });
  const inGroup = Array.from({ length: count }, (_, index) =>
    step(
      `component ${String(index)}`,
      {
        kind: 'createComponent',
        group: id,
        creation: { legal_entity_ids: ['north'], name: `${id}, ${String(index)}`, auditor_relation: 'self' },
      },
      ['open'],
    ),
  );
  const steps = [group, step('open', { kind: 'awaitOpen', audit: id }), ...inGroup];
  return { id, connection, title: id, scheduling: { deadline, priority: 0 }, steps };
}
