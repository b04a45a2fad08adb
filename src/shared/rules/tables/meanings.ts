import { fold } from '../texts/fold.ts';
import { allColumns, type ColumnMapping, type ImportColumn } from './columns.ts';
import type { CheckedRow, Meanings, RowCode } from './model.ts';
import { valuesOf } from './shown.ts';

/** A value of a file that is not understood, and in how many rows it is. */
export interface UnreadValue {
  readonly column: ImportColumn;
  /** As its first row has it; empty for cells that are blank. */
  readonly text: string;
  readonly count: number;
}

/** Values that are this are the same. */
export function meaningKey(text: string): string {
  return fold(text).replaceAll(/\s+/g, ' ');
}

const unread: readonly RowCode[] = ['unknown-value', 'unknown-role', 'unknown-work-package', 'not-a-boolean'];

/**
 * Each value that is not understood once, those of one column together, the most frequent first; with the blank cells of a column in which others
 * say more than no: there they say something.
 */
export function unreadValues(
  rows: readonly CheckedRow[],
  mapping: ColumnMapping,
  meanings: Meanings = {},
): readonly UnreadValue[] {
  const found = new Map<string, UnreadValue>();
  const count = (column: ImportColumn, text: string): void => {
    const key = `${column} ${meaningKey(text)}`;
    const before = found.get(key);
    found.set(key, { column, text: before?.text ?? text.trim(), count: (before?.count ?? 0) + 1 });
  };
  for (const { row, issues } of rows)
    for (const { code, column } of issues) {
      const place = column === null ? undefined : mapping[column];
      const text = row.cells[place ?? -1] ?? '';
      const isUnread = unread.includes(code) || (code === 'not-offered' && column === 'scoping_label');
      if (column !== null && isUnread && text.trim() !== '') count(column, text);
    }
  for (const column of markedColumns) {
    const place = mapping[column];
    if (place === undefined || meanings[column]?.[''] !== undefined) continue;
    const isBlank = ({ row }: CheckedRow): boolean => (row.cells[place] ?? '').trim() === '';
    const mayHave = rows.filter(({ object }) => object.kind !== 'audit');
    if (mayHave.every((row) => isBlank(row) || isNo(valuesOf(row.object, column)))) continue;
    for (const row of mayHave)
      if (row.existing === null && row.state !== 'unchanged' && isBlank(row)) count(column, '');
  }
  return [...found.values()].toSorted(
    (one, other) =>
      allColumns.indexOf(one.column) - allColumns.indexOf(other.column) ||
      Number(one.text === '') - Number(other.text === '') ||
      other.count - one.count,
  );
}

/** So many of them at most, the most frequent, in the order in which they stand: of a column that is another's each row has its own. */
export function mostFrequent(values: readonly UnreadValue[], most: number): readonly UnreadValue[] {
  const kept = new Set(values.toSorted((one, other) => other.count - one.count).slice(0, most));
  return values.filter((value) => kept.has(value));
}

const markedColumns = ['scope', 'allow_password_login', 'works_in_audit'] as const;
const isNo = ([value]: readonly string[]): boolean => value === 'false' || value === 'out_of_scope';

/** The meanings with others in their place; an empty one is none. */
export function withMeanings(
  before: Meanings,
  others: readonly (readonly [column: ImportColumn, text: string, meaning: string])[],
): Meanings {
  const next: Partial<Record<ImportColumn, Record<string, string>>> = {};
  for (const [column, own] of Object.entries(before)) next[column as ImportColumn] = { ...own }; // keys of the same
  for (const [column, text, meaning] of others)
    if (meaning !== '') next[column] = { ...next[column], [meaningKey(text)]: meaning };
  return next;
}
