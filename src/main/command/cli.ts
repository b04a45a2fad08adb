import { open as openFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Connection } from '../../shared/model/connection.ts';
import { verifyEvidence } from '../records/evidence.ts';
import { type Desk, folderOf, openDesk } from './desk.ts';
import { forecast } from './forecast.ts';
import { importTable } from './import.ts';
import { GivenUp, type Result, type Status, sentenceOfFile, status } from './output.ts';
import { typed } from './place.ts';
import { type PlansOptions, plans } from './plans.ts';
import { rollForward } from './roll-forward.ts';
import { wordsIn } from './words.ts';

// `npm run desk`: what the app does, without its window. Results are on standard output; sentences and progress are on standard error.

const usage = `${typed.desk} plans list [--all] | show ID | run [ID…] | pause ID… | cancel ID…
       ${typed.desk} forecast --connection ID-OR-NAME
       ${typed.desk} import FILE --kind clients|audits|components|users --connection ID-OR-NAME [--dry-run]
       ${typed.desk} roll-forward GROUP… --connection ID-OR-NAME [--dry-run]
       ${typed.desk} verify FILE   evidence that was saved of the change log
       ${typed.desk} check …

Options: --connection ID-OR-NAME   --json   --data-folder FOLDER
         --secret-variable NAME    the secret of --connection, from that environment variable and for this run only
         --production              this run may change production

It works on the data of Audit Desk on this computer. While the app is open, the app carries out what is asked; it waits for that.
Ends with 0: done, 1: something failed, 2: wrong use, 3: service or data cannot be reached, 4: refused,
5: a person has to decide something, which is listed, 6: told to end before all was done; the rest goes on with the next run.`;

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

const flags = {
  json: { type: 'boolean', default: false },
  all: { type: 'boolean', default: false },
  production: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
  'dry-run': { type: 'boolean', default: false },
  connection: { type: 'string' },
  kind: { type: 'string' },
  'data-folder': { type: 'string' },
  'secret-variable': { type: 'string' },
} as const;

function commandLine() {
  try {
    return parseArgs({ options: flags, allowPositionals: true });
  } catch {
    // The words are not repeated: one may be a secret.
    throw new GivenUp(status.wrongUse, `The command line is not understood.\n${usage}`);
  }
}

type Given = ReturnType<typeof commandLine>['values'];

const nouns = ['plans', 'forecast', 'import', 'roll-forward', 'verify'] as const;

/** The options that not every command takes: one that is passed over in silence would be believed. */
const takenBy = { all: ['plans'], kind: ['import'], 'dry-run': ['import', 'roll-forward'] } as const;

function nounOf(noun: string | undefined, values: Given) {
  const known = nouns.find((one) => one === noun);
  if (known === undefined) throw new GivenUp(status.wrongUse, usage);
  for (const [option, takers] of Object.entries(takenBy) as [keyof typeof takenBy, readonly string[]][])
    if ((values[option] ?? false) !== false && !takers.includes(known))
      throw new GivenUp(status.wrongUse, `${known} does not take --${option}.`);
  return known;
}

/** The secret that a variable holds, for the connection that is named and no other. */
function givenSecretOf(values: Given): (connection: Connection) => string | null {
  const { connection: named, 'secret-variable': variable } = values;
  if (variable === undefined) return () => null;
  if (named === undefined)
    throw new GivenUp(
      status.wrongUse,
      '--secret-variable needs --connection: the secret is for that one alone.',
    );
  const secret = process.env[variable] ?? '';
  if (secret === '')
    throw new GivenUp(status.refused, `--secret-variable: the variable ${variable} is empty or not set.`);
  return ({ id, name }) => (id === named || name === named ? secret : null);
}

