import pg from 'pg';
import type { Driver, Rows, Value, Values } from '../driver.ts';

/** What carries out statements: each by itself, or all of a transaction. */
export interface Db extends Driver {
  /** All rows of a statement. */
  readonly rows: <Row>(sql: string, ...given: readonly Given[]) => Promise<readonly Row[]>;
  /** Carries out statements, or fails and changes nothing. Within a transaction it is a part of that. */
  readonly transaction: <Answer>(work: (tx: Db) => Promise<Answer>, mode?: string) => Promise<Answer>;
}

type Given = Value | boolean | readonly (Value | boolean)[];

/** What carries out statements on the connections of a pool. `passage` rejects while the database is gone; null: it answers. */
export function driverOf(pool: pg.Pool, passage: () => Promise<void> | null): Db {
  return {
    ...statementsOn(pool, passage),
    transaction: async (work, mode = '') => {
      const waits = passage();
      if (waits !== null) await waits;
      const client = await pool.connect();
      const tx: Db = { ...statementsOn(client), transaction: (part) => part(tx) };
      let isBroken = false;
      try {
        await client.query(`begin ${mode}`);
        const answer = await work(tx);
        await client.query('commit');
        return answer;
      } catch (error) {
        await client.query('rollback').catch(() => {
          isBroken = true;
        });
        throw error;
      } finally {
        client.release(isBroken);
      }
    },
  };
}

/** Reads one state, and changes nothing. */
export const reading = 'isolation level repeatable read read only';

function statementsOn(
  on: Pick<pg.ClientBase, 'query'>,
  passage: () => Promise<void> | null = () => null,
): Omit<Db, 'transaction'> {
  const carryOut = async (sql: string, given: readonly Given[]) => {
    const waits = passage();
    if (waits !== null) await waits;
    return on.query(numbered(sql), given as unknown[]); // `values` never changes what it is given
  };
  // The caller names the columns of its rows.
  const rows: Db['rows'] = async (sql, ...given) => (await carryOut(sql, given)).rows as never;
  const all =
    <Row>(sql: string) =>
    (...given: Values): Promise<readonly Row[]> =>
      isPossible(given) ? rows<Row>(sql, ...given) : Promise.resolve([]);
  const first =
    <Row>(sql: string) =>
    async (...given: Values): Promise<Row | undefined> =>
      (await all<Row>(sql)(...given))[0];
  return {
    rows,
    all,
    first,
    known: first,
    run:
      (sql: string) =>
      async (...given: Values) =>
        (await carryOut(sql, given)).rowCount ?? 0,
    add: (sql: string) => {
      const add = first<{ readonly seq: number }>(`${sql} returning seq`);
      return async (...given: Values) => (await add(...given))?.seq ?? 0;
    },
    list:
      <Row>(columns: string, of: string) =>
      async (...given: Values): Promise<Rows<Row>> => {
        const [counted] = await rows<{ readonly count: number }>(
          `select count(*) as count from ${of}`,
          ...given,
        );
        return {
          count: counted?.count ?? 0,
          slice: (from = 0, to) =>
            rows<Row>(
              `select ${columns} from ${of} order by seq offset ? limit ?`,
              ...given,
              from,
              to === undefined ? null : Math.max(0, to - from),
            ),
        };
      },
    addAll: (table: string) => async (added: readonly object[]) => {
      if (added.length === 0) return [];
      const names = Object.keys(added[0] ?? {}).map(named);
      const made = await rows<{ readonly seq: number }>(
        `insert into ${table} (${names.join()}) select ${names.join()} from json_populate_recordset(null::${table}, ?::json) returning seq`,
        JSON.stringify(added),
      );
      return made.map(({ seq }) => seq);
    },
    dialect: {
      texts: 'select json_array_elements_text(?::json)',
      unlocked: (table, key, is) =>
        `${key} in (select ${key} from ${table} where ${is} for update skip locked)`,
    },
  };
}

/** No row has a text that PostgreSQL cannot hold: no field takes a null character. */
function isPossible(given: Values): boolean {
  return !given.some((value) => typeof value === 'string' && value.includes('\0'));
}

/** Adds rows in one statement. */
export async function insertAll(tx: Db, table: string, rows: readonly object[]): Promise<void> {
  await tx.rows(
    `insert into ${table} select * from json_populate_recordset(null::${table}, ?::json)`,
    JSON.stringify(rows),
  );
}

const known = new Map<string, string>();

/** With `$1` in place of the first question mark. */
function numbered(sql: string): string {
  let text = known.get(sql);
  if (text === undefined) {
    let place = 0;
    text = sql.replaceAll('?', () => `$${String((place += 1))}`);
    if (known.size < mostKnown) known.set(sql, text);
  }
  return text;
}

const mostKnown = 1_000;

export const named = (name: string): string => pg.escapeIdentifier(name);
