import { createHash, randomUUID } from 'node:crypto';
import type { TableChoice, TableReading, TableRefusal } from '../../shared/model/table.ts';
import type { Step } from '../../shared/plan.ts';
import { deedsOf } from '../../shared/rules/plans/plan.ts';
import { mostSteps } from '../../shared/rules/plans/plan-size.ts';
import { batchesOf, countCalls, estimatedTasks } from '../../shared/rules/plans/request-estimate.ts';
import { daysOf, noDays } from '../../shared/rules/tables/cells.ts';
import { importCheck, isDoubted } from '../../shared/rules/tables/check.ts';
import { furthestHeader } from '../../shared/rules/tables/columns.ts';
import { contentOf, type KnownIds } from '../../shared/rules/tables/content.ts';
import { seasonUpdate } from '../../shared/rules/tables/deadlines.ts';
import type { ImportKnown } from '../../shared/rules/tables/known.ts';
import { unreadValues } from '../../shared/rules/tables/meanings.ts';
import type { CheckedRow, Correction, ImportRow } from '../../shared/rules/tables/model.ts';
import { importSteps } from '../../shared/rules/tables/plan.ts';
import { remediesOf } from '../../shared/rules/tables/plausible.ts';
import { importRows, unescapedCells } from '../../shared/rules/tables/rows.ts';
import {
  aboutOf,
  type CheckedSummary,
  type CheckSetup,
  type ImportAbout,
  packed,
  type RowFilter,
  type RowView,
  readingKey,
  type SentHeader,
  type ShownRows,
  type TableFacts,
  type TakenRows,
} from '../../shared/rules/tables/session.ts';
import { valueShower } from '../../shared/rules/tables/shown.ts';
import {
  doubtedRows,
  importCauses,
  importCost,
  type SentRow,
  sentRows,
  withCell,
} from '../../shared/rules/tables/summary.ts';
import { filledPlaces } from '../../shared/rules/tables/template.ts';

/** The lists that a table is checked against; those of single objects by their ids. `named` are audits that are in no list of audits. */
export type KnownList = keyof ImportKnown | 'named';

/** A table by its path, or what is in its file. */
export type TableSource = { readonly path: string } | { readonly bytes: Uint8Array };

/**
 * What main has the process do that reads a table and checks it. It answers each of them, in their order; null where it is about another reading of
 * the file than this one, or about what was not checked.
 */
export type SessionRequest =
  | { readonly ask: 'read'; readonly source: TableSource; readonly choice: TableChoice }
  | {
      readonly ask: 'facts';
      readonly rows: string;
      readonly clients: readonly string[];
      readonly audits: readonly string[];
    }
  /** Entries of a list, behind those before them or in their place. */
  | {
      readonly ask: 'known';
      readonly list: KnownList;
      readonly of: string;
      readonly entries: readonly unknown[];
      readonly isFirst: boolean;
    }
  | { readonly ask: 'about'; readonly setup: string }
  | { readonly ask: 'check'; readonly setup: string }
  | { readonly ask: 'numbers'; readonly filter: string }
  | { readonly ask: 'shown'; readonly view: string }
  | { readonly ask: 'steps'; readonly from: number }
  | { readonly ask: 'sent'; readonly sent: string };

type Asking<Name extends SessionRequest['ask']> = Extract<SessionRequest, { readonly ask: Name }>;

export interface SessionAnswers {
  readonly read: TableReading | TableRefusal;
  readonly facts: string | null;
  readonly known: null;
  readonly about: ImportAbout | null;
  /** What came of it (`CheckedSummary`). */
  readonly check: string;
  readonly numbers: readonly number[] | null;
  /** `ShownRows`. */
  readonly shown: string | null;
  readonly steps: { readonly steps: readonly Step[]; readonly isMore: boolean };
  readonly sent: {
    readonly header: readonly string[];
    readonly rows: number;
    readonly parts: readonly string[];
  };
}

