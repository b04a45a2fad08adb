import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox } from '../../src/sandbox/app.ts';
import { readFixture } from '../../src/sandbox/fixture/fixture.ts';
import { connection } from '../../torture/engine.ts';
import { firm } from '../../torture/firm.ts';
import { type MortalEngine, startMortal } from '../../torture/mortal-engine.ts';
import { seeded } from '../../torture/random.ts';
import { createSimulatedTime } from '../../torture/simulated-time.ts';
import { createTraffic, type Entry } from '../../torture/traffic.ts';
import { createWire, type WireFault } from '../../torture/wire.ts';
import type { Figure, Measurement } from '../measurement.ts';
import { audits } from './plans.ts';
import { carryOut } from './simulated-plan.ts';

/** How few requests are made: tokens for many callers at once, looks at an audit that opens, repetitions when the service fails. */
export const economy: Figure = async () => [
  await coldCallers(),
  ...(await Promise.all([3, 60, 600].map(looks))),
  await amplification(),
];

async function coldCallers(): Promise<Measurement> {
  const entries = await withEngine(
    (engine) =>
      Promise.all(Array.from({ length: 200 }, () => engine.services.of(connection).call('roles.list', {}))),
    () => ({ kind: 'none' }),
  );
  const tokens = entries.filter(({ tier }) => tier === 'token').length;
  return { figure: 'token calls for 200 cold callers', value: String(tokens), beside: 'goal 1' };
}

async function looks(seconds: number): Promise<Measurement> {
  const [create] = audits(1);
  if (create === undefined) throw new Error('There is no step.');
  const opened = {
    key: 'open',
    after: [],
    subject: '',
    task: { kind: 'awaitOpen', audit: 'audit 1' },
  } as const;
  const { entries } = await carryOut({ steps: [create, opened], initialisationSeconds: seconds });
  const made = entries.filter(({ method, path }) => method === 'GET' && path.includes('/audits/')).length;
  // No fewer looks find it as soon, relative to its age: each pause half as long again, 30 s at most.
  let [least, at] = [0, 0];
  while (at < seconds) {
    at += Math.min(1 * 1.5 ** least, 30);
    least += 1;
  }
  return {
    figure: `looks at an audit that opens after ${String(seconds)} s`,
    value: String(made),
    beside: `goal ≤ 1.5 × the least, which is ${String(least)}`,
  };
}

async function amplification(): Promise<Measurement> {
  let left = 100;
  const calls = 100;
  const entries = await withEngine(
    async (engine) => {
      const service = engine.services.of(connection);
      await service.call('roles.list', {});
      await Promise.all(Array.from({ length: calls }, () => service.call('clients.list', {})));
    },
    (entry) => {
      if (!entry.path.includes('client-organisations') || left === 0) return { kind: 'none' };
      left -= 1;
      const answer = { status: 500, headers: { 'Content-Type': 'application/json' }, body: '{}' };
      return { kind: 'instead', carriedOut: false, answer };
    },
  );
  const sent = entries.filter(({ path }) => path.includes('client-organisations')).length;
  return {
    figure: 'requests sent for each one needed, in a burst of 100 × 500',
    value: (sent / calls).toFixed(2),
    beside: 'goal ≤ 1.2',
  };
}

async function withEngine(
  work: (engine: MortalEngine) => Promise<unknown>,
  faultOf: (entry: Entry) => WireFault,
): Promise<readonly Entry[]> {
  const time = createSimulatedTime();
  const start = time.clock.wall();
  const fixture = readFixture(firm());
  if (!fixture.ok) throw new Error(fixture.faults.join('\n'));
  const sandbox = await createSandbox({ fixture: fixture.value, machineTime: () => start + time.now() });
  const folder = mkdtempSync(join(tmpdir(), 'audit-desk-bench-'));
  const traffic = createTraffic();
  const wire = createWire({ time, answer: sandbox.answer, traffic, latency: () => 50, faultOf });
  const engine = startMortal(time, wire, { random: seeded(1), path: join(folder, 'journal.db') });
  await time.until(work(engine));
  engine.kill();
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
  return traffic.entries;
}
