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
  /** Writes, and answers how many rows it changed. */
  readonly run: <Given extends Values>(sql: string) => (...given: Given) => Awaitable<number>;
  /** Adds a row to a table whose rows have numbers, and answers its number. */
  readonly add: Driver['run'];
  /** The rows of `TABLE where …` in the order of their numbers. */
  readonly list: <Given extends Values, Row>(
    columns: string,
    of: string,
  ) => (...given: Given) => Awaitable<Rows<Row>>;
  /** Adds all of some rows in one statement, where that is faster. */
  readonly addAll?: (table: string) => (rows: readonly object[]) => Promise<readonly number[]>;
  /** Where two databases need other words. */
  readonly dialect: {
    /** Selects the texts of an array that is given as JSON. */
    readonly texts: string;
    /** What is true of the rows of a table with a key of which something is true, and which nobody else is changing. */
    readonly unlocked: (table: string, key: string, is: string) => string;
  };
}

/** Adds rows to a table, and answers what `write` does of each. */
export function insertInto<Row extends { readonly [Column in keyof Row]: Value }>(
  write: Driver['run'],
  table: string,
): (row: Row) => Awaitable<number> {
  let columns: readonly string[] = [];
  let insert: ((...given: Values) => Awaitable<number>) | undefined;
  return (row) => {
    if (insert === undefined) {
      columns = Object.keys(row);
      const names = columns.map((column) => `"${column}"`).join();
      insert = write(`insert into ${table} (${names}) values (${columns.map(() => '?').join()})`);
    }
    const values: Readonly<Record<string, Value>> = row;
    return insert(...columns.map((column) => values[column] ?? null));
  };
}

/** Adds rows in their order, and answers their numbers in it. */
export function insertAllInto<Row extends { readonly [Column in keyof Row]: Value }>(
  db: Driver,
  table: string,
): (rows: readonly Row[]) => Promise<readonly number[]> {
  if (db.addAll !== undefined) return db.addAll(table);
  const insert = insertInto<Row>(db.add, table);
  return async (rows) => {
    const numbers: number[] = [];
    for (const row of rows) numbers.push(await insert(row));
    return numbers;
  };
}
