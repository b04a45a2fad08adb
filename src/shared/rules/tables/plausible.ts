import type { Audit, AuditCreation } from '../../model/audit.ts';
import type { ClientCreation } from '../../model/client-organisation.ts';
import { cellKinds } from '../../model/table.ts';
import { periodRemarks } from '../roll-forward/period.ts';
import { isCalendarDate } from '../service/calendar.ts';
import { isDoubt } from '../service/doubt.ts';
import { fold } from '../texts/fold.ts';
import { readDay } from './cells.ts';
import { type ColumnMapping, type ImportColumn, importColumns, isOfIds } from './columns.ts';
import type { ImportObject } from './known.ts';
import type { CheckedRow, Correction, ImportRow, ImportSetup, Remedy, RowCode, RowIssue } from './model.ts';
import { alikeKey, idsNamed, type Meant } from './names.ts';

// What can be read and sent, and is unlikely to be meant.

const farAway = 10; // years, as by one wrong digit

type Said = Pick<
  AuditCreation,
  'id' | 'client_organisation_id' | 'legal_entity_id' | 'period_start' | 'period_end' | 'audit_type'
>;

/** An error, unless it rests on our own reading. */
export function fault(code: RowCode, column: ImportColumn | null, facts?: RowIssue['facts']): RowIssue {
  const said = facts === undefined ? {} : { facts };
  return { code, column, isWarning: isDoubt({ code, field: column ?? '', ...said }), ...said };
}

const doubt = (...of: Parameters<typeof fault>): RowIssue => ({ ...fault(...of), isWarning: true });

/** An id that a list has in another spelling. */
export function idAlike(
  id: string,
  column: ImportColumn,
  find: (text: string) => string | null,
): RowIssue | null {
  const found = find(id);
  return found === null ? null : doubt('lost-zeros', column, { id: found });
}

/** Another client than its own that a row of an audit names in cells that no column reads. */
export function otherClient(
  { client_organisation_id: own }: Pick<Said, 'client_organisation_id'>,
  unused: readonly string[],
  clientNamed: () => (text: string) => Meant,
): readonly RowIssue[] {
  const named = unused.flatMap((text) => idsNamed(clientNamed()(text)));
  const [other] = own === '' || named.includes(own) ? [] : named;
  return other === undefined ? [] : [doubt('other-client', 'client_id', { id: other })];
}

const domain = /^(?!www\.)(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}[\p{L}\p{N}-]+$/iu;

/** What is unlikely to be meant of a client that is new: an id or a name that another has, a domain that no address ends with. */
export function clientIssues(
  { id, name, domains = [] }: ClientCreation,
  {
    clientsAlike,
    clientNamed,
  }: {
    readonly clientsAlike: () => (text: string) => string | null;
    readonly clientNamed: () => (text: string) => Meant;
  },
): readonly RowIssue[] {
  const alike = idAlike(id, 'client_id', clientsAlike());
  const [same] = alike === null ? idsNamed(clientNamed()(name)) : [];
  return [
    ...(alike === null ? [] : [alike]),
    ...(same === undefined ? [] : [doubt('same-client', 'client_name', { id: same })]),
    ...(domains.every((each) => domain.test(each)) ? [] : [doubt('no-domain', 'domains')]),
  ];
}

