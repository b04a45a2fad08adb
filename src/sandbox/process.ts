import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { unusableDataStatus } from '../shared/demonstration-process.ts';
import { createSandbox, failing, type Sandbox, UnusableSnapshot } from './app.ts';
import { helpText, type Options, readOptions } from './command-line.ts';
import { demonstrationFixture } from './fixture/demonstration/firm.ts';
import { type Fixture, fixtureSchema, readFixture, withoutLimits } from './fixture/fixture.ts';
import { scenarioDocument, scenarioPrefix } from './fixture/named.ts';
import { certificateFault } from './http/certificate.ts';
import { reachable } from './http/entry.ts';
import { longestSnapshot } from './http/exchange.ts';
import { listen } from './http/listen.ts';
import { type FileFault, UnusableDatabase, UnusableFile } from './store/unusable.ts';
import {
  type CreateWorld,
  keepWorlds,
  openWorlds,
  type SharedDatabase,
  snapshotEnding,
  snapshotFilesIn,
  type Worlds,
} from './worlds.ts';

// The service as a process: `npm run sandbox` (`cli.ts`), or started by the app (`demonstration.ts`). Standard output is one line of JSON. Messages for
// people go to standard error.

const wrongUse = 2;

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

function giveUp(status: number, ...lines: readonly string[]): never {
  for (const line of lines) say(line);
  process.exit(status);
}

async function fixtureOf({ fixture: name, hasLimits }: Options): Promise<Fixture> {
  const read = readFixture(await documentOf(name));
  if (!read.ok) return giveUp(wrongUse, ...read.faults);
  return hasLimits ? read.value : withoutLimits(read.value);
}

async function documentOf(name: string | undefined): Promise<unknown> {
  if (name === undefined) return demonstrationFixture();
  if (!name.startsWith(scenarioPrefix)) return readJsonFile(name);
  const scenario = await scenarioDocument(name);
  return scenario.ok ? scenario.document : giveUp(wrongUse, `--fixture: ${scenario.fault}`);
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
    const reason = reasonOf(error);
    return giveUp(wrongUse, error instanceof SyntaxError ? `$: not JSON: ${reason}` : `--fixture: ${reason}`);
  }
}

/** Opens a database by its address, and says when it goes away. Null where there is none but SQLite. */
type OpenDatabase =
  | ((options: { readonly address: string; readonly say: (line: string) => void }) => Promise<SharedDatabase>)
  | null;

type OutageOf = SharedDatabase['outageOf'];
type Started = Sandbox & { readonly worlds: Worlds | null; readonly outageOf: OutageOf };

const worldsBeside = (file: string): string => `${file}-worlds`;

async function start(options: Options, openDatabase: OpenDatabase): Promise<Started> {
  const { data, initialisationSeconds, variants, control } = options;
  const report = (error: unknown) => {
    say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  };
  const common = { initialisationSeconds, variants, control, workbench: options.workbench, report };
  const fixture = await fixtureOf(options);
  const restore = options.restore === undefined ? undefined : readSnapshot(options.restore);
  let outageOf: OutageOf = () => null;
  try {
    const database = await databaseOf(options, openDatabase);
    if (database !== undefined) ({ outageOf } = database);
    const sandbox = await createSandbox({
      ...common,
      fixture,
      restore,
      data,
      database,
      // No other program on this computer may know the secrets of the app's own demonstration.
      renewSecrets: parentPort() !== undefined,
    });
    if (!control) return { ...sandbox, worlds: null, outageOf };
    const create: CreateWorld = async (beginning, place) =>
      createSandbox({ ...common, ...beginning, ...place, isSmall: true });
    const folder = data === undefined ? undefined : worldsBeside(data);
    const worlds = await openWorlds(sandbox, {
      keeper: database === undefined ? await keepWorlds(create, folder) : await database.keepWorlds(create),
      failed: failing({ outageOf, report }),
      restored: options.restore === undefined ? new Map() : worldSnapshots(options.restore),
    });
    return { ...sandbox, worlds, outageOf };
  } catch (error) {
    if (error instanceof UnusableFile) return giveUp(statusOf(error.fault), `--data: ${error.message}`);
    if (error instanceof UnusableDatabase) return giveUp(wrongUse, `--database: ${error.message}`);
    if (error instanceof UnusableSnapshot) return giveUp(wrongUse, `--restore: ${error.message}`);
    const outage = outageOf(error);
    if (outage !== null) return giveUp(wrongUse, `--database: ${outage}`);
    throw error;
  }
}

