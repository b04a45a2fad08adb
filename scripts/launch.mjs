import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, say } from './place.mjs';

const crashes =
  'Chromium crashed or gave up; its last lines above say over what. Most often that is the sandbox or the graphics.\nTry this:\n  npm start -- --no-sandbox --disable-gpu';
const meanings = {
  SIGTRAP: crashes, // how Chromium ends itself
  SIGABRT: crashes,
  SIGBUS: crashes,
  SIGILL: crashes,
  SIGSEGV: crashes,
  SIGSYS:
    'This container forbids something that Chromium needs.\nStart the container with a wider seccomp profile.',
  SIGKILL:
    'The system ended it: most often for want of memory, or because a virus scanner forbids it.\nClose other programs, then run the same command again.',
};

/** What to say of an app that ended: nothing of an end that it chose itself or that somebody asked for. */
export function wordsOfEnd({ code, signal, isEarly, isAsked }) {
  const crash = code !== null && code >= 0x80000000 ? `0x${code.toString(16).toUpperCase()}` : null; // Windows has no signals
  const name = signal ?? crash;
  if (name === null || isAsked) return null;
  if (!isEarly)
    return `The app was ended by ${name}. What was under way is carried on when it is opened again.`;
  const meaning = meanings[name] ?? (crash === null ? 'Something else on this computer ended it.' : crashes);
  return `The app was ended by ${name} while it started. ${meaning}`;
}

/**
 * Opens the app and answers its exit code when it has ended for good. An app that is to start again leaves a file where
 * `AUDIT_DESK_LAUNCHER` says: it is opened here once more, for what it would start itself had neither this display nor this terminal.
 */
export async function launch(executable, args, given) {
  const again = join(root, 'node_modules', '.cache', 'audit-desk', `start-again-${process.pid}`);
  mkdirSync(dirname(again), { recursive: true });
  const env = { ...given, AUDIT_DESK_LAUNCHER: again };
  let app = null;
  let isAsked = false;
  const end = (signal) => {
    isAsked = true;
    app?.kill(signal);
  };
  // The terminal sends an interrupt to the app as well; what is sent to this process alone is passed on.
  process.on('SIGINT', () => {
    isAsked = true;
  });
  process.on('SIGTERM', end);
  process.on('SIGHUP', end);
  // npm does not pass on what ends it: the app ends when nobody waits for it any more.
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) end('SIGTERM');
  }, 500).unref();

  for (;;) {
    const begun = performance.now();
    app = spawn(executable, args, { cwd: root, env, stdio: 'inherit' });
    const { code, signal, error } = await new Promise((resolve) => {
      app.on('error', (fault) => resolve({ code: 1, signal: null, error: fault }));
      app.on('exit', (number, name) => resolve({ code: number, signal: name }));
    });
    const isAgain = existsSync(again);
    rmSync(again, { force: true });
    if (error !== undefined) say(`The app could not be started: ${error.message}`);
    if (isAgain && !isAsked) continue;
    const words = wordsOfEnd({ code, signal, isEarly: performance.now() - begun < 5_000, isAsked });
    if (words !== null) say(words);
    return code ?? 1;
  }
}
