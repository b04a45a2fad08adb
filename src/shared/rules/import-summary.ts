import { cellKinds } from '../model/table.ts';
import type { StepProgress } from '../plan.ts';
import { type Cost, costOf, pricedCreation } from './credits.ts';
import type { ImportColumn } from './import-columns.ts';
import { type JudgedRow, needsRequest, type RowCode } from './import-judge.ts';
import { stepKeyOfRow } from './import-plan.ts';
import type { ImportKnown, ImportRow } from './import-rows.ts';

/** One cause of verdicts, with all rows that have it. */
export interface ImportCause {
  readonly code: RowCode;
  readonly column: ImportColumn | null;
  readonly isWarning: boolean;
  /** The numbers of the rows, in the order of the file. */
  readonly rows: readonly number[];
}

/** The causes of all verdicts: errors before warnings, each kind from the most rows to the fewest. */
export function importCauses(rows: readonly JudgedRow[]): readonly ImportCause[] {
  const causes = new Map<string, ImportCause & { readonly rows: number[] }>();
  for (const { row, verdicts } of rows)
    for (const { code, column, isWarning } of verdicts) {
      const key = `${code} ${column}`;
      const cause = causes.get(key);
      if (cause === undefined) causes.set(key, { code, column, isWarning, rows: [row.number] });
      else if (cause.rows.at(-1) !== row.number) cause.rows.push(row.number);
    }
  return [...causes.values()].toSorted(
    (left, right) => Number(left.isWarning) - Number(right.isWarning) || right.rows.length - left.rows.length,
  );
}

/** The row with another text in a place; what a person types is a text, whatever the cell was. */
export function withCell(row: ImportRow, place: number, text: string): ImportRow {
  const width = Math.max(row.cells.length, place + 1);
  const cells = Array.from({ length: width }, (_, each) => (each === place ? text : (row.cells[each] ?? '')));
  if (row.kinds === null) return { ...row, cells };
  const letters = Array.from(row.kinds.padEnd(width, cellKinds.empty));
  letters[place] = text === '' ? cellKinds.empty : cellKinds.text;
  return { ...row, cells, kinds: letters.join('') };
}

/** Replaces a value in a column wherever it is the whole cell; rows without it stay the same objects. */
export function replaceInColumn(
  rows: readonly ImportRow[],
  place: number,
  from: string,
  to: string,
): readonly ImportRow[] {
  return rows.map((row) => ((row.cells[place] ?? '') === from ? withCell(row, place, to) : row));
}

/** The credits of all audits that are created; those of test clients cost none. */
export function importCost(rows: readonly JudgedRow[], { workPackages, clients }: ImportKnown): Cost {
  const audits = rows.flatMap(({ object, state }) =>
    state === 'new' && object.kind === 'audit' ? [pricedCreation(object.creation)] : [],
  );
  return costOf(audits, {
    packages: new Map(workPackages.map((one) => [one.id, one])),
    tests: new Set(clients.filter((client) => client.is_test_organisation).map(({ id }) => id)),
  });
}

/** What became of a row: what its steps came to, or why it has none. `kept` differs where the service cannot change it. */
export type RowOutcome = StepProgress['state'] | 'unchanged' | 'kept' | 'wrong';

/** What became of every row, in the order of the file, with the id that the service has it under. */
export function importOutcomes(
  rows: readonly JudgedRow[],
  steps: readonly StepProgress[],
): readonly {
  readonly row: ImportRow;
  readonly outcome: RowOutcome;
  readonly id: string | null;
  readonly error: StepProgress['error'];
}[] {
  const byKey = new Map(steps.map((step) => [step.key, step]));
  return rows.map((judged) => {
    const { row, state, existing } = judged;
    const key = stepKeyOfRow(row.number);
    const [made, scoped] = [byKey.get(key), byKey.get(`${key}-scope`)];
    if (made === undefined) {
      const outcome = state === 'different' && !needsRequest(judged) ? 'kept' : state;
      return {
        row,
        outcome: outcome === 'new' || outcome === 'different' ? 'cancelled' : outcome,
        id: existing,
        error: null,
      };
    }
    const last = made.state === 'done' && scoped !== undefined ? scoped : made;
    return { row, outcome: last.state, id: made.result ?? existing, error: last.error };
  });
}
