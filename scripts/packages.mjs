import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { giveUp, lockfileHash, root, say } from './place.mjs';

const stamp = join(root, 'node_modules', '.lockfile-hash');

// One retry of each request, soon: without a network that ends within seconds and not within minutes.
const patience = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=3000'];

/** Installs node_modules as the lockfile has it, where that is not what is there. */
export function ensurePackages() {
  const wanted = lockfileHash();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  say('Installing the packages of package-lock.json …');
  rmSync(stamp, { force: true });
  const args = ['ci', '--ignore-scripts', '--no-progress', '--loglevel=error', ...patience];
  const npm = process.env.npm_execpath;
  const [command, before] = npm === undefined ? ['npm', []] : [process.execPath, [npm]];
  const { status, stderr } = spawnSync(command, [...before, ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: npm === undefined && process.platform === 'win32', // npm is a batch file there
  });
  if (status !== 0) {
    process.stderr.write(stderr ?? '');
    giveUp(
      /ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|ENETUNREACH|ERR_SOCKET|network|40[37] /.test(stderr ?? '')
        ? 'The packages could not be fetched: check the network or proxy, then run the same command again.'
        : 'The packages could not be installed: see above, then run the same command again.',
    );
  }
  writeFileSync(stamp, wanted);
}
