import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { createSandbox } from '../src/sandbox/app.ts';
import { readFixture } from '../src/sandbox/fixture/fixture.ts';
import type { Plan, Task } from '../src/shared/plan.ts';
import { tierOf } from '../src/shared/rules/plans/plan.ts';
import { createColleagues } from './colleagues.ts';
import { createCourse, type RunOptions } from './course.ts';
import { connection } from './engine.ts';
import { firm, standing } from './firm.ts';
import { createJournalCopies } from './journal-copies.ts';
import { startMortal } from './mortal-engine.ts';
import { seeded } from './random.ts';
import { randomFault } from './random-fault.ts';
import { type PlanWithEnd, planWithEnd } from './random-plan.ts';
import { askBeside, stateOf } from './service-state.ts';
import { createSimulatedTime, type SimulatedTime } from './simulated-time.ts';
import { createTraffic, type Entry, excess, refusals } from './traffic.ts';
import { createWire } from './wire.ts';
import { createAcceptance, createWitness, type Witness } from './witness.ts';

export interface RunReport {
  readonly seed: number;
  readonly faults: readonly string[];
  readonly requests: number;
  readonly disturbed: number;
  readonly simulatedSeconds: number;
  /** How often a person had to resume or retry the plan. */
  readonly interventions: number;
  /** How often a person was asked for a step's outcome. */
  readonly asked: number;
  /** Actions of colleagues. */
  readonly foreign: number;
  /** Components of colleagues that the app took for its own after a lost answer. */
  readonly adopted: number;
  readonly entries: readonly Entry[];
}

const longest = 2 * 86_400_000; // simulated milliseconds

