import { type Copy, openCopy, type Row } from '../sqlite/snapshots.ts';
import type { Snapshot, Snapshots } from '../store.ts';
import { tables } from '../tables.ts';
import { clearControls } from './controls.ts';
import { type Db, insertAll, named, reading } from './driver.ts';

type Table = (typeof tables)[number];
/** Makes the rows of a table those of a snapshot. */
type Fill = (table: Table) => Promise<unknown>;

const itemsOf = (table: Table) => `snapshot_${table}`;
const heldClock = 'clock-frozen'; // in `meta` of a snapshot, as SQLite keeps it: the clock is held, or ''

/** `alone` works while no request changes the state. Snapshots as files are the same as SQLite's. */
export function snapshotsIn(
  db: Db,
  alone: <Value>(work: (tx: Db) => Promise<Value>) => Promise<Value>,
): Snapshots {
  return {
    all: () => db.rows<Snapshot>('select name, taken_at from snapshot order by seq'),
    keep: (name, takenAt) =>
      alone(async (tx) => {
        const [added] = await tx.rows<Numbered>(
          'insert into snapshot (name, taken_at) values (?, ?) on conflict do nothing returning seq',
          name,
          takenAt,
        );
        if (added === undefined) return false;
        const { seq } = added;
        for (const table of tables)
          await tx.rows(`insert into ${itemsOf(table)} select kept.*, ?::integer from ${table} as kept`, seq);
        const held = await heldIn(tx);
        await tx.rows(
          `insert into snapshot_meta (snapshot, key, value) values (?, 'taken-at', ?), (?, '${heldClock}', ?)`,
          seq,
          String(takenAt),
          seq,
          held,
        );
        return true;
      }),
    restore: (name) =>
      alone(async (tx) => {
        const seq = await seqOf(tx, name);
        if (seq === undefined) return false;
        await tx.rows("set local work_mem = '64MB'"); // or rows to compare would go through files
        const rows = await tx.rows<KeptMeta>('select key, value from snapshot_meta where snapshot = ?', seq);
        await restoreFrom(tx, rows, (table) => takeBack(tx, table, seq));
        return true;
      }),
    remove: (name) =>
      alone(async (tx) => {
        const seq = await seqOf(tx, name);
        if (seq === undefined) return false;
        for (const table of tables) await tx.rows(`delete from ${itemsOf(table)} where snapshot = ?`, seq);
        await tx.rows('delete from snapshot where seq = ?', seq);
        return true;
      }),
    write: (takenAt) =>
      withCopy((copy) =>
        db.transaction(async (tx) => {
          for (const table of tables) for await (const rows of batchesOf(tx, table)) copy.add(table, rows);
          copy.add('meta', [{ key: heldClock, value: await heldIn(tx) }]);
          return copy.write(takenAt);
        }, reading),
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

interface Numbered {
  readonly seq: number;
}

const seqOf = async (tx: Db, name: string) =>
  (await tx.first<[string], Numbered>('select seq from snapshot where name = ?')(name))?.seq;

/** Writes only what differs: to compare rows takes a part of the time in which their indexes are written. */
async function takeBack(tx: Db, table: Table, snapshot: number): Promise<void> {
  const rows = await tx.rows<{ readonly name: string }>(
    `select attname as name from pg_attribute
    where attrelid = ?::regclass and attnum > 0 and not attisdropped order by attnum`,
    table,
  );
  const names = rows.map(({ name }) => named(name));
  const of = (alias: string) => names.map((name) => `${alias}.${name}`).join();
  const [key = 'seq'] = names; // the first column of each table
  const isSame = `kept.snapshot = ? and kept.${key} = now.${key}`;
  await tx.rows(
    `delete from ${table} as now where not exists (
    select from ${itemsOf(table)} as kept where ${isSame} and (${of('kept')}) is not distinct from (${of('now')}))`,
    snapshot,
  );
  // Mostly none is missing: to count takes a part of the time in which they are looked for.
  await tx.rows(
    `insert into ${table} (${names.join()})
    select ${of('kept')} from ${itemsOf(table)} as kept where kept.snapshot = ?
      and (select count(*) from ${table}) < (select count(*) from ${itemsOf(table)} as kept where kept.snapshot = ?)
      and not exists (select from ${table} as now where ${isSame})`,
    snapshot,
    snapshot,
    snapshot,
  );
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
  const [row] = await tx.rows<{ readonly held: string }>(
    "select coalesce(held_at::text, '') as held from clock",
  );
  return row?.held ?? '';
}

const fixtureIn = async (db: Db) =>
  (await db.rows<KeptMeta>("select value from meta where key = 'fixture'"))[0]?.value;
const hasState = async (db: Db) => (await fixtureIn(db)) !== undefined;

interface KeptMeta {
  readonly key: string;
  readonly value: string;
}

// `checkCopy` has seen that it is the table of this service.
const metaOf = (copy: Copy) => [...copy.rows('meta')] as Iterable<unknown> as readonly KeptMeta[];

async function restoreFrom(tx: Db, meta: readonly KeptMeta[], fill: Fill): Promise<void> {
  const keptIn = (key: string) => meta.find((row) => row.key === key)?.value ?? '';
  const fixture = await fixtureIn(tx);
  for (const table of tables) {
    // The same text of a fixture has the same audits beside it (`sqlite/snapshots.ts`).
    if (table === 'kept_audit' && fixture === keptIn('fixture')) continue;
    await fill(table);
  }
  await tx.rows("delete from meta where key <> 'fixture'");
  await clearControls(tx);
  const takenAt = Number(keptIn('taken-at'));
  await tx.rows(
    'update clock set moved = ?::bigint - machine_time(), held_at = ?',
    takenAt,
    keptIn(heldClock) === '' ? null : takenAt,
  );
  for (const table of numbered) {
    const sequence = `pg_get_serial_sequence('${table}', 'seq')`;
    const highest = `(select coalesce(max(seq), 0) from ${table})`;
    // A sequence does not go back with a transaction, so it never goes down.
    await tx.rows(`select setval(${sequence}, greatest(nextval(${sequence}), ${highest} + 1), false)`);
  }
}

/** Those whose rows the database numbers. */
const numbered = ['kept_audit', 'account', 'client', 'legal_entity', 'audit', 'assignment'] as const;

const atOnce = 500; // rows, so that memory does not grow with the state

async function* batchesOf(tx: Db, table: Table): AsyncGenerator<readonly Row[]> {
  await tx.rows(`declare rows_of_${table} no scroll cursor for select * from ${table}`);
  for (;;) {
    const rows = await tx.rows<Row>(`fetch ${String(atOnce)} from rows_of_${table}`);
    if (rows.length === 0) return;
    yield rows;
  }
}

async function replaceAll(tx: Db, table: Table, rows: Iterable<Row>): Promise<void> {
  await tx.rows(`delete from ${table}`);
  const batch: Row[] = [];
  for (const row of rows) {
    batch.push(row);
    if (batch.length === atOnce) await insertAll(tx, table, batch.splice(0));
  }
  await insertAll(tx, table, batch);
}
