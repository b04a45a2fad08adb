import type { Log } from '../diagnostics/log.ts';
import type { Redactors } from '../diagnostics/redaction.ts';
import { type DatabaseOptions, forgetDeleted, openDatabase } from '../storage/database.ts';
import { changeLogTable, createChangeLog } from './change-log.ts';
import { createRequestLog, requestIndexes, requestTable } from './request-log.ts';

export type Records = ReturnType<typeof openRecords>;

/** Opens the file of what was done: the log of requests and the change log of writes, which outlive the end of the process. */
export function openRecords(
  path: string,
  redactors: Pick<Redactors, 'of'>,
  log: Log,
  now: DatabaseOptions['now'],
) {
  const database = openDatabase(path, [requestTable + changeLogTable, requestIndexes], {
    synchronous: 'NORMAL',
    log,
    now,
  });
  return {
    requests: createRequestLog(database, redactors, log),
    changeLog: createChangeLog(database, redactors),
    forgetRemoved: (): void => forgetDeleted(database),
    close: (): void => database.close(),
  };
}