const atOnce = 250; // steps: to hand so many over takes less than a frame

interface Checked {
  readonly rows: readonly CheckedRow[];
  /** The same by their numbers. */
  readonly byNumber: ReadonlyMap<number, CheckedRow>;
  /** All rows of the table, also those that are left out. */
  readonly all: readonly ImportRow[];
  readonly mapping: CheckSetup['mapping'];
  readonly causes: ReturnType<typeof importCauses>;
  readonly steps: readonly Step[];
  /** Shows what a row asks for. */
  readonly show: ReturnType<typeof valueShower>;
}

/** Reads one table, has it, and checks it as what is known of the service comes. */
export function createTableSession(
  read: (source: TableSource, choice: TableChoice) => Promise<TableReading | TableRefusal>,
): (request: SessionRequest) => Promise<SessionAnswers[keyof SessionAnswers]> {
  const known = createKnownLists();
  let take = takeRows(null);
  const check = createCheck(known);
  let last: Checked | null = null;
  const shown = createShown();

  return async (request) => {
    switch (request.ask) {
      case 'read': {
        const table = await read(request.source, request.choice);
        if ('fault' in table) return table;
        take = takeRows(table);
        return headOf(table);
      }
      case 'facts': {
        const rows = JSON.parse(request.rows) as TakenRows; // as the window has written it
        const ids = { clients: new Set(request.clients), audits: new Set(request.audits) };
        return rows.reading === take.reading ? JSON.stringify(take.facts(rows, ids)) : null;
      }
      case 'known':
        known.take(request);
        return null;
      case 'about': {
        const setup = JSON.parse(request.setup) as CheckSetup; // as the window has written it
        return setup.reading === take.reading ? aboutOf(take.rows(setup), setup) : null;
      }
      case 'check': {
        // The window has written it by this type; what it makes of it is checked by the schema of a plan.
        const setup = JSON.parse(request.setup) as CheckSetup;
        const { checked, summary } = check(setup, take.rows(setup));
        last = checked;
        return JSON.stringify({ ...summary, shown: shown(checked, setup.view) } satisfies CheckedSummary);
      }
      case 'numbers':
        return last && numbersOf(last, JSON.parse(request.filter) as RowFilter); // as the window has written it
      case 'shown':
        return last && JSON.stringify(shown(last, JSON.parse(request.view) as RowView)); // as the window has written it
      case 'steps': {
        const { steps = [] } = last ?? {};
        const until = request.from + atOnce;
        return { steps: steps.slice(request.from, until), isMore: until < steps.length };
      }
      case 'sent':
        return sentOf(last, JSON.parse(request.sent) as SentHeader); // as the window has written it
    }
  };
}

/** Checks all rows of a table by what is known. As long as setup and lists are the same, only rows that are others are checked. */
function createCheck(known: Pick<ReturnType<typeof createKnownLists>, 'now'>) {
  let before: {
    readonly of: string;
    readonly known: ImportKnown;
    readonly run: ReturnType<typeof importCheck>;
    readonly show: ReturnType<typeof valueShower>;
  } | null = null;
  return (
    { kind, mapping, orders, words, meanings = {}, template, today, team, left: leftOut }: CheckSetup,
    all: readonly ImportRow[],
  ) => {
    const setup = { kind, mapping, orders, words, meanings, template, today };
    const [of, now] = [JSON.stringify(setup), known.now()];
    if (before?.of !== of || before.known !== now)
      before = { of, known: now, run: importCheck(setup, now), show: valueShower(now) };
    const left = new Set(leftOut);
    const { rows, counts } = before.run(all.filter(({ number }) => !left.has(number)));
    const steps = importSteps(rows, now, team);
    const causes = importCauses(rows);
    const byNumber = new Map(rows.map((row) => [row.row.number, row]));
    const planned = steps.length > mostSteps ? [] : steps;
    return {
      checked: { rows, byNumber, all, mapping, causes, steps, show: before.show } satisfies Checked,
      summary: {
        counts,
        causes: causes.map(({ rows: having, ...cause }) => ({ ...cause, count: having.length })),
        doubted: doubtedRows(rows).map((row) => [row.row.number, doubtKey(row)] as const),
        remedies: remediesOf(rows, mapping),
        unread: unreadValues(rows, mapping, meanings),
        steps: steps.length,
        deeds: deedsOf(steps),
        season: seasonUpdate(rows, now),
        needs: { batches: batchesOf(estimatedTasks(planned)), calls: countCalls(planned) },
        cost: importCost(rows, now),
      },
    };
  };
}

