import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

// A PostgreSQL of its own for a run of tests or figures, in a folder that goes with it.

export interface Cluster {
  /** `postgres://…?…`: whoever adds `&schema=NAME` has a service of its own. */
  readonly address: string;
  /** Who runs the server in place of root. */
  readonly owner: User | null;
  /** The server's first process; 0 while it does not run. */
  readonly pid: () => number;
  /** Kills the server as a loss of power would, as far as the server sees it. */
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** Ends the server and removes its folder. */
  readonly end: () => Promise<void>;
}

export interface ClusterOptions {
  /** Whether a commit waits for the disk. Only a test that kills the server needs it. */
  readonly fsync?: boolean;
  /** More settings, as `name=value`. */
  readonly settings?: readonly string[];
  /** Makes what the settings name, before the server starts, for the user who runs it. */
  readonly prepare?: (owner: User | null) => void;
}

/** The folder of PostgreSQL's programs, or null: they are not on the path of every system. */
export function postgresPrograms(): string | null {
  const versions = (folder: string, below: string) =>
    existsSync(folder)
      ? readdirSync(folder)
          .toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }))
          .map((version) => join(folder, version, below))
      : [];
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...versions('/usr/lib/postgresql', 'bin'),
    ...versions('/usr', 'bin').filter((folder) => folder.includes('/pgsql-')),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null;
}

/** Starts a server that only this computer's own user reaches. Null where PostgreSQL is not installed. */
export async function startCluster({
  fsync = false,
  settings = [],
  prepare = () => {},
}: ClusterOptions = {}): Promise<Cluster | null> {
  const programs = postgresPrograms();
  if (programs === null) return null;
  const folder = mkdtempSync(join(tmpdir(), 'audit-desk-postgres-'));
  const user = unprivileged();
  if (user !== null) chownSync(folder, user.id, user.group);
  const data = join(folder, 'data');
  run(user, join(programs, 'initdb'), ['-D', data, '-U', 'tests', '-A', 'trust', '-E', 'UTF8', '--no-sync']);
  writeFileSync(join(data, 'pg_hba.conf'), access);
  prepare(user);
  const words = [
    'listen_addresses=',
    `unix_socket_directories=${folder}`,
    'max_connections=1000', // each worker of a test run has services of its own, with up to eleven each
    'shared_buffers=64MB',
    `fsync=${fsync ? 'on' : 'off'}`,
    ...settings,
  ].flatMap((setting) => ['-c', setting]);
  let server: ChildProcess | null = null;
  const start = async () => {
    server = await started(user, join(programs, 'postgres'), ['-D', data, ...words]);
  };
  const stop = async (signal: 'SIGINT' | 'SIGQUIT') => {
    const running = server;
    server = null;
    if (running === null) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill(signal);
    await ended;
  };
  await start();
  return {
    address: `postgres://tests@localhost/postgres?host=${encodeURIComponent(folder)}`,
    owner: user,
    pid: () => server?.pid ?? 0,
    kill: () => stop('SIGQUIT'),
    start,
    end: async () => {
      await stop('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Only the role `guarded` needs a password: tests give it one. Over TCP, where a test has that, all is encrypted. */
const access = [
  'local all guarded scram-sha-256',
  'local all all trust',
  'hostssl all all localhost trust',
  '',
].join('\n');

export interface User {
  readonly name: string;
  readonly id: number;
  readonly group: number;
}

/** Who runs the server in place of root, whom it refuses. */
function unprivileged(): User | null {
  if (process.getuid?.() !== 0) return null;
  for (const name of ['postgres', 'nobody']) {
    const [id, group] = ['-u', '-g'].map((which) =>
      Number.parseInt(spawnSync('id', [which, name], { encoding: 'utf8' }).stdout, 10),
    );
    if (id !== undefined && group !== undefined && !Number.isNaN(id)) return { name, id, group };
  }
  return null;
}

const identity = (user: User | null) => (user === null ? {} : { uid: user.id, gid: user.group });

function run(user: User | null, program: string, words: readonly string[]): void {
  const { status, stderr } = spawnSync(program, words, {
    cwd: tmpdir(),
    encoding: 'utf8',
    ...identity(user),
  });
  if (status !== 0) throw new Error(`${program}: ${stderr}`);
}

/** Resolves once it takes connections. It ends with this process, however that ends. */
async function started(user: User | null, program: string, words: readonly string[]): Promise<ChildProcess> {
  const holds = spawnSync('setpriv', ['--pdeathsig', 'SIGINT', 'true']).status === 0;
  const [command, ...before] = holds ? ['setpriv', '--pdeathsig', 'SIGINT', program] : [program];
  const server = spawn(command ?? program, [...before, ...words], {
    cwd: tmpdir(),
    stdio: ['ignore', 'ignore', 'pipe'],
    ...identity(user),
  });
  let said = '';
  await new Promise<void>((resolve, reject) => {
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = `${said}${text}`.slice(-10_000);
      if (text.includes('ready to accept connections')) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => {
      reject(new Error(`PostgreSQL did not start: ${said}`));
    });
  });
  return server;
}
