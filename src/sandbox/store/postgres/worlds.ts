import type { Account } from '../../fixture/load.ts';
import {
  type Beginning,
  builtIn,
  type CreateWorld,
  mostWorlds,
  openWorld,
  type World,
  type WorldKeeper,
} from '../../worlds.ts';
import { insertInto } from '../driver.ts';
import type { Database } from '../store.ts';
import { type Db, named } from './driver.ts';
import { lockWhole } from './locks.ts';
import { isThere } from './migrations.ts';
import { isDeadlock } from './outage.ts';

interface WorldRow {
  readonly seq: number;
  readonly name: string;
  readonly client_id: string;
}

export interface Schemas {
  /** Opens a schema. Rejects if it is not there and is not to be made. */
  readonly open: (schema: string, isNew: boolean) => Promise<Database>;
  readonly create: CreateWorld;
}

/**
 * The worlds of all replicas. Each is a schema beside that of the first service, and is in the table `world` once it is whole. A replica opens a world
 * when it is asked for it.
 */
export async function keepWorlds(db: Db, { open, create }: Schemas): Promise<WorldKeeper> {
  const prefix = await prefixOf(db);
  const seqOf = db.first<[name: string], Pick<WorldRow, 'seq'>>('select seq from world where name = ?');
  const schemaOf = (seq: number) => `${prefix}${String(seq)}`;
  const opened = openedWorlds(async (name, seq) => {
    let database: Database | undefined;
    try {
      database = await open(schemaOf(seq), false);
      return openWorld(name, await create({ fixture: builtIn() }, { database }));
    } catch (error) {
      await database?.close();
      if (await isThere(db, schemaOf(seq))) throw error;
      return undefined; // another replica has deleted it meanwhile
    }
  });
  const change = <Value>(work: (tx: Db) => Promise<Value>): Promise<Value> =>
    againAfterDeadlocks(() => changeOnce(db, prefix, work));
  const make = async (schema: string, beginning: Beginning): Promise<Account> => {
    const database = await open(schema, true);
    try {
      return (await create(beginning, { database })).account;
    } finally {
      await database.close();
    }
  };
  await change(() => Promise.resolve());
  /** Those that there are. What this replica has open of others ends: another replica has deleted them. */
  const look = async () => {
    const before = opened.numbers(); // one that is made meanwhile is none of these
    const rows = await db.rows<WorldRow>('select * from world order by seq');
    const there = new Set(rows.map(({ seq }) => seq));
    opened.end(before.filter((seq) => !there.has(seq))).catch(() => {}); // nobody waits for their last requests
    return rows;
  };
  return {
    all: async () => {
      const rows = await look();
      return rows.map(({ name, client_id: clientId }) => ({ name, clientId }));
    },
    find: async (name) => {
      const row = await seqOf(name);
      if (row === undefined) return undefined;
      if (!opened.numbers().includes(row.seq)) await look();
      return opened.find(name, row.seq);
    },
    add: (name, beginning) =>
      change(async (tx) => {
        const names = await tx.rows<Pick<WorldRow, 'name'>>('select name from world');
        if (names.some((world) => world.name === name)) return 'taken';
        if (names.length >= mostWorlds) return 'full';
        const [next] = await tx.rows<Pick<WorldRow, 'seq'>>(
          "select nextval(pg_get_serial_sequence('world', 'seq')) as seq",
        );
        const seq = next?.seq ?? 0;
        const account = await make(schemaOf(seq), beginning);
        await insertInto<WorldRow>(tx.run, 'world')({ seq, name, client_id: account.client_id });
        return account;
      }),
    remove: async (name) => {
      const gone = await change(async (tx) =>
        tx.first<[string], Pick<WorldRow, 'seq'>>('delete from world where name = ? returning seq')(name),
      );
      if (gone === undefined) return false;
      await opened.end([gone.seq]);
      await change(() => Promise.resolve());
      return true;
    },
    close: () => opened.end(opened.numbers()),
  };
}

/** Changes which worlds there are, while nobody else does. */
function changeOnce<Value>(db: Db, prefix: string, work: (tx: Db) => Promise<Value>): Promise<Value> {
  return db.transaction(async (tx) => {
    // A large fixture takes long to load, and meanwhile this connection waits.
    await tx.rows("set local idle_in_transaction_session_timeout = '10min'");
    await tx.rows('select pg_advisory_xact_lock(hashtextextended(?, 0))', `worlds of ${prefix}`);
    await dropLost(tx, prefix);
    return work(tx);
  });
}

const mostTries = 10;

/** Who reads a world holds some of its tables, and may wait for another that is being dropped. No new readers come. */
async function againAfterDeadlocks<Value>(work: () => Promise<Value>): Promise<Value> {
  for (let tries = 1; ; tries += 1)
    try {
      return await work();
    } catch (error) {
      if (tries === mostTries || !isDeadlock(error)) throw error;
    }
}

/** What the names of schemas of worlds begin with. No other service's begin alike. */
async function prefixOf(db: Db): Promise<string> {
  const [own] = await db.rows<{ readonly prefix: string }>(
    `select left(name, 24) || '_' || name::regnamespace::oid || '_world_' as prefix
    from (select current_schema()::text as name) as own`,
  );
  return own?.prefix ?? '';
}

/** The worlds that this replica has open, by their numbers. */
function openedWorlds(open: (name: string, seq: number) => Promise<World | undefined>) {
  const worlds = new Map<number, Promise<World | undefined>>();
  const endOne = async (seq: number): Promise<void> => {
    const world = worlds.get(seq);
    worlds.delete(seq);
    await (await world)?.end();
  };
  return {
    numbers: () => [...worlds.keys()],
    end: async (ended: readonly number[]): Promise<void> => {
      await Promise.all(ended.map(endOne));
    },
    find: (name: string, seq: number): Promise<World | undefined> => {
      const world = worlds.get(seq) ?? open(name, seq);
      worlds.set(seq, world);
      world.catch(() => worlds.delete(seq)); // the next request tries again
      return world;
    },
  };
}

/** Drops the schemas of worlds that are deleted, or that a replica did not complete. Nobody makes one now. */
async function dropLost(tx: Db, prefix: string): Promise<void> {
  const rows = await tx.rows<Pick<WorldRow, 'name'>>(
    `select nspname as name from pg_namespace where starts_with(nspname, ?)
      and substr(nspname, ?) not in (select seq::text from world)`,
    prefix,
    prefix.length + 1,
  );
  for (const { name } of rows) {
    await lockWhole(tx, name); // who writes there is done then, and holds none of its tables
    await tx.rows(`drop schema ${named(name)} cascade`);
  }
}
