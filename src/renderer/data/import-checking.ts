import { useEffect, useState } from 'react';
import type { BridgeInput } from '../../shared/bridge.ts';
import type { AppError, Reply } from '../../shared/error.ts';
import type { OpenedTable } from '../../shared/operations/import.ts';
import type { PlanProgress } from '../../shared/plan.ts';
import type { ImportSetup } from '../../shared/rules/tables/model.ts';
import {
  type CheckedSummary,
  type CheckSetup,
  type RowFilter,
  type RowView,
  readingKey,
  type ShownRow,
  type ShownRows,
  type TableFacts,
  type TakenRows,
  unpacked,
} from '../../shared/rules/tables/session.ts';
import { call, errorOf, unwrap } from './call.ts';
import { onEvent } from './events.ts';
import { readTableAs } from './opened-tables.ts';

// A table that is imported is in a process of its own, which checks it: this window has the rows in sight.

/** A table as it was checked. */
export interface CheckedTable extends CheckedSummary {
  /** Another for every checking: the id of the plan that is made from it. */
  readonly id: string;
  /** What was checked, to tell whether it still is what stands in the table. */
  readonly of: Checking;
  /** Whether all was read that it is checked against. */
  readonly isWhole: boolean;
  /** What ended the reading; what was read stays. */
  readonly error: AppError | null;
}

/** The rows of a file as it is opened here. */
export type Taken = Omit<TakenRows, 'reading'>;

interface Checking extends Taken, Pick<CheckSetup, 'team'> {
  readonly setup: ImportSetup;
  /** The numbers of rows that a person leaves out. */
  readonly left: ReadonlySet<number>;
}

/** A row that a filter shows; null until it has come, as one that has just been scrolled to. */
export interface TableRow {
  readonly number: number;
  readonly row: ShownRow | null;
}

interface Told {
  readonly checked: CheckedTable | null;
  /** All that the filter shows, in the order of the file. */
  readonly rows: readonly TableRow[];
  /** Why it could not be checked, until it is; `not-found-here` where its process has ended and its file is gone, or another. */
  readonly failure: AppError | null;
}

const everything: RowFilter = { state: 'all', cause: null, staying: [] };
const around = 30; // rows above and below those in sight, which a scroll finds there
const mostHere = 1_000; // rows

const sessions = new Map<string, ReturnType<typeof createSession>>(); // by the ids of their files

onEvent((event) => {
  if (event.type === 'import-known') sessions.get(event.id)?.checkAgain();
});

function readingOf({ table }: OpenedTable): string {
  return table === null ? '' : readingKey(table);
}

/** Asks the process of a table. Where that has ended, or has read the file otherwise since, it reads it again first, if that is still the same. */
async function askOf<Value>(
  { id, table }: OpenedTable,
  ask: () => Promise<Reply<Value>>,
): Promise<Reply<Value>> {
  const reply = await ask();
  if (reply.ok || reply.error.code !== 'not-found-here' || table === null) return reply;
  const again = await readTableAs(id, table);
  return again.ok && again.value?.table?.fingerprint === table.fingerprint ? ask() : reply;
}

/** What the columns of an opened table have, with the rows that are taken. */
export async function readFacts(
  file: OpenedTable,
  { headerRow, takesHidden, corrections }: Taken,
): Promise<Reply<TableFacts>> {
  const taken: TakenRows = { reading: readingOf(file), headerRow, takesHidden, corrections };
  const rows = JSON.stringify(taken);
  const reply = await askOf(file, () => call('import.facts', { id: file.id, rows }));
  return reply.ok ? { ok: true, value: JSON.parse(reply.value) as TableFacts } : reply; // as the process writes it
}

/** The rows that are shown of a table, of which those in sight are here. */
export function createView(id: string) {
  let filter = everything;
  let [first, end] = [0, 0];
  let version: string | null = null;
  let numbers: readonly number[] = [];
  let of = everything; // the filter that they are of
  let here = new Map<number, TableRow>();

  const wanted = (): RowView => ({ filter, first: Math.max(0, first - around), end: end + around, version });
  /** Takes what is shown; what was here before stays where nothing else can have changed. */
  const take = (shown: ShownRows, asked: RowView, stays: boolean): void => {
    of = asked.filter; // meanwhile another may be wanted
    version = shown.version;
    numbers = shown.numbers ?? numbers;
    const before = stays && here.size < mostHere ? [...here] : [];
    here = new Map([
      ...before,
      ...shown.rows.map((one) => [one.row.number, { number: one.row.number, row: unpacked(one) }] as const),
    ]);
  };

  return {
    wanted,
    /** As the table was checked now. */
    checked: (shown: ShownRows, asked: RowView): void => take(shown, asked, false),
    /** Reads what has come into sight, or what another filter shows. */
    readOn: async (): Promise<void> => {
      const isOther = JSON.stringify(of) !== JSON.stringify(filter);
      if (!isOther && numbers.slice(first, end).every((number) => here.has(number))) return;
      const asked = wanted();
      const text = await unwrap(call('import.shown', { id, view: JSON.stringify(asked) }));
      take(JSON.parse(text) as ShownRows, asked, true); // as the process writes it
    },
    filterBy: (next: RowFilter): void => {
      filter = next;
    },
    look: (from: number, until: number): void => {
      [first, end] = [from, until];
    },
    rows: (): readonly TableRow[] => numbers.map((number) => here.get(number) ?? { number, row: null }),
  };
}

