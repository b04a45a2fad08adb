import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The server and its load have a core each, so that neither takes time from the other. */
export type Core = 'server' | 'load';

const canPin =
  process.platform === 'linux' && availableParallelism() > 1 && spawnSync('taskset', ['-V']).status === 0;
const cores: Readonly<Record<Core, string>> = { server: '0', load: '1' };

/** Whether processes are held to their cores here. */
export const pinning = canPin ? 'server and load on a core each' : 'processes not pinned to cores';

/** Starts a Node process on its core. `ipc` opens a channel for messages, and leaves out standard output. */
export function startNode(core: Core, words: readonly string[], output: 'ipc' | 'text'): ChildProcess {
  const pinned = canPin ? ['taskset', '-c', cores[core]] : [];
  const [command = '', ...rest] = [
    ...pinned,
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    ...words,
  ];
  return spawn(command, rest, {
    stdio: output === 'ipc' ? ['ignore', 'inherit', 'inherit', 'ipc'] : ['ignore', 'pipe', 'pipe'],
  });
}

/** Resolves with the first line of standard output that `wanted` finds; rejects where the process ends before. */
export async function lineOf(child: ChildProcess, wanted: RegExp): Promise<string> {
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error('the process has no output');
  const said: string[] = [];
  stderr.on('data', (text: Buffer) => said.push(text.toString()));
  const found = new Promise<string>((resolve) => {
    createInterface(stdout).on('line', (line) => {
      if (wanted.test(line)) resolve(line);
      else said.push(line);
    });
  });
  const early = once(child, 'exit').then(() => {
    throw new Error(`a server ended before it was ready:\n${said.join('\n')}`);
  });
  early.catch(() => {}); // later its end is ours
  return Promise.race([found, early]);
}

/** Sends a message to a process and resolves with what it answers; rejects where it ends instead. */
export async function answerOf(child: ChildProcess, message?: object): Promise<unknown> {
  const waiting = new AbortController();
  const { signal } = waiting;
  const early = once(child, 'exit', { signal }).then(() => {
    throw new Error('a process ended instead of answering');
  });
  const answered = once(child, 'message', { signal });
  if (message !== undefined) child.send(message);
  try {
    const [answer] = (await Promise.race([answered, early])) as [unknown];
    return answer;
  } finally {
    for (const one of [early, answered]) one.catch(() => {}); // no longer waited for
    waiting.abort();
  }
}

/** Milliseconds of processor time that a process has used, all its threads together; undefined where it is not told. */
export function processorTime(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const tasks = `/proc/${String(pid)}/task`;
  return readdirSync(tasks).reduce((sum, task) => {
    const [nanoseconds] = readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ');
    return sum + Number(nanoseconds) / 1e6;
  }, 0);
}

/** Ends a process and waits until it is gone. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

/** The path of a file of this folder, for `startNode`. */
export function besides(name: string): string {
  return join(import.meta.dirname, name);
}
