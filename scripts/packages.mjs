import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { giveUp, lockfileHash, root, say } from './place.mjs';

const stamp = join(root, 'node_modules', '.lockfile-hash');

const isOffline = (words) =>
  /ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|ENETUNREACH|ENOTCACHED|ERR_SOCKET|network (request|timeout)|E?40[37]\b/.test(
    words,
  );

export function npm(...args) {
  const path = process.env.npm_execpath;
  const [command, before] = path === undefined ? ['npm', []] : [process.execPath, [path]];
  const { status, stderr } = spawnSync(command, [...before, ...args, '--loglevel=error'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: path === undefined && process.platform === 'win32', // npm is a batch file there
  });
  return { done: status === 0, words: stderr ?? '' };
}

/** Installs node_modules as the lockfile has it, where that is not what is there. */
export function ensurePackages() {
  const wanted = lockfileHash();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  say('Installing the packages of package-lock.json …');
  rmSync(stamp, { force: true });
  // One question first: without a network npm asks for each package in turn before it gives up.
  const asked = npm('ping', '--fetch-retries=0', '--fetch-timeout=10000');
  const hasNetwork = asked.done || !isOffline(asked.words);
  const { done, words } = npm('ci', '--ignore-scripts', ...(hasNetwork ? [] : ['--offline']));
  if (!done) {
    if (hasNetwork) process.stderr.write(words);
    giveUp(
      !hasNetwork || isOffline(words)
        ? 'The packages could not be fetched: check the network or proxy, then run the same command again.'
        : 'The packages could not be installed: see above, then run the same command again.',
    );
  }
  writeFileSync(stamp, wanted);
}
