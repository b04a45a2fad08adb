import { cellKinds } from '../../../shared/model/table.ts';
import { type DayOrder, dayOrders, possibleOrders, readDay } from '../../../shared/rules/tables/cells.ts';
import type { ImportRow } from '../../../shared/rules/tables/model.ts';
import { fold } from '../../../shared/rules/texts/fold.ts';
import {
  type KnownToExpect,
  marksOf,
  type NewGroup,
  type NewGroupFault,
  newGroupFaults,
  newGroupReader,
} from './season-expected.ts';
import { canMove, type SeasonRow } from './season-rows.ts';

/** The columns by which a file says which group gets which deadline, by the keys that our own export has (docs/data.md). */
export const deadlineColumns = [
  'deadline',
  'audit_id',
  'successor_id',
  'predecessor_id',
  'audit_name',
  'client_id',
  'client_name',
  'components',
  'coupled_audits',
] as const;
export type DeadlineColumn = (typeof deadlineColumns)[number];

/** Where each column stands in the file, from 0 on. */
export type DeadlineMapping = Readonly<Partial<Record<DeadlineColumn, number>>>;

/** Why a text becomes no deadline. */
const deadlineFaults = [
  'not-a-day',
  /** A formula that has no value. */
  'uncalculated',
  /** A day that was written with a time. */
  'has-time',
  /** The number of a day, without the format of one. */
  'number-for-day',
  /** No group of the season has this id or name. */
  'no-group',
  /** More than one has it. */
  'several',
  /** There are fewer groups than texts. */
  'beyond',
  /** An earlier row is about the same group. */
  'twice',
  /** All of it is created. */
  'created',
  ...newGroupFaults,
] as const;
export type DeadlineFault = (typeof deadlineFaults)[number];

/** What a file or the clipboard has for a group. */
export interface DeadlineCell {
  /** Of its row in the file, or its place in what was pasted, from 1 on. */
  readonly number: number;
  readonly text: string;
  /** What it is in a workbook (`cellKinds`). */
  readonly kind: string;
  readonly target: SeasonRow | NewGroup | NewGroupFault | 'no-group' | 'several' | 'beyond';
  /** What the file calls a group that is not found. */
  readonly name: string;
}

export interface DeadlineLine extends Pick<DeadlineCell, 'number' | 'text'> {
  readonly name: string;
  readonly row: SeasonRow | null;
  /** Null unless it is one that the season does not have. */
  readonly group: NewGroup | null;
  /** Null where it is none. */
  readonly day: string | null;
  /** `add`: the group can be added to the season, with or without a deadline. */
  readonly state: 'change' | 'add' | 'same' | 'blank' | 'fault';
  /** Null unless `state` is `fault`. */
  readonly fault: DeadlineFault | null;
  readonly isPast: boolean;
}

/** What stands beside the texts: the order of their days, the day today, and who reads days with the name of a month. */
export interface DeadlineReading {
  readonly order: DayOrder;
  readonly today: string;
  readonly readNamed: (text: string) => string | null;
}

/** The orders in which the days may be written; a person chooses where there are several. */
export function deadlineOrders(cells: readonly DeadlineCell[]): readonly DayOrder[] {
  const possible = possibleOrders(cells);
  return possible.length === 0 ? dayOrders : possible; // written in several: a person says which counts
}

/** What becomes of each text. An empty one leaves the deadline as it is; a group that is added has none then. */
export function readDeadlines(
  cells: readonly DeadlineCell[],
  reading: DeadlineReading,
): readonly DeadlineLine[] {
  const seen = new Set<SeasonRow | string>();
  return cells.map((cell): DeadlineLine => {
    const { number, text, target } = cell;
    const line = { number, text, row: null, group: null, name: cell.name, day: null, isPast: false };
    const faulty = (fault: DeadlineFault): DeadlineLine => ({ ...line, state: 'fault', fault });
    const isBlank = text.trim() === '';
    if (isBlank && cell.kind.toLowerCase() === cellKinds.uncalculated) return faulty('uncalculated');
    if (typeof target === 'string')
      return isBlank && !isOfNew(target) ? { ...line, state: 'blank', fault: null } : faulty(target);
    const [row, group] = 'kind' in target ? [null, target] : [target, null];
    const told = { ...line, row, group, name: target.name };
    if (isBlank && group === null) return { ...told, state: 'blank', fault: null };
    const marks = 'kind' in target ? marksOf(target) : [target];
    if (marks.some((mark) => seen.has(mark))) return { ...told, state: 'fault', fault: 'twice' };
    for (const mark of marks) seen.add(mark);
    return { ...told, ...outcomeOf(cell, row, reading) };
  });
}

/** Whether a row without a group would be of a new one. */
function isOfNew(fault: DeadlineFault): fault is NewGroupFault {
  return newGroupFaults.some((one) => one === fault);
}

/** What the text of a group becomes; of one that the season does not have where there is no row. */
function outcomeOf(
  { text, kind }: DeadlineCell,
  row: SeasonRow | null,
  { order, today, readNamed }: DeadlineReading,
): Pick<DeadlineLine, 'state' | 'fault' | 'day' | 'isPast'> {
  const none = { day: null, isPast: false } as const;
  if (text.trim() === '') return { ...none, state: 'add', fault: null };
  const kindFault = faultOfKind[kind.toLowerCase()];
  if (kindFault !== undefined) return { ...none, state: 'fault', fault: kindFault };
  const day = readDay(text, order) ?? (/\p{L}/u.test(text) ? readNamed(text) : null);
  if (day === null) return { ...none, state: 'fault', fault: 'not-a-day' };
  const isPast = day < today;
  if (row === null) return { day, isPast, state: 'add', fault: null };
  if (day === row.scheduling.deadline) return { day, isPast: false, state: 'same', fault: null };
  if (!canMove(row)) return { ...none, state: 'fault', fault: 'created' };
  return { day, isPast, state: 'change', fault: null };
}

