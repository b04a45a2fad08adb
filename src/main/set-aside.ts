import { existsSync, renameSync } from 'node:fs';

/** Renames a database that cannot be used, with its companions, and deletes nothing; answers its new name. */
export function setAside(path: string, now: number): string {
  const aside = `${path}.damaged-${now}`;
  for (const suffix of ['', '-wal', '-shm'])
    if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
  return aside;
}
