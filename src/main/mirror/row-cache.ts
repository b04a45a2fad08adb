import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Log } from '../diagnostics/log.ts';
import type { Redactors } from '../diagnostics/redaction.ts';
import { type DatabaseOptions, forgetDeleted, openDatabase } from '../storage/database.ts';
import { createSealing, type Sealing } from '../storage/sealing.ts';
import type { RankedRow, Rows } from './rows.ts';

// The offline copy: the rows of lists, in chunks, each sealed by a key that is in no file.

const table = `
  CREATE TABLE chunks (
    connection TEXT NOT NULL, list TEXT NOT NULL, chunk INTEGER NOT NULL, at INTEGER NOT NULL, body BLOB NOT NULL,
    PRIMARY KEY (connection, list, chunk)
  ) STRICT;
  CREATE TABLE written_by (version TEXT NOT NULL, key TEXT NOT NULL) STRICT;`;

const fileName = 'mirror.db';

/** Bytes of a connection's lists in the file; the list that was written the longest ago goes first. A hundred thousand audits take some ten million. */
const mostKept = 32_000_000;

/** Characters of one chunk; an ordinary one has less than a tenth. */
const largestKept = 1_000_000;

const headChunk = -1;

const Head = z.strictObject({
  /** When the oldest row was read, in milliseconds since 1970. */
  at: z.number(),
  /** How many rows the service says that there are; null where it has not said. */
  total: z.number().nullable(),
});
export type CachedHead = z.output<typeof Head>;

/** What the file has of it: also the name of the list, which it is found by. */
const KeptHead = Head.extend({ name: z.string() });

interface Deps extends Pick<DatabaseOptions, 'now'> {
  /** Null where the keychain is not open: then nothing is kept. Asked when first needed. */
  readonly key: () => Promise<Uint8Array | null>;
  readonly redactors: Pick<Redactors, 'of'>;
  readonly log: Log;
  /** Rows of another version of the app are not read: their form may differ. */
  readonly version: string;
  readonly most?: number;
}

/** A list of a connection, by the name that windows and main have for it. */
export interface CachedList {
  readonly connection: string;
  readonly name: string;
  /** What its rows have to be: what is not, is not read. */
  readonly row: z.ZodType;
}

type ListName = Pick<CachedList, 'connection' | 'name'>;

/** What was known last of the lists of a service: shown, with its time, until they are read. */
export type RowCache = ReturnType<typeof openRowCache>;

/** Keeps rows sealed in a file. Where there is no key or the file cannot be opened, nothing is kept. Nothing here throws: no reading may fail by it. */
export function openRowCache(folder: string, deps: Deps) {
  const { key, log } = deps;
  let opening: Promise<Chunks | null> | null = null;
  let opened: Chunks | null = null;
  let isClosed = false;
  let written: Promise<unknown> = Promise.resolve();

  const open = async (): Promise<Chunks | null> => {
    const found = await key().catch(() => null);
    if (isClosed || found === null) return null;
    try {
      opened = openChunks(folder, found, deps);
    } catch (fault) {
      log.error('kept-answers-not-opened', { fault });
    }
    return opened;
  };
  const chunks = async (): Promise<Chunks | null> => {
    opening ??= open();
    const found = await opening;
    return isClosed ? null : found;
  };
  const later = (work: (found: Chunks) => void): void => {
    written = chunks().then((found) => found !== null && work(found));
  };

  // Earlier versions kept answers, and did not always seal them.
  removeFiles(folder, log, (name) => name.startsWith('kept.db') || name.startsWith('offline.db'));
  return {
    /** Writes a chunk of a list in place of the former one; an empty one goes. */
    write: (list: ListName, chunk: number, rows: readonly RankedRow[]): void =>
      later(({ write, drop }) => (rows.length === 0 ? drop(list, chunk) : write(list, chunk, rows))),
    writeHead: (list: ListName, head: CachedHead): void =>
      later(({ write }) => write(list, headChunk, { ...head, name: list.name })),
    /** The service has this list no more, or its rows in another order. */
    clear: (list: ListName): void => later(({ drop }) => drop(list, null)),
    /** Gives the rows of a list, in parts between which others work, while that is wanted. Gives nothing where nothing is kept. */
    read: async (
      list: CachedList,
      {
        isWanted,
        take,
      }: { isWanted: () => boolean; take: (rows: readonly RankedRow[], head: CachedHead) => void },
    ): Promise<void> => {
      const found = await chunks();
      try {
        const head = found?.head(list) ?? null;
        if (found === null || head === null) return;
        for (const chunk of found.chunksOf(list)) {
          if (isClosed || !isWanted()) return;
          take(found.rows(list, chunk), head);
          await setImmediate(); // there may be a thousand: main answers between them
        }
      } catch (fault) {
        log.error('kept-rows-not-read', { fault }); // the list is read from the service all the same
      }
    },
    /** The names of the lists of a connection. */
    names: async (connection: string): Promise<readonly string[]> =>
      namesIn(await chunks(), connection, { log, isClosed: () => isClosed }),
    /** When something of a connection was written last, in milliseconds since 1970; null where there is nothing. */
    newest: async (connection: string): Promise<number | null> =>
      (await chunks())?.newest(connection) ?? null,
    /** Leaves nothing of a connection in the file. Without the key that cannot be searched, so it goes as a whole. */
    forget: async (connection: string): Promise<void> => {
      const found = await chunks();
      if (found === null) removeFiles(folder, log, (name) => name.startsWith(fileName));
      else found.forget(connection);
    },
    /** Whether the key has come: until then nothing waits for what is kept. */
    isOpen: (): boolean => opened !== null,
    /** Settles once everything until now is written: that waits for the keychain. */
    written: (): Promise<unknown> => written,
    close: (): void => {
      isClosed = true;
      opened?.close();
      opened = null;
    },
  };
}