/** What is unusual about the period of an audit, by itself and beside the others of its entity. */
export function periodIssues(said: Said, ofEntity: readonly Audit[], today: string): readonly RowIssue[] {
  const period = { start: said.period_start, end: said.period_end };
  if (!isCalendarDate(period.start) || !isCalendarDate(period.end) || period.end < period.start) return [];
  const away = Math.abs(Number(period.end.slice(0, 4)) - Number(today.slice(0, 4)));
  const type = said.audit_type ?? 'single';
  const alike = ofEntity.filter(
    (audit) => audit.id !== said.id && audit.audit_type === type && audit.status !== 'deleting',
  );
  const same = alike.find(
    ({ period_start: start, period_end: end }) => start === period.start && end === period.end,
  );
  const overlapped = alike.find(
    ({ period_start: start, period_end: end }) => start <= period.end && end >= period.start,
  );
  const before = alike
    .filter(({ period_end: end }) => end < period.start)
    .reduce<Audit | null>(
      (last, audit) => (last && last.period_end >= audit.period_end ? last : audit),
      null,
    );
  const other = before === null ? period : { start: before.period_start, end: before.period_end };
  const remarks = periodRemarks(other, period);
  return [
    ...(away >= farAway ? [doubt('far-year', 'period_end', { count: away })] : []),
    ...(remarks.includes('no-year') ? [doubt('no-year', 'period_end')] : []),
    ...(before !== null && remarks.includes('other-year-end')
      ? [doubt('other-year-end', 'period_end', { id: before.id })]
      : []),
    ...(same === undefined
      ? overlapped === undefined
        ? []
        : [doubt('period-overlaps', 'period_start', { id: overlapped.id })]
      : [doubt('same-audit', 'audit_id', { id: same.id })]),
  ];
}

/** What a client or an audit is but for its id, and what its id has in every spelling; null for what is known by what it is. */
export function alikeKeys(object: ImportObject): readonly [butId: string | null, spelling: string | null] {
  if (object.kind !== 'client' && object.kind !== 'audit') return [null, null];
  return [JSON.stringify({ ...object.creation, id: '' }), alikeKey(object.creation.id)];
}

/** A group that was found by its name, where the file makes another of this name. */
export function otherGroup(
  { object, issues }: CheckedRow,
  text: string,
  find: () => (text: string) => Meant,
): readonly RowIssue[] {
  const isByName = issues.some(({ code, column }) => code === 'found-by-name' && column === 'group_audit_id');
  const made = isByName && object.kind === 'component' ? find()(text) : null;
  if (made?.by !== 'name' || object.kind !== 'component' || made.id === object.group) return [];
  return [fault('several-named', 'group_audit_id', { list: `${object.group}, ${made.id}` })];
}

const idColumns = {
  client: 'client_id',
  audit: 'audit_id',
  component: 'legal_entity_ids',
  user: 'user_id',
  deadline: 'audit_name',
} as const;

/**
 * The rows before one that it repeats. What has an id cannot be there twice, though two components for the same legal entities may be meant; of what is
 * new and could be sent also those that are the same but for the id, or have the id in another spelling.
 */
export function repeatIssues(
  { object: { kind }, existing, issues }: CheckedRow,
  isNew: boolean,
  [twice, same, spelled]: readonly (number | undefined)[],
): readonly RowIssue[] {
  const said = (code: RowCode, row: number | undefined, more: RowIssue['facts'] = {}) =>
    row === undefined ? [] : [fault(code, idColumns[kind], { row, ...more })];
  if (twice !== undefined)
    return said('twice', twice, kind === 'component' && existing === null ? { component: 1 } : {});
  if (!isNew || issues.some(({ isWarning }) => !isWarning)) return [];
  return [...said('same-row', same), ...said('alike-row', spelled)];
}

/** Tells which row was the first with a key, and remembers it; nothing of that row itself, and without a key. */
export function firstRows(): (key: string | null, row: number) => number | undefined {
  const first = new Map<string, number>();
  return (key, row) => {
    const before = key === null ? undefined : first.get(key);
    if (key !== null && before === undefined) first.set(key, row);
    return before;
  };
}

const totals = new Set(
  [
    'total',
    'totals',
    'sum',
    'totaal',
    'subtotaal',
    'subtotal',
    'som',
    'totale',
    'totali',
    'somma',
    'suma',
    'summe',
    'aantal',
    'anzahl',
    'count',
  ].map(fold),
);

/** Whether a row sums the others up: its first text says so, and no cell beside it is more than a number. */
export function isTotalsRow({ cells }: ImportRow): boolean {
  const [first, ...others] = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const [word = ''] = fold(first ?? '').split(/[^\p{L}]+/u);
  const isTotal =
    totals.has(word) ||
    /^(?:(?:grand|eind|sub|general[ei]?)[ -]?tot|gesamt|zwischensumme)/.test(fold(first ?? ''));
  return isTotal && others.every((cell) => /^[-+\d.,\s€$£%()]+$/.test(cell));
}

