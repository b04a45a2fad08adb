import { readFileSync } from 'node:fs';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { unusableDataStatus } from '../shared/demonstration-process.ts';
import { createSandbox } from './app.ts';
import { type Options, readOptions } from './command-line.ts';
import { demonstrationFixture } from './fixture/demonstration/firm.ts';
import { type Fixture, readFixture } from './fixture/fixture.ts';
import { listen } from './http/listen.ts';
import { type FileFault, UnusableFile } from './store/database.ts';

// The service as a process: `npm run sandbox`, or started by the app. Standard output is one line of JSON. Messages for
// people go to standard error.

const wrongUse = 2;

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

function giveUp(status: number, ...lines: readonly string[]): never {
  for (const line of lines) say(line);
  process.exit(status);
}

async function fixtureOf({ fixture: name }: Options): Promise<Fixture> {
  const read = readFixture(await documentOf(name));
  return read.ok ? read.value : giveUp(wrongUse, ...read.faults);
}

const scenarioPrefix = 'demo:';

async function documentOf(name: string | undefined): Promise<unknown> {
  if (name === undefined) return demonstrationFixture();
  if (!name.startsWith(scenarioPrefix)) return readJsonFile(name);
  const { scenarios } = await import('./fixture/scenarios/scenarios.ts');
  const scenario = scenarios.get(name.slice(scenarioPrefix.length));
  if (scenario !== undefined) return scenario.fixture();
  const names = [...scenarios.keys()].map((each) => `${scenarioPrefix}${each}`);
  return giveUp(wrongUse, `--fixture: there is no ${name}; there are ${names.join(', ')}`);
}

async function listScenarios(): Promise<void> {
  const { scenarios } = await import('./fixture/scenarios/scenarios.ts');
  const longest = Math.max(...[...scenarios.keys()].map((name) => name.length));
  const lines = [...scenarios].map(
    ([name, { sentence }]) => `${scenarioPrefix}${name.padEnd(longest)}  ${sentence}\n`,
  );
  process.stdout.write(lines.join(''));
}

function readJsonFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as unknown;
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ');
    return giveUp(wrongUse, error instanceof SyntaxError ? `$: not JSON: ${reason}` : `--fixture: ${reason}`);
  }
}

async function start(options: Options) {
  const { data, initialisationSeconds, control } = options;
  const fixture = await fixtureOf(options);
  try {
    return createSandbox({
      fixture,
      data,
      initialisationSeconds,
      control,
      // No other program on this computer may know the secrets of the app's own demonstration.
      renewSecrets: parentPort() !== undefined,
      report: (error) => {
        say(error instanceof Error ? (error.stack ?? error.message) : String(error));
      },
    });
  } catch (error) {
    if (error instanceof UnusableFile) return giveUp(statusOf(error.fault), `--data: ${error.message}`);
    throw error;
  }
}

/** The app needs to know which files it can set aside. For a person, all of these are wrong use. */
function statusOf(fault: FileFault): number {
  if (parentPort() === undefined) return wrongUse;
  switch (fault) {
    case 'damaged':
    case 'foreign':
    case 'other-version':
      return unusableDataStatus;
    case 'in-use':
    case 'unreachable':
      return wrongUse;
  }
}

interface ParentPort {
  readonly postMessage: (message: unknown) => void;
}

function parentPort(): ParentPort | undefined {
  // Electron adds it to a utility process. Node's types do not have it.
  return (process as { readonly parentPort?: ParentPort }).parentPort;
}

/** npm does not pass signals on. So a service that npm started ends when npm has ended. */
function endWithNpm(stop: () => void): void {
  const parent = process.ppid;
  const look = () => {
    if (process.ppid !== parent) stop();
  };
  if (process.env.npm_lifecycle_event === 'sandbox') setInterval(look, 250).unref();
}

const worthIts30Milliseconds = 32 * 1_024 * 1_024; // bytes

/** Frees the memory that reading a large fixture took. V8 would keep it, though it is several times what the service needs. */
function releaseMemory(): void {
  if (getHeapStatistics().total_heap_size < worthIts30Milliseconds) return;
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

async function serve(options: Options): Promise<void> {
  const sandbox = await start(options);
  if (options.fixture !== undefined) releaseMemory();
  if (sandbox.resumed && options.fixture !== undefined)
    say('The data file holds a state already; the fixture was checked and left out.');
  if (sandbox.account.client_secret === '')
    say('The data file keeps no secrets: use the client secret that it was made with.');

  const listener = await listen(sandbox, options.port).catch((error: unknown) =>
    giveUp(wrongUse, `--port: ${error instanceof Error ? error.message : String(error)}`),
  );
  const stop = (): void => {
    void listener.close().then(() => {
      sandbox.close();
      process.exit(0);
    });
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  endWithNpm(stop);

  const ready = { base_url: listener.baseUrl, ...sandbox.account };
  parentPort()?.postMessage(ready);
  process.stdout.write(`${JSON.stringify(ready)}\n`);
}

const read = readOptions(process.argv.slice(2));
const options = read.ok ? read.value : giveUp(wrongUse, read.fault);
await (options.list ? listScenarios() : serve(options));