type Chunks = ReturnType<typeof chunksIn>;

async function namesIn(
  chunks: Pick<Chunks, 'lists' | 'nameOf'> | null,
  connection: string,
  { log, isClosed }: Pick<Deps, 'log'> & { readonly isClosed: () => boolean },
): Promise<readonly string[]> {
  const names: string[] = [];
  try {
    for (const list of chunks?.lists(connection) ?? []) {
      if (isClosed()) break;
      names.push(...(chunks?.nameOf(connection, list) ?? []));
      if (names.length % atOnce === 0) await setImmediate(); // there may be thousands: main answers between them
    }
  } catch (fault) {
    log.error('kept-rows-not-read', { fault });
  }
  return names;
}

function openChunks(folder: string, key: Uint8Array, deps: Deps): Chunks {
  const { log, now } = deps;
  const database = openDatabase(join(folder, fileName), [table], { synchronous: 'NORMAL', log, now });
  // A damaged one is of no use to anybody.
  removeFiles(folder, log, (name) => name.startsWith(`${fileName}.damaged-`));
  const sealing = createSealing(key);
  leaveOutOthers(database, deps.version, sealing.nameOf('key'));
  return chunksIn(database, sealing, deps);
}

/** Removes what another version of the app, or one with another key, has written. */
function leaveOutOthers(database: DatabaseSync, version: string, key: string): void {
  const by = database.prepare('SELECT version, key FROM written_by').get();
  if (by?.version === version && by.key === key) return;
  database.exec('DELETE FROM chunks; DELETE FROM written_by;');
  database.prepare('INSERT INTO written_by (version, key) VALUES (?, ?)').run(version, key);
}

