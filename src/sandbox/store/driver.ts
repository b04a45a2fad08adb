// oxlint-disable typescript/no-unnecessary-type-parameters -- SQL has no types: whoever writes a statement says what it takes and answers
import type { Awaitable } from '../awaitable.ts';

/** What a statement is given for its question marks. */
export type Value = string | number | null;
export type Values = readonly Value[];

/** A list that reads only the rows of a slice. */
export interface Rows<Row> {
  readonly count: number;
  readonly slice: (from?: number, to?: number) => Awaitable<readonly Row[]>;
}

/** Carries out statements of a database, or of one of its transactions. A `?` stands for each value. */
export interface Driver {
  /** The first row. */
  readonly first: <Given extends Values, Row>(sql: string) => (...given: Given) => Awaitable<Row | undefined>;
  /** The first row of what is asked all the time. It is the same object until something is written, where nobody else can write. */
  readonly known: Driver['first'];
  readonly all: <Given extends Values, Row>(sql: string) => (...given: Given) => Awaitable<readonly Row[]>;
  /** Writes, and answers the rows that the statement returns. */
  readonly run: <Given extends Values, Row = never>(
    sql: string,
  ) => (...given: Given) => Awaitable<readonly Row[]>;
  /** The rows of `TABLE where …` in the order of their numbers. */
  readonly list: <Given extends Values, Row>(
    columns: string,
    of: string,
  ) => (...given: Given) => Awaitable<Rows<Row>>;
  /** Adds all of some rows in one statement, where that is faster. */
  readonly insertAll?: <Made>(
    table: string,
    returning: string,
  ) => (rows: readonly object[]) => Promise<readonly Made[]>;
  /** Where two databases need other words. */
  readonly dialect: {
    /** Selects the texts of an array that is given as JSON. */
    readonly texts: string;
    /** What is true of the rows of a table with a key of which something is true, and which nobody else is changing. */
    readonly unlocked: (table: string, key: string, is: string) => string;
  };
}

/** Adds rows to a table. `returning` names what the database makes up. */
export function insertInto<Row extends { readonly [Column in keyof Row]: Value }, Made = never>(
  db: Driver,
  table: string,
  returning = '',
): (row: Row) => Awaitable<readonly Made[]> {
  let columns: readonly string[] = [];
  let insert: ((...given: Values) => Awaitable<readonly Made[]>) | undefined;
  return (row) => {
    if (insert === undefined) {
      columns = Object.keys(row);
      const names = columns.map((column) => `"${column}"`).join();
      insert = db.run(
        `insert into ${table} (${names}) values (${columns.map(() => '?').join()}) ${returning}`,
      );
    }
    const values: Readonly<Record<string, Value>> = row;
    return insert(...columns.map((column) => values[column] ?? null));
  };
}

/** Adds rows in their order, and answers in it what the database makes up. */
export function insertAllInto<Row extends { readonly [Column in keyof Row]: Value }, Made = never>(
  db: Driver,
  table: string,
  returning = '',
): (rows: readonly Row[]) => Promise<readonly Made[]> {
  if (db.insertAll !== undefined) return db.insertAll<Made>(table, returning);
  const insert = insertInto<Row, Made>(db, table, returning);
  return async (rows) => {
    const made: Made[] = [];
    for (const row of rows) made.push(...(await insert(row)));
    return made;
  };
}