/** A table with the rows among which its header is. */
function headOf(table: TableReading): TableReading {
  return {
    ...table,
    rows: table.rows.slice(0, furthestHeader),
    numbers: table.numbers.slice(0, furthestHeader),
    kinds: table.kinds?.slice(0, furthestHeader) ?? null,
  };
}

/** The rows of a table as a person takes and corrects them; a row stays the same object as long as it is the same. */
function takeRows(table: TableReading | null) {
  let taken: { readonly of: string; readonly rows: readonly ImportRow[] } | null = null;
  let corrected = new Map<number, { readonly of: string; readonly row: ImportRow }>();

  const rows = ({
    headerRow,
    takesHidden,
    corrections,
  }: Omit<TakenRows, 'reading'>): readonly ImportRow[] => {
    const of = JSON.stringify([headerRow, takesHidden]);
    if (taken?.of !== of) {
      taken = { of, rows: table === null ? [] : importRows(table, headerRow, takesHidden) };
      corrected = new Map();
    }
    const byRow = Map.groupBy(corrections, ({ row }) => row);
    return taken.rows.map((row) => {
      const own = byRow.get(row.number);
      return own === undefined ? row : correctedRow(row, own);
    });
  };
  const correctedRow = (row: ImportRow, corrections: readonly Correction[]): ImportRow => {
    const of = JSON.stringify(corrections);
    const before = corrected.get(row.number);
    if (before?.of === of) return before.row;
    const now = corrections.reduce((done, { place, text }) => withCell(done, place, text), row);
    corrected.set(row.number, { of, row: now });
    return now;
  };

  return {
    reading: table && readingKey(table),
    rows,
    facts: (of: TakenRows, ids: KnownIds): TableFacts => {
      const found = rows(of);
      const width = longest(table?.rows ?? []);
      const all = Math.max(width, longest(found.map(({ cells }) => cells)));
      const columns = Array.from({ length: all }, (_, place) =>
        found.map(({ cells, kinds }) => ({ text: cells[place] ?? '', kind: kinds?.[place] ?? '' })),
      );
      const days = daysOf(columns);
      return {
        rows: found.length,
        width,
        columns: columns.map((cells, place) => {
          const texts = cells.map(({ text }) => text);
          return {
            sample: texts.find((text) => text.trim() !== '')?.slice(0, 60) ?? '',
            ...(days[place] ?? noDays),
            content: contentOf(texts, ids),
          };
        }),
        unescaped: table === null ? 0 : unescapedCells(table),
      };
    },
  };
}

function longest(rows: readonly (readonly string[])[]): number {
  return rows.reduce((most, cells) => Math.max(most, cells.length), 0);
}

/** What a person says yes to: a row as it is, with its doubts. */
function doubtKey({ row, issues }: CheckedRow): string {
  const doubts = issues.filter(isDoubted).map(({ code, column }) => [code, column]);
  const text = JSON.stringify([row.number, row.cells, doubts]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 12);
}

