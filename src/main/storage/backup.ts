import { chmodSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';

const mostKept = 3;

/** Writes a whole copy of an open database beside it, for its owner alone, and keeps the last three; answers where it is. */
export function backUp(database: DatabaseSync, path: string, version: number, now: number): string {
  const copy = `${path}.backup-v${version}-${now}`;
  try {
    database.prepare('VACUUM INTO ?').run(copy);
    chmodSync(copy, 0o600);
  } catch (fault) {
    rmSync(copy, { force: true }); // half of a copy is none
    throw fault;
  }
  for (const old of backupsOf(path).slice(mostKept)) rmSync(old, { force: true });
  return copy;
}

/** The copies of a database, the newest first. */
export function backupsOf(path: string): readonly string[] {
  const beginning = `${basename(path)}.backup-v`;
  const madeAt = (name: string): number => Number(/-(\d+)$/.exec(name)?.[1] ?? 0);
  return readdirSync(dirname(path))
    .filter((name) => name.startsWith(beginning))
    .toSorted((one, other) => madeAt(other) - madeAt(one))
    .map((name) => join(dirname(path), name));
}
