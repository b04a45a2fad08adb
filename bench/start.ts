import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { duration, type Figure } from './measurement.ts';
import { openScreen } from './screen.ts';

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
