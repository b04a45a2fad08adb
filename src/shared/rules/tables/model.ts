import type { CouplingViolation } from '../service/coupling.ts';
import type { AppliedTemplate } from '../service/template.ts';
import type { DayOrder } from './cells.ts';
import type { ColumnMapping, ImportColumn, ImportKind, ImportWords } from './columns.ts';
import type { ImportObject, Underway } from './known.ts';

// What an import reads of a table, what it is checked against, and what is said of its rows.

/** A row of a table: its number in the file, its texts, and a letter for what each is (`cellKinds`); null for a text file. */
export interface ImportRow {
  readonly number: number;
  readonly cells: readonly string[];
  readonly kinds: string | null;
  /** Of a text file: it has more cells than titles, as few rows of it have. */
  readonly isWider?: true;
  /** It has the titles once more. */
  readonly isTitles?: true;
}

export interface ImportSetup {
  readonly kind: ImportKind;
  readonly mapping: ColumnMapping;
  /** For each column of days the order that a person has chosen, or that is certain. */
  readonly orders: Readonly<Partial<Record<ImportColumn, DayOrder>>>;
  readonly words: ImportWords;
  /** What a person says that values mean which nobody else understands. */
  readonly meanings?: Meanings;
  /** What fills the empty cells of audits and components; null for none. */
  readonly template: AppliedTemplate | null;
  /** This computer's day, `YYYY-MM-DD`. */
  readonly today: string;
}

/** By column and value (`meaningKey`) a text that is understood; an empty value is a blank cell. */
export type Meanings = Readonly<Partial<Record<ImportColumn, Readonly<Record<string, string>>>>>;

/** What keeps a cell from being read. */
const cellFaults = [
  /** An error of the spreadsheet, such as `#N/A`. */
  'error-value',
  /** What programs write where there is no value, as `NULL`. */
  'no-value',
  /** A formula without a value. */
  'uncalculated',
  /** A number of more than 15 digits in a column of ids: its last digits are lost. */
  'long-number',
  'not-a-day',
  /** A day that was written with a time. */
  'has-time',
  /** The number of a day, without the format of one. */
  'number-for-day',
  'not-a-boolean',
  /** No whole number up to 10,000. */
  'not-a-count',
  'unknown-value',
  'unknown-work-package',
  'unknown-role',
  'several-entities',
  /** Several objects have this name. */
  'several-named',
  'not-settings',
] as const;
/** What a person should look at in a cell that can be read. */
export const cellWarnings = [
  /** A number in a column of ids or texts: what a person typed may have had zeros before it, or is shown with signs around it. */
  'number-for-id',
  'padded-number',
  /** A day in a column of ids or names: a spreadsheet may have made one of what was typed. */
  'day-for-text',
  /** Such as `1.2E+10`, as a spreadsheet shows a long number: its digits are lost. */
  'scientific-number',
  'outer-spaces',
  /** Signs in an id that nobody sees, that look like others, or that a program adds. */
  'unseen',
  'formula',
  /** The object is named by its name; its id is in the facts. */
  'found-by-name',
  /** Of a component that the row does not set out of scope: it is not sent. */
  'explanation-unused',
] as const;
export type CellFault = (typeof cellFaults)[number];
export type CellWarning = (typeof cellWarnings)[number];
export const cellCodes = [...cellFaults, ...cellWarnings] as const;

export interface CellIssue {
  readonly code: CellFault | CellWarning;
  readonly column: ImportColumn;
  readonly isWarning: boolean;
  readonly facts?: Readonly<Record<string, string | number>>;
}

/** What a row says, and what of it cannot be read. A column that is blank or not there is absent. */
export interface RowReading {
  readonly object: ImportObject;
  readonly issues: readonly CellIssue[];
  readonly blank: ReadonlySet<ImportColumn>;
  /** What a new audit or component has of the template; its columns are blank. */
  readonly filled: Filled;
  /** Whether it is of an audit without users, or a legal entity without a component, as saved tables have them. */
  readonly asksNothing: boolean;
}

/** What a row has of its template, as the texts of cells. */
export type Filled = ReadonlyMap<ImportColumn, string>;

/**
 * What an import would do with a row. `wrong` has an error, and nothing is done; `different` is there with other values; `underway` is made by a
 * plan that has not ended, and not once more.
 */
export const rowStates = ['new', 'underway', 'unchanged', 'different', 'wrong'] as const;
export type RowState = (typeof rowStates)[number];

