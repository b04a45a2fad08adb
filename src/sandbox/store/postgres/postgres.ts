import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Database, Moment, Part, Store } from '../store.ts';
import { UnusableDatabase } from '../unusable.ts';
import { accountTables } from './accounts.ts';
import { readAddress } from './address.ts';
import { assignmentTable, auditTable } from './audits.ts';
import { clientTables } from './clients.ts';
import { createControls } from './controls.ts';
import { migrate } from './migrations.ts';
import { outageOf } from './outage.ts';
import { createSharedLog, type SharedLog } from './request-log.ts';
import type { Db, Tables } from './tables.ts';

interface PostgresOptions {
  readonly address: string;
  /** Gets a line when the database goes away, and when it is back. */
  readonly say: (line: string) => void;
}

const mostConnections = 10;

/** Opens the state of a service that other processes may have open too. Rejects with `UnusableDatabase`. */
export async function openPostgres({ address, say }: PostgresOptions): Promise<Database> {
  const place = readAddress(address);
  if (place === null)
    throw new UnusableDatabase(
      'it is no address of a PostgreSQL database, such as postgres://user@host/name',
    );
  const outages = createOutages(say);
  const open = (max: number): Db => {
    const pool = new pg.Pool({ ...place.config, max });
    // Of a connection that nobody uses now, and of one in use: an error that nobody hears would end the process.
    pool.on('error', outages.note).on('connect', (client) => client.on('error', outages.note));
    return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  };
  const [db, logDb] = [open(mostConnections), open(1)];
  const log = createSharedLog(logDb);
  const close = async () => {
    await log.written();
    await Promise.all([db.destroy(), logDb.destroy()]);
  };
  try {
    await checkWritable(db);
    await migrate(db, place.schema);
    return { ...(await databaseOf(db, log, outages)), close };
  } catch (error) {
    await close();
    throw error instanceof UnusableDatabase ? error : new UnusableDatabase(outageOf(error) ?? String(error));
  }
}

async function checkWritable(db: Db): Promise<void> {
  const { rows } = await sql<{ readonly transaction_read_only: string }>`
    show transaction_read_only`.execute(db);
  if (rows[0]?.transaction_read_only === 'on') throw new UnusableDatabase('it is read-only');
}

async function databaseOf(db: Db, log: SharedLog, outages: Outages): Promise<Omit<Database, 'close'>> {
  const { rows } = await sql<{ readonly key: number }>`select hashtext(current_schema()) as key`.execute(db);
  const key = rows[0]?.key ?? 0;
  return {
    turn: async (work) => {
      const moment = await momentOf(db);
      outages.over();
      return work(moment);
    },
    outageOf: (error) => {
      outages.note(error);
      return outageOf(error);
    },
    controls: createControls(db, log),
    single: storeOf(db, log),
    read: (work) =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async (tx) => work(storeOf(tx, log))),
    write: (part, work) =>
      db.transaction().execute(async (tx) => {
        await lock(tx, key, part);
        return work(storeOf(tx, log));
      }),
    snapshots: null,
  };
}

async function momentOf(db: Db): Promise<Moment> {
  const { rows } = await sql<Moment>`
    select now, (select are_waiting from faults) as "hasFaults",
      coalesce((select xmin::text from meta where key = 'fixture'), '') as fixture,
      exists (select from audit where status = 'deleting' and changes_at <= now) as "isDue"
    from (select service_time() as now offset 0) as time`.execute(db);
  const moment = rows[0];
  if (moment === undefined) throw new Error('The clock of the service is missing.');
  return moment;
}

const whole = 0; // firms are numbered from 1

/** Whoever changes a firm, or tokens, does not keep others from changing other firms. Released at the end of the transaction. */
async function lock(tx: Db, key: number, part: Part): Promise<void> {
  if (part === 'all') await sql`select pg_advisory_xact_lock(${key}, ${whole})`.execute(tx);
  else if (part === 'tokens') await sql`select pg_advisory_xact_lock_shared(${key}, ${whole})`.execute(tx);
  else
    await sql`select pg_advisory_xact_lock_shared(${key}, ${whole}), pg_advisory_xact_lock(${key}, ${part})`.execute(
      tx,
    );
}

function storeOf(db: Db, log: SharedLog): Store {
  return {
    accounts: accountTables(db),
    clients: clientTables(db),
    audits: auditTable(db),
    users: assignmentTable(db),
    fixtureAudits: {
      add: (row) => db.insertInto('kept_audit').values(row).execute(),
      of: (firm) => fixtureAuditsOf(db, firm),
      clear: async () => {
        await db.deleteFrom('kept_audit').execute();
      },
    },
    meta: async (key) =>
      (await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst())?.value,
    setMeta: async (key, value) => {
      await db
        .insertInto('meta')
        .values({ key, value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
        .execute();
    },
    erase: async () => {
      for (const table of stateTables) await db.deleteFrom(table).execute();
    },
    controls: createControls(db, log),
  };
}

const stateTables = ['firm', 'account', 'token', 'client', 'legal_entity', 'audit', 'assignment'] as const;
const atOnce = 200; // audits of a fixture, so that memory does not grow with it

async function* fixtureAuditsOf(db: Db, firm: number) {
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('kept_audit')
      .selectAll()
      .where('firm', '=', firm)
      .where('seq', '>', last)
      .orderBy('seq')
      .limit(atOnce)
      .execute();
    yield* rows;
    if (rows.length < atOnce) return;
    last = rows.at(-1)?.seq ?? last;
  }
}

interface Outages {
  readonly note: (error: unknown) => void;
  readonly over: () => void;
}

/** Tells of each outage once. */
function createOutages(say: (line: string) => void): Outages {
  let told: string | null = null;
  return {
    note: (error) => {
      const reason = outageOf(error);
      if (reason === null || reason === told) return;
      told = reason;
      say(`The database cannot be used now: ${reason}.`);
    },
    over: () => {
      if (told !== null) say('The database can be used again.');
      told = null;
    },
  };
}
