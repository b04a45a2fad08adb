import { sql } from 'kysely';
import { type Copy, openCopy, type Row, tables } from '../sqlite/snapshots.ts';
import type { Snapshots } from '../store.ts';
import { clearControls } from './controls.ts';
import { type Db, found } from './tables.ts';

type Table = (typeof tables)[number];
/** Makes the rows of a table those of a snapshot. */
type Fill = (table: Table) => Promise<unknown>;

const keptOf = (table: Table) => sql.table(`snapshot_${table}`);
const heldClock = 'clock-frozen'; // in `meta` of a snapshot, as SQLite keeps it: the clock is held, or ''

/** `alone` works while no request changes the state. Snapshots as files are the same as SQLite's. */
export function snapshotsIn(
  db: Db,
  alone: <Value>(work: (tx: Db) => Promise<Value>) => Promise<Value>,
): Snapshots {
  return {
    all: () => db.selectFrom('snapshot').select(['name', 'taken_at']).orderBy('seq').execute(),
    keep: (name, takenAt) =>
      alone(async (tx) => {
        const added = await tx
          .insertInto('snapshot')
          .values({ name, taken_at: takenAt })
          .onConflict((conflict) => conflict.doNothing())
          .returning('seq')
          .executeTakeFirst();
        if (added === undefined) return false;
        for (const table of tables)
          await sql`insert into ${keptOf(table)} select kept.*, ${added.seq}::integer
            from ${sql.table(table)} as kept`.execute(tx);
        await sql`insert into snapshot_meta (snapshot, key, value) values
          (${added.seq}, 'taken-at', ${String(takenAt)}), (${added.seq}, ${heldClock}, ${await heldIn(tx)})`.execute(
          tx,
        );
        return true;
      }),
    restore: (name) =>
      alone(async (tx) => {
        const seq = await seqOf(tx, name);
        if (seq === undefined) return false;
        await sql`set local work_mem = '64MB'`.execute(tx); // or rows to compare would go through files
        const { rows } = await sql<KeptMeta>`
          select key, value from snapshot_meta where snapshot = ${seq}`.execute(tx);
        await restoreFrom(tx, rows, (table) => takeBack(tx, table, seq));
        return true;
      }),
    remove: (name) =>
      alone(async (tx) => {
        const seq = await seqOf(tx, name);
        if (seq === undefined) return false;
        for (const table of tables)
          await sql`delete from ${keptOf(table)} where snapshot = ${seq}`.execute(tx);
        await tx.deleteFrom('snapshot').where('seq', '=', seq).execute();
        return true;
      }),
    write: (takenAt) =>
      withCopy((copy) =>
        db
          .transaction()
          .setIsolationLevel('repeatable read')
          .setAccessMode('read only')
          .execute(async (tx) => {
            for (const table of tables) for await (const rows of batchesOf(tx, table)) copy.add(table, rows);
            copy.add('meta', [{ key: heldClock, value: await heldIn(tx) }]);
            return copy.write(takenAt);
          }),
      ),
    read: (bytes, unless) =>
      withCopy(async (copy) => {
        if (unless === 'filled' && (await hasState(db))) return false;
        await copy.read(bytes);
        return alone(async (tx) => {
          if (unless === 'filled' && (await hasState(tx))) return false; // another process was faster
          await restoreFrom(tx, metaOf(copy), (table) => replaceAll(tx, table, copy.rows(table)));
          return true;
        });
      }),
  };
}

const seqOf = async (tx: Db, name: string) =>
  (await found([name], tx.selectFrom('snapshot').select('seq').where('name', '=', name)))?.seq;

