import type { UserAssignment } from '../../model/audit-user.ts';
import type { TableReading } from '../../model/table.ts';
import type { PlanProgress } from '../../plan.ts';
import type { batchesOf, countCalls } from '../plans/request-estimate.ts';
import type { DaysOfColumn } from './cells.ts';
import type { CheckResult } from './check.ts';
import type { ImportColumn, ImportKind } from './columns.ts';
import type { Content } from './content.ts';
import type { SeasonUpdate } from './deadlines.ts';
import type { ImportObject } from './known.ts';
import type { UnreadValue } from './meanings.ts';
import type { CheckedRow, Correction, ImportRow, ImportSetup, Remedy, RowState } from './model.ts';
import type { ShownValue, ShownValues } from './shown.ts';
import type { ImportCause, importCost } from './summary.ts';

// What crosses between a window and the process that has its table: never the table, but what a screen shows of it.

/** Which rows of a file are taken, and what of them is corrected; the last correction of a cell counts. */
export interface TakenRows {
  /** The reading of the file that they are of (`readingKey`). */
  readonly reading: string;
  /** Their header's place among the rows of the file; null where there is none. */
  readonly headerRow: number | null;
  readonly takesHidden: boolean;
  readonly corrections: readonly Correction[];
}

/** What tells a reading of a file from others: the same content may be read in another encoding, with another separator, or be another sheet. */
export function readingKey({
  fingerprint,
  encoding,
  separator,
  sheet,
}: Pick<TableReading, 'fingerprint' | 'encoding' | 'separator' | 'sheet'>): string {
  return JSON.stringify([fingerprint, encoding, separator, sheet]);
}

/** What the columns page shows of a table. */
export interface TableFacts {
  /** How many rows there are below the header. */
  readonly rows: number;
  /** How many columns the file has: those of its longest row. Corrections may add further ones. */
  readonly width: number;
  /** Of each column the first value that is no blank, how its days are written, and what all its values are. */
  readonly columns: readonly (DaysOfColumn & { readonly sample: string; readonly content: Content | null })[];
  /** How many cells are read without an apostrophe that our own exports put there. */
  readonly unescaped: number;
}

/** The rows that are shown: those in a state, with a cause, and further ones by their numbers, which stay. */
export interface RowFilter {
  readonly state: RowState | 'all';
  readonly cause: CauseKey | null;
  readonly staying: readonly number[];
}

/** What a window shows: of the rows of a filter those from one place up to before another. `version` is that of the numbers which it has; null before it has any. */
export interface RowView {
  readonly filter: RowFilter;
  readonly first: number;
  readonly end: number;
  readonly version: string | null;
}

/** The rows of a view, and the numbers of all that its filter shows, in the order of the file; null where the window has them. */
export interface ShownRows {
  readonly version: string;
  readonly numbers: readonly number[] | null;
  readonly rows: readonly PackedRow[];
}

export type CauseKey = Pick<ImportCause, 'code' | 'column' | 'isWarning'>;

/** How a table is checked. */
export interface CheckSetup extends ImportSetup, TakenRows {
  readonly view: RowView;
  /** The numbers of rows that a person leaves out. */
  readonly left: readonly number[];
  /** Those who are assigned to each audit that is made. */
  readonly team: readonly UserAssignment[];
}

/** What comes of a whole table, and the rows that a window shows. */
export interface CheckedSummary extends Omit<CheckResult, 'rows'> {
  readonly shown: ShownRows;
  readonly causes: readonly (CauseKey & { readonly count: number })[];
  /** The rows that are sent with something that the app doubts, each with a key that is another once it or its doubts are. */
  readonly doubted: readonly (readonly [row: number, key: string])[];
  readonly remedies: readonly Remedy[];
  /** What a person may say the meaning of. */
  readonly unread: readonly UnreadValue[];
  readonly steps: number;
  /** What its plan does, by which the button that sends it is named. */
  readonly deeds: PlanProgress['deeds'];
  /** What becomes of the season; nothing where no deadlines are imported. */
  readonly season: SeasonUpdate;
  /** What the estimate of its plan needs; nothing where the steps are too many for a plan. */
  readonly needs: {
    readonly batches: ReturnType<typeof batchesOf>;
    readonly calls: ReturnType<typeof countCalls>;
  };
  readonly cost: ReturnType<typeof importCost>;
}

/** A row as a window shows it. */
export interface ShownRow extends Omit<CheckedRow, 'object'> {
  /** What it asks for. */
  readonly sent: ReadonlyMap<ImportColumn, readonly ShownValue[]>;
}

/** The same as it crosses. */
export interface PackedRow extends Omit<ShownRow, 'filled' | 'sent'> {
  readonly filled: readonly (readonly [ImportColumn, string])[];
  readonly sent: ShownValues;
}

export function packed(checked: CheckedRow, show: (object: ImportObject) => ShownValues): PackedRow {
  const { row, object, state, issues, differences, filled, existing, underway } = checked;
  return { row, state, issues, differences, filled: [...filled], sent: show(object), existing, underway };
}

export function unpacked({ filled, sent, ...rest }: PackedRow): ShownRow {
  return { ...rest, filled: new Map(filled), sent: new Map(sent) };
}

/** The header of a table that is sent, with the titles of the columns that only its template has. */
export interface SentHeader {
  readonly header: readonly string[];
  readonly titles: Readonly<Partial<Record<ImportColumn, string>>>;
}

/** The ids in a table whose own lists it is checked against. */
export interface ImportAbout {
  readonly kind: ImportKind;
  readonly clients: readonly string[];
  readonly audits: readonly string[];
  readonly groups: readonly string[];
  /** Whether it couples audits, so that the components of all groups matter. */
  readonly couples: boolean;
}

export function aboutOf(
  rows: readonly ImportRow[],
  { kind, mapping }: Pick<ImportSetup, 'kind' | 'mapping'>,
): ImportAbout {
  const idsIn = (column: ImportColumn): readonly string[] => {
    const place = mapping[column];
    return place === undefined
      ? []
      : [...new Set(rows.map(({ cells }) => cells[place] ?? ''))].filter((id) => id !== '');
  };
  return {
    kind,
    clients: idsIn('client_id'),
    audits: kind === 'users' ? idsIn('audit_id') : [],
    groups: kind === 'audits' || kind === 'components' ? idsIn('group_audit_id') : [],
    couples: kind === 'audits' && idsIn('coupled_component_ids').length > 0,
  };
}