function chunksIn(
  database: DatabaseSync,
  sealing: Sealing,
  { redactors, log, now, most = mostKept }: Pick<Deps, 'redactors' | 'log' | 'now' | 'most'>,
) {
  const put = database.prepare(
    `INSERT INTO chunks (connection, list, chunk, at, body) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (connection, list, chunk) DO UPDATE SET at = excluded.at, body = excluded.body`,
  );
  const size = database.prepare(
    'SELECT length(body) AS size FROM chunks WHERE connection = ? AND list = ? AND chunk = ?',
  );
  const remove = database.prepare('DELETE FROM chunks WHERE connection = ? AND list = ? AND chunk = ?');
  const removeList = database.prepare('DELETE FROM chunks WHERE connection = ? AND list = ?');
  const removeAll = database.prepare('DELETE FROM chunks WHERE connection = ?');
  const newest = database.prepare('SELECT max(at) AS at FROM chunks WHERE connection = ?');
  const sizes = openSizes(database, most);
  const clear = (connection: string, list: string): void => {
    removeList.run(connection, list);
    sizes.forget(connection);
  };
  const attempt = createAttempt(log, clear);
  const removeChunk = (connection: string, list: string, chunk: number): void => {
    remove.run(connection, list, chunk);
    sizes.forget(connection);
  };

  return {
    write: ({ connection, name }: ListName, chunk: number, content: unknown): void =>
      attempt(connection, sealing.nameOf(name), (list) => {
        const text = JSON.stringify(content);
        // No secret comes here (`api/answer.ts`); this is the last place before the file.
        if (text.length > largestKept || redactors.of(connection).isRepeatedIn(text))
          return removeChunk(connection, list, chunk);
        const at = now();
        const body = sealing.seal(text, aboutChunk(connection, list, chunk, at));
        const known = sizes.of(connection) - Number(size.get(connection, list, chunk)?.size ?? 0);
        put.run(connection, list, chunk, at, body);
        sizes.limit(connection, known + body.length);
      }),
    /** All of its chunks where none is named. */
    drop: ({ connection, name }: ListName, chunk: number | null): void =>
      attempt(connection, sealing.nameOf(name), (list) =>
        chunk === null ? clear(connection, list) : removeChunk(connection, list, chunk),
      ),
    ...chunkReader(database, sealing),
    newest: (connection: string): number | null => {
      const at = newest.get(connection)?.at;
      return typeof at === 'number' ? at : null;
    },
    forget: (connection: string): void => {
      removeAll.run(connection);
      forgetDeleted(database);
      sizes.forget(connection);
    },
    close: () => database.close(),
  };
}

/** What chunks say: nothing where they do not open, or are of another form. */
function chunkReader(database: DatabaseSync, sealing: Sealing) {
  const one = database.prepare('SELECT at, body FROM chunks WHERE connection = ? AND list = ? AND chunk = ?');
  const all = database.prepare(
    `SELECT chunk FROM chunks WHERE connection = ? AND list = ? AND chunk > ${headChunk} ORDER BY chunk`,
  );
  const heads = database.prepare(`SELECT list FROM chunks WHERE connection = ? AND chunk = ${headChunk}`);
  const readSealed = (connection: string, list: string, chunk: number): unknown => {
    const row = one.get(connection, list, chunk);
    if (!(row?.body instanceof Uint8Array)) return null;
    const text = sealing.open(row.body, aboutChunk(connection, list, chunk, Number(row.at)));
    return text === null ? null : JSON.parse(text);
  };
  const read = ({ connection, name }: ListName, chunk: number): unknown =>
    readSealed(connection, sealing.nameOf(name), chunk);

  return {
    head: (list: ListName): CachedHead | null => {
      const head = KeptHead.safeParse(read(list, headChunk)).data;
      return head === undefined ? null : { at: head.at, total: head.total };
    },
    /** Its lists, as the file calls them. */
    lists: (connection: string): readonly string[] => heads.all(connection).map(({ list }) => String(list)),
    /** What a list is called; empty where its head cannot be read. */
    nameOf: (connection: string, list: string): readonly string[] => {
      const head = KeptHead.safeParse(readSealed(connection, list, headChunk)).data;
      return head === undefined ? [] : [head.name];
    },
    chunksOf: ({ connection, name }: ListName): readonly number[] =>
      all.all(connection, sealing.nameOf(name)).map(({ chunk }) => Number(chunk)),
    /** None where they cannot be read. */
    rows: (list: CachedList, chunk: number): readonly RankedRow[] => {
      const found = read(list, chunk);
      // Only checked: parsing an output again may change it.
      const isSound = z.array(z.tuple([z.number().int(), list.row])).safeParse(found).success;
      return isSound ? (found as readonly RankedRow[]) : [];
    },
  };
}