const faultOfKind: Readonly<Record<string, DeadlineFault | undefined>> = {
  [cellKinds.error]: 'not-a-day',
  [cellKinds.moment]: 'has-time',
  [cellKinds.number]: 'number-for-day',
  [cellKinds.long]: 'number-for-day',
  [cellKinds.padded]: 'number-for-day',
};

/**
 * A copied column of days for the rows from one on; or for the groups that a second column names by their id, or else by their name. Null for
 * other columns.
 */
export function pastedCells(
  text: string,
  rows: readonly SeasonRow[],
  from: number,
  groups: readonly SeasonRow[],
): readonly DeadlineCell[] | null {
  const lines = text
    .replace(/\r\n?/g, '\n')
    .replace(/\n+$/, '')
    .split('\n')
    .map((line) => line.split('\t').map((cell) => cell.trim()));
  if (lines.some(({ length }) => length > 2)) return null;
  if (lines.some(({ length }) => length > 1)) return namedCells(lines, groups);
  return lines.map(([day = ''], place) => ({
    number: place + 1,
    text: day,
    kind: cellKinds.text,
    target: rows[from + place] ?? 'beyond',
    name: '',
  }));
}

/** The column that knows more groups names them, and the other has their days; null where neither knows more. */
function namedCells(
  lines: readonly (readonly string[])[],
  groups: readonly SeasonRow[],
): readonly DeadlineCell[] | null {
  const find = groupFinder(groups, (client) => client);
  const named = (text: string) => {
    const byId = find((column) => (column === 'audit_id' ? text : ''));
    return byId === 'no-group' ? find((column) => (column === 'audit_name' ? text : '')) : byId;
  };
  const found = lines.map(([first = '', second = '']) => [
    { name: first, target: named(first), text: second },
    { name: second, target: named(second), text: first },
  ]);
  const [first = 0, second = 0] = [0, 1].map(
    (place) => found.filter((cells) => cells[place]?.target !== 'no-group').length,
  );
  if (first === second) return null;
  return found.flatMap((cells, place) => {
    const cell = cells[first > second ? 0 : 1];
    return cell === undefined ? [] : [{ ...cell, number: place + 1, kind: cellKinds.text }];
  });
}

/** The texts of a file with the groups that they are for, those that the season does not have among them. */
export function fileCells(
  rows: readonly ImportRow[],
  mapping: DeadlineMapping,
  known: KnownToExpect,
  clientName: (id: string) => string,
): readonly DeadlineCell[] {
  const find = groupFinder(known.groups, clientName);
  const newGroup = newGroupReader(known, (column) => (mapping[column] ?? -1) >= 0);
  return rows.map(({ number, cells, kinds }) => {
    const textOf = (column: DeadlineColumn): string => (cells[mapping[column] ?? -1] ?? '').trim();
    const found = find(textOf);
    return {
      number,
      text: textOf('deadline'),
      kind: kinds?.[mapping.deadline ?? -1] ?? cellKinds.text,
      target: found === 'no-group' ? (newGroup(textOf) ?? found) : found,
      name: textOf('audit_name') || textOf('audit_id') || textOf('predecessor_id') || textOf('successor_id'),
    };
  });
}

/**
 * Finds the group that a row is about: by the id of its audit or of last year's, or, without an id, by its name and client where it is the only one.
 */
function groupFinder(groups: readonly SeasonRow[], clientName: (id: string) => string) {
  const own = Map.groupBy(groups, ({ ownId }) => ownId?.trim() ?? '');
  const before = Map.groupBy(groups, ({ entry }) => entry?.predecessor?.trim() ?? '');
  const named = Map.groupBy(groups, ({ name }) => fold(name.trim()));
  const withId = (all: typeof own, id: string): readonly SeasonRow[] =>
    id === '' ? [] : (all.get(id) ?? []);
  return (textOf: (column: DeadlineColumn) => string): SeasonRow | 'no-group' | 'several' => {
    const [audit, successor, predecessor] = [
      textOf('audit_id'),
      textOf('successor_id'),
      textOf('predecessor_id'),
    ];
    const byId = [...withId(own, audit), ...withId(own, successor), ...withId(before, predecessor)];
    // A person's own list may have last year's ids under the title of the audit's.
    if (byId.length === 0) byId.push(...withId(before, audit));
    if (byId.length > 0 || audit + successor + predecessor !== '') return theOnly(byId);
    const [id, client] = [textOf('client_id'), fold(textOf('client_name'))];
    return theOnly(
      (named.get(fold(textOf('audit_name'))) ?? []).filter((group) =>
        id === '' ? client === '' || fold(clientName(group.client)) === client : group.client === id,
      ),
    );
  };
}

function theOnly(found: readonly SeasonRow[]): SeasonRow | 'no-group' | 'several' {
  const [one, ...others] = new Set(found);
  if (one === undefined) return 'no-group';
  return others.length === 0 ? one : 'several';
}
