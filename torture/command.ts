import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import type { Fixture } from '../e2e/fixtures/fixture-file.ts';
import { unlimited } from '../e2e/fixtures/fixture-file.ts';
import { openCommandTrial } from '../src/main/testing/command.ts';
import { createSandbox } from '../src/sandbox/app.ts';
import { readFixture } from '../src/sandbox/fixture/fixture.ts';
import { contentOf, nothingDecided } from '../src/shared/rules/roll-forward/draft.ts';
import { account, firm } from './firm.ts';
import { seeded } from './random.ts';
import { planWithEnd } from './random-plan.ts';
import { faultsOf, lastYear, planFrom, top } from './roll-forward.ts';
import type { Part } from './seeded-parts.ts';
import { differences } from './seeded-run.ts';
import { type Ask, askBeside, stateOf } from './service-state.ts';

const slow = 40; // milliseconds until a write is answered
const mostRequests = { write: 4, any: 12 } as const; // of a command, before it is killed
const connection = 'firm'; // the trial's

type Trial = Awaited<ReturnType<typeof openCommandTrial>>;
type Desk = Awaited<ReturnType<Trial['opened']>>;

/** What the command carries out until its plan is done. */
interface Work {
  readonly fixture: Fixture;
  /** Keeps what a person has decided, as the window does. */
  readonly keep: (here: Desk, ask: Ask) => Promise<void>;
  /** What begins it; null where the journal has its plan. */
  readonly words: readonly string[] | null;
  /** What is not as it has to be in the end. */
  readonly faults: (ask: Ask) => Promise<readonly string[]>;
}

/** A network of three tiers, rolled forward. */
export const rollForward: Work = {
  fixture: lastYear(),
  keep: async (here, ask) => {
    const { own } = await planFrom(ask);
    const content = contentOf([top], { ...nothingDecided, owns: new Map([[top, own]]), users: 'before' });
    await here.call('drafts.save', { id: 'd', kind: 'roll-forward', connection, title: 'Top', content });
  },
  words: ['roll-forward', top],
  faults: faultsOf,
};

/** A random plan. */
export function randomPlan(seed: number, steps: number): Work {
  const [made] = fc.sample(planWithEnd(connection, steps), { seed, numRuns: 1 });
  if (made === undefined) throw new Error('There is no plan.');
  return {
    fixture: firm({ limits: unlimited }),
    keep: async (here) => {
      const reply = await here.call('plans.submit', made.plan);
      if (!reply.ok) throw new Error(reply.error.code);
    },
    words: null,
    faults: async (ask) => differences(made.end, await stateOf(ask)),
  };
}

/** Resolves as the command sends the request with this number, of its writes or of all. */
function asked({ hear }: Pick<Trial, 'hear'>, count: number, isOfWrites: boolean): Promise<void> {
  return new Promise((resolve) => {
    let left = count;
    const hears = (isWrite: boolean): void => {
      if (!isOfWrites || isWrite) left -= 1;
      if (left > 0) return;
      hear.off('asked', hears);
      resolve();
    };
    hear.on('asked', hears);
  });
}

/** Whether the journal has the plan: the command goes on with that, else it begins its work. */
async function isTaken(trial: Trial): Promise<boolean> {
  const here = await trial.opened(null);
  const plans = await here.call('plans.list', {});
  await here.close({ atOnce: true });
  return plans.ok && plans.value.results.length > 0;
}

/** Has the command do a work, and kills it so often: as it reads, or as it writes. */
export async function commandRun(
  seed: number,
  kills: number,
  work: Work,
): Promise<{ readonly faults: readonly string[]; readonly killed: number }> {
  const random = seeded(seed);
  const fixture = readFixture(work.fixture);
  if (!fixture.ok) throw new Error(fixture.faults.join('\n'));
  const sandbox = await createSandbox({ fixture: fixture.value, control: true, initialisationSeconds: 0 });
  const ask = await askBeside(sandbox);
  const trial = await openCommandTrial(sandbox.fetch, { clientId: account.id, secret: account.secret, slow });
  trial.keepConnection('test');
  const here = await trial.opened(null);
  await work.keep(here, ask);
  await here.close({ atOnce: true });
  const withSecret = ['--connection', 'Firm', '--secret-variable', 'DESK_SECRET'];
  const goOn = ['plans', 'run'];
  const words = async () => [
    ...(work.words === null || (await isTaken(trial)) ? goOn : work.words),
    ...withSecret,
  ];
  let killed = 0;
  for (let at = 0; at < kills; at += 1) {
    const isOfWrites = random() < 0.7;
    const count = 1 + Math.floor(random() * mostRequests[isOfWrites ? 'write' : 'any']);
    const later = random() * 2 * slow; // before the answer, or after
    const moment = asked(trial, count, isOfWrites);
    const { child, status } = trial.begin(...(await words()));
    await Promise.race([moment.then(() => wait(later)), status]);
    if (child.kill('SIGKILL')) killed += 1;
    await status;
  }
  const last = await trial.desk(...(await words()));
  const faults = [
    ...(last.status === 0 ? [] : [`the last ended with ${String(last.status)}: ${last.out}${last.errors}`]),
    ...(await work.faults(ask)),
  ];
  await trial.close();
  await sandbox.close();
  return { faults, killed };
}

/** Kills the command ten times in each run: of a roll-forward, and of a random plan. */
export const tortureCommand: Part = async ({ seed, runs = 5, say }) => {
  let found = 0;
  for (let run = 0; run < runs; run += 1)
    for (const work of [rollForward, randomPlan(seed + run, 60)]) {
      const { faults, killed } = await commandRun(seed + run, 10, work);
      for (const fault of faults) say(`seed ${String(seed + run)}: ${fault}`);
      say(`seed ${String(seed + run)}: killed ${String(killed)} times`);
      found += faults.length;
    }
  return found;
};