/** The rows of a view; their numbers cross only where they are others. */
function createShown() {
  let numbers: readonly number[] = [];
  let version = randomUUID(); // one that no process before this one had
  return (last: Checked, { filter, first, end, version: known }: RowView): ShownRows => {
    const now = numbersOf(last, filter);
    if (now.length !== numbers.length || now.some((number, place) => number !== numbers[place]))
      [numbers, version] = [now, randomUUID()];
    const rows = numbers.slice(first, end).flatMap((number) => last.byNumber.get(number) ?? []);
    return {
      version,
      numbers: known === version ? null : numbers,
      rows: rows.map((row) => packed(row, last.show)),
    };
  };
}

function numbersOf({ rows, causes }: Checked, { state, cause, staying }: RowFilter): readonly number[] {
  const having =
    cause === null
      ? null
      : new Set(
          causes.find(
            ({ code, column, isWarning }) =>
              code === cause.code && column === cause.column && isWarning === cause.isWarning,
          )?.rows,
        );
  const stays = new Set(staying);
  return rows.flatMap(({ row: { number }, state: own }) => {
    const isShown = (state === 'all' || own === state) && (having === null || having.has(number));
    return isShown || stays.has(number) ? [number] : [];
  });
}

/** The table as it is sent, its rows in parts. */
function sentOf(last: Checked | null, { header, titles }: SentHeader): SessionAnswers['sent'] {
  if (last === null) return { header, rows: 0, parts: [] };
  const width = Math.max(header.length, longest(last.all.map(({ cells }) => cells)));
  const places = filledPlaces(last.rows, last.mapping, width);
  const added = [...places].flatMap(([column, place]) => (place < width ? [] : (titles[column] ?? column)));
  const padded = Array.from(
    { length: added.length > 0 ? width : header.length },
    (_, place) => header[place] ?? '',
  );
  const rows = sentRows(last.all, last.rows, places);
  return { header: [...padded, ...added], rows: rows.length, parts: inParts(rows) };
}

const partSize = 500_000; // characters: each is written and read without anybody being held up

/** Rows as lists in JSON, each of them small or of one row. */
function inParts(rows: readonly SentRow[]): readonly string[] {
  const parts: string[][] = [];
  let size = Number.POSITIVE_INFINITY; // of the last part
  for (const row of rows) {
    const text = JSON.stringify(row);
    size += text.length;
    if (size <= partSize) parts.at(-1)?.push(text);
    else {
      parts.push([text]);
      size = text.length;
    }
  }
  return parts.map((part) => `[${part.join()}]`);
}

/** What came of the lists of the service so far. */
function createKnownLists() {
  const lists = new Map<string, unknown[]>();
  let known: ImportKnown | null = null; // until something of it is other
  // Main sends each list as its schema has read it.
  const list = <Name extends 'clients' | 'audits' | 'workPackages' | 'roles' | 'underway' | 'groups'>(
    name: Name,
  ) => (lists.get(`${name} `) ?? []) as unknown as ImportKnown[Name];
  const listsOf = <Name extends 'entitiesOf' | 'componentsOf' | 'usersOf'>(name: Name) =>
    new Map(
      [...lists].flatMap(([key, entries]) =>
        key.startsWith(`${name} `) ? [[key.slice(name.length + 1), entries] as const] : [],
      ),
    ) as unknown as ImportKnown[Name];
  return {
    take: ({ list: name, of, entries, isFirst }: Asking<'known'>): void => {
      const key = `${name} ${of}`;
      if (isFirst) lists.set(key, []);
      lists.get(key)?.push(...entries);
      known = null;
    },
    now: (): ImportKnown => {
      known ??= {
        clients: list('clients'),
        audits: [...list('audits'), ...((lists.get('named ') ?? []) as ImportKnown['audits'])],
        workPackages: list('workPackages'),
        roles: list('roles'),
        underway: list('underway'),
        groups: list('groups'),
        entitiesOf: listsOf('entitiesOf'),
        componentsOf: listsOf('componentsOf'),
        usersOf: listsOf('usersOf'),
      };
      return known;
    },
  };
}
