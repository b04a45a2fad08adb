import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from '@playwright/test';

const withoutServices = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><policy context="default">
<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`;

type Environment = Readonly<Record<string, string>>;

/** A bus of a test's own, with a Secret Service or without: what is done to it disturbs no other test. */
export interface SessionBus {
  /** What makes an app use it. */
  readonly env: Environment;
  /** Locks the keychain, as a screen lock may. */
  readonly lock: () => void;
  /** Makes the keychain answer nothing any more. */
  readonly freeze: () => void;
  readonly end: () => Promise<void>;
}

/** Starts a bus in a folder; with a Secret Service that is unlocked, or with none that it could start. */
export async function startBus(
  folder: string,
  { hasKeychain }: { hasKeychain: boolean },
): Promise<SessionBus> {
  const home = join(folder, 'bus');
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const config = join(home, 'bus.conf');
  writeFileSync(config, withoutServices);
  const bus = spawn('dbus-daemon', ['--config-file', config, '--nofork', '--print-address'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [address] = await once(createInterface(bus.stdout), 'line');
  const env = {
    DBUS_SESSION_BUS_ADDRESS: String(address),
    HOME: home,
    XDG_DATA_HOME: home,
    XDG_RUNTIME_DIR: home,
  };
  const keychain = hasKeychain ? await startKeychain(env) : null;
  return {
    env,
    lock: () => {
      const login = 'array:objpath:/org/freedesktop/secrets/collection/login';
      ask(
        env,
        'org.freedesktop.secrets',
        '/org/freedesktop/secrets',
        'org.freedesktop.Secret.Service.Lock',
        login,
      );
    },
    freeze: () => {
      if (keychain !== null) process.kill(keychain, 'SIGSTOP');
    },
    end: async () => {
      if (keychain !== null) process.kill(keychain, 'SIGKILL');
      const gone = once(bus, 'exit');
      bus.kill('SIGKILL');
      await gone;
    },
  };
}

/** Starts a Secret Service that is unlocked, and answers its process as soon as the bus knows it. */
async function startKeychain(env: Environment): Promise<number> {
  execFileSync('gnome-keyring-daemon', ['--daemonize', '--unlock', '--components=secrets'], {
    env: { ...process.env, ...env },
    input: 'pw',
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const bus = 'org.freedesktop.DBus';
  const method = `${bus}.GetConnectionUnixProcessID`;
  let owner = '';
  await expect(() => {
    owner = ask(env, bus, '/org/freedesktop/DBus', method, 'string:org.freedesktop.secrets');
  }).toPass();
  return Number(/(\d+)$/.exec(owner)?.[1]);
}

function ask(env: Environment, destination: string, path: string, member: string, argument: string): string {
  return execFileSync(
    'dbus-send',
    ['--session', '--print-reply=literal', `--dest=${destination}`, path, member, argument],
    {
      encoding: 'utf8',
      stdio: 'pipe',
      env: { ...process.env, ...env },
    },
  ).trim();
}