/**
 * The cells in which the program that saved a file has swapped day and month: all real dates of the file have a day that could be a month, and texts beside
 * them, which it could not read, have none; unless they make years as they are.
 */
export function swappedDays(
  rows: readonly ImportRow[],
  { mapping, words }: Pick<ImportSetup, 'mapping' | 'words'>,
): ReadonlyMap<ImportRow, readonly ImportColumn[]> {
  const days = Object.entries(mapping).filter(
    ([column]) => importColumns[column as ImportColumn].reading === 'day', // keys of a mapping
  ) as [ImportColumn, number][];
  const found = new Map<ImportRow, ImportColumn[]>();
  let leftAsTexts = 0;
  for (const row of rows)
    for (const [column, place] of days) {
      const [text, kind] = [row.cells[place] ?? '', row.kinds?.[place] ?? cellKinds.text];
      if (kind === cellKinds.day) {
        if (Number(text.slice(8, 10)) > 12) return none;
        if (text.slice(5, 7) !== text.slice(8, 10)) found.set(row, [...(found.get(row) ?? []), column]);
      } else if (/^\d{1,2}[-/. ]\d{1,2}[-/. ]\d{4}$/.test(text.trim())) {
        const [dmy, mdy] = [readDay(text, 'dmy', words.months), readDay(text, 'mdy', words.months)];
        if (dmy !== null && mdy !== null) return none; // it was no text that the program could not read
        if (dmy !== null || mdy !== null) leftAsTexts += 1;
      }
    }
  const isRight = [...found.keys()].every((row) => isYearAsItStands(row, mapping));
  return leftAsTexts === 0 || isRight ? none : found;
}

/** Whether a row's days make a year as they are, where its texts are read in the only order that they can have. */
function isYearAsItStands({ cells }: ImportRow, mapping: ColumnMapping): boolean {
  const [start, end] = (['period_start', 'period_end'] as const).map((column) => {
    const text = cells[mapping[column] ?? -1] ?? '';
    return readDay(text, 'dmy') ?? readDay(text, 'mdy');
  });
  if (start == null || end == null || end < start) return false;
  return !periodRemarks({ start, end }, { start, end }).includes('no-year');
}

const none: ReadonlyMap<ImportRow, readonly ImportColumn[]> = new Map();

/** What is mended in all rows by one act: a day with day and month the other way round, an id with its zeros. */
export function remediesOf(rows: readonly CheckedRow[], mapping: ColumnMapping): readonly Remedy[] {
  return remedies.flatMap((code) => {
    const corrections = rows.flatMap(({ row, issues }) => {
      const said = issues.filter((issue) => issue.code === code);
      if (said.length === 0) return []; // almost every row
      return [...Map.groupBy(said, ({ column }) => column)].flatMap(
        ([column, all]): readonly Correction[] => {
          const place = column === null ? undefined : mapping[column];
          return place === undefined
            ? []
            : [{ row: row.number, place, text: all.reduce(mended, row.cells[place] ?? '') }];
        },
      );
    });
    return corrections.length === 0 ? [] : [{ code, corrections }];
  });
}

const remedies = ['swapped-days', 'lost-zeros'] as const;

function mended(cell: string, { code, column, facts }: RowIssue): string {
  if (code === 'swapped-days') return swappedBack(cell);
  const id = String(facts?.['id']);
  if (column === null || importColumns[column].reading !== 'list') return id;
  return cell.replace(/[^\s,;|][^\n\r,;|]*/g, (entry) => (alikeKey(entry) === alikeKey(id) ? id : entry));
}

function swappedBack(day: string): string {
  return `${day.slice(0, 4)}-${day.slice(8, 10)}-${day.slice(5, 7)}`;
}

/** Whether the cell of a column is an id with blanks around it. */
export function hasOuterBlanks(column: ImportColumn, cell: string): boolean {
  return (
    isOfIds(column) && importColumns[column].reading === 'id' && cell.trim() !== '' && cell !== cell.trim()
  );
}