/** What may be said of a row: of its cells, by the rules for what is made, and by what the service and the file have. */
export const rowCodes = [
  ...cellCodes,
  'required',
  'too-long',
  'long-unit',
  'not-a-date',
  'ends-before-start',
  'not-offered',
  'unknown-country',
  'not-of-client',
  'control-character',
  'dot-segment',
  'duplicate',
  'blank',
  'works-with-self',
  /** A setting of the facts that the work package does not have, or not with this value. */
  'setting-unfit',
  /** Of an audit, by a component: they share one space of ids (decisions.md §4.1). */
  'id-taken',
  /** Its line has a newer work package, which is in the facts. */
  'package-older',
  /** Which of the coupling rules, and whose ids, is in `coupling`. */
  'coupling',
  /** A component that the row of the facts couples already. */
  'coupled-twice',
  /** Components that neither this row nor another couples, and that could be coupled together with those of this row only now. */
  'coupled-in-part',
  'unknown-client',
  'unknown-audit',
  'unknown-group',
  'group-closed',
  'audit-closed',
  'no-address',
  'explanation-needed',
  /** The service has it, and deletes it. */
  'being-deleted',
  /** The service does not show it of what is there. */
  'not-compared',
  /** The row of the same thing before it is in the facts. */
  'twice',
  /** The plan that makes it is in the facts. */
  'underway',
  /** The plan that makes the audit that it belongs into is in the facts. */
  'in-underway',
  /** The season has no such group, and the row does not say enough to add it. */
  'group-not-in-season',
  'several-groups',
  'no-single-client',
  /** Another audit is it already. */
  'group-taken',
  /** All of it is created: a deadline says nothing any more. */
  'group-created',
  'deadline-past',
  /** Only a plan tells of the group: nothing else of it is kept. */
  'not-kept',
  /** The service has the id that is in the facts, which is the same but for zeros, capitals or blanks. */
  'lost-zeros',
  /** The row of the facts is the same but for its id. */
  'same-row',
  /** The id is that of the row of the facts but for zeros, capitals, accents, or signs that look alike. */
  'alike-row',
  /** It has more cells than there are titles: a separator within a text may have divided it. */
  'wider-row',
  /** The row sums the others up, or repeats the titles. */
  'totals-row',
  /** The program that saved the file has swapped day and month, it seems. */
  'swapped-days',
  /** A year of the period is many years away. */
  'far-year',
  /** The period is not of twelve months. */
  'no-year',
  /** The last audit of the entity, which is in the facts, ended on another day of the year. */
  'other-year-end',
  /** It has days in common with the audit of the same entity that is in the facts. */
  'period-overlaps',
  /** The service has the same audit under another id. */
  'same-audit',
  /** The service has a client of this name under the id of the facts. */
  'same-client',
  /** A cell that no column reads has the name of another client, whose id is in the facts. */
  'other-client',
  /** What stands there is no domain of addresses. */
  'no-domain',
] as const;
export type RowCode = (typeof rowCodes)[number];

/** One thing that a person has to know of a row: a code, the column it is about and the facts for its sentences. */
export interface RowIssue {
  readonly code: RowCode;
  readonly column: ImportColumn | null;
  readonly isWarning: boolean;
  readonly facts?: Readonly<Record<string, string | number>>;
  /** What breaks a coupling rule. */
  readonly coupling?: CouplingViolation;
}

/** A value that the service has otherwise. What cannot be changed there stays as it is. */
export interface RowDifference {
  readonly column: ImportColumn;
  /** The day that it is now, of a column of days. */
  readonly before?: string;
  readonly canChange: boolean;
}

export interface CheckedRow {
  readonly row: ImportRow;
  readonly state: RowState;
  readonly object: ImportObject;
  readonly issues: readonly RowIssue[];
  readonly differences: readonly RowDifference[];
  /** What it is made with that its template has, and not the file; nothing of an audit that is there. */
  readonly filled: Filled;
  /** The id under which the service has it; null where it does not. */
  readonly existing: string | null;
  /** The plan that has not ended and makes it; null where none does, or it is there and no plan replaces it. */
  readonly underway: Underway['plan'] | null;
}

/** A cell as a person has corrected it; `row` is the number of its row in the file. */
export interface Correction {
  readonly row: number;
  readonly place: number;
  readonly text: string;
}

/** What mends an issue in all cells that have it. */
export interface Remedy {
  readonly code: 'swapped-days' | 'lost-zeros';
  readonly corrections: readonly Correction[];
}
