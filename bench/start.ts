import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { duration, type Figure } from './measurement.ts';

/** A window is there with its first colour; it shows its content when it has as many as letters and icons bring. */
const contentColours = 12;

interface Start {
  readonly window: number;
  readonly content: number;
}

async function startOnce(root: string, userData: string): Promise<Start> {
  const screen = await openScreen();
  const begin = performance.now();
  // A process group of its own, so that npm and everything below it can be ended together.
  const app = spawn('npm', ['start', '--', `--user-data-dir=${userData}`], {
    cwd: root,
    env: { ...process.env, DISPLAY: screen.display },
    stdio: 'ignore',
    detached: true,
  });
  const gone = once(app, 'exit');
  const early = gone.then(([code]) => {
    throw new Error(`npm start ended with status ${String(code)} before it showed a window`);
  });
  try {
    await Promise.race([screen.shows(1), early]);
    const window = performance.now() - begin;
    await Promise.race([screen.shows(contentColours), early]);
    return { window, content: performance.now() - begin };
  } finally {
    early.catch(() => {}); // from here on it is we who end it
    if (app.exitCode === null && app.pid !== undefined) process.kill(-app.pid, 'SIGTERM');
    await gone;
    await screen.close();
  }
}

/** From `npm start` to the first window, seen from outside; the first start, which sets up and builds, is not counted. */
export const startTime: Figure = async (root) => {
  if (process.platform !== 'linux')
    return [{ figure: 'npm start to window', value: 'not measured', beside: 'needs Xvfb' }];
  const userData = await mkdtemp(join(tmpdir(), 'audit-desk-start-'));
  try {
    await startOnce(root, userData);
    const rounds: Start[] = [];
    for (let round = 0; round < 5; round += 1) rounds.push(await startOnce(root, userData));
    return [
      duration(
        'npm start, second run, to window',
        rounds.map(({ window }) => window),
        'goal < 3 s',
      ),
      duration(
        'npm start, second run, to content',
        rounds.map(({ content }) => content),
      ),
    ];
  } finally {
    await rm(userData, { recursive: true, force: true, maxRetries: 5 });
  }
};

/** A virtual display whose pixels can be looked at. */
interface Screen {
  readonly display: string;
  /** Resolves when at least `colours` different colours are on it besides black, which it begins with. */
  readonly shows: (colours: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

const patience = 120_000;

/** Starts an X server of its own (Linux, Xvfb), so that what a window shows is seen from outside of the app. */
async function openScreen(): Promise<Screen> {
  const folder = await mkdtemp(join(tmpdir(), 'audit-desk-screen-'));
  const server = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1280x800x24', '-fbdir', folder, '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  // What a pipe in `stdio` gives is readable, whatever the general type says.
  const told = server.stdio[3] as Readable;
  const [number] = await Promise.race([once(told, 'data'), once(server, 'error').then((error) => error)]);
  if (number instanceof Error) throw number;
  const frame = join(folder, 'Xvfb_screen0');
  return {
    display: `:${String(number).trim()}`,
    shows: async (colours) => {
      const end = performance.now() + patience;
      while (coloursOf(await readFile(frame)) < colours) {
        if (performance.now() > end) throw new Error('nothing was shown');
        await wait(10);
      }
    },
    close: async () => {
      const gone = once(server, 'exit');
      server.kill();
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Different colours but black in a window dump, of every 16th pixel: a header, a table of colours of 12 bytes, pixels. */
function coloursOf(dump: Buffer): number {
  if (dump.length < 100) return 0;
  const start = dump.readUInt32BE(0) + 12 * dump.readUInt32BE(76);
  const seen = new Set<number>();
  for (let at = start; at + 4 <= dump.length; at += 64) seen.add(dump.readUInt32LE(at) & 0xff_ff_ff);
  seen.delete(0);
  return seen.size;
}
