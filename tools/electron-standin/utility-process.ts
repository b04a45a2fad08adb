import { type ChildProcess, fork as forkNode, type IOType } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ForkOptions } from 'electron';
import { covered, Emitter } from './covered.ts';

class UtilityProcess extends Emitter {
  #child: ChildProcess;

  constructor(modulePath: string, args: readonly string[], options: ForkOptions) {
    super();
    const { stdio = 'inherit', env = process.env, cwd, execArgv = [] } = options;
    // Node and Electron take the same words here; Electron's type has them as strings.
    const [, output, errors] = (Array.isArray(stdio) ? stdio : [stdio, stdio, stdio]) as IOType[];
    this.#child = forkNode(
      fileURLToPath(new URL('utility-child.ts', import.meta.url)),
      [modulePath, ...args],
      {
        env: { ...env },
        ...(cwd === undefined ? {} : { cwd }),
        execArgv: ['--disable-warning=ExperimentalWarning', ...execArgv],
        stdio: ['ignore', output ?? 'inherit', errors ?? 'inherit', 'ipc'],
        serialization: 'advanced',
      },
    );
    this.#child.on('spawn', () => this.emit('spawn'));
    this.#child.on('message', (message) => this.emit('message', message));
    this.#child.on('exit', (code) => this.emit('exit', code ?? 1));
    this.#child.on('error', () => this.emit('exit', 1));
  }

  get pid(): number | undefined {
    return this.#child.exitCode === null ? this.#child.pid : undefined;
  }

  get stdout() {
    return this.#child.stdout;
  }

  get stderr() {
    return this.#child.stderr;
  }

  postMessage(message: unknown): void {
    // Everything that Electron clones, Node's channel clones too.
    if (this.#child.connected) this.#child.send(message as object);
  }

  kill(): boolean {
    return this.#child.kill();
  }
}

export const utilityProcess = covered('utilityProcess', {
  /** Runs a module in a process of its own, which ends with this one. */
  fork: (modulePath: string, args: readonly string[] = [], options: ForkOptions = {}) =>
    new UtilityProcess(modulePath, args, options),
});
