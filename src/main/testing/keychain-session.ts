import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TrialStep } from './keychain-trial.ts';

/** What a session of a person's desktop may have: an open Secret Service, none, or not even a bus. */
export type SessionKind = 'unlocked' | 'no-provider' | 'no-bus';

const program = join(import.meta.dirname, 'keychain-trial.ts');
const unlocked =
  'printf pw | gnome-keyring-daemon --unlock --components=secrets --daemonize >/dev/null 2>&1; exec "$@"';
const busWithoutServices = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><policy context="default">
<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`;

/** Carries out steps on a real keychain in a session and folders of its own, and answers what each of them gave. */
export async function tryKeychain(
  kind: SessionKind,
  steps: readonly TrialStep[],
): Promise<readonly unknown[]> {
  const home = mkdtempSync(join(tmpdir(), 'audit-desk-keychain-'));
  const bus = join(home, 'bus.conf');
  writeFileSync(bus, busWithoutServices);
  const folder = (name: string): string => {
    mkdirSync(join(home, name), { mode: 0o700 });
    return join(home, name);
  };
  const trial = [process.execPath, '--disable-warning=ExperimentalWarning', program, JSON.stringify(steps)];
  const [command = '', ...args] = {
    unlocked: ['dbus-run-session', '--', 'sh', '-c', unlocked, 'sh', ...trial],
    'no-provider': ['dbus-run-session', '--config-file', bus, '--', ...trial],
    'no-bus': trial,
  }[kind];
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    XDG_CONFIG_HOME: folder('config'),
    XDG_DATA_HOME: folder('data'),
    XDG_CACHE_HOME: folder('cache'),
    XDG_RUNTIME_DIR: folder('runtime'),
  };
  try {
    return await new Promise((resolve, reject) => {
      const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
      let said = '';
      let complained = '';
      child.stdout.on('data', (chunk: Buffer) => (said += String(chunk)));
      child.stderr.on('data', (chunk: Buffer) => (complained += String(chunk)));
      child.once('error', reject);
      child.once('close', () => {
        if (said === '') reject(new Error(`The trial said nothing. ${complained}`));
        else resolve(JSON.parse(said) as readonly unknown[]); // one answer for each step
      });
    });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
