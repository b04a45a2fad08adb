import type { CommandLine } from 'electron';
import { covered } from './covered.ts';

// What the app was started with, and how far its start is.

const noSandbox = 'no-sandbox';
const switches = new Map<string, string>();
for (const argument of process.argv.slice(2)) {
  const [, name, value = ''] = /^--([^=]+)(?:=(.*))?$/.exec(argument) ?? [];
  if (name !== undefined) switches.set(name, value);
}

export const commandLine = covered('commandLine', {
  appendSwitch: (name: string, value = '') => {
    switches.set(name, value);
  },
  appendArgument: () => undefined,
  hasSwitch: (name: string) => switches.has(name),
  getSwitchValue: (name: string) => switches.get(name) ?? '',
  removeSwitch: (name: string) => {
    switches.delete(name);
  },
} satisfies CommandLine);

/** The switches that the app and its loader have set for Chromium. */
export function chromiumSwitches(): readonly string[] {
  const own = ['inspect', 'user-data-dir', noSandbox, 'headless', 'remote-debugging-pipe'];
  return [...switches]
    .filter(([name]) => !own.includes(name))
    .map(([name, value]) => (value === '' ? `--${name}` : `--${name}=${value}`));
}

let isReady = false;

export const readiness = {
  is: (): boolean => isReady,
  reached: (): void => {
    isReady = true;
  },
  /** Electron refuses some calls once the app is ready. */
  mustBeAhead: (words: string): void => {
    if (isReady) throw new Error(words);
  },
} as const;

let isTaken = false;

/** As Electron does it: processes that start from now on inherit a command line without the switch. */
export function takeNoSandbox(): void {
  isTaken = switches.delete(noSandbox) || isTaken;
}

/** Why Chromium ends each process that starts from now on; null where it does not. Its sandbox cannot be had by root. */
export function whyNoProcess(): string | null {
  const isLost = isTaken && !switches.has(noSandbox) && process.getuid?.() === 0;
  return isLost ? 'Running as root without --no-sandbox is not supported.' : null;
}
