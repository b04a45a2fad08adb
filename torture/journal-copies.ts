import { copyFileSync, existsSync, rmSync } from 'node:fs';
import type { AgeStore } from '../src/main/plans/journal-age.ts';

/** The journal's file, and the second place that knows its age. Both can be put back to an earlier time. */
export interface JournalCopies {
  readonly ages: AgeStore;
  readonly take: () => void;
  /** Puts the last copy back. `all`: the second place too, as a snapshot of the machine does. */
  readonly putBack: (options: { readonly all: boolean }) => void;
}

export function createJournalCopies(path: string): JournalCopies {
  let ages = new Map<string, number>();
  let kept = ages;
  const parts = ['', '-wal'];
  return {
    ages: {
      list: () => [...ages.values()],
      read: (id) => ages.get(id) ?? null,
      put: (id, age) => {
        ages.set(id, age);
      },
      clear: () => ages.clear(),
    },
    take: () => {
      kept = new Map(ages);
      for (const part of parts) {
        rmSync(`${path}.copy${part}`, { force: true });
        if (existsSync(path + part)) copyFileSync(path + part, `${path}.copy${part}`);
      }
    },
    putBack: ({ all }) => {
      if (all) ages = new Map(kept);
      for (const part of [...parts, '-shm']) rmSync(path + part, { force: true });
      for (const part of parts)
        if (existsSync(`${path}.copy${part}`)) copyFileSync(`${path}.copy${part}`, path + part);
    },
  };
}
