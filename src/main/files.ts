import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openJournalFile } from './engine.ts';
import { openKeptAnswers } from './kept-answers.ts';
import type { Log } from './log.ts';
import { openRecords } from './records/records.ts';
import type { Redactor } from './redaction.ts';
import { filesAside } from './set-aside.ts';
import { openStore } from './store.ts';

interface Surroundings {
  readonly redactor: Redactor;
  readonly log: Log;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The app's own. */
  readonly version: string;
}

/**
 * Opens everything that is kept in the data folder, which is made where it is not there. Null where that cannot be, of which
 * `onFault` is told.
 */
export function openFiles(folder: string, surroundings: Surroundings, onFault: (fault: unknown) => void) {
  try {
    return openAll(folder, surroundings);
  } catch (fault) {
    surroundings.log.error('store-not-opened', { fault });
    onFault(fault);
    return null;
  }
}

function openAll(folder: string, { redactor, log, now, version }: Surroundings) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const store = openStore(join(folder, 'audit-desk.db'), log, now);
  const records = openRecords(join(folder, 'records.db'), redactor, log, now);
  const journal = openJournalFile(join(folder, 'journal.db'), log, now);
  const kept = openKeptAnswers(join(folder, 'kept.db'), { redactor, log, now, version });
  return {
    store,
    records,
    journal,
    kept,
    /** The files that were set aside and are still there. */
    aside: () => filesAside(folder),
    /** Closes all but the journal, which the engine closes when it has ended. */
    close: () => {
      store.close();
      records.close();
      kept.close();
    },
  };
}