/** A random plan over a random wire to a service with random variants, all from one seed. */
export async function seededRun(options: RunOptions): Promise<RunReport> {
  const { seed, faultRate, deaths, restores = 0, dialects = [] } = options;
  const random = seeded(seed);
  const folder = mkdtempSync(join(tmpdir(), 'audit-desk-torture-'));
  const time = createSimulatedTime();
  const { plan, end } = planOf(options);
  const sandbox = await openService(time, random, isCourse(options), dialects);
  const traffic = createTraffic();
  const wire = createWire({
    time,
    answer: sandbox.answer,
    traffic,
    latency: () => 5 + random() * 100,
    faultOf: (entry) => randomFault(random, faultRate, entry, deaths + restores > 0),
  });
  const path = join(folder, 'journal.db');
  const copies = createJournalCopies(path);
  const headroom = options.colleagues === true ? 0.6 : 1; // leaves quota for the colleagues, who have the same firm
  const { heard, again, wasAccepted, faults: repeated } = createAcceptance();
  const open = () => startMortal(time, wire, { random, path, ages: copies.ages, headroom, heard });
  const witness: Witness | null =
    dialects.length === 0
      ? null
      : createWitness({ sandbox, entries: traffic.entries, plan, steps: () => course.steps() });
  const course = createCourse(options, { random, time, plan, traffic, copies, open, again, witness });
  const own = seeded(seed + 0.5);
  const colleagues = createColleagues({ sandbox, time, random: own, plan, steps: course.steps, wasAccepted });

  const { faults } = course;
  try {
    const tooLong = time.pause(longest).then(() => {
      throw new Error(`it takes too long: ${JSON.stringify(course.engine().plans.read(plan.id))}`);
    });
    if (options.colleagues === true)
      colleagues.work().catch((thrown: unknown) => faults.push(`colleagues: ${String(thrown)}`));
    await time.until(Promise.race([course.carryOut(colleagues.giveWay), tooLong]));
  } catch (thrown) {
    faults.push(`it broke off: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  }
  const simulatedSeconds = Math.round(time.now() / 1_000);
  const last = course.engine();
  const results = course.steps();
  if (last.changeLog.length === 0 && deaths + restores === 0) faults.push('the change log is empty');
  await time.until(last.close());
  const unexpected = last.complaints.filter((complaint) => !complaint.startsWith('database-older'));
  faults.push(...unexpected.map((complaint) => `complaint: ${complaint}`));

  if (restores === 0) faults.push(...repeated);
  const adopted = results.flatMap(({ key, result }) => {
    const line = colleagues.lines.get(result ?? '');
    return line === undefined ? [] : [{ key, line, instead: colleagues.wanted.get(result ?? '') ?? line }];
  });
  const expected = expectedLines(end, [...colleagues.lines.values()], adopted);
  const ask = await askBeside(sandbox);
  faults.push(...differences(expected, await stateOf(ask)));
  // Only what a lie has called carried out may have another name than that of the service's choice.
  for (const { key, line, instead } of adopted)
    if (line !== instead && !wasAccepted(key)) faults.push(`taken for ours: ${line}`);
  // Unless an answer is lost, or forgotten with a journal that is put back, the app may take no component of another for its own.
  if (faultRate === 0 && restores === 0) faults.push(...adopted.map(({ line }) => `taken for ours: ${line}`));
  const met = { done: colleagues.same.size + adopted.length, requests: colleagues.requests() };
  faults.push(...excesses(plan, traffic.entries, { ...met, restores }));
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
  return {
    seed,
    faults,
    requests: traffic.entries.length,
    disturbed: traffic.entries.filter(({ fault }) => fault !== 'none').length,
    simulatedSeconds,
    interventions: course.interventions(),
    asked: course.asked(),
    foreign: colleagues.actions(),
    adopted: adopted.length,
    entries: traffic.entries,
  };
}

interface Adopted {
  readonly key: string;
  readonly line: string;
  /** What was asked for. */
  readonly instead: string;
}

/** What has to be there: a component of theirs that is as it was asked for has become ours, with what comes on it; else it stands in the place of ours. */
function expectedLines(
  ours: readonly string[],
  theirs: readonly string[],
  adopted: readonly Adopted[],
): readonly string[] {
  const linesOf = (isOurs: boolean): readonly string[] =>
    adopted.filter(({ line, instead }) => (line === instead) === isOurs).map(({ instead }) => instead);
  return [...without(ours, linesOf(false)), ...without(theirs, linesOf(true))];
}

function isCourse({ colleagues = false, restores = 0 }: RunOptions): boolean {
  return colleagues || restores > 0;
}

function planOf(options: RunOptions): PlanWithEnd {
  const { seed, steps } = options;
  const plans = planWithEnd(connection, steps, isCourse(options) ? standing : undefined);
  const [made] = fc.sample(plans, { seed, numRuns: 1 });
  if (made === undefined) throw new Error('There is no plan.');
  return made;
}

async function openService(
  time: SimulatedTime,
  random: () => number,
  isOld: boolean,
  variants: readonly string[],
) {
  const flip = (): boolean => random() < 0.5;
  const fixture = readFixture(
    firm({
      audits: isOld ? standing : [],
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
  return createSandbox({
    fixture: fixture.value,
    control: true,
    variants,
    initialisationSeconds: [0, 3, 20][Math.floor(random() * 3)] ?? 3,
    machineTime: () => began + time.now(),
  });
}

/** What a plan has used beyond its needs. `met` is the colleagues' share of that. */
function excesses(
  { steps }: Plan,
  entries: readonly Entry[],
  met: { readonly done: number; readonly requests: number; readonly restores: number },
): readonly string[] {
  const faults: string[] = [];
  const tasks = steps.map(({ task }) => task);
  for (const tier of ['lifecycle', 'write'] as const) {
    const needed = tasks.filter(({ kind }) => tierOf(kind) === tier).length;
    const extra = excess(entries, tier, needed);
    if (extra > 0) faults.push(`${String(extra)} requests of ${tier} more than needed`);
  }
  const kinds: readonly Task['kind'][] = ['createAudit', 'createComponent'];
  const needed = tasks.filter(({ kind }) => kinds.includes(kind)).length - met.done;
  const created = entries.reduce(
    (sum, entry) => sum + (entry.tier === 'lifecycle' ? entry.created.length : 0),
    0,
  );
  if (created !== needed) faults.push(`${String(created)} creations in place of ${String(needed)}`);
  const unforeseen = entries.filter(({ fault }) => fault === 'late-request' || fault === 'twice').length;
  const refused = refusals(entries);
  // Quota that the client could not know of: late requests, requests that arrived twice, those of colleagues, and those sent
  // since the older journal.
  if (refused > unforeseen + met.requests && met.restores === 0)
    faults.push(`${String(refused)} refusals for the quota`);
  return faults;
}

/** The lines without each of the others once. */
function without(lines: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...lines];
  for (const other of others) {
    const at = left.indexOf(other);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

export function differences(expected: readonly string[], found: readonly string[]): readonly string[] {
  return [
    ...without(expected, found).map((line) => `lost: ${line}`),
    ...without(found, expected).map((line) => `too much: ${line}`),
  ];
}