const progress = (line: string): void => {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${line}`);
};

async function opened(values: Given, isLooking: boolean): Promise<Desk> {
  const { 'data-folder': chosen, connection: named, production } = values;
  if (chosen === '') throw new GivenUp(status.wrongUse, '--data-folder takes the name of a folder.');
  const folder = chosen ?? folderOf(process.platform, process.env);
  const desk = await openDesk({
    folder,
    environment: process.env,
    takesUp: () => isLooking && 'counted', // what is to go on is told
    givenSecret: givenSecretOf(values),
    answers: ({ kind }) => kind === 'production-writes' && production,
  });
  if (desk === null)
    throw new GivenUp(
      status.notReached,
      'Another process has the data of Audit Desk, and does not answer. Close it, and run the command again.',
    );
  if ('fault' in desk)
    throw new GivenUp(status.notReached, `The data in ${folder} cannot be opened: ${String(desk.fault)}`);
  if (!desk.isOwn) say('Audit Desk is open, or another command runs: it carries out what is asked.');
  if (!desk.isOwn && values['secret-variable'] !== undefined)
    say(
      `It uses its own secret${named === undefined ? '' : ` of ${named}`}, and not that of --secret-variable.`,
    );
  return desk;
}

async function carriedOut(ending: AbortSignal, values: Given, given: readonly string[]): Promise<Result> {
  const [first, ...rest] = given;
  const noun = nounOf(first, values);
  if (noun === 'verify') return verified(rest);
  if (noun === 'forecast' && rest.length > 0) throw new GivenUp(status.wrongUse, usage);
  const desk = await opened(values, noun === 'forecast');
  try {
    const { connection, all, production, 'dry-run': dryRun } = values;
    const words = wordsIn('errors');
    const options: PlansOptions = { words, connection, all, production, ending, progress };
    if (noun === 'forecast') return await forecast(desk, options);
    if (noun === 'plans') return await plans(desk, rest, options);
    if (noun === 'roll-forward') return await rollForward(desk, rest, { ...options, dryRun });
    return await importTable(desk, rest, { ...options, kind: values.kind, dryRun });
  } finally {
    if (process.stderr.isTTY) process.stderr.write('\r\u001B[K');
    await desk.close({ atOnce: ending.aborted });
  }
}

/** Whether a file of evidence is as the app has written it. */
async function verified([path, ...others]: readonly string[]): Promise<Result> {
  if (path === undefined || others.length > 0) throw new GivenUp(status.wrongUse, usage);
  const found = await linesOf(path)
    .then(verifyEvidence)
    .catch((fault: unknown) => {
      throw new GivenUp(status.notReached, sentenceOfFile(path, fault));
    });
  const { entries, broken, isWhole } = found;
  const ends = entries > 0 && broken === null ? status.done : status.failed;
  return { status: ends, json: { ...found }, lines: [sentence()] };

  function sentence(): string {
    if (broken?.why === 'unread')
      return `Line ${broken.line} is no line of evidence that this version can verify. An older version wrote lines without row and hash.`;
    if (broken !== null)
      return `Line ${broken.line} is not as it was written, or lines before it are missing.`;
    if (entries === 0) return 'The file has no entries, so it shows nothing.';
    const left = isWhole ? 'No row is left out up to the last.' : 'Rows between them are not in this file.';
    return `${entries} entries, each as it was written. ${left}`;
  }
}

async function linesOf(path: string): Promise<AsyncIterable<string>> {
  return (await openFile(path)).readLines();
}

function textOf({ lines, open = [] }: Result): string {
  const points = open.map(({ about, reason, sentence }) => `  ${about} (${reason}): ${sentence}`);
  const all = points.length === 0 ? lines : [...lines, 'A person has to decide:', ...points];
  return all.map((line) => `${line}\n`).join('');
}

function jsonOf(result: object): string {
  return `${JSON.stringify(result, null, 2)}\n`;
}

/** Tells a result; answers whether it was heard to the end. */
function told(text: string): Promise<boolean> {
  return new Promise((resolve) => {
    process.stdout.once('error', () => resolve(false)); // whoever read it is gone
    process.stdout.write(text, (fault) => resolve(fault === null || fault === undefined));
  });
}

/** One that is told twice to end does so at once: whatever was sent is in the journal. */
function endingOf(): AbortSignal {
  const ending = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (ending.signal.aborted) process.exit(status.left);
      ending.abort();
    });
  return ending.signal;
}

async function main(): Promise<Status> {
  process.umask(0o077);
  process.stderr.on('error', () => {}); // whoever read it is gone; the work goes on
  process.stdout.on('error', () => {});
  const ending = endingOf();
  try {
    const { values, positionals } = commandLine();
    if (values.help) {
      await told(`${usage}\n`);
      return status.done;
    }
    const result = await carriedOut(ending, values, positionals);
    const { json, open = [], status: ends } = result;
    const isHeard = await told(values.json ? jsonOf({ status: ends, ...json, open }) : textOf(result));
    return !isHeard && ends === status.done ? status.wrongUse : ends;
  } catch (thrown) {
    if (!(thrown instanceof GivenUp)) throw thrown;
    const { message, status: ends } = thrown;
    say(message);
    // Also where the rest of the command line is not understood.
    if (process.argv.includes('--json')) await told(jsonOf({ status: ends, error: message, open: [] }));
    return ends;
  }
}

process.exit(await main());
