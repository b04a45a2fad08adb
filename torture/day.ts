import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { createSandbox } from '../src/sandbox/app.ts';
import { readFixture } from '../src/sandbox/fixture/fixture.ts';
import type { LimiterOptions } from '../src/sandbox/http/limits.ts';
import { connection } from './engine.ts';
import { firm } from './firm.ts';
import { startMortal } from './mortal-engine.ts';
import { seeded } from './random.ts';
import { planWithEnd } from './random-plan.ts';
import type { Part } from './seeded-parts.ts';
import { createSimulatedTime } from './simulated-time.ts';
import { createTraffic, refusals, successes } from './traffic.ts';
import { createWire } from './wire.ts';

/** How a service may count: windows that slide or that begin at whole multiples of their length, what it refuses counted or not. */
export const serverModes = {
  sliding: { windows: 'sliding', rejectedRequestsCount: false },
  'sliding, refused ones count': { windows: 'sliding', rejectedRequestsCount: true },
  fixed: { windows: 'fixed', rejectedRequestsCount: false },
  'fixed, refused ones count': { windows: 'fixed', rejectedRequestsCount: true },
} as const satisfies Readonly<Record<string, LimiterOptions>>;
export type ServerMode = keyof typeof serverModes;

export interface DayReport {
  readonly requests: number;
  readonly refusals: number;
  /** Creations and deletions that were carried out. */
  readonly lifecycle: number;
  readonly restarts: number;
}

const minute = 60_000;
const stepsOfAPlan = 40;

/** So many hours of one client that nobody shares the quota with: plans without end, a person who looks, restarts, sleep, a clock set. */
export async function busyHours(mode: ServerMode, hours: number, seed: number): Promise<DayReport> {
  const random = seeded(seed);
  const time = createSimulatedTime();
  const began = time.clock.wall();
  const { windows, rejectedRequestsCount } = serverModes[mode];
  const fixture = readFixture(
    firm({ variants: { windows, rejected_requests_count: rejectedRequestsCount } }),
  );
  if (!fixture.ok) throw new Error(fixture.faults.join('\n'));
  const sandbox = await createSandbox({ fixture: fixture.value, machineTime: () => began + time.now() });
  const folder = mkdtempSync(join(tmpdir(), 'audit-desk-day-'));
  const traffic = createTraffic();
  const latency = () => random() * 2_000;
  const wire = createWire({
    time,
    answer: sandbox.answer,
    traffic,
    latency,
    faultOf: () => ({ kind: 'none' }),
  });
  const open = () => startMortal(time, wire, { random, path: join(folder, 'journal.db') });
  let engine = open();
  let alive = true;
  const isAlive = (): boolean => alive;
  let restarts = 0;

  const submitting = async (): Promise<void> => {
    for (let plan = 0; ; plan += 1) {
      const [made] = fc.sample(planWithEnd(connection, stepsOfAPlan), { seed: seed + plan, numRuns: 1 });
      if (made !== undefined && alive) engine.plans.submit(renamed(made.plan, `day ${String(plan)}`));
      await time.pause(20 * minute);
    }
  };
  const looking = async (): Promise<void> => {
    for (;;) {
      await time.pause(random() * 3 * minute);
      if (!alive) continue;
      const service = engine.services.of(connection);
      if (random() < 0.5) void service.all('audits.list', {});
      else void service.all('users.list', { path: { audit_id: 'nothing' } });
    }
  };
  const dying = async (): Promise<void> => {
    for (;;) {
      await time.pause(random() * 180 * minute);
      engine.kill();
      alive = false;
      await time.pause(2_000 + random() * 5 * minute); // what it had sent has come through by then
      engine = open();
      alive = true;
      restarts += 1;
    }
  };
  const sleeping = async (): Promise<void> => {
    for (;;) {
      await time.pause(random() * 480 * minute);
      while (!isAlive()) await time.pause(minute);
      const asleep = random() * 120 * minute;
      time.sleep(asleep);
      engine.services.resumed(asleep);
      await time.pause(random() * 60 * minute);
      // While nothing runs that could notice it, a clock that is set looks like time that has passed.
      while (!isAlive()) await time.pause(minute);
      time.setWall((random() - 0.5) * 120 * minute);
    }
  };
  for (const life of [submitting, looking, dying, sleeping]) void life();
  while (time.now() < hours * 60 * minute) await time.pass(minute);
  if (alive) engine.kill();
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
  return {
    requests: traffic.entries.length,
    refusals: refusals(traffic.entries),
    lifecycle: successes(traffic.entries, 'lifecycle'),
    restarts,
  };
}

type Plan = Parameters<ReturnType<typeof startMortal>['plans']['submit']>[0];

/** The same plan about other things: every id that it chooses has the name in it. */
function renamed(plan: Plan, name: string): Plan {
  const text = JSON.stringify({ ...plan, id: name });
  // Ids of audits and clients are `audit 3?` and `client 3/é` (random-plan.ts).
  return JSON.parse(text.replaceAll(/"(audit|client) (\d+[?/])/g, `"$1 ${name} $2`)) as Plan; // its shape is as it was
}

/** 24 hours in each way of counting: not one request is refused for the quota (R3). */
export const tortureDay: Part = async ({ seed, runs = 1, say }) => {
  let faults = 0;
  for (let run = 0; run < runs; run += 1)
    for (const mode of [
      'sliding',
      'sliding, refused ones count',
      'fixed',
      'fixed, refused ones count',
    ] as const) {
      const report = await busyHours(mode, 24, seed + run);
      faults += report.refusals;
      say(
        `seed ${String(seed + run)}, ${mode}: ${String(report.requests)} requests, ${String(report.lifecycle)} creations and ` +
          `deletions, ${String(report.restarts)} restarts, ${String(report.refusals)} refused`,
      );
    }
  return faults;
};
