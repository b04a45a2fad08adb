import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { App, RelaunchOptions } from 'electron';
import type { Chromium } from './chromium.ts';
import { Emitter, refusable } from './covered.ts';
import { commandLine, readiness, takeNoSandbox, whyNoProcess } from './start-state.ts';
import { BrowserWindow, openWindowsIn } from './window.ts';

function appData(): string {
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support');
  if (process.platform === 'win32') return process.env['APPDATA'] ?? homedir();
  return process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config');
}

class StandInApp
  extends Emitter
  implements
    Pick<
      App,
      | 'quit'
      | 'exit'
      | 'setName'
      | 'getName'
      | 'getVersion'
      | 'setPath'
      | 'requestSingleInstanceLock'
      | 'setAppUserModelId'
      | 'enableSandbox'
      | 'relaunch'
    >
{
  readonly commandLine = commandLine;
  readonly isPackaged = false;
  name = 'Electron';
  #version = '0.0.0';
  #folder = process.cwd();
  #paths = new Map<string, string>();
  #ready = Promise.withResolvers<void>();
  #quitting = false;
  #code = 0;
  #chromium: Chromium | undefined;
  readonly #asked = Promise.withResolvers<void>();
  /** Settles when the app first waits for it to be ready. */
  readonly asked: Promise<void> = this.#asked.promise;

  /** Takes the app's name and version from its folder, as Electron does. */
  describe(folder: string): void {
    this.#folder = folder;
    const file = join(folder, 'package.json');
    if (!existsSync(file)) return;
    const about: { name?: string; productName?: string; version?: string } = JSON.parse(
      readFileSync(file, 'utf8'),
    );
    this.name = about.productName ?? about.name ?? this.name;
    this.#version = about.version ?? this.#version;
  }

  /** Makes the app ready, with the Chromium that its windows open in. */
  begin(chromium: Chromium): void {
    this.#chromium = chromium;
    const created = (window: BrowserWindow): void => {
      this.emit('web-contents-created', {}, window.webContents);
      this.emit('browser-window-created', {}, window);
    };
    openWindowsIn(chromium, created, () => this.#lastClosed());
    chromium.onExit = () => {
      if (!this.#quitting) {
        this.#code = 1;
        process.stderr.write('Chromium ended; the stand-in for Electron ends with it.\n');
      }
      for (const window of BrowserWindow.getAllWindows()) {
        window.webContents.emit('render-process-gone', {}, { reason: 'killed', exitCode: 1 });
        window.gone();
      }
      void this.exit();
    };
    const refusal = whyNoProcess();
    if (refusal !== null) {
      process.stderr.write(`${refusal}\n`);
      void this.exit(1);
      return;
    }
    readiness.reached();
    this.emit('will-finish-launching');
    this.emit('ready', {}, {});
    this.#ready.resolve();
  }

  whenReady(): Promise<void> {
    this.#asked.resolve();
    return this.#ready.promise;
  }

  isReady(): boolean {
    return readiness.is();
  }

  getName(): string {
    return this.name;
  }

  setName(name: string): void {
    this.name = name;
  }

  getVersion(): string {
    return this.#version;
  }

  getAppPath(): string {
    return this.#folder;
  }

  // Not known before: Chromium has not read it yet.
  getLocale(): string {
    if (!readiness.is()) return '';
    return commandLine.getSwitchValue('lang') || new Intl.DateTimeFormat().resolvedOptions().locale;
  }

  getSystemLocale(): string {
    if (!readiness.is()) throw new Error('app.getSystemLocale() can only be called after app is ready');
    return new Intl.DateTimeFormat().resolvedOptions().locale;
  }

  getPreferredSystemLanguages(): string[] {
    const list = (process.env['LANGUAGE'] ?? '').split(':').filter((name) => name !== '');
    return list.length > 0
      ? list.map((name) => name.replace('_', '-'))
      : [new Intl.DateTimeFormat().resolvedOptions().locale];
  }

  getPath(name: string): string {
    const set = this.#paths.get(name);
    if (set !== undefined) return set;
    const own = { temp: tmpdir(), home: homedir(), appData: appData(), exe: process.execPath }[name];
    if (own !== undefined) return own;
    switch (name) {
      case 'userData':
        return commandLine.getSwitchValue('user-data-dir') || join(appData(), this.name);
      case 'sessionData':
        return this.getPath('userData');
      case 'logs':
        return join(this.getPath('userData'), 'logs');
      case 'crashDumps':
        return join(this.getPath('userData'), 'Crashpad');
      case 'desktop':
      case 'documents':
      case 'downloads':
        return join(homedir(), `${name.charAt(0).toUpperCase()}${name.slice(1)}`);
      default:
        throw new Error(`The stand-in for Electron does not cover app.getPath('${name}')`);
    }
  }

  setPath(name: string, path: string): void {
    if (!isAbsolute(path)) throw new Error('Path must be absolute');
    mkdirSync(path, { recursive: true });
    this.#paths.set(name, path);
  }

  requestSingleInstanceLock(data?: Record<string, unknown>): boolean {
    const summons = { argv: process.argv, cwd: process.cwd(), data };
    return takeFolder(this.getPath('userData'), summons, ({ argv, cwd, data: theirs }) => {
      this.emit('second-instance', {}, argv, cwd, theirs);
    });
  }

  setAppUserModelId(id: string): void {
    if (id === '') throw new TypeError('Error processing argument at index 0');
  }

  // Chromium's sandbox is on anyway, except for root.
  enableSandbox(): void {
    readiness.mustBeAhead('app.enableSandbox() can only be called before app is ready');
    takeNoSandbox();
  }

  /** Starts the app anew when this process has ended, however that is; as in Electron its output goes nowhere. */
  relaunch({ execPath = process.argv[0] ?? '', args = process.argv.slice(1) }: RelaunchOptions = {}): void {
    // The pipe that this process alone holds ends with it.
    spawn('/bin/sh', ['-c', 'cat; exec "$0" "$@" < /dev/null', execPath, ...args], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
  }

  quit(): void {
    if (this.#quitting) return;
    const event = refusable({});
    this.emit('before-quit', event);
    if (event.defaultPrevented) return;
    this.#quitting = true;
    const windows = BrowserWindow.getAllWindows();
    if (windows.length === 0) this.#leave();
    for (const window of windows) {
      window.once('close', (closing: { readonly defaultPrevented: boolean }) =>
        queueMicrotask(() => {
          if (closing.defaultPrevented) this.#quitting = false;
        }),
      );
      window.webContents.once('will-prevent-unload', (unloading: { readonly defaultPrevented: boolean }) =>
        queueMicrotask(() => {
          if (!unloading.defaultPrevented) this.#quitting = false;
        }),
      );
      window.close();
    }
  }

  exit(code = this.#code): Promise<void> {
    this.emit('quit', {}, code);
    return (this.#chromium?.close() ?? Promise.resolve()).finally(() => process.exit(code));
  }

  #lastClosed(): void {
    if (this.#quitting) this.#leave();
    else if (!this.emit('window-all-closed')) this.quit();
  }

  #leave(): void {
    const event = refusable({});
    this.emit('will-quit', event);
    if (event.defaultPrevented) this.#quitting = false;
    else void this.exit();
  }
}

export const app = new StandInApp();

interface Summons {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly data: unknown;
}

// The process number may belong to another program by now.
function runs(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    const line = `/proc/${pid}/cmdline`;
    return !existsSync('/proc') || readFileSync(line, 'utf8').includes('electron-standin');
  } catch {
    return false;
  }
}

/** Locks a folder for this process, or calls the process that has it. Synchronous, as in Electron. */
function takeFolder(folder: string, summons: Summons, onSummons: (summons: Summons) => void): boolean {
  const calls = join(folder, 'standin-calls');
  const owner = join(folder, 'standin-owner');
  mkdirSync(calls, { recursive: true });
  const holder = existsSync(owner) ? Number(readFileSync(owner, 'utf8')) : 0;
  if (holder !== process.pid && runs(holder)) {
    writeFileSync(join(calls, `${process.pid}.json`), JSON.stringify(summons));
    return false;
  }
  writeFileSync(owner, String(process.pid));
  for (const name of readdirSync(calls)) rmSync(join(calls, name), { force: true });
  watch(calls, () => {
    for (const name of readdirSync(calls)) {
      const text = readFileSync(join(calls, name), 'utf8');
      if (!text.endsWith('}')) continue; // still being written
      rmSync(join(calls, name), { force: true });
      onSummons(JSON.parse(text));
    }
  }).unref();
  return true;
}
