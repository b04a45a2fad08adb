import { execFileSync } from 'node:child_process';
import { setImmediate } from 'node:timers/promises';
import { systemClock } from '../clock.ts';
import { createKeychain, loadKeytar } from '../connections/keychain.ts';

// A program for tests of the keychain, to be run in a session of its own: carries out the steps that its argument lists and prints
// what each answered. Only while the keychain is stopped are time limits a twentieth of the real ones: a busy machine is not a keychain
// that does not answer.

export type TrialStep =
  | readonly ['set', account: string, secret: string]
  | readonly ['get' | 'remove', account: string]
  | readonly ['state' | 'entries' | 'lock' | 'stop' | 'continue'];

let stopped: number | null = null;

const keychain = createKeychain({
  load: loadKeytar,
  service: 'Audit Desk trial',
  clock: {
    ...systemClock,
    schedule: (milliseconds, callback) =>
      systemClock.schedule(stopped === null ? milliseconds : milliseconds / 20, callback),
  },
});

function askBus(destination: string, path: string, member: string, argument: string): string {
  const options = ['--session', '--print-reply=literal', `--dest=${destination}`, path, member, argument];
  return execFileSync('dbus-send', options, { encoding: 'utf8' }).trim();
}

function daemon(): number {
  const answer = askBus(
    'org.freedesktop.DBus',
    '/org/freedesktop/DBus',
    'org.freedesktop.DBus.GetConnectionUnixProcessID',
    'string:org.freedesktop.secrets',
  );
  return Number(/(\d+)$/.exec(answer)?.[1]);
}

function lock(): void {
  const collection = 'array:objpath:/org/freedesktop/secrets/collection/login';
  askBus(
    'org.freedesktop.secrets',
    '/org/freedesktop/secrets',
    'org.freedesktop.Secret.Service.Lock',
    collection,
  );
}

async function carryOut(step: TrialStep): Promise<unknown> {
  switch (step[0]) {
    case 'set':
      return keychain.set(step[1], step[2]);
    case 'get':
      return keychain.get(step[1]);
    case 'remove':
      return keychain.remove(step[1]);
    case 'state':
      return keychain.state();
    case 'entries':
      return keychain.entries();
    case 'lock':
      return lock();
    case 'stop':
      stopped = daemon();
      process.kill(stopped, 'SIGSTOP');
      return null;
    case 'continue':
      if (stopped !== null) process.kill(stopped, 'SIGCONT');
      stopped = null;
      while ((await keychain.state()) === 'not-answering') await setImmediate(); // until the call that hung is over
      return null;
  }
}

const steps = JSON.parse(process.argv[2] ?? '[]') as readonly TrialStep[]; // written by the test that starts this
const answers: unknown[] = [];
for (const step of steps) answers.push((await carryOut(step)) ?? null);
process.stdout.write(JSON.stringify(answers));
process.exit(0); // a call that hangs would keep the process for ever
