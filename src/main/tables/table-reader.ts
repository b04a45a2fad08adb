import { basename } from 'node:path';
import { fail, type Reply, succeed } from '../../shared/error.ts';
import { type TableChoice, type TableRefusal, tableLimits } from '../../shared/model/table.ts';
import { type DroppedPart, type OpenedTable, TableAnswer } from '../../shared/operations/import.ts';
import type { Log } from '../diagnostics/log.ts';
import type { TableSource } from '../imports/table-session.ts';
import { type ReadingDeps, type ReadingProcess, readApart } from './reading-process.ts';

interface Deps extends ReadingDeps {
  readonly choose: () => Promise<string | null>;
  readonly newId: () => string;
  readonly log: Log;
  /** Takes a table that was read, with the process that has it. */
  readonly hold: (table: HeldTable) => void;
}

/** A table in the process that has read it. `id` is that of its file, of which a window has one for a connection. */
export interface HeldTable extends Asking {
  readonly id: string;
  readonly process: ReadingProcess;
}

/** What a window reads for a connection. Another file there takes the place of the one before. */
interface Desk {
  readonly asking: Asking;
  opened: OpenedFile | null;
  dropped: { readonly name: string; readonly bytes: Uint8Array; readonly filled: number } | null;
  running: { readonly giveUp: () => void } | null;
}

interface OpenedFile {
  readonly id: string;
  readonly name: string;
  readonly source: TableSource;
}

/** Who asks: the number of a window, null for none. */
export interface Asking {
  readonly from: number | null;
  readonly connection: string;
  /** Aborted when the window is gone. */
  readonly gone?: AbortSignal | undefined;
}

/** The desks of all windows that are there. */
function createDesks() {
  const desks = new Map<string, Desk>();
  return {
    of: (asking: Asking): Desk => {
      const { from, connection, gone } = asking;
      const key = `${from} ${connection}`;
      const known = desks.get(key);
      if (known !== undefined) return known;
      const desk: Desk = { asking, opened: null, dropped: null, running: null };
      desks.set(key, desk);
      gone?.addEventListener('abort', () => {
        desk.running?.giveUp();
        desks.delete(key);
      });
      return desk;
    },
    find: (wanted: (desk: Desk) => boolean): Desk | undefined => [...desks.values()].find(wanted),
  };
}

/** Adds the next part of a file that is dropped. The file once it is whole, null until then; fails as `invalid-input`. */
function addPart(
  desk: Desk,
  { name, size, at, part }: Omit<DroppedPart, 'connection'>,
): Reply<Pick<OpenedFile, 'name' | 'source'> | null> {
  const before = at === 0 ? { name, bytes: new Uint8Array(size), filled: 0 } : desk.dropped;
  desk.dropped = null;
  const bytes = Buffer.from(part, 'base64');
  if (before === null || before.filled !== at || at + bytes.length > before.bytes.length)
    return fail('invalid-input');
  before.bytes.set(bytes, at);
  const filled = at + bytes.length;
  if (filled === before.bytes.length) return succeed({ name: before.name, source: { bytes: before.bytes } });
  desk.dropped = { ...before, filled };
  return bytes.length === 0 ? fail('invalid-input') : succeed(null);
}

/** Tables of files that a person chooses or drops. The interface names a file by an id, never by its path. */
export function createTableReader({ fork, choose, clock, newId, log, hold }: Deps) {
  const desks = createDesks();

  /** Null where another file, or the same one otherwise, is read there before it was. */
  const answerOf = async (
    desk: Desk,
    { id, source }: OpenedFile,
    choice: TableChoice,
  ): Promise<TableAnswer | null> => {
    desk.running?.giveUp();
    const running = readApart({ ask: 'read', source, choice }, { fork, clock });
    desk.running = running;
    const answered = await running.answer;
    if (desk.running === running) desk.running = null;
    if ('ended' in answered)
      return answered.ended === 'given-up' ? null : { fault: answered.ended, row: null };
    const { message, process } = answered;
    const table = TableAnswer.safeParse(message).data ?? ({ fault: 'damaged', row: null } as const);
    if ('fault' in table || desk.asking.gone?.aborted === true) process.kill();
    else hold({ ...desk.asking, id, process });
    return table;
  };

  const refused = (id: string, name: string, told: TableRefusal): Reply<OpenedTable> => {
    const isLock = /^(?:~\$|\.~lock\.)/.test(name); // of a workbook that is open, whatever is in it
    const fault: TableRefusal = isLock ? { fault: 'lock-file', row: null } : told;
    log.warn('table-not-read', { fault: fault.fault });
    return succeed({ id, name, table: null, fault });
  };

  const read = async (
    desk: Desk,
    file: OpenedFile,
    choice: TableChoice,
  ): Promise<Reply<OpenedTable | null>> => {
    desk.opened = file;
    const { id, name } = file;
    const answer = await answerOf(desk, file, choice);
    if (answer === null) return succeed(null);
    return 'fault' in answer ? refused(id, name, answer) : succeed({ id, name, table: answer, fault: null });
  };

  return {
    /** Asks for a file and reads it; null where a person chooses none, or another one meanwhile. */
    open: async (asking: Asking): Promise<Reply<OpenedTable | null>> => {
      const path = await choose();
      if (path === null || asking.gone?.aborted === true) return succeed(null);
      return read(desks.of(asking), { id: newId(), name: basename(path), source: { path } }, {});
    },
    /** Takes the next part of a file that is dropped, and reads it once it is whole; null until then. */
    drop: async (
      part: Omit<DroppedPart, 'connection'>,
      asking: Asking,
    ): Promise<Reply<OpenedTable | null>> => {
      if (part.size > tableLimits.bytes)
        return refused(newId(), part.name, { fault: 'too-large', row: null });
      const desk = desks.of(asking);
      const file = addPart(desk, part);
      if (!file.ok) return file;
      return file.value === null ? succeed(null) : read(desk, { id: newId(), ...file.value }, {});
    },
    /** Reads a file that was opened last again, otherwise; `not-found-here` for any other file. */
    read: async (id: string, choice: TableChoice): Promise<Reply<OpenedTable | null>> => {
      const desk = desks.find(({ opened }) => opened?.id === id);
      return desk?.opened == null ? fail('not-found-here') : read(desk, desk.opened, choice);
    },
  };
}
