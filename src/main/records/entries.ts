import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { z } from 'zod';
import type { Page } from '../../shared/model/page.ts';
import type { RequestFilter } from '../../shared/record.ts';
import { fold, wordSearch } from '../../shared/rules/texts/fold.ts';

type EntryTable = 'requests' | 'trail';

/** The columns of what is written down once and listed afterwards; those that are filtered by follow from the body. */
export const entryColumns = `
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  words TEXT NOT NULL,
  body TEXT NOT NULL,
  connection TEXT NOT NULL AS (body ->> 'connection') STORED,
  plan TEXT AS (body ->> 'plan') STORED,
  outcome TEXT NOT NULL AS (body ->> 'outcome') STORED`;

/** What a search looks through: texts and numbers. */
export function wordsOf(parts: readonly (string | number | null)[]): string {
  return fold(parts.filter((part) => part !== null).join('\n'));
}

const mostEntries = 100; // in a page

type Condition = readonly [condition: string, ...values: SQLInputValue[]];

function oneOf(column: string, values: readonly string[]): Condition {
  return [`${column} IN (${values.map(() => '?').join(', ')})`, ...values];
}

function outcomeOf(outcomes: readonly string[]): Condition {
  const [condition, ...values] = oneOf('outcome', outcomes);
  return outcomes.includes('failed')
    ? [`(outcome NOT IN ('ok', 'done') OR ${condition})`, ...values]
    : [condition, ...values];
}

/**
 * Lists a table, the newest first; the cursor is the last id of the page before. A search finds entries with all of its words. Entries that
 * cannot be read are left out.
 */
export function listEntries<Schema extends z.ZodType>(
  database: DatabaseSync,
  table: EntryTable,
  schema: Schema,
  {
    connection,
    plan,
    audit,
    outcome = [],
    operation = [],
    tier = [],
    from,
    search = '',
    cursor,
    pageSize = mostEntries,
  }: RequestFilter,
): Page<z.output<Schema>> {
  database.function('folded', { deterministic: true }, (words) => fold(String(words)));
  const wanted: readonly Condition[] = [
    ...(connection === undefined ? [] : [['connection = ?', connection] as const]),
    ...(plan === undefined ? [] : [['plan = ?', plan] as const]),
    // What a former version wrote down names only what it created or deleted.
    ...(audit === undefined
      ? []
      : [["(body ->> 'audit' = ? OR body ->> 'object' = ?)", audit, audit] as const]),
    ...(outcome.length === 0 ? [] : [outcomeOf(outcome)]),
    ...(operation.length === 0 ? [] : [oneOf("body ->> 'operation'", operation)]),
    ...(tier.length === 0 ? [] : [oneOf("body ->> 'tier'", tier)]),
    ...(from === undefined ? [] : [["body ->> 'at' >= ?", from] as const]),
    // Folded again: a row of an older version is in small letters only, and the change log's never change.
    ...wordSearch(search).words.map((word) => ['instr(folded(words), ?) > 0', word] as const),
  ];
  const where = ['true', ...wanted.map(([condition]) => condition)].join(' AND ');
  const values = wanted.flatMap(([, ...rest]) => rest);
  const count = database.prepare(`SELECT count(*) AS count FROM ${table} WHERE ${where}`).get(...values);
  const rows = database
    .prepare(`SELECT id, body FROM ${table} WHERE ${where} AND id < ? ORDER BY id DESC LIMIT ?`)
    .all(...values, Number(cursor ?? Number.MAX_SAFE_INTEGER), pageSize + 1);
  const shown = rows.slice(0, pageSize);
  return {
    count: Number(count?.count),
    cursor: rows.length > pageSize ? String(shown.at(-1)?.id) : null,
    results: shown.flatMap(({ body }) => {
      const parsed = schema.safeParse(JSON.parse(String(body)));
      return parsed.success ? [parsed.data] : [];
    }),
  };
}
