import { existsSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Log } from '../diagnostics/log.ts';
import { filesAside, makeEmpty, noteOlder, sizeOf } from './set-aside.ts';

interface Deps {
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly now: () => number;
}

/** A mark beside the files for as long as a `-wal` may have what its file does not: one that is gone then has taken that along. */
export function openUnwritten(mark: string, paths: readonly string[], { log, now }: Deps) {
  let isThere = existsSync(mark);
  const torn = isThere ? paths.filter((path) => sizeOf(path) > 0 && !existsSync(`${path}-wal`)) : [];
  const started = now();
  const isTold = (path: string, since: number): boolean =>
    filesAside(dirname(path)).some(
      ({ name, at }) => name.startsWith(basename(path)) && Date.parse(at) >= since,
    );
  const attempt = (act: () => void): void => {
    try {
      act();
    } catch (fault) {
      log.warn('unwritten-not-marked', { fault }); // a full disk: what is lost then is not noticed by this
    }
  };
  return {
    torn,
    /** Tells of the files without the `-wal` that they had, and of one that another file knows more of, where nobody is told yet. */
    tellOlder: (known: string | null): void => {
      for (const path of torn) if (!isTold(path, started)) noteOlder(path, log, now());
      if (known !== null && !isTold(known, 0)) noteOlder(known, log, now());
    },
    set: (): void => {
      if (isThere) return;
      isThere = true;
      attempt(() => makeEmpty(mark));
    },
    clear: (): void => {
      isThere = false;
      attempt(() => rmSync(mark, { force: true }));
    },
  };
}
