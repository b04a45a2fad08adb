// oxlint-disable typescript/no-unnecessary-type-parameters -- SQL has no types: whoever writes a statement says what it takes and answers
import type { DatabaseSync } from 'node:sqlite';
import type { Driver, Rows, Values } from '../driver.ts';
import { Query } from './database.ts';

const mostRemembered = 2_000; // rows, some two megabytes

/** What was read by a statement. */
interface Remembered {
  readonly sql: string;
  /** Whether a row that is added changes none of it: it has single rows by their keys, and nothing for a key without one. */
  readonly isOfKeys: boolean;
  readonly known: Map<string, unknown>;
  rows: number;
}

/** What was read, until what it was read from is changed: this process has the database alone. */
function createMemory() {
  const all: Remembered[] = [];
  const forgetIn = (some: readonly Remembered[]): void => {
    for (const one of some) {
      if (one.rows === 0) continue;
      one.known.clear();
      one.rows = 0;
    }
  };
  return {
    forget: (): void => {
      forgetIn(all);
    },
    /** Forgets what a statement changes, once it has. */
    forgetting: (change: string): (() => void) => {
      let [looked, changed]: [number, readonly Remembered[]] = [0, []];
      return () => {
        if (looked !== all.length)
          [looked, changed] = [all.length, all.filter((one) => isChanged(one, change))];
        forgetIn(changed);
      };
    },
    /** The same as `read`, which answers that many rows. */
    remembering: <Given extends Values, Answer>(
      { sql, isOfKeys }: Pick<Remembered, 'sql' | 'isOfKeys'>,
      read: (...given: Given) => Answer,
      size: (answer: Answer & {}) => number,
    ) => {
      const known = new Map<string, Answer & {}>();
      const own: Remembered = { sql, isOfKeys, known, rows: 0 };
      all.push(own);
      return (...given: Given): Answer => {
        const key = given.length === 1 ? String(given[0]) : given.join('\0');
        const found = known.get(key);
        if (found !== undefined) return found;
        const answer = read(...given);
        if (answer == null) return answer;
        if (own.rows > mostRemembered) forgetIn([own]);
        known.set(key, answer);
        own.rows += 1 + size(answer);
        return answer;
      };
    },
  };
}

/** Whether a change makes untrue what was read: by its table, and by the columns that it sets. */
function isChanged({ sql, isOfKeys }: Remembered, change: string): boolean {
  const [, verb = '', table = ''] = /^(insert into|update|delete from) (\w+)/.exec(change) ?? [];
  if (!new RegExp(`(?:from|join) ${table}\\b`).test(sql)) return false;
  if (verb === 'insert into') return !isOfKeys || change.includes('on conflict');
  const set = /^update \w+ set (.*) where/.exec(change)?.[1];
  if (verb !== 'update' || set === undefined || sql.includes('*')) return true;
  return set.split(', ').some((each) => new RegExp(`\\b${each.split(' ', 1)[0] ?? ''}\\b`).test(sql));
}

/** `forget` is for changes that were made in another way, or rolled back. */
export function driverOf(db: DatabaseSync) {
  const { remembering, forgetting, forget } = createMemory();
  const first = <Given extends Values, Row>(sql: string) => new Query<Given, Row>(db, sql).first;
  return {
    forget,
    first,
    known: <Given extends Values, Row>(sql: string) =>
      remembering({ sql, isOfKeys: true }, first<Given, Row>(sql), () => 1),
    all: <Given extends Values, Row>(sql: string) => new Query<Given, Row>(db, sql).all,
    run: <Given extends Values>(sql: string) => {
      const { run } = new Query<Given>(db, sql);
      const forgetChanged = forgetting(sql);
      return (...given: Given): number => {
        const changed = run(...given);
        if (changed > 0) forgetChanged();
        return changed;
      };
    },
    add: <Given extends Values>(sql: string) => {
      const { add } = new Query<Given>(db, sql);
      const forgetChanged = forgetting(sql);
      return (...given: Given): number => {
        const number = add(...given);
        forgetChanged();
        return number;
      };
    },
    list: <Given extends Values, Row>(columns: string, of: string) => {
      // A database would walk over all rows before a page. From the number of its first row it does not.
      const numbers = `select seq from ${of} order by seq`;
      const ordered = first<Given, { readonly numbers: string }>(
        `select json_group_array(seq) as numbers from (${numbers})`,
      );
      const numbersOf = remembering(
        { sql: numbers, isOfKeys: false },
        (...given: Given) => JSON.parse(ordered(...given)?.numbers ?? '[]') as readonly number[], // made by SQLite
        ({ length }) => length / 100, // a number is small
      );
      const sql = `select ${columns} from ${of} and seq >= ? order by seq limit ?`;
      const query = new Query<[...Given, from: number, most: number], Row>(db, sql);
      const page = remembering({ sql, isOfKeys: false }, query.all, (rows) => rows.length);
      return (...given: Given): Rows<Row> => {
        const all = numbersOf(...given);
        return {
          count: all.length,
          slice: (from = 0, to = all.length) => {
            const start = all[from];
            return start === undefined || to <= from ? [] : page(...given, start, to - from);
          },
        };
      };
    },
    dialect: { texts: 'select value from json_each(?)', unlocked: (_table, _key, is) => is },
  } satisfies Driver & { readonly forget: () => void };
}
