import { basename } from 'node:path';
import { fail, type Reply, succeed } from '../../shared/error.ts';
import {
  type TableChoice,
  type TableFault,
  type TableReading,
  type TableRefusal,
  tableLimits,
} from '../../shared/model/table.ts';
import {
  type DroppedPart,
  type OpenedTable,
  TableAnswer,
  type TablePart,
} from '../../shared/operations/import.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../diagnostics/log.ts';

/** A file by its path, or what is in it. */
type TableSource = { readonly path: string } | { readonly bytes: Uint8Array };

/** A process that reads one table: it is told which, answers once, and is ended. */
export interface TableProcess {
  readonly post: (request: TableSource & { readonly choice: TableChoice }) => void;
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

/** Tables of files that a person chooses or drops. The interface names a file by an id, never by its path. */
export function createTableReader({ fork, choose, clock, newId, log }: Deps) {
  let opened: { readonly id: string; readonly name: string; readonly source: TableSource } | null = null;
  let dropped: { readonly name: string; readonly bytes: Uint8Array; readonly filled: number } | null = null;
  let running: TableProcess | null = null;
  /** Of what was read last, until its last row was asked for. */
  let held: Held | null = null;

  const answerOf = (source: TableSource, choice: TableChoice): Promise<TableAnswer> => {
    running?.kill();
    const reader = fork();
    running = reader;
    const { promise, resolve } = Promise.withResolvers<TableAnswer>();
    const refuse = (fault: TableFault) => resolve({ fault, row: null });
    const stopTimer = clock.schedule(tableLimits.milliseconds, () => refuse('slow'));
    reader.onMessage((message) => {
      const answer = TableAnswer.safeParse(message);
      resolve(answer.success ? answer.data : { fault: 'damaged', row: null });
    });
    reader.onExit(() => refuse('reader-ended')); // this counts only where nothing was answered yet
    reader.post({ ...source, choice });
    return promise.finally(() => {
      stopTimer();
      reader.kill();
      if (running === reader) running = null;
    });
  };

  const refused = (id: string, name: string, fault: TableRefusal): Reply<OpenedTable> => {
    log.warn('table-not-read', { fault: fault.fault });
    return succeed({ id, name, table: null, fault });
  };

  const read = async (file: NonNullable<typeof opened>, choice: TableChoice): Promise<Reply<OpenedTable>> => {
    opened = file;
    const { id, name, source } = file;
    const answer = await answerOf(source, choice);
    if ('fault' in answer) return refused(id, name, answer);
    held = { reading: newId(), table: answer };
    return succeed({ id, name, table: { ...answer, ...partOf(held, 0) }, fault: null });
  };

  return {
    /** Asks for a file and reads it; null where a person chooses none. */
    open: async (): Promise<Reply<OpenedTable | null>> => {
      const path = await choose();
      if (path === null) return succeed(null);
      return read({ id: newId(), name: basename(path), source: { path } }, {});
    },
    /** Takes the next part of a file that is dropped, and reads it once it is whole; null until then. */
    drop: async ({ name, size, at, part }: DroppedPart): Promise<Reply<OpenedTable | null>> => {
      if (size > tableLimits.bytes) return refused(newId(), name, { fault: 'too-large', row: null });
      const before = at === 0 ? { name, bytes: new Uint8Array(size), filled: 0 } : dropped;
      dropped = null;
      const bytes = Buffer.from(part, 'base64');
      if (before === null || before.filled !== at || at + bytes.length > before.bytes.length)
        return fail('invalid-input');
      before.bytes.set(bytes, at);
      const filled = at + bytes.length;
      if (filled < before.bytes.length) {
        dropped = { ...before, filled };
        return bytes.length === 0 ? fail('invalid-input') : succeed(null);
      }
      return read({ id: newId(), name: before.name, source: { bytes: before.bytes } }, {});
    },
    /** Reads the file that was opened last again, otherwise; `not-found-here` for any other file. */
    read: async (id: string, choice: TableChoice): Promise<Reply<OpenedTable>> =>
      opened?.id === id ? read(opened, choice) : fail('not-found-here'),
    /** The rows of a reading from one on; `not-found-here` where it is not the last one, or they were all asked for. */
    rows: ({ reading, from }: NonNullable<TablePart['more']>): Reply<TablePart> => {
      if (held?.reading !== reading) return fail('not-found-here');
      const part = partOf(held, from);
      if (part.more === null) held = null;
      return succeed(part);
    },
  };
}

interface Held {
  readonly reading: string;
  readonly table: TableReading;
}

const cellsAtOnce = 6_000; // a page takes some milliseconds for them

/** So many rows from one on as cross at once. */
function partOf({ reading, table: { rows, numbers, kinds } }: Held, from: number): TablePart {
  let [end, cells] = [from, 0];
  for (; end < rows.length && cells < cellsAtOnce; end += 1) cells += rows[end]?.length ?? 0;
  return {
    rows: rows.slice(from, end),
    numbers: numbers.slice(from, end),
    kinds: kinds?.slice(from, end) ?? null,
    more: end < rows.length ? { reading, from: end } : null,
  };
}