/** How much there is of each connection, so that it stays within the limit. */
function openSizes(database: DatabaseSync, most: number) {
  const remove = database.prepare('DELETE FROM chunks WHERE connection = ? AND list = ?');
  const size = database.prepare('SELECT sum(length(body)) AS size FROM chunks WHERE connection = ?');
  const oldest = database.prepare(
    `SELECT list, sum(length(body)) AS size FROM chunks WHERE connection = ?
     GROUP BY list ORDER BY max(at), max(rowid) LIMIT 1`,
  );
  const sizes = new Map<string, number>();
  return {
    of: (connection: string): number => sizes.get(connection) ?? Number(size.get(connection)?.size ?? 0),
    /** Removes whole lists of a connection that has so many bytes, as long as that is too much. */
    limit: (connection: string, bytes: number): void => {
      let left = bytes;
      while (left > most) {
        const row = oldest.get(connection);
        if (row === undefined) break;
        remove.run(connection, String(row.list));
        left -= Number(row.size);
      }
      sizes.set(connection, left);
    },
    forget: (connection: string): void => {
      sizes.delete(connection);
    },
  };
}

/**
 * Changes something of a list, as far as the file can be written; logs the first failure, since a full disk refuses all. Of a list of which something
 * could not be written, what there is goes first (`clear`) once it can: it is older than it will be said to be.
 */
function createAttempt(log: Log, clear: (connection: string, list: string) => void) {
  const stale = new Set<string>();
  let isBroken = false;
  return (connection: string, list: string, work: (list: string) => void): void => {
    const key = `${connection} ${list}`;
    try {
      if (stale.has(key)) clear(connection, list);
      work(list);
      stale.delete(key);
      isBroken = false;
    } catch (fault) {
      if (!isBroken) log.error('answer-not-kept', { fault });
      stale.add(key);
      isBroken = true;
    }
  };
}

/** What a sealed chunk belongs to: it cannot be passed off as another one, or as one of another time. */
function aboutChunk(connection: string, list: string, chunk: number, at: number): string {
  return JSON.stringify([connection, list, chunk, at]);
}

function removeFiles(folder: string, log: Log, isMeant: (name: string) => boolean): void {
  try {
    for (const name of readdirSync(folder).filter(isMeant)) rmSync(join(folder, name), { force: true });
  } catch (fault) {
    log.error('kept-answers-not-removed', { fault });
  }
}

const writeEvery = 1_000; // milliseconds
const atOnce = 10; // chunks: a few milliseconds each, in which main does nothing else
const rest = 50; // milliseconds between these

/** A list whose rows are kept, and what is said of all of them. */
interface Keepable {
  readonly rows: Rows;
  readonly head: () => CachedHead;
  readonly restored: (rows: readonly RankedRow[], head: CachedHead) => void;
}

/** Has the file follow the rows of a list, which begin with what it had of them unless something was read before that came. */
export function createKeeping(
  list: CachedList,
  { rows, head: said, restored: put }: Keepable,
  kept: RowCache,
  clock: Pick<Clock, 'schedule'>,
) {
  let isRead = false; // whether something was read, so that what is in the file is older
  let head = '';
  let stop: (() => void) | null = null;
  const restored = kept.read(list, { isWanted: () => !isRead, take: put });

  const write = (most: number): boolean => {
    const { isAnew, chunks, isMore } = rows.takeUnkept(most);
    if (isAnew) kept.clear(list);
    const next = JSON.stringify(said());
    if (isAnew || next !== head) kept.writeHead(list, said());
    head = next;
    for (const [chunk, ranked] of chunks) kept.write(list, chunk, ranked);
    return isMore;
  };
  const writeLater = (milliseconds: number): void => {
    stop ??= clock.schedule(milliseconds, () => {
      stop = null;
      if (write(atOnce)) writeLater(rest);
    });
  };

  return {
    /** Before the first row that was read is taken in: what is coming from the file comes before it, unless it waits for the keychain. */
    begin: async (): Promise<void> => {
      if (kept.isOpen()) await restored;
      isRead = true;
    },
    restored,
    /** Its rows have changed, or what is said of them. */
    changed: (): void => {
      if (isRead) writeLater(writeEvery);
    },
    /** The service has it no more. */
    clear: (): void => {
      rows.unkeep();
      kept.clear(list);
    },
    /** Writes what is not written yet. */
    flush: (): void => {
      if (stop === null) return;
      stop();
      stop = null;
      write(Number.POSITIVE_INFINITY);
    },
    close: (): void => {
      isRead = true;
      stop?.();
      stop = null;
    },
  };
}
