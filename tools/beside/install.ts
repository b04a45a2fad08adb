import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

/** A tool that is too large for the project's packages and seldom needed. */
export interface Beside {
  readonly name: string;
  readonly version: string;
  /** The file in its package that is run. */
  readonly entry: string;
}

/** Its path, or a sentence that says why it could not be installed. */
export type Installed =
  | { readonly ok: true; readonly command: string }
  | { readonly ok: false; readonly reason: string };

/** Installs a tool beside the project's packages if it is missing, without install scripts. */
export async function installBeside(root: string, { name, version, entry }: Beside): Promise<Installed> {
  const folder = join(root, 'node_modules', '.cache', `${name.replaceAll(/[@/]+/g, '-')}-${version}`);
  const command = join(folder, 'node_modules', name, entry);
  if (existsSync(command)) return { ok: true, command };
  await mkdir(folder, { recursive: true });
  const words = ['install', '--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
  const npm = spawn('npm', [...words, `${name}@${version}`], { stdio: ['ignore', 'ignore', 'inherit'] });
  const outcome = await Promise.race([
    once(npm, 'exit').then(([status]) => `npm ended with status ${String(status)}`),
    once(npm, 'error').then(([error]) => String(error)),
  ]);
  return existsSync(command) ? { ok: true, command } : { ok: false, reason: outcome };
}
