import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { nothingCame, patient } from './download.mjs';
import { lockfileHash, projectNode, root, say } from './place.mjs';
import { ensureSystem } from './system.mjs';

const pathFile = join(root, 'node_modules', 'electron', 'path.txt');
const refusal = join(root, 'node_modules', '.cache', 'audit-desk', 'electron-refused');

/** The stand-in's folder: what `ELECTRON_OVERRIDE_DIST_PATH` is to hold where there is no Electron. */
export const standIn = join(root, 'tools', 'electron-standin');
/** The option by which a person has Electron downloaded at once. */
export const retryOption = '--retry-electron';
/** What to do on Windows, where the stand-in does not run. */
export const withoutStandIn = `Without Electron, Audit Desk cannot be opened on Windows. Behind a proxy, set HTTPS_PROXY; for a mirror of Electron, set ELECTRON_MIRROR.
Then run this:
  npm start -- ${retryOption}`;

// Without the libraries of a desktop it is there and does not run; as Node it needs them too, but no display. A first start that a
// virus scanner looks at takes long.
function whyNot(executable) {
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
  const { status, signal, stderr, error } = spawnSync(executable, ['--version'], {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 60_000,
  });
  if (status === 0) return null;
  return stderr?.trim().split('\n').at(-1) || (error?.message ?? `it ended with ${signal ?? status}`);
}

/** Electron's executable where it is here and runs, and why it does not where it is here; both are null where it is not. */
export function findElectron() {
  if (!existsSync(pathFile)) return { executable: null, fault: null };
  const executable = join(dirname(pathFile), 'dist', readFileSync(pathFile, 'utf8'));
  if (!existsSync(executable)) return { executable: null, fault: null };
  const fault = whyNot(executable);
  return { executable: fault === null ? executable : null, fault };
}

/** The sentence for an Electron that does not run. */
export const doesNotRun = (fault) => `Electron is here and does not run: ${fault}`;

/**
 * The environment for the download. Node's `fetch` takes a proxy only where it is told to; what npm was given is good for it
 * as well, for `npm ci` has worked with that.
 */
export function downloadEnvironment(env) {
  const first = (...names) => names.map((name) => env[name]).find((value) => value && value !== 'null');
  const given = {
    HTTPS_PROXY: first('HTTPS_PROXY', 'https_proxy', 'npm_config_https_proxy', 'npm_config_proxy'),
    HTTP_PROXY: first('HTTP_PROXY', 'http_proxy', 'npm_config_proxy'),
    NO_PROXY: first('NO_PROXY', 'no_proxy', 'npm_config_noproxy'),
    NODE_EXTRA_CA_CERTS: first('NODE_EXTRA_CA_CERTS', 'npm_config_cafile'),
  };
  const known = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...env, ...Object.fromEntries(known), NODE_USE_ENV_PROXY: '1', NODE_USE_SYSTEM_CA: '1' };
}

/** What is noted where no connection could be made: it holds for the day, the lockfile, and the proxy and mirror of then. */
function noteOf(env) {
  const ways = Object.entries(env).filter(([name]) => /proxy|electron_(mirror|custom)/i.test(name));
  const hash = createHash('sha256').update(lockfileHash()).update(JSON.stringify(ways));
  return `${new Date().toLocaleDateString('sv')} ${hash.digest('hex')}`;
}

function download(isAsked) {
  const env = downloadEnvironment(process.env);
  const note = noteOf(env);
  if (!isAsked && existsSync(refusal) && readFileSync(refusal, 'utf8') === note) {
    say('Electron could not be had today.');
    return;
  }
  say('Downloading Electron …');
  rmSync(refusal, { force: true });
  const program = [join(import.meta.dirname, 'download.mjs'), ...(isAsked ? [patient] : [])];
  const { status } = spawnSync(projectNode(), program, { cwd: root, env, stdio: 'inherit' });
  if (status !== nothingCame) return;
  mkdirSync(dirname(refusal), { recursive: true });
  writeFileSync(refusal, note);
}

/**
 * Electron's executable, or null, and then it has been said why. Where it is missing it is downloaded; where no connection could be
 * made, not again on the same day unless it is asked for. Where it does not run, what it lacks of the system is installed;
 * who asks has it unpacked anew.
 */
export function obtainElectron(isAsked) {
  let found = findElectron();
  if (isAsked && found.fault !== null) rmSync(pathFile);
  if (found.executable === null && (isAsked || found.fault === null)) {
    download(isAsked);
    found = findElectron();
  }
  if (found.fault === null) return found.executable;
  say(doesNotRun(found.fault));
  ensureSystem(['electron']);
  const { executable, fault } = findElectron();
  if (fault !== null && fault !== found.fault) say(doesNotRun(fault));
  return executable;
}
