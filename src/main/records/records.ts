import type { Redactors } from '../diagnostics/redaction.ts';
import { checkpoint, type DatabaseOptions, forgetDeleted, openDatabase } from '../storage/database.ts';
import { noteOlder } from '../storage/set-aside.ts';
import type { Collection } from '../storage/store.ts';
import { changeLogTable, createChangeLog } from './change-log.ts';
import { createRequestLog, requestIndexes, requestTable } from './request-log.ts';

export type Records = ReturnType<typeof openRecords>;

interface RecordsDeps extends Pick<DatabaseOptions, 'log' | 'now'> {
  /** How many rows the change log has, as another file knows it. */
  readonly rows: Pick<Collection<number>, 'read' | 'put'>;
}

const counted = 'change-log';

/** Opens the file of what was done: the log of requests and the change log of writes, which outlive the end of the process. */
export function openRecords(
  path: string,
  redactors: Pick<Redactors, 'of'>,
  { log, now, rows: known }: RecordsDeps,
) {
  const before = known.read(counted) ?? 0;
  const schema = [requestTable + changeLogTable, requestIndexes];
  const database = openDatabase(path, schema, { synchronous: 'NORMAL', log, now, isKnown: before > 0 });
  const count = (rows: number): void => {
    try {
      known.put(counted, rows);
    } catch (fault) {
      log.warn('change-log-not-counted', { fault }); // they are written all the same, and more than is known
    }
  };
  const changeLog = createChangeLog(database, redactors, count);
  const rows = changeLog.rows();
  if (rows > 0 && rows < before) noteOlder(path, log, now());
  if (rows !== before) count(rows);
  return {
    requests: createRequestLog(database, redactors, log),
    changeLog,
    forgetRemoved: (): void => forgetDeleted(database),
    checkpoint: (): void => checkpoint(database),
    close: (): void => database.close(),
  };
}
