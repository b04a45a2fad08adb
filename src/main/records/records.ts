import { type DatabaseOptions, openDatabase } from '../database.ts';
import type { Log } from '../log.ts';
import type { Redactor } from '../redaction.ts';
import { createRequestLog, type RequestLog, requestIndexes, requestTable } from './request-log.ts';
import { createTrail, type Trail, trailTable } from './trail.ts';

export interface Records {
  readonly requests: RequestLog;
  readonly trail: Trail;
  readonly close: () => void;
}

/** Opens the file of what was done: the log of requests and the trail of writes, which outlive the end of the process. */
export function openRecords(
  path: string,
  redactor: Pick<Redactor, 'redactValues'>,
  log: Log,
  now: DatabaseOptions['now'],
): Records {
  const database = openDatabase(path, [requestTable + trailTable, requestIndexes], {
    synchronous: 'NORMAL',
    log,
    now,
  });
  return {
    requests: createRequestLog(database, redactor, log),
    trail: createTrail(database, redactor),
    close: () => database.close(),
  };
}