async function databaseOf(
  { database: address }: Options,
  open: OpenDatabase,
): Promise<SharedDatabase | undefined> {
  if (address === undefined) return undefined;
  if (open === null) throw new UnusableDatabase('this program keeps its state in a file only');
  return open({ address, say });
}

const fileReasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not use it',
  EISDIR: 'it is a folder',
  ENOENT: 'it does not exist',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'it is below a file',
  EPERM: 'this user may not use it',
  EROFS: 'the disk is read-only',
};

function reasonOf(error: unknown): string {
  const known = error instanceof Error && 'code' in error ? fileReasons[String(error.code)] : undefined;
  if (known !== undefined) return known;
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ');
}

function readSnapshot(file: string): Uint8Array {
  try {
    if (statSync(file).size > longestSnapshot)
      return giveUp(wrongUse, '--restore: it is larger than 128 MiB');
    return readFileSync(file);
  } catch (error) {
    return giveUp(wrongUse, `--restore: ${reasonOf(error)}`);
  }
}

/** The snapshots of worlds that were exported beside a file. */
function worldSnapshots(file: string): ReadonlyMap<string, Uint8Array> {
  return new Map([...snapshotFilesIn(worldsBeside(file))].map(([name, path]) => [name, readSnapshot(path)]));
}

/** Ends the process now if nothing could be written at its end. */
function checkExport(file: string): void {
  try {
    accessSync(dirname(resolve(file)), constants.W_OK);
    if (existsSync(file) && !statSync(file).isFile()) giveUp(wrongUse, '--export-on-exit: it is not a file');
  } catch (error) {
    giveUp(wrongUse, `--export-on-exit: its folder cannot be used: ${reasonOf(error)}`);
  }
}

/** Writes the first service and each world. Answers the status to end with. */
async function exportAll(file: string, { worlds, outageOf, ...main }: Started): Promise<number> {
  const statuses = [await exportTo(file, main, outageOf)];
  const folder = worldsBeside(file);
  const before = new Set(snapshotFilesIn(folder).values());
  try {
    await worlds?.each(async (name, world) => {
      const own = join(folder, `${name}${snapshotEnding}`);
      before.delete(own);
      statuses.push(await exportTo(own, world, outageOf));
    });
  } catch (error) {
    say(`--export-on-exit: not all worlds were exported: ${reasonOf(named(error, outageOf))}`);
    return 1;
  }
  if (worlds !== null) for (const gone of before) rmSync(gone, { force: true }); // of worlds that there are no more
  return Math.max(...statuses);
}

/** Writes a snapshot whole, or leaves the file that was there. Answers the status to end with. */
async function exportTo(
  file: string,
  sandbox: Pick<Sandbox, 'snapshot'>,
  outageOf: OutageOf,
): Promise<number> {
  try {
    const unfinished = `${file}.${String(process.pid)}.new`;
    const bytes = await sandbox.snapshot().catch((error: unknown) => {
      throw named(error, outageOf);
    });
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const handle = openSync(unfinished, 'w', 0o600); // it has hashes of secrets and tokens
    for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
    fsyncSync(handle);
    closeSync(handle);
    renameSync(unfinished, file);
    return 0;
  } catch (error) {
    say(`--export-on-exit: nothing was exported to ${file}: ${reasonOf(error)}`);
    return 1;
  }
}

