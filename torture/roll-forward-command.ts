import { setTimeout as wait } from 'node:timers/promises';
import { openCommandTrial } from '../src/main/testing/command.ts';
import { createSandbox } from '../src/sandbox/app.ts';
import { readFixture } from '../src/sandbox/fixture/fixture.ts';
import { contentOf, nothingDecided } from '../src/shared/rules/roll-forward/draft.ts';
import { account } from './firm.ts';
import { seeded } from './random.ts';
import { faultsOf, lastYear, planFrom, top } from './roll-forward.ts';
import type { Part } from './seeded-parts.ts';
import { askBeside } from './service-state.ts';

const slow = 40; // milliseconds until a write is answered
const mostRequests = { write: 4, any: 12 } as const; // of a command, before it is killed

type Trial = Awaited<ReturnType<typeof openCommandTrial>>;

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

/** Keeps what a person has decided of the network, as the window does. */
async function keepDraft(trial: Trial, own: Awaited<ReturnType<typeof planFrom>>['own']): Promise<void> {
  const here = await trial.opened(null);
  const content = contentOf([top], { ...nothingDecided, owns: new Map([[top, own]]), users: 'before' });
  await here.call('drafts.save', {
    id: 'd',
    kind: 'roll-forward',
    connection: 'firm',
    title: 'Top',
    content,
  });
  await here.close({ atOnce: true });
}

/** Whether the journal has the plan: the command goes on with that, else it rolls forward. */
async function isTaken(trial: Trial): Promise<boolean> {
  const here = await trial.opened(null);
  const plans = await here.call('plans.list', {});
  await here.close({ atOnce: true });
  return plans.ok && plans.value.results.length > 0;
}

/** Rolls a network of three tiers forward by the command, which is killed so often: as it reads, or as it writes. */
export async function commandRun(
  seed: number,
  kills: number,
): Promise<{ readonly faults: readonly string[]; readonly killed: number }> {
  const random = seeded(seed);
  const fixture = readFixture(lastYear());
  if (!fixture.ok) throw new Error(fixture.faults.join('\n'));
  const sandbox = await createSandbox({ fixture: fixture.value, control: true, initialisationSeconds: 0 });
  const ask = await askBeside(sandbox);
  const trial = await openCommandTrial(sandbox.fetch, { clientId: account.id, secret: account.secret, slow });
  trial.keepConnection('test');
  const { own } = await planFrom(ask);
  await keepDraft(trial, own);
  const withSecret = ['--connection', 'Firm', '--secret-variable', 'DESK_SECRET'];
  const words = async () => [
    ...((await isTaken(trial)) ? ['plans', 'run'] : ['roll-forward', top]),
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
    ...(await faultsOf(ask)),
  ];
  await trial.close();
  await sandbox.close();
  return { faults, killed };
}

/** Kills the command ten times in each run. */
export const tortureCommand: Part = async ({ seed, runs = 5, say }) => {
  let found = 0;
  for (let run = 0; run < runs; run += 1) {
    const { faults, killed } = await commandRun(seed + run, 10);
    for (const fault of faults) say(`seed ${String(seed + run)}: ${fault}`);
    say(`seed ${String(seed + run)}: killed ${String(killed)} times`);
    found += faults.length;
  }
  return found;
};
