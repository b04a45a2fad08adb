import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { duration, type Figure } from './measurement.ts';

/** Builds the whole app into `folder` as `npm run build` does. */
export async function buildInto(root: string, folder: string): Promise<void> {
  const tool = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  const build = spawn(process.execPath, [tool, 'build', '--logLevel', 'warn', '--outDir', folder], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(build, 'exit');
  if (code !== 0) throw new Error(`the build ended with status ${String(code)}`);
}

/**
 * Calls back with a new build of the app, in a folder that is gone afterwards. It lies inside the project, where the build
 * finds the packages that are not bundled, and apart from the app's own build, which may be running.
 */
export async function withBuild<Value>(
  root: string,
  measure: (folder: string) => Promise<Value>,
): Promise<Value> {
  await mkdir(join(root, 'out'), { recursive: true });
  const folder = await mkdtemp(join(root, 'out', 'bench-'));
  try {
    await buildInto(root, folder);
    return await measure(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** How long a build of all three bundles takes. */
export const buildTime: Figure = async (root) => {
  const rounds: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const start = performance.now();
    await withBuild(root, async () => {
      rounds.push(performance.now() - start);
    });
  }
  return [duration('build, all bundles', rounds)];
};
