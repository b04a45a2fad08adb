import { existsSync, readdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { FileAside } from '../../shared/record.ts';

/** Renames a database that cannot be used, with its companions, and deletes nothing; answers its new name. */
export function setAside(path: string, now: number): string {
  const aside = `${path}.damaged-${now}`;
  for (const suffix of ['', '-wal', '-shm'])
    if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
  return aside;
}

const name = /^(audit-desk|journal|records)\.db\.damaged-(\d{1,15})$/;

/** The files of a folder that were set aside and are still there, the latest first. */
export function filesAside(folder: string): readonly FileAside[] {
  return readdirSync(folder)
    .flatMap((found): readonly FileAside[] => {
      const [, file, at] = name.exec(found) ?? [];
      if (file !== 'audit-desk' && file !== 'journal' && file !== 'records') return [];
      const isEmpty = statSync(join(folder, found), { throwIfNoEntry: false })?.size === 0;
      return [{ file, name: found, at: new Date(Number(at)).toISOString(), isEmpty }];
    })
    .toSorted((one, other) => other.at.localeCompare(one.at));
}
