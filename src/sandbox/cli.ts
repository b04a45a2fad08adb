import { readFileSync } from 'node:fs';
import { createSandbox } from './app.ts';
import { type Options, readOptions } from './command-line.ts';
import { demonstrationFixture } from './demonstration/firm.ts';
import { type Fixture, readFixture } from './fixture.ts';
import { listen } from './listen.ts';
import { UnusableFile } from './store/database.ts';

// The service as a process: `npm run sandbox`, or a process of the app. Standard output is one line of JSON for
// whoever started it; everything for people goes to standard error.

const wrongUse = 2;

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

function giveUp(status: number, ...lines: readonly string[]): never {
  for (const line of lines) say(line);
  process.exit(status);
}

function fixtureOf({ fixture: file }: Options): Fixture {
  const read = readFixture(file === undefined ? demonstrationFixture() : readJsonFile(file));
  return read.ok ? read.value : giveUp(wrongUse, ...read.faults);
}

function readJsonFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as unknown;
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ');
    return giveUp(wrongUse, error instanceof SyntaxError ? `$: not JSON: ${reason}` : `--fixture: ${reason}`);
  }
}

function start(options: Options) {
  const { data, initialisationSeconds, control } = options;
  try {
    return createSandbox({
      fixture: fixtureOf(options),
      data,
      initialisationSeconds,
      control,
      report: (error) => {
        say(error instanceof Error ? (error.stack ?? error.message) : String(error));
      },
    });
  } catch (error) {
    if (error instanceof UnusableFile) return giveUp(wrongUse, `--data: ${error.message}`);
    throw error;
  }
}

/** The process that started this one in Electron, where there is one. */
interface ParentPort {
  readonly postMessage: (message: unknown) => void;
}

function parentPort(): ParentPort | undefined {
  // Electron adds it to a utility process; Node's types know nothing of it.
  return (process as { readonly parentPort?: ParentPort }).parentPort;
}

const read = readOptions(process.argv.slice(2));
const options = read.ok ? read.value : giveUp(wrongUse, read.fault);
const sandbox = start(options);
if (sandbox.resumed) say('The data file holds a state already; the fixture was checked and left out.');
if (sandbox.account.client_secret === '')
  say('The data file keeps no secrets: use the client secret that it was made with.');

const listener = await listen(sandbox, options.port).catch((error: unknown) =>
  giveUp(wrongUse, `--port: ${error instanceof Error ? error.message : String(error)}`),
);
function stop(): void {
  void listener.close().then(() => {
    sandbox.close();
    process.exit(0);
  });
}
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
endWithNpm();

/** npm does not pass on what ends it: a service that it started ends when nobody waits for it any more. */
function endWithNpm(): void {
  const parent = process.ppid;
  const look = () => {
    if (process.ppid !== parent) stop();
  };
  if (process.env.npm_lifecycle_event === 'sandbox') setInterval(look, 250).unref();
}

const ready = { base_url: listener.baseUrl, ...sandbox.account };
parentPort()?.postMessage(ready);
process.stdout.write(`${JSON.stringify(ready)}\n`);
