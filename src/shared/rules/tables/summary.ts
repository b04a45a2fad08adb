import type { FileCell, FileColumnKind } from '../../model/file-table.ts';
import { cellKinds } from '../../model/table.ts';
import type { Difference, StepProgress } from '../../plan.ts';
import { type Cost, costOf, pricedCreation } from '../service/credits.ts';
import { isDoubted } from './check.ts';
import type { ImportColumn } from './columns.ts';
import { needsRequest } from './existing.ts';
import type { ImportKnown } from './known.ts';
import type { CheckedRow, ImportRow, RowCode } from './model.ts';
import { isSent, openKeyOfRow, stepKeyOfRow } from './plan.ts';
import { type filledPlaces, withFilled } from './template.ts';

/** One cause of issues, with all rows that have it. */
export interface ImportCause {
  readonly code: RowCode;
  readonly column: ImportColumn | null;
  readonly isWarning: boolean;
  /** The numbers of the rows, in the order of the file. */
  readonly rows: readonly number[];
}

/** The causes of all issues: errors before warnings, each kind from the most rows to the fewest. */
export function importCauses(rows: readonly CheckedRow[]): readonly ImportCause[] {
  const causes = new Map<string, ImportCause & { readonly rows: number[] }>();
  for (const { row, issues } of rows)
    for (const { code, column, isWarning } of issues) {
      const key = `${code} ${column} ${isWarning}`;
      const cause = causes.get(key);
      if (cause === undefined) causes.set(key, { code, column, isWarning, rows: [row.number] });
      else if (cause.rows.at(-1) !== row.number) cause.rows.push(row.number);
    }
  return [...causes.values()].toSorted(
    (left, right) => Number(left.isWarning) - Number(right.isWarning) || right.rows.length - left.rows.length,
  );
}

