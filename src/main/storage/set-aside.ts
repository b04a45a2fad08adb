import { closeSync, existsSync, openSync, readdirSync, renameSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { FileAside } from '../../shared/record.ts';
import type { Log } from '../diagnostics/log.ts';

type How = FileAside['how'];

/** Renames a database that cannot be used, with its companions, and deletes nothing; answers its new name. */
export function setAside(path: string, now: number, how: Exclude<How, 'older'> = 'damaged'): string {
  const aside = `${path}.${how}-${now}`;
  for (const suffix of ['', '-wal', '-shm'])
    if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
  if (how === 'lost') makeEmpty(aside); // where the file itself was gone
  return aside;
}

/** Has a person told that a database lacks its latest content; what it has stays in use. */
export function noteOlder(path: string, log: Pick<Log, 'error'>, now: number): void {
  log.error('database-older', { file: basename(path) });
  makeEmpty(`${path}.older-${now}`);
}

export function makeEmpty(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
}

export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

const name = new RegExp(
  `^(${FileAside.shape.file.options.join('|')})\\.db\\.(${FileAside.shape.how.options.join('|')})-(\\d{1,15})$`,
);

/** The files of a folder that were set aside and are still there, the latest first. */
export function filesAside(folder: string): readonly FileAside[] {
  return readdirSync(folder)
    .flatMap((found): readonly FileAside[] => {
      const [, file, how, moment] = name.exec(found) ?? [];
      if (moment === undefined) return [];
      const at = new Date(Number(moment)).toISOString();
      // A version before called it damaged, too.
      const wasLost = how === 'damaged' && sizeOf(join(folder, found)) === 0;
      return [FileAside.parse({ file, name: found, at, how: wasLost ? 'lost' : how })];
    })
    .toSorted((one, other) => other.at.localeCompare(one.at));
}
