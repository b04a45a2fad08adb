import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes a policy as an administrator does, in a folder that nobody else writes to; answers its path. */
export async function writePolicy(folder: string, text: string): Promise<string> {
  const place = join(folder, 'machine');
  await mkdir(place, { mode: 0o755 });
  const path = join(place, 'policy.json');
  await writeFile(path, text);
  await chmod(path, 0o644);
  return path;
}
