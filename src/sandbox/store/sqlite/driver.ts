// oxlint-disable typescript/no-unnecessary-type-parameters -- SQL has no types: whoever writes a statement says what it takes and answers
import type { DatabaseSync } from 'node:sqlite';
import type { Driver, Rows, Values } from '../driver.ts';
import { Query } from './database.ts';

const mostRemembered = 2_000; // rows, some two megabytes

/** What was read, until something is written: this process has the database alone. */
function createMemory() {
  const all: Map<string, unknown>[] = [];
  let rows = 0;
  const forget = (): void => {
    if (rows === 0) return;
    for (const known of all) known.clear();
    rows = 0;
  };
  return {
    forget,
    /** The same as `read`, which answers that many rows. */
    remembering: <Given extends Values, Answer>(
      read: (...given: Given) => Answer,
      size: (answer: Answer & {}) => number,
    ) => {
      const known = new Map<string, Answer & {}>();
      all.push(known);
      return (...given: Given): Answer => {
        const key = given.join('\0');
        const found = known.get(key);
        if (found !== undefined) return found;
        const answer = read(...given);
        if (answer == null) return answer;
        if (rows > mostRemembered) forget();
        known.set(key, answer);
        rows += 1 + size(answer);
        return answer;
      };
    },
  };
}

/** `forget` is for changes that were made in another way, or rolled back. */
export function driverOf(db: DatabaseSync) {
  const { remembering, forget } = createMemory();
  const first = <Given extends Values, Row>(sql: string) => new Query<Given, Row>(db, sql).first;
  return {
    forget,
    first,
    known: <Given extends Values, Row>(sql: string) => remembering(first<Given, Row>(sql), () => 1),
    all: <Given extends Values, Row>(sql: string) => new Query<Given, Row>(db, sql).all,
    run: <Given extends Values, Row>(sql: string) => {
      const { all } = new Query<Given, Row>(db, sql);
      return (...given: Given): readonly Row[] => {
        forget();
        return all(...given);
      };
    },
    list: <Given extends Values, Row>(columns: string, of: string) => {
      // A database would walk over all rows before a page. From the number of its first row it does not.
      const ordered = first<Given, { readonly numbers: string }>(
        `select json_group_array(seq) as numbers from (select seq from ${of} order by seq)`,
      );
      const numbersOf = remembering(
        (...given: Given) => JSON.parse(ordered(...given)?.numbers ?? '[]') as readonly number[], // made by SQLite
        (numbers) => numbers.length / 100, // a number is small
      );
      const query = new Query<[...Given, from: number, most: number], Row>(
        db,
        `select ${columns} from ${of} and seq >= ? order by seq limit ?`,
      );
      const page = remembering(query.all, (rows) => rows.length);
      return (...given: Given): Rows<Row> => {
        const numbers = numbersOf(...given);
        return {
          count: numbers.length,
          slice: (from = 0, to = numbers.length) => {
            const start = numbers[from];
            return start === undefined || to <= from ? [] : page(...given, start, to - from);
          },
        };
      };
    },
    dialect: { texts: 'select value from json_each(?)', skipLocked: '' },
  } satisfies Driver & { readonly forget: () => void };
}
