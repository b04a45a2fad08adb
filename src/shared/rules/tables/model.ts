import type { Audit, AuditCreation } from '../../model/audit.ts';
import type { AuditUser, UserAssignment } from '../../model/audit-user.ts';
import type { ClientCreation, ClientOrganisation, LegalEntity } from '../../model/client-organisation.ts';
import type { ComponentAudit, ComponentCreation } from '../../model/component-audit.ts';
import type { WorkPackage } from '../../model/work-package.ts';
import type { Plan } from '../../plan.ts';
import type { CouplingViolation } from '../service/coupling.ts';
import type { AppliedTemplate } from '../service/template.ts';
import type { DayOrder } from './cells.ts';
import type { ColumnMapping, ImportColumn, ImportKind, ImportWords } from './columns.ts';

// What an import reads of a table, what it is judged against, and what is said of its rows.

/** A row of a table: its number in the file, its texts, and a letter for what each is (`cellKinds`); null for a text file. */
export interface ImportRow {
  readonly number: number;
  readonly cells: readonly string[];
  readonly kinds: string | null;
}

/** The service's own lists, as far as they were read; what is not among them was not read, and nothing is judged by it. */
export interface ImportKnown {
  readonly clients: readonly ClientOrganisation[];
  readonly entitiesOf: ReadonlyMap<string, readonly LegalEntity[]>;
  readonly audits: readonly Audit[];
  readonly componentsOf: ReadonlyMap<string, readonly ComponentAudit[]>;
  readonly usersOf: ReadonlyMap<string, readonly AuditUser[]>;
  readonly workPackages: readonly WorkPackage[];
  readonly roles: readonly string[];
  /** What plans that have not ended make: of these also what is not there yet. */
  readonly underway: readonly Underway[];
}

export interface ImportSetup {
  readonly kind: ImportKind;
  readonly mapping: ColumnMapping;
  /** For each column of days the order that a person has chosen, or that is certain. */
  readonly orders: Readonly<Partial<Record<ImportColumn, DayOrder>>>;
  readonly words: ImportWords;
  /** What fills the empty cells of audits and components; null for none. */
  readonly template: AppliedTemplate | null;
}

/** What a row asks for. A component's group, and a user's audit, may be in the same file. */
export type ImportObject =
  | { readonly kind: 'client'; readonly creation: ClientCreation }
  | { readonly kind: 'audit'; readonly creation: AuditCreation }
  | {
      readonly kind: 'component';
      readonly group: string;
      /** The id that the service gave it, where the file has it from there. */
      readonly id: string | null;
      readonly creation: ComponentCreation;
      /** The explanation with which it is set out of scope once it is there; null where it is in scope. */
      readonly outOfScope: string | null;
    }
  | { readonly kind: 'user'; readonly audit: string; readonly assignment: UserAssignment };

/** What keeps a cell from being read. */
const cellFaults = [
  /** An error of the spreadsheet, such as `#N/A`. */
  'error-value',
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
  'unknown-value',
  'unknown-work-package',
  'unknown-role',
  'several-entities',
  'not-settings',
] as const;
/** What a person should look at in a cell that can be read. */
export const cellWarnings = [
  /** A number in a column of ids: what a person typed may have had zeros before it. */
  'number-for-id',
  'padded-number',
  /** Such as `1.2E+10`, as a spreadsheet shows a long number: its digits are lost. */
  'scientific-number',
  'outer-spaces',
  /** Signs in an id that nobody sees. */
  'unseen',
  'formula',
  /** Of a component that the row does not set out of scope: it is not sent. */
  'explanation-unused',
] as const;
export type CellFault = (typeof cellFaults)[number];
export type CellWarning = (typeof cellWarnings)[number];
export const cellCodes = [...cellFaults, ...cellWarnings] as const;

export interface CellVerdict {
  readonly code: CellFault | CellWarning;
  readonly column: ImportColumn;
  readonly isWarning: boolean;
}

/** What a row says, and what of it cannot be read. A column that is blank or not there is absent. */
export interface RowReading {
  readonly object: ImportObject;
  readonly verdicts: readonly CellVerdict[];
  readonly blank: ReadonlySet<ImportColumn>;
  /** What a new audit or component has of the template; its columns are blank. */
  readonly filled: Filled;
  /** Whether it is of an audit without users, or a legal entity without a component, as saved tables have them. */
  readonly asksNothing: boolean;
}

/** What a row has of its template, as the texts of cells. */
export type Filled = ReadonlyMap<ImportColumn, string>;

/** What a plan that has not ended makes. A row that asks for the same would make it a second time. */
export interface Underway {
  readonly plan: Pick<Plan, 'id' | 'title'>;
  readonly object: ImportObject;
  /** The id of what the plan has still to delete before it creates this; null where nothing is. */
  readonly replaces: string | null;
}

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
] as const;
export type RowCode = (typeof rowCodes)[number];

/** One thing that a person has to know of a row: a code, the column it is about and the facts for its sentences. */
export interface RowVerdict {
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
  readonly canChange: boolean;
}

export interface JudgedRow {
  readonly row: ImportRow;
  readonly state: RowState;
  readonly object: ImportObject;
  readonly verdicts: readonly RowVerdict[];
  readonly differences: readonly RowDifference[];
  /** What it is made with that its template has, and not the file; nothing of an audit that is there. */
  readonly filled: Filled;
  /** The id under which the service has it; null where it does not. */
  readonly existing: string | null;
  /** The plan that has not ended and makes it; null where none does, or it is there and no plan replaces it. */
  readonly underway: Underway['plan'] | null;
}
