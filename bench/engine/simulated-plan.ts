import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox } from '../../src/sandbox/app.ts';
import { readFixture } from '../../src/sandbox/fixture/fixture.ts';
import type { Step } from '../../src/shared/plan.ts';
import { type ServerMode, serverModes } from '../../torture/day.ts';
import { connection } from '../../torture/engine.ts';
import { account, firm } from '../../torture/firm.ts';
import { startMortal } from '../../torture/mortal-engine.ts';
import { seeded } from '../../torture/random.ts';
import { createSimulatedTime } from '../../torture/simulated-time.ts';
import { createTraffic, type Entry, refusals } from '../../torture/traffic.ts';
import { createWire, type WireFault } from '../../torture/wire.ts';

export interface SimulatedPlan {
  readonly steps: readonly Step[];
  readonly mode?: ServerMode;
  readonly headroom?: number;
  readonly initialisationSeconds?: number;
  /** Seconds between calls that somebody else of the firm makes to the lifecycle tier; none unless told. */
  readonly foreignEvery?: number;
  readonly faultOf?: (entry: Entry) => WireFault;
}

export interface SimulatedResult {
  readonly done: number;
  /** Seconds until the last step was done. */
  readonly seconds: number;
  readonly refusals: number;
  readonly foreign: { readonly made: number; readonly accepted: number };
  readonly entries: readonly Entry[];
}

/** Carries a plan out with the engine as it is, against the sandbox, by a clock that jumps; 10 to 200 ms each way. */
export async function carryOut(given: SimulatedPlan): Promise<SimulatedResult> {
  const random = seeded(1);
  const time = createSimulatedTime();
  const start = time.clock.wall();
  const { windows, rejectedRequestsCount } = serverModes[given.mode ?? 'sliding'];
  const fixture = readFixture(
    firm({ variants: { windows, rejected_requests_count: rejectedRequestsCount } }),
  );
  if (!fixture.ok) throw new Error(fixture.faults.join('\n'));
  const sandbox = await createSandbox({
    fixture: fixture.value,
    initialisationSeconds: given.initialisationSeconds ?? 3,
    machineTime: () => start + time.now(),
  });
  const folder = mkdtempSync(join(tmpdir(), 'audit-desk-bench-'));
  const traffic = createTraffic();
  const wire = createWire({
    time,
    answer: sandbox.answer,
    traffic,
    latency: () => 10 + random() * 190,
    faultOf: given.faultOf ?? (() => ({ kind: 'none' })),
  });
  const foreign = { made: 0, accepted: 0 };
  const engine = startMortal(time, wire, {
    random,
    path: join(folder, 'journal.db'),
    headroom: given.headroom ?? 1,
  });
  const end = new AbortController();
  const somebodyElse = async (every: number): Promise<void> => {
    const own = createWire({
      time,
      answer: sandbox.answer,
      traffic: createTraffic(),
      latency: () => 50,
      faultOf: () => ({ kind: 'none' }),
    });
    const token = await own('http://127.0.0.1:4000/api/v1/oauth/token/', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: `grant_type=client_credentials&client_id=${account.id}&client_secret=${encodeURIComponent(account.secret)}`,
    });
    const { access_token: text } = (await token.json()) as { readonly access_token: string }; // the sandbox's answer
    while (!end.signal.aborted) {
      await time.pause(every * 1_000);
      foreign.made += 1;
      const answer = await own('http://127.0.0.1:4000/api/v1/audits/nothing/', {
        method: 'DELETE',
        headers: { Authorization: `Bearer ${text}` },
      });
      if (answer.status !== 429) foreign.accepted += 1;
    }
  };
  if (given.foreignEvery !== undefined) void somebodyElse(given.foreignEvery);
  engine.plans.submit({ id: 'plan', connection, title: 'Figure', steps: given.steps });
  const ended = await time.until(engine.plans.wait('plan'));
  end.abort();
  const seconds = time.now() / 1_000;
  engine.kill();
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
  const done = ended.ok ? (ended.value.counts.done ?? 0) : 0;
  const { entries } = traffic;
  return { done, seconds, refusals: refusals(entries), foreign, entries };
}
