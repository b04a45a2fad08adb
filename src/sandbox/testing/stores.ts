import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { Recorder } from '../http/recorder.ts';
import { openPostgres } from '../store/postgres/postgres.ts';
import type { Database } from '../store/store.ts';
import { tables } from '../store/tables.ts';
import type { SharedDatabase } from '../worlds.ts';

// Where the services of tests keep their state: in memory, or, where a test run says so, in PostgreSQL.

interface Opened {
  readonly database: Database;
  readonly client: Client;
  /** Those of the services that used it. */
  readonly recorders: Recorder[];
}

const mostInUse = 20;

let cluster: string | undefined;
const free: Opened[] = [];
const inUse: Opened[] = [];
const others = new Set<Database>();

/** From now on, services are in this PostgreSQL (`postgres://…?`), each in a schema of its own. */
export function keepInPostgres(address: string): void {
  cluster = address;
}

/** The address of a schema that nothing has used. */
export function newSchema(address: string): string {
  return `${address}&schema=test_${randomUUID().replaceAll('-', '')}`;
}

/** A database for a service of a test, whose machine always has the same time. Undefined: the service has its own, in memory. */
export async function storeForTest(machineTime: number): Promise<Database | undefined> {
  if (cluster === undefined) return undefined;
  // A test of generated cases leaves one behind with each case, and has done with all but the last.
  if (inUse.length >= mostInUse) await emptyStores(inUse.splice(0, 1));
  const opened = free.pop() ?? (await open(newSchema(cluster)));
  inUse.push(opened);
  await opened.client.query(
    `create or replace function machine_time() returns bigint language sql as 'select ${String(machineTime)}::bigint'`,
  );
  return opened.database;
}

async function open(address: string): Promise<Opened> {
  const database = await openPostgres({ address, say: () => {} });
  const client = await connect(address);
  const recorders: Recorder[] = [];
  const recorder: Database['controls']['recorder'] = (options) => {
    const one = database.controls.recorder(options);
    recorders.push(one);
    return one;
  };
  return { database: { ...database, controls: { ...database.controls, recorder } }, client, recorders };
}

/** Connects as a service does, to look into its schema. */
export async function connect(address: string): Promise<Client> {
  const url = new URL(address);
  const schema = url.searchParams.get('schema') ?? 'sandbox';
  url.searchParams.delete('schema');
  const client = new Client({ connectionString: url.href, options: `-c search_path=${schema}` });
  await client.connect();
  return client;
}

const emptied = [
  ...tables.flatMap((table) => [table, `snapshot_${table}`]),
  'snapshot',
  'arrival',
  'fixed_window',
].map((table) => `delete from ${table};`);

/** Empties what tests have used, for the next ones. */
export async function emptyStores(used: readonly Opened[] = inUse.splice(0)): Promise<void> {
  for (const { client, recorders } of used) {
    for (const recorder of recorders.splice(0)) await recorder.clear(); // all of it is written then
    await client.query(
      `${emptied.join('')} update clock set moved = 0, held_at = null; update faults set document = '', are_waiting = false;
      update recorded set newest = 0, characters = 0`,
    );
  }
  free.push(...used);
}

/** Ends what `openForTest` opened. */
export async function closeOthers(): Promise<void> {
  const opened = [...others];
  others.clear();
  for (const database of opened) await database.close();
}

/** Ends what was kept for the next tests. */
export async function closeStores(): Promise<void> {
  for (const { database, client } of [...free.splice(0), ...inUse.splice(0)]) {
    await database.close();
    await client.end();
  }
}

/** Opens a database that ends with the test. */
export async function openForTest(
  address: string,
  say: (line: string) => void = () => {},
): Promise<SharedDatabase> {
  const database = await openPostgres({ address, say });
  others.add(database);
  return database;
}
