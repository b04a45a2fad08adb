import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { lockfileHash, projectNode, root, say } from './place.mjs';

const electron = join(root, 'node_modules', 'electron');
const refusal = join(root, 'node_modules', '.cache', 'audit-desk', 'electron-refused');

/** The stand-in's folder: what `ELECTRON_OVERRIDE_DIST_PATH` is to hold where there is no Electron. */
export const standIn = join(root, 'tools', 'electron-standin');

// Without the libraries of a desktop it is there and does not run; as Node it needs them too, but no display.
function runs(executable) {
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
  return spawnSync(executable, ['--version'], { env, stdio: 'ignore', timeout: 10_000 }).status === 0;
}

/** Electron's executable, where its download is there and runs; else null. */
export function installedElectron() {
  const pathFile = join(electron, 'path.txt');
  if (!existsSync(pathFile)) return null;
  const executable = join(electron, 'dist', readFileSync(pathFile, 'utf8'));
  return existsSync(executable) && runs(executable) ? executable : null;
}

/**
 * Electron's executable; downloads it where it is missing, which is given 20 seconds, or 10 minutes when asked for. A
 * download that failed is not tried again for the same lockfile until `retry`. Null where there is none.
 */
export function obtainElectron(retry) {
  const there = installedElectron();
  if (there !== null) return there;
  const wanted = lockfileHash();
  const refused = existsSync(refusal) && readFileSync(refusal, 'utf8') === wanted;
  if (refused && !retry) return null;
  say('Downloading Electron …');
  spawnSync(projectNode(), [join(electron, 'install.js')], {
    cwd: root,
    stdio: 'ignore',
    timeout: retry ? 600_000 : 20_000,
    killSignal: 'SIGKILL',
  });
  rmSync(refusal, { force: true });
  const downloaded = installedElectron();
  if (downloaded !== null) return downloaded;
  mkdirSync(dirname(refusal), { recursive: true });
  writeFileSync(refusal, wanted);
  return null;
}