async function checked(file: OpenedTable, now: Checking, view: ReturnType<typeof createView>): Promise<Told> {
  const { setup, left, team, headerRow, takesHidden, corrections } = now;
  const rows = { reading: readingOf(file), headerRow, takesHidden, corrections, left: [...left] };
  const asked = view.wanted();
  const wish: CheckSetup = { ...setup, ...rows, team, view: asked };
  const text = JSON.stringify(wish);
  const answer = await unwrap(askOf(file, () => call('import.check', { id: file.id, setup: text })));
  const { isWhole, error } = answer;
  const summary = JSON.parse(answer.summary) as CheckedSummary; // as the process writes it
  view.checked(summary.shown, asked);
  const table = { ...summary, id: crypto.randomUUID(), of: now, isWhole, error };
  return { checked: table, rows: view.rows(), failure: null };
}

/** A table while it is checked: whenever it, what is known of the service, or what is shown of it is other. */
function createSession(file: OpenedTable) {
  const { id } = file;
  const view = createView(id);
  const wanted: { checking: Checking | null; rows: boolean } = { checking: null, rows: false };
  let last: Checking | null = null;
  let isWorking = false;
  let shown: Told = { checked: null, rows: [], failure: null };
  let told: ((next: Told) => void) | null = null; // while a screen shows it

  const work = async (): Promise<void> => {
    while (wanted.checking !== null || (wanted.rows && shown.checked !== null)) {
      const { checking } = wanted;
      [wanted.checking, wanted.rows] = [null, false];
      try {
        if (checking !== null) shown = await checked(file, checking, view);
        else {
          await view.readOn();
          shown = { ...shown, rows: view.rows() };
        }
      } catch (fault) {
        const failure = errorOf(fault);
        if (checking === null && failure.code === 'not-found-here')
          wanted.checking = last; // which reads the file again
        else shown = { ...shown, failure };
        if (told !== null && failure.code !== 'not-found-here') reportError(fault);
      }
      told?.(shown);
    }
  };
  const workOn = (): void => {
    if (isWorking) return;
    isWorking = true;
    void Promise.resolve() // what changes together is checked together
      .then(work)
      .finally(() => {
        isWorking = false;
      });
  };

  const session = {
    check: (next: Checking): void => {
      wanted.checking = last = next;
      workOn();
    },
    checkAgain: (): void => {
      if (last !== null) session.check(last);
    },
    /** Shows the rows of a filter. */
    filterBy: (filter: RowFilter): void => {
      view.filterBy(filter);
      wanted.rows = true;
      workOn();
    },
    /** The rows from one place up to before another have come into sight. */
    look: (first: number, end: number): void => {
      view.look(first, end);
      wanted.rows = true;
      workOn();
    },
    /** The numbers of the rows of a filter. Throws where they cannot be told. */
    numbersOf: (filter: RowFilter): Promise<readonly number[]> =>
      unwrap(call('import.numbers', { id, filter: JSON.stringify(filter) })),
    listen: (onTold: (next: Told) => void): (() => void) => {
      told = onTold;
      sessions.set(id, session);
      return () => {
        [told, last, wanted.checking, wanted.rows] = [null, null, null, false];
        sessions.delete(id);
        void call('import.reading', { id, isWanted: false });
      };
    },
    /** Reads on after an error. */
    readOn: (): void => void call('import.reading', { id, isWanted: true }),
    /** Begins the plan that the rows make as they were checked last. */
    send: (sent: Omit<BridgeInput<'import.send'>, 'id'>): Promise<Reply<PlanProgress>> =>
      call('import.send', { id, ...sent }),
  };
  return session;
}

export type CheckingSession = Pick<
  ReturnType<typeof createSession>,
  'readOn' | 'filterBy' | 'look' | 'numbersOf' | 'send'
>;

/** Has a table checked while a screen shows it, whenever the table or what is known of the service is other. */
export function useCheckedTable(
  file: OpenedTable,
  { setup, left, team, headerRow, takesHidden, corrections }: Checking,
): Told & { readonly session: CheckingSession; readonly isCurrent: boolean } {
  const [session] = useState(() => createSession(file));
  const [told, setTold] = useState<Told>({ checked: null, rows: [], failure: null });
  useEffect(() => session.listen(setTold), [session]);
  useEffect(
    () => session.check({ setup, left, team, headerRow, takesHidden, corrections }),
    [session, setup, left, team, headerRow, takesHidden, corrections],
  );
  const of = told.checked?.of;
  const isCurrent =
    of?.setup === setup &&
    of.left === left &&
    of.team === team &&
    of.corrections === corrections &&
    of.headerRow === headerRow &&
    of.takesHidden === takesHidden;
  return { ...told, session, isCurrent };
}
