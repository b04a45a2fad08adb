import { basename } from 'node:path';
import { fail, type Reply, succeed } from '../../shared/error.ts';
import { type TableChoice, type TableFault, tableLimits } from '../../shared/model/table.ts';
import { type OpenedTable, TableAnswer } from '../../shared/operations/import.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../diagnostics/log.ts';

/** A process that reads one table: it is told which, answers once, and is ended. */
export interface TableProcess {
  readonly post: (request: { readonly path: string; readonly choice: TableChoice }) => void;
  readonly onMessage: (listener: (message: unknown) => void) => void;
  readonly onExit: (listener: () => void) => void;
  readonly kill: () => void;
}

interface Deps {
  readonly fork: () => TableProcess;
  readonly choose: () => Promise<string | null>;
  readonly clock: Pick<Clock, 'schedule'>;
  readonly newId: () => string;
  readonly log: Log;
}

/** Tables of files that a person chooses. The interface names a file by an id, never by its path. */
export function createTableReader({ fork, choose, clock, newId, log }: Deps) {
  let opened: { readonly id: string; readonly path: string } | null = null;
  let running: TableProcess | null = null;

  const answerOf = (path: string, choice: TableChoice): Promise<TableAnswer> => {
    running?.kill();
    const reader = fork();
    running = reader;
    const { promise, resolve } = Promise.withResolvers<TableAnswer>();
    const refuse = (fault: TableFault) => resolve({ fault, row: null });
    const stopTimer = clock.schedule(tableLimits.milliseconds, () => refuse('slow'));
    reader.onMessage((message) => resolve(TableAnswer.parse(message)));
    reader.onExit(() => refuse('reader-ended')); // this counts only where nothing was answered yet
    reader.post({ path, choice });
    return promise.finally(() => {
      stopTimer();
      reader.kill();
      if (running === reader) running = null;
    });
  };

  const read = async (id: string, path: string, choice: TableChoice): Promise<Reply<OpenedTable>> => {
    const answer = await answerOf(path, choice);
    const name = basename(path);
    if (!('fault' in answer)) return succeed({ id, name, table: answer, fault: null });
    log.warn('table-not-read', { fault: answer.fault });
    return succeed({ id, name, table: null, fault: answer });
  };

  return {
    /** Asks for a file and reads it; null where a person chooses none. */
    open: async (): Promise<Reply<OpenedTable | null>> => {
      const path = await choose();
      if (path === null) return succeed(null);
      opened = { id: newId(), path };
      return read(opened.id, path, {});
    },
    /** Reads the file that was opened last again, otherwise; `not-found-here` for any other file. */
    read: async (id: string, choice: TableChoice): Promise<Reply<OpenedTable>> =>
      opened?.id === id ? read(id, opened.path, choice) : fail('not-found-here'),
  };
}
