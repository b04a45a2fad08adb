import pg from 'pg';
import type { SharedDatabase } from '../../worlds.ts';
import type { Controls, Database, Moment, Part, Store } from '../store.ts';
import { holderBy, tablesIn } from '../tables.ts';
import { UnusableDatabase } from '../unusable.ts';
import { type Address, readAddress, unknownParameter } from './address.ts';
import { createControls } from './controls.ts';
import { type Db, driverOf, reading } from './driver.ts';
import { lock } from './locks.ts';
import { checkVersion, migrate } from './migrations.ts';
import { createOutages, deletionOf, type Outages, outageOf } from './outage.ts';
import { createSharedRecorder, type SharedRecorder } from './recorder.ts';
import { snapshotsIn } from './snapshots.ts';
import { keepWorlds } from './worlds.ts';

interface PostgresOptions {
  readonly address: string;
  /** Gets a line when the database goes away, and when it is back. */
  readonly say: (line: string) => void;
}

/**
 * Connections of a service, and of each world. What nobody uses is closed after ten seconds. Those that write may all wait for a lock, and do
 * not keep others from reading.
 */
const mostConnections = { reading: 6, writing: 4 };
const mostOfWorld = { reading: 2, writing: 1 };

/** Opens the state of a service that other processes may have open too. Rejects with `UnusableDatabase`. */
export async function openPostgres({ address, say }: PostgresOptions): Promise<SharedDatabase> {
  const place = readAddress(address);
  if (place === null)
    throw new UnusableDatabase(
      'it is no address of a PostgreSQL database, such as postgres://user@host/name',
    );
  const unknown = unknownParameter(address);
  if (unknown !== null) throw new UnusableDatabase(unknown);
  const outages = createOutages(say);
  const main = poolsOf(place, outages, mostConnections);
  const database = await opened(main, outages, async () => {
    await checkUsable(main.db);
    await migrate(main.db, place.schema);
  }).catch((error: unknown) => {
    throw new UnusableDatabase(outageOf(error) ?? String(error));
  });
  const openWorldSchema = async (schema: string, isNew: boolean): Promise<Database> => {
    const silent = createOutages(() => {}); // the first service tells
    const own = poolsOf({ ...place, schema }, silent, mostOfWorld);
    const world = await opened(own, silent, () => migrate(own.db, schema, isNew));
    return { ...world, outageOf: (error) => deletionOf(error) ?? world.outageOf(error) };
  };
  return {
    ...database,
    keepWorlds: (create) => keepWorlds(main.db, { open: openWorldSchema, create }),
  };
}

interface Pools {
  readonly db: Db;
  /** For changes of the state, which wait for each other. */
  readonly writing: Db;
  readonly recorder: Controls['recorder'];
  readonly close: () => Promise<void>;
}

function poolsOf({ config, schema }: Address, outages: Outages, most: typeof mostConnections): Pools {
  const pools: pg.Pool[] = [];
  const open = (max: number): Db => {
    const pool = new pg.Pool({ ...config(schema), max });
    // Of a connection that nobody uses now, and of one in use: an error that nobody hears would end the process.
    pool.on('error', outages.note).on('connect', (client) => client.on('error', outages.note));
    pools.push(pool);
    return driverOf(pool, () => outages.passage(() => pool.query('select')));
  };
  const [db, writing, recorderDb] = [open(most.reading), open(most.writing), open(1)];
  const recorders: SharedRecorder[] = [];
  const recorder: Controls['recorder'] = (options) => {
    const one = createSharedRecorder(recorderDb, options);
    recorders.push(one);
    return one;
  };
  const close = async () => {
    for (const { written } of recorders) await written();
    await Promise.all(pools.map((pool) => pool.end()));
  };
  return { db, writing, recorder, close };
}

async function opened(pools: Pools, outages: Outages, prepare: () => Promise<void>): Promise<Database> {
  try {
    await prepare();
    return { ...(await databaseOf(pools, outages)), close: pools.close };
  } catch (error) {
    await pools.close();
    throw error;
  }
}

async function checkUsable(db: Db): Promise<void> {
  const rows = await db.rows<{ readonly readOnly: string; readonly encoding: string }>(
    `select current_setting('transaction_read_only') as "readOnly", current_setting('server_encoding') as encoding`,
  );
  for (const { readOnly, encoding } of rows) {
    if (readOnly === 'on') throw new UnusableDatabase('it is read-only');
    if (encoding !== 'UTF8')
      throw new UnusableDatabase(`it keeps texts as ${encoding}, and this service needs one with UTF8`);
  }
}

async function databaseOf(
  { db, writing, recorder }: Pools,
  outages: Outages,
): Promise<Omit<Database, 'close'>> {
  const [own] = await db.rows<{ readonly schema: string }>('select current_schema() as schema');
  const schema = own?.schema ?? '';
  const locked = async <Value>(part: Part, work: (tx: Db) => Promise<Value>): Promise<Value> => {
    const value = await writing.transaction(async (tx) => {
      await lock(tx, schema, part);
      return work(tx);
    });
    outages.over('written');
    return value;
  };
  return {
    turn: async (work, tokenHash = () => null) => {
      const { version, ...moment } = await momentOf(db, tokenHash());
      checkVersion(schema, version);
      outages.over('read');
      return work(moment);
    },
    outageOf: (error) => {
      outages.note(error);
      return outageOf(error);
    },
    controls: createControls(db, recorder),
    single: storeOf(db, recorder),
    read: (work) => db.transaction(async (tx) => work(storeOf(tx, recorder)), reading),
    write: (part, work) => locked(part, async (tx) => work(storeOf(tx, recorder))),
    snapshots: snapshotsIn(db, (work) => locked('all', work)),
  };
}

/** All that a request begins with, in one statement. */
async function momentOf(db: Db, tokenHash: string | null): Promise<Moment & { readonly version: number }> {
  const holder = `, (select to_json(found) from (${holderBy} and expires_at > now) as found) as holder`;
  const [moment] = await db.rows<Moment & { readonly version: number }>(
    `select now, (select version from sandbox_version) as version, (select are_waiting from faults) as "hasFaults",
      coalesce((select xmin::text from meta where key = 'fixture'), '') as fixture,
      exists (select from audit where status = 'deleting' and changes_at <= now) as "isDue"${
        tokenHash === null ? '' : holder
      }
    from (select service_time() as now offset 0) as time`,
    ...(tokenHash === null ? [] : [tokenHash]),
  );
  if (moment === undefined) throw new Error('The clock of the service is missing.');
  return moment;
}

function storeOf(db: Db, recorder: Controls['recorder']): Store {
  return { ...tablesIn(db), controls: createControls(db, recorder) };
}
