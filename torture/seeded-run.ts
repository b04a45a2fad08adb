import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { createSandbox } from '../src/sandbox/app.ts';
import { readFixture } from '../src/sandbox/fixture.ts';
import type { StepProgress } from '../src/shared/plan.ts';
import { tierOfTask } from '../src/shared/rules/plan.ts';
import { connection } from './engine.ts';
import { firm } from './firm.ts';
import { createLedger, type Entry, excess, refusals, successes } from './ledger.ts';
import { startMortal } from './mortal-engine.ts';
import { seeded } from './random.ts';
import { randomFault } from './random-fault.ts';
import { planWithEnd } from './random-plan.ts';
import { askBeside, stateOf } from './service-state.ts';
import { createSimulatedTime } from './simulated-time.ts';
import { createWire } from './wire.ts';

export interface RunOptions {
  readonly seed: number;
  readonly steps: number;
  /** The part of all requests that the wire does something to. */
  readonly faultRate: number;
  /** How often the process ends in the middle of it. */
  readonly deaths: number;
}

/** What a run came to; one without faults has none of them. */
export interface RunReport {
  readonly seed: number;
  readonly faults: readonly string[];
  readonly requests: number;
  readonly disturbed: number;
  readonly simulatedSeconds: number;
  /** How often somebody had to have the plan go on, or try again what had failed. */
  readonly interventions: number;
  readonly entries: readonly Entry[];
}

const mostInterventions = 200;
const longest = 2 * 86_400_000; // simulated milliseconds
const patience = 60_000; // milliseconds after which a person has a plan go on

/** A random plan over a random wire to a service that decides at random where it may, all of it by one seed. */
export async function seededRun({ seed, steps, faultRate, deaths }: RunOptions): Promise<RunReport> {
  const random = seeded(seed);
  const flip = (): boolean => random() < 0.5;
  const folder = mkdtempSync(join(tmpdir(), 'audit-desk-torture-'));
  const time = createSimulatedTime();
  const fixture = readFixture(
    firm({
      variants: {
        windows: flip() ? 'sliding' : 'fixed',
        rejected_requests_count: flip(),
        duplicate_id_status: flip() ? 409 : 400,
        state_conflict_status: flip() ? 409 : 400,
        bare_lists: flip(),
        extra_fields: flip(),
      },
    }),
  );
  if (!fixture.ok) throw new Error(fixture.faults.join('\n'));
  const began = time.clock.wall();
  const sandbox = createSandbox({
    fixture: fixture.value,
    control: true,
    initialisationSeconds: [0, 3, 20][Math.floor(random() * 3)] ?? 3,
    machineTime: () => began + time.now(),
  });
  const [made] = fc.sample(planWithEnd(connection, steps), { seed, numRuns: 1 });
  if (made === undefined) throw new Error('There is no plan.');
  const { plan, end } = made;
  const ledger = createLedger();
  const wire = createWire({
    time,
    answer: sandbox.answer,
    ledger,
    latency: () => 5 + random() * 100,
    faultOf: (entry) => randomFault(random, faultRate, entry, deaths > 0),
  });

  let interventions = 0;
  const faults: string[] = [];
  const open = () => startMortal(time, wire, { random, path: join(folder, 'journal.db') });

  let engine = open();
  const stepsNow = (): readonly StepProgress[] => {
    const all: StepProgress[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = engine.plans.steps({ id: plan.id, cursor });
      if (!page.ok) throw new Error(page.error.code);
      all.push(...page.value.results);
      cursor = page.value.cursor;
    }
    return all;
  };

  const carryOut = async (): Promise<void> => {
    let left = deaths;
    engine.plans.submit(plan);
    for (;;) {
      const lives = left > 0 ? time.pause(random() * 300_000).then(() => null) : new Promise<null>(() => {});
      const reply = await Promise.race([engine.plans.wait(plan.id), lives]);
      if (reply === null) {
        left -= 1;
        engine.kill();
        faults.push(...engine.complaints.map((complaint) => `complaint: ${complaint}`));
        await time.pause(random() * 10_000);
        engine = open();
        continue;
      }
      if (!reply.ok) throw new Error(reply.error.code);
      const { state, pause, counts } = reply.value;
      if (state === 'ended' && counts.done === steps) return;
      interventions += 1;
      if (interventions > mostInterventions) throw new Error(`It does not end: ${JSON.stringify(pause)}`);
      const unclear = stepsNow().filter((step) => step.state === 'unclear');
      if (unclear.length > 0) throw new Error(`unclear: ${JSON.stringify(unclear)}`);
      await time.pause(patience);
      const goOn = state === 'paused' ? engine.plans.resume(plan.id) : engine.plans.retry(plan.id);
      if (!goOn.ok) throw new Error(goOn.error.code);
    }
  };

  try {
    const tooLong = time.pause(longest).then(() => {
      throw new Error(`it takes too long: ${JSON.stringify(engine.plans.read(plan.id))}`);
    });
    await time.until(Promise.race([carryOut(), tooLong]));
  } catch (thrown) {
    faults.push(`it broke off: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  }
  const simulatedSeconds = Math.round(time.now() / 1_000);
  const trail = engine.trail.length;
  await time.until(engine.close());
  faults.push(...engine.complaints.map((complaint) => `complaint: ${complaint}`));

  const ask = await askBeside(sandbox);
  faults.push(...differences(end, await stateOf(ask)));
  const tasks = plan.steps.map(({ task }) => task);
  for (const tier of ['lifecycle', 'write'] as const) {
    const needed = tasks.filter(({ kind }) => tierOfTask[kind] === tier).length;
    const extra = excess(ledger.entries, tier, needed);
    if (extra > 0) faults.push(`${String(extra)} requests of ${tier} more than needed`);
  }
  const creations = tasks.filter(({ kind }) => kind === 'createAudit' || kind === 'createComponent').length;
  const created = successes(
    ledger.entries.filter(({ method }) => method === 'POST'),
    'lifecycle',
  );
  if (created !== creations) faults.push(`${String(created)} creations in place of ${String(creations)}`);
  const unforeseen = ledger.entries.filter(
    ({ fault }) => fault === 'late-request' || fault === 'twice',
  ).length;
  const refused = refusals(ledger.entries);
  // What came through after this client had given up on it, or twice, used quota that it could not know of.
  if (refused > unforeseen) faults.push(`${String(refused)} refusals for the quota`);
  if (trail === 0 && deaths === 0) faults.push('the trail is empty');
  sandbox.close();
  rmSync(folder, { recursive: true, force: true });
  return {
    seed,
    faults,
    requests: ledger.entries.length,
    disturbed: ledger.entries.filter(({ fault }) => fault !== 'none').length,
    simulatedSeconds,
    interventions,
    entries: ledger.entries,
  };
}

/** What is missing from a state, and what is there that should not be. */
export function differences(expected: readonly string[], found: readonly string[]): readonly string[] {
  const left = [...found];
  const missing = expected.filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return [...missing.map((line) => `lost: ${line}`), ...left.map((line) => `too much: ${line}`)];
}
