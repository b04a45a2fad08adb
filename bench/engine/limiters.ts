import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The packages that people keep to a limit with, in the versions that are measured. */
export const limiters = { bottleneck: '2.19.5', 'p-queue': '10.0.0', 'p-throttle': '8.1.1' } as const;
export type LimiterName = keyof typeof limiters;

/**
 * The folder with the packages, installed beside the project's own where they are not yet: nothing but this figure needs
 * them. Null, with the reason said, where they cannot be had.
 */
export async function installLimiters(root: string): Promise<string | null> {
  const wanted = Object.entries(limiters).map(([name, version]) => `${name}@${version}`);
  const folder = join(root, 'node_modules', '.cache', wanted.join('+'));
  const isThere = () =>
    Object.keys(limiters).every((name) => existsSync(join(folder, 'node_modules', name, 'package.json')));
  if (isThere()) return folder;
  await mkdir(folder, { recursive: true });
  const words = ['install', '--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
  const npm = spawn('npm', [...words, ...wanted], { stdio: ['ignore', 'ignore', 'inherit'] });
  const outcome = await Promise.race([
    once(npm, 'exit').then(([status]) => `npm ended with status ${String(status)}`),
    once(npm, 'error').then(([error]) => String(error)),
  ]);
  if (isThere()) return folder;
  console.error(`The other limiters cannot be installed: ${outcome}`);
  return null;
}