/** An error of the database in words: its codes are also those of files. */
function named(error: unknown, outageOf: OutageOf): unknown {
  const outage = outageOf(error);
  return outage === null ? error : new UnusableDatabase(`the database cannot be used: ${outage}`);
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

/** The certificate and its key, once it is known that callers can accept them. */
function tlsOf({ tls, publicOrigin, address }: Options): Options['tls'] {
  if (tls === undefined) return undefined;
  const pem = { cert: readPem('--tls-cert', tls.cert), key: readPem('--tls-key', tls.key) };
  const host = publicOrigin === undefined ? reachable(address) : new URL(publicOrigin).hostname;
  const fault = certificateFault(pem, host, Date.now());
  return fault === null ? pem : giveUp(wrongUse, fault);
}

function readPem(option: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    return giveUp(wrongUse, `${option}: ${reasonOf(error)}`);
  }
}

function portFault(error: unknown, { port, address }: Options): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return `--port: another program listens at port ${String(port)} already; take another, or 0 for a free one`;
  if (code === 'EACCES') return `--port: this user may not listen at port ${String(port)}`;
  if (code === 'EADDRNOTAVAIL') return `--address: ${address} is no address of this machine`;
  return `--address, --port: ${reasonOf(error)}`;
}

async function serve(options: Options, openDatabase: OpenDatabase): Promise<void> {
  const { exportOnExit } = options;
  if (exportOnExit !== undefined) checkExport(exportOnExit);
  const tls = tlsOf(options);
  const sandbox = await start(options, openDatabase);
  const place = options.database === undefined ? 'data file' : 'database';
  if (options.fixture !== undefined) releaseMemory();
  if (sandbox.resumed && options.fixture !== undefined)
    say(`The ${place} holds a state already; the fixture was checked and left out.`);
  if (sandbox.resumed && !options.hasLimits)
    say(`The ${place} holds a state already, with its limits: --no-limits was left out.`);
  if (sandbox.resumed && options.restore !== undefined)
    say(`The ${place} holds a state already; the snapshot was left out.`);
  if (sandbox.account.client_secret === '')
    say(
      `The ${sandbox.resumed ? place : 'snapshot'} keeps no secrets: use the client secret that it was made with.`,
    );

  const { port } = options;
  const listener = await listen(sandbox.worlds ?? sandbox, port, { ...options, tls }).catch(
    (error: unknown) => giveUp(wrongUse, portFault(error, options)),
  );
  const end = async (): Promise<void> => {
    await listener.close();
    const status = exportOnExit === undefined ? 0 : await exportAll(exportOnExit, sandbox);
    await sandbox.worlds?.close();
    await sandbox.close();
    process.exit(status);
  };
  let ending: Promise<void> | undefined;
  const stop = (): void => {
    ending ??= end();
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  endWithNpm(stop);

  const ready = { base_url: listener.baseUrl, ...sandbox.account };
  parentPort()?.postMessage(ready);
  process.stdout.write(`${JSON.stringify(ready)}\n`);
}

/** Runs the service with the options of this process; the workbench's page is in that folder where they name none. */
export async function runService(openDatabase: OpenDatabase, workbench?: string): Promise<void> {
  const read = readOptions(process.argv.slice(2));
  const given = read.ok ? read.value : giveUp(wrongUse, read.fault);
  const options = { ...given, workbench: given.workbench ?? workbench };
  switch (options.prints) {
    case 'help':
      process.stdout.write(helpText());
      return;
    case 'version':
      process.stdout.write(`${process.env.SANDBOX_VERSION ?? 'unpackaged'}\n`); // the bundle has it (sandbox-bundle.mjs)
      return;
    case 'list':
      return listScenarios();
    case 'fixture-schema':
      process.stdout.write(`${JSON.stringify(fixtureSchema(), null, 2)}\n`);
      return;
    case null:
      return serve(options, openDatabase);
  }
}
