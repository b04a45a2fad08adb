import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { licences } from './licences.mjs';
import { projectNode, root, say } from './place.mjs';

const stamp = join(root, 'out', '.sources-hash');
const configuration = ['electron.vite.config.ts', 'package.json', 'package-lock.json', 'tsconfig.base.json'];

const byName = (one, other) => (one < other ? -1 : 1);

/** The files below a folder of the project that are not tests. */
export function sourcesIn(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/**
 * What tells one state of files from another. By content and not by time: a fresh clone, a change of branch and a
 * copied folder all have times that say nothing.
 */
export function hashOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths.toSorted(byName)) {
    hash.update(`${path.slice(root.length).replaceAll(sep, '/')}\0`);
    hash.update(readFileSync(path));
  }
  return hash.digest('hex');
}

function sourcesHash() {
  return hashOf([...sourcesIn('src'), ...configuration.map((name) => join(root, name))]);
}

function git(...words) {
  const { status, stdout } = spawnSync('git', words, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

/** The commit that the sources are at, with `+` behind it where they differ from it; the empty text outside of a repository. */
function commit() {
  const id = git('rev-parse', 'HEAD');
  if (id === null) return '';
  return git('status', '--porcelain', '--', 'src', 'package.json') === '' ? id : `${id}+`;
}

/** Builds the app into `out/`; answers whether that worked. */
export function build() {
  const wanted = sourcesHash();
  rmSync(stamp, { force: true });
  const tool = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  const { status } = spawnSync(projectNode(), [tool, 'build', '--logLevel', 'warn'], {
    cwd: root,
    env: { ...process.env, AUDIT_DESK_COMMIT: commit() },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status === 0) {
    const main = join(root, 'out', 'main');
    mkdirSync(main, { recursive: true });
    writeFileSync(join(main, 'licences.json'), JSON.stringify(licences()));
    writeFileSync(stamp, wanted);
  }
  return status === 0;
}

/** Builds the app where `out/` is not what its sources make; answers whether it is now. */
export function ensureBuild() {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sourcesHash()) return true;
  say('Building the app …');
  return build();
}

if (import.meta.filename === process.argv[1]) process.exitCode = build() ? 0 : 1;
