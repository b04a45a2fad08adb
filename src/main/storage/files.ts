import { mkdirSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { StoredConnection } from '../connections/stored-connection.ts';
import type { Log } from '../diagnostics/log.ts';
import type { Redactors } from '../diagnostics/redaction.ts';
import { openRowCache } from '../mirror/row-cache.ts';
import { openJournalFile } from '../plans/engine.ts';
import { Age } from '../plans/journal-age.ts';
import { openRecords } from '../records/records.ts';
import { backupsOf } from './backup.ts';
import { checkpoint, forgetDeleted, NotOpened } from './database.ts';
import { diskReason } from './disk-fault.ts';
import { openCopies } from './lost-store.ts';
import { filesAside, sizeOf } from './set-aside.ts';
import { openStore } from './store.ts';
import { openUnwritten } from './unwritten.ts';

export type Files = ReturnType<typeof openAll>;

interface Deps {
  /** What the rows that are kept are sealed by; null where there is none. */
  readonly key: () => Promise<Uint8Array | null>;
  readonly redactors: Redactors;
  readonly log: Log;
  readonly now: () => number;
  readonly version: string;
}

/** Opens all files of the data folder; null if that fails, which `onFault` is told. */
export function openFiles(folder: string, deps: Deps, onFault: (fault: unknown) => void) {
  try {
    return openAll(folder, deps);
  } catch (fault) {
    const { path = folder, cause = fault } = fault instanceof NotOpened ? fault : {};
    const reason = diskReason(cause);
    deps.log.error('store-not-opened', { file: basename(path), reason, fault: cause });
    onFault(fault);
    return null;
  }
}

function named<Opened>(path: string, open: () => Opened): Opened {
  try {
    return open();
  } catch (fault) {
    throw new NotOpened(path, fault);
  }
}

function openAll(folder: string, { key, redactors, log, now, version }: Deps) {
  named(folder, () => mkdirSync(folder, { recursive: true, mode: 0o700 }));
  const storePath = join(folder, 'audit-desk.db');
  const journalPath = join(folder, 'journal.db');
  const recordsPath = join(folder, 'records.db');
  const databases = [storePath, journalPath, recordsPath];
  const unwritten = openUnwritten(`${storePath}.unwritten`, databases, { log, now });
  const store = named(storePath, () => {
    const wasUsed = backupsOf(storePath).length > 0 || [journalPath, recordsPath].some(sizeOf);
    return openStore(storePath, log, now, wasUsed);
  });
  const rows = store.collection('change_log_rows', z.number().int());
  const records = named(recordsPath, () => openRecords(recordsPath, redactors, { log, now, rows }));
  const ages = store.collection('journal_ages', Age);
  const isTorn = unwritten.torn.includes(journalPath);
  let journal = named(journalPath, () => openJournalFile(journalPath, log, now, ages, { isTorn }));
  unwritten.tellOlder(journal?.isAhead === true ? storePath : null);
  const kept = openRowCache(folder, { key, redactors, log, now, version });
  const copies = openCopies(storePath, log, now);
  const secretRows = store.collection('connections', StoredConnection);
  const leftovers = store.collection('leftovers', z.string());
  const copiesOf = async (text: string) => ({
    backups: await holding(databases.flatMap(backupsOf), text),
    damaged: await holding(
      filesAside(folder).map(({ name }) => join(folder, name)),
      text,
    ),
  });
  return {
    store,
    records,
    journal,
    /** Tries once more for a journal that another process held; null while it still does. */
    tryJournal: () => {
      journal ??= openJournalFile(journalPath, log, now, ages, { isRetry: true });
      return journal;
    },
    kept,
    aside: () => filesAside(folder),
    copies,
    accounts: () => [...secretRows.list().map(({ account }) => account), ...leftovers.list()],
    /** The copies and damaged files that contain a text, or cannot be read. */
    copiesOf: async (text: string) => {
      const { backups, damaged } = await copiesOf(text);
      return { backups, damaged: damaged.map((path) => basename(path)) };
    },
    /** Leaves nothing of what was removed in free pages, and no copy in which this text is. */
    leaveNothing: async (text: string): Promise<void> => {
      try {
        store.forgetRemoved();
        records.forgetRemoved();
        if (journal !== null) forgetDeleted(journal.database);
        for (const path of (await copiesOf(text)).backups) await rm(path, { force: true });
      } catch (fault) {
        log.error('removed-not-forgotten', { fault }); // a full disk: it is removed, and overwritten where it was
      }
    },
    /** From here on something may be in a `-wal` alone. */
    written: unwritten.set,
    /** Has each file hold by itself what was written, at a quiet moment: its `-wal` may be lost then. */
    checkpoint: (): void => {
      try {
        store.checkpoint();
        records.checkpoint();
        if (journal !== null) checkpoint(journal.database);
        unwritten.clear();
      } catch (fault) {
        log.warn('checkpoint-not-made', { fault }); // a full disk: all is where it was
      }
    },
    /** Closes all but the journal, which the engine closes when it has ended. */
    close: () => {
      unwritten.clear();
      store.close();
      copies.settle();
      records.close();
      kept.close();
    },
  };
}

async function holding(paths: readonly string[], text: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of paths) {
    const content = await readFile(path).catch(() => null);
    if (content === null || content.includes(text)) found.push(path);
  }
  return found;
}
