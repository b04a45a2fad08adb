import type { DatabaseSync } from 'node:sqlite';
import { tiers } from '../../../shared/model/tiers.ts';
import { FixtureLimits, isSealedFixture } from '../../fixture/fixture.ts';
import type { AccountRow, FirmRow } from '../schema.ts';
import { endOfTime } from '../store.ts';
import { Query } from './database.ts';

/** What is wrong with the rows of a state that somebody else may have written, or null. Its tables are those of this service. */
export function faultOfValues(db: DatabaseSync, schema: string, tables: readonly string[]): string | null {
  for (const table of tables)
    if (hasOtherKinds(db, schema, table)) return `its table "${table}" has a value of another kind`;
  const rows = new Query<[], Pair>(db, `select key, value from ${schema}.meta`).all();
  const meta = new Map(rows.map(({ key, value }) => [key, value]));
  const [fixture, takenAt] = [meta.get('fixture'), meta.get('taken-at')];
  if (fixture === undefined || takenAt === undefined) return 'it has no state';
  if (!isSealedFixture(fixture)) return 'its fixture cannot be read';
  if (!/^\d{1,15}$/.test(takenAt) || Number(takenAt) >= endOfTime) return 'its time is none';
  const firms = new Query<[], Pick<FirmRow, 'limits'>>(db, `select limits from ${schema}.firm`).all();
  if (!firms.every(({ limits }) => areLimits(limits))) return 'its limits cannot be read';
  const accounts = new Query<[], Pick<AccountRow, 'roles' | 'denied'>>(
    db,
    `select roles, denied from ${schema}.account`,
  ).all();
  return accounts.every(({ roles, denied }) => areNames(roles) && areNames(denied))
    ? null
    : 'its roles cannot be read';
}

interface Pair {
  readonly key: string;
  readonly value: string;
}

interface Column {
  readonly name: string;
  readonly type: string;
  readonly isRequired: number;
}

/** SQLite keeps what it is given, whatever the type of the column. */
function hasOtherKinds(db: DatabaseSync, schema: string, table: string): boolean {
  const columns = new Query<[table: string, schema: string], Column>(
    db,
    'select name, type, "notnull" or pk as "isRequired" from pragma_table_info(?, ?)',
  ).all(table, schema);
  const wrong = columns.map(({ name, type, isRequired }) => {
    const isRight = kinds[type.toLowerCase()]?.(`"${name}"`) ?? 'false';
    return `not (${isRight}${isRequired === 1 ? '' : ` or "${name}" is null`})`;
  });
  const found = new Query<[]>(db, `select 1 from ${schema}.${table} where ${wrong.join(' or ')} limit 1`);
  return found.first() !== undefined;
}

/** What no other store could hold is of another kind, too. */
const kinds: Readonly<Record<string, (column: string) => string>> = {
  text: (column) => `typeof(${column}) = 'text' and instr(${column}, char(0)) = 0`,
  integer: (column) =>
    `typeof(${column}) = 'integer' and ${column} between ${String(Number.MIN_SAFE_INTEGER)} and ${String(Number.MAX_SAFE_INTEGER)}`,
  real: (column) => `typeof(${column}) = 'real' and abs(${column}) <= ${String(Number.MAX_VALUE)}`,
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function areLimits(text: string): boolean {
  const { data } = FixtureLimits.safeParse(parsed(text));
  return data !== undefined && tiers.every((tier) => tier in data);
}

function areNames(text: string): boolean {
  const names = parsed(text);
  return Array.isArray(names) && names.every((name) => typeof name === 'string');
}