/** Writes only what differs: to compare rows takes a part of the time in which their indexes are written. */
async function takeBack(tx: Db, table: Table, snapshot: number): Promise<void> {
  const { rows } = await sql<{ readonly name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped order by attnum`.execute(tx);
  const names = rows.map(({ name }) => name);
  const of = (alias: string) => sql.join(names.map((name) => sql.ref(`${alias}.${name}`)));
  const [key = 'seq'] = names; // the first column of each table
  const isSame = sql`kept.snapshot = ${snapshot} and ${sql.ref(`kept.${key}`)} = ${sql.ref(`now.${key}`)}`;
  await sql`delete from ${sql.table(table)} as now where not exists (
    select from ${keptOf(table)} as kept where ${isSame} and (${of('kept')}) is not distinct from (${of('now')}))`.execute(
    tx,
  );
  // Mostly none is missing: to count takes a part of the time in which they are looked for.
  await sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
    select ${of('kept')} from ${keptOf(table)} as kept where kept.snapshot = ${snapshot}
      and (select count(*) from ${sql.table(table)})
        < (select count(*) from ${keptOf(table)} as kept where kept.snapshot = ${snapshot})
      and not exists (select from ${sql.table(table)} as now where ${isSame})`.execute(tx);
}

async function withCopy<Value>(work: (copy: Copy) => Promise<Value>): Promise<Value> {
  const copy = openCopy();
  try {
    return await work(copy);
  } finally {
    copy.close();
  }
}

async function heldIn(tx: Db): Promise<string> {
  const { rows } = await sql<{ readonly held: string }>`
    select coalesce(held_at::text, '') as held from clock`.execute(tx);
  return rows[0]?.held ?? '';
}

const hasState = async (db: Db) =>
  (await db.selectFrom('meta').select('key').where('key', '=', 'fixture').executeTakeFirst()) !== undefined;

interface KeptMeta {
  readonly key: string;
  readonly value: string;
}

// `checkCopy` has seen that it is the table of this service.
const metaOf = (copy: Copy) => [...copy.rows('meta')] as Iterable<unknown> as readonly KeptMeta[];

async function restoreFrom(tx: Db, meta: readonly KeptMeta[], fill: Fill): Promise<void> {
  const keptIn = (key: string) => meta.find((row) => row.key === key)?.value ?? '';
  const fixture = await tx.selectFrom('meta').select('value').where('key', '=', 'fixture').executeTakeFirst();
  for (const table of tables) {
    // The same text of a fixture has the same audits beside it (`sqlite/snapshots.ts`).
    if (table === 'kept_audit' && fixture?.value === keptIn('fixture')) continue;
    await fill(table);
  }
  await tx.deleteFrom('meta').where('key', '<>', 'fixture').execute();
  await clearControls(tx);
  const takenAt = Number(keptIn('taken-at'));
  await sql`update clock set moved = ${takenAt}::bigint - machine_time(),
    held_at = case when ${keptIn(heldClock)} = '' then null else ${takenAt}::bigint end`.execute(tx);
  for (const table of numbered) {
    const sequence = sql`pg_get_serial_sequence(${table}, 'seq')`;
    const highest = sql`(select coalesce(max(seq), 0) from ${sql.table(table)})`;
    // A sequence does not go back with a transaction, so it never goes down.
    await sql`select setval(${sequence}, greatest(nextval(${sequence}), ${highest} + 1), false)`.execute(tx);
  }
}

/** Those whose rows the database numbers. */
const numbered = ['kept_audit', 'account', 'client', 'legal_entity', 'audit', 'assignment'] as const;

const atOnce = 500; // rows, so that memory does not grow with the state

async function* batchesOf(tx: Db, table: Table): AsyncGenerator<readonly Row[]> {
  const cursor = sql.id(`rows_of_${table}`);
  await sql`declare ${cursor} no scroll cursor for select * from ${sql.table(table)}`.execute(tx);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(atOnce)} from ${cursor}`.execute(tx);
    if (rows.length === 0) return;
    yield rows;
  }
}

async function replaceAll(tx: Db, table: Table, rows: Iterable<Row>): Promise<void> {
  await tx.deleteFrom(table).execute();
  let batch: Row[] = [];
  const insert = async () => {
    await sql`insert into ${sql.table(table)}
      select * from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(batch)})`.execute(tx);
    batch = [];
  };
  for (const row of rows) {
    batch.push(row);
    if (batch.length === atOnce) await insert();
  }
  if (batch.length > 0) await insert();
}
