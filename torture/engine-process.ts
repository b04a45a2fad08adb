import { readFileSync } from 'node:fs';
import { type Clock, systemClock } from '../src/main/clock.ts';
import { openNetwork } from '../src/main/desktop/network.ts';
import type { Journal } from '../src/main/plans/journal.ts';
import { Age } from '../src/main/plans/journal-age.ts';
import { openStore } from '../src/main/storage/store.ts';
import { Plan } from '../src/shared/plan.ts';
import { asNetwork } from '../tools/electron-standin/network.ts';
import { startEngine } from './engine.ts';

// A program: the engine as a process that can be killed. Takes up what its journal holds, submits its plan, and says with a line
// each when it stands, with every change, and when there is nothing left to do.

export interface EngineOrder {
  readonly baseUrl: string;
  /** The file of the journal. */
  readonly path: string;
  /** The file with the plan, as JSON. */
  readonly plan: string;
  /** Milliseconds since 1970: when the first process of this journal was started. */
  readonly since: number;
  /** The write to the journal at which the process is killed, counted from 1, before or after it is on disk. */
  readonly dieAt?: { readonly write: number; readonly moment: 'before' | 'after' };
  /** The write to the journal soon after which the process stops until it is let go on, with what it sent on its way. */
  readonly stopAt?: number;
}

const order = JSON.parse(process.argv[2] ?? '{}') as EngineOrder; // written by the test that starts this
const plan = Plan.parse(JSON.parse(readFileSync(order.plan, 'utf8')));

const pace = 10;
/** Time ten times as fast as ours: the pauses of a client that looks again and again are most of such a run. */
const clock: Clock = {
  wall: () => order.since + (systemClock.wall() - order.since) * pace,
  monotonic: () => systemClock.monotonic() * pace,
  schedule: (milliseconds, callback) => systemClock.schedule(milliseconds / pace, callback),
};

let writes = 0;
function mortal<Given extends readonly unknown[], Result>(
  work: (...given: Given) => Result,
): (...given: Given) => Result {
  return (...given) => {
    writes += 1;
    const isLast = writes === order.dieAt?.write;
    if (isLast && order.dieAt?.moment === 'before') process.kill(process.pid, 'SIGKILL');
    const result = work(...given);
    if (isLast) process.kill(process.pid, 'SIGKILL');
    if (writes === order.stopAt) setTimeout(stop, 5);
    return result;
  };
}

function stop(): void {
  say({ stops: true });
  process.kill(process.pid, 'SIGSTOP');
}

function say(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

const quiet = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} };
const store = openStore(`${order.path}.store`, quiet, clock.wall);

const engine = startEngine({
  ages: store.collection('journal_ages', Age),
  clock,
  fetch: openNetwork(asNetwork),
  baseUrl: order.baseUrl,
  path: order.path,
  random: Math.random,
  changeJournal: (journal): Journal => ({
    ...journal,
    add: mortal(journal.add),
    keepPlan: mortal(journal.keepPlan),
    keepSteps: mortal(journal.keepSteps),
    keepFormerComponents: mortal(journal.keepFormerComponents),
  }),
});
const submitted = engine.plans.submit(plan);
const stood = performance.now();
say({ submitted });
const ended = await engine.plans.wait(plan.id);
await engine.close();
say({ ended, writes, lasted: performance.now() - stood, complaints: engine.complaints });
process.exit(0); // connections that are kept open would keep it for a while