/** The rows that are sent with something that the app doubts. */
export function doubtedRows(rows: readonly CheckedRow[]): readonly CheckedRow[] {
  return rows.filter((row) => isSent(row.state) && needsRequest(row) && row.issues.some(isDoubted));
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

/** The credits of all audits that are created; those of test clients cost none. */
export function importCost(rows: readonly CheckedRow[], { workPackages, clients }: ImportKnown): Cost {
  const audits = rows.flatMap(({ object, state }) =>
    state === 'new' && object.kind === 'audit' ? [pricedCreation(object.creation)] : [],
  );
  return costOf(audits, {
    packages: new Map(workPackages.map((one) => [one.id, one])),
    tests: new Set(clients.filter((client) => client.is_test_organisation).map(({ id }) => id)),
  });
}

/**
 * Why a row has no step. `underway` is made by another plan; `kept` differs where the service cannot change it; `left` is one that a person has left
 * out.
 */
const unsentReasons = ['underway', 'unchanged', 'kept', 'wrong', 'left'] as const;

/** What became of a row: what its steps came to, or why it has none. */
export type RowOutcome = StepProgress['state'] | (typeof unsentReasons)[number];

/** A row of a table that was sent. */
export interface SentRow {
  /** Its number in the file. */
  readonly number: number;
  readonly cells: readonly string[];
  /** Null where it has steps, which tell what became of it. */
  readonly unsent: (typeof unsentReasons)[number] | null;
  /** The id under which the service had it when it was sent. */
  readonly existing: string | null;
  /** What its cells are, as those of `ImportRow`; absent in those that older versions have kept. */
  readonly kinds?: string | null;
  /** The columns in which the service has another value, which stays; absent where there are none. */
  readonly keeps?: readonly ImportColumn[];
}

/**
 * All rows of a table as they are sent, in their order, with what each has of its template; those that are not among the checked ones are left
 * out.
 */
export function sentRows(
  all: readonly ImportRow[],
  checked: readonly CheckedRow[],
  places: ReturnType<typeof filledPlaces>,
): readonly SentRow[] {
  const known = new Map(checked.map((one) => [one.row.number, one]));
  return all.map(({ number, cells, kinds }) => {
    const one = known.get(number);
    const keeps = (one?.differences ?? []).flatMap(({ column, canChange }) => (canChange ? [] : column));
    return {
      number,
      kinds,
      ...(keeps.length === 0 ? {} : { keeps }),
      cells: one === undefined ? cells : withFilled(cells, one.filled, places),
      unsent: unsentOf(one),
      existing: one?.existing ?? null,
    };
  });
}

function unsentOf(checked: CheckedRow | undefined): SentRow['unsent'] {
  if (checked === undefined) return 'left';
  if (isSent(checked.state)) return needsRequest(checked) ? null : 'kept';
  return checked.state;
}

/** What a sent cell is in a file of its own format: not a text where it was none. */
export function sentCell({ cells, kinds }: SentRow, place: number): FileCell {
  const text = cells[place] ?? '';
  if (text === '') return null;
  switch (kinds?.[place]?.toLowerCase() ?? cellKinds.text) {
    case cellKinds.number:
      return Number.isFinite(Number(text)) ? Number(text) : text;
    case cellKinds.boolean:
      return text === 'TRUE';
    case cellKinds.list:
      return text.split('\n');
    default:
      return text;
  }
}

/** What the cells of a sent column are: what any of them is that is no text. */
export function sentColumnKind(rows: readonly SentRow[], place: number): FileColumnKind {
  const kinds = new Set(rows.map((row) => row.kinds?.[place]?.toLowerCase()));
  const found = (['day', 'number', 'boolean'] as const).find((kind) => kinds.has(cellKinds[kind]));
  return found ?? 'text';
}

interface OutcomeOfRow {
  readonly row: SentRow;
  readonly outcome: RowOutcome;
  readonly id: string | null;
  readonly error: StepProgress['error'];
  /** The step without which the row could not start; null where there is none. */
  readonly blockedBy: StepProgress | null;
  /** What of its steps that are done the service has otherwise than it was sent. */
  readonly differences: readonly Difference[];
}

/** What became of every row, in the order of the file, with the id that the service has it under. */
export function importOutcomes(
  rows: readonly SentRow[],
  steps: readonly StepProgress[],
): readonly OutcomeOfRow[] {
  const byKey = new Map(steps.map((step) => [step.key, step]));
  return rows.map((row) => {
    const { number, unsent, existing: id } = row;
    const without = { row, id, error: null, blockedBy: null, differences: [] };
    if (unsent !== null) return { ...without, outcome: unsent };
    const key = stepKeyOfRow(number);
    const made = byKey.get(key);
    if (made === undefined) return { ...without, outcome: 'cancelled' };
    const users: StepProgress[] = [];
    for (let place = 1; ; place += 1) {
      const user = byKey.get(`${key}-user-${place}`);
      if (user === undefined) break;
      users.push(user);
    }
    const after = [byKey.get(openKeyOfRow(number)), byKey.get(`${key}-scope`), ...users].filter(
      (step) => step !== undefined,
    );
    const differences = [made, ...after].flatMap((step) => (step.state === 'done' ? step.differences : []));
    const last = made.state === 'done' ? (after.find(({ state }) => state !== 'done') ?? made) : made;
    const { state: outcome, error } = last;
    return { row, outcome, id: made.result ?? id, error, blockedBy: blockerOf(last, byKey), differences };
  });
}

/** The step that has failed, of those that a blocked step waits for. */
function blockerOf(step: StepProgress, byKey: ReadonlyMap<string, StepProgress>): StepProgress | null {
  if (step.state !== 'blocked') return null;
  const before = step.after
    .flatMap((key) => byKey.get(key) ?? [])
    .find(({ state }) => state === 'blocked' || state === 'failed' || state === 'cancelled');
  if (before === undefined) return null;
  return before.state === 'blocked' ? blockerOf(before, byKey) : before;
}
