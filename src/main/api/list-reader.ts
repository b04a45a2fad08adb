import { setImmediate } from 'node:timers/promises';
import { type AnyRow, type ListOperation, type Operation, operations } from '../../shared/api.ts';
import { fail, type Reply, succeed } from '../../shared/error.ts';
import type { FaultReason } from '../../shared/failures.ts';
import type { Page, UnreadEntries } from '../../shared/model/page.ts';
import {
  bringsMore,
  entriesOf,
  isAll,
  isBrokenList,
  isCut,
  isStuck,
  isTooLarge,
  type ListDoubt,
  listDoubt,
  listFault,
  listPrint,
  mostReadings,
  nextCursor,
  onwardCursor,
  unreadOf,
} from '../../shared/rules/service/list-reading.ts';
import type { AnyInput } from './request.ts';

const mostPages = 5_000; // a list that is longer does not end

type ReadPage<Entry> = (cursor: string | undefined) => Promise<Reply<Page<Entry>>>;

/** A list that was read to its end. With `unread`, nothing may be concluded from what it lacks. */
export interface WholeReading<Entry> {
  readonly entries: readonly Entry[];
  /** What came in a form that cannot be read; null where all was read. */
  readonly unread: UnreadEntries | null;
}

/** How far a reading has come: what is read on with after a failure. */
export interface ListProgress<Entry> {
  readonly pages: Page<Entry>[];
  readonly cursors: (string | undefined)[];
}

export interface ListReading<Entry> {
  readonly pages: readonly Page<Entry>[];
  readonly doubt: ListDoubt | null;
  /** Whether nothing is doubted but entries that cannot be read, or two readings were the same. */
  readonly isSure: boolean;
}

const pagesInTurn = 100; // what looks through so many holds up nobody for longer than a frame

interface ReadingOptions<Entry> {
  /** Begun before: it is read on, and holds what was read where the reading fails. */
  readonly progress?: ListProgress<Entry>;
  /** Hears of each page as it comes, with those before it. */
  readonly onPage?: (pages: readonly Page<Entry>[]) => void;
  /** How many pages a list may have that is read again for a doubt; all, unless it is given. */
  readonly readTwice?: number;
}

/**
 * Reads a list to its end, each entry once, although rows shift between pages (decisions.md §3.5). If one may have been missed, or a page
 * is gone in the middle, the list is read again until two readings agree, and not for ever.
 */
export async function readList<Entry>(
  operation: ListOperation,
  readPage: ReadPage<Entry>,
  {
    progress = { pages: [], cursors: [] },
    onPage = () => {},
    readTwice = mostPages,
  }: ReadingOptions<Entry> = {},
): Promise<Reply<ListReading<Entry>>> {
  let former: string | null = null;
  for (let reading = 1; ; reading += 1) {
    const read = await readOnce(operation, readPage, progress, onPage);
    if (read === 'broken') {
      if (reading >= mostReadings) return refused(operation, 'list-unsure');
      continue;
    }
    if (!read.ok) return read;
    const pages = progress.pages.splice(0);
    progress.cursors.length = 0;
    const doubt = listDoubt(pages);
    if (pages.length > pagesInTurn) await setImmediate(); // whoever takes them has a turn of its own
    const isBlank = pages.some((page) => page.isBlank === true); // something on the way may have answered so
    const isSure = !isBlank && (doubt === null || doubt === 'unread');
    const mayGoOn = isCut(pages) || isStuck(pages);
    if (isSure || pages.length > readTwice) return succeed({ pages, doubt, isSure });
    const print = listPrint(pages);
    if (print === former || reading >= mostReadings)
      return succeed({ pages, doubt, isSure: print === former && !mayGoOn });
    former = print;
  }
}

/** The same, without any doubt of what was read; `onRead` hears of a doubtful one as well. */
export async function readWholeList<Entry>(
  operation: ListOperation,
  readPage: ReadPage<Entry>,
  onRead: (reading: ListReading<Entry>) => void = () => {},
): Promise<Reply<WholeReading<Entry>>> {
  const read = await readList(operation, readPage);
  if (!read.ok) return read;
  const { pages, isSure } = read.value;
  onRead(read.value);
  return isSure
    ? succeed({ entries: entriesOf(pages), unread: unreadOf(pages) })
    : refused(operation, 'list-unsure');
}

/** The entries of a list of which all were read; else a failure, so that nobody concludes from it that something is not there. */
export function entriesAlone<Entry>(
  operation: ListOperation,
  reply: Reply<WholeReading<Entry>>,
): Reply<readonly Entry[]> {
  if (!reply.ok) return reply;
  return reply.value.unread === null ? succeed(reply.value.entries) : refused(operation, 'list-unread');
}

/** Reads on from where a reading is; `broken` where a page in the middle is gone, and nothing of it is left. */
async function readOnce<Entry>(
  operation: ListOperation,
  readPage: ReadPage<Entry>,
  { pages, cursors }: ListProgress<Entry>,
  onPage: (pages: readonly Page<Entry>[]) => void,
): Promise<Reply<null> | 'broken'> {
  const leave = (): void => {
    pages.length = 0;
    cursors.length = 0;
  };
  while (pages.length < mostPages) {
    const last = pages.at(-1);
    const onward = last?.cursor === null ? onwardCursor(pages) : null;
    const cursor = last === undefined ? undefined : nextCursor(onward ?? last.cursor, cursors);
    if (last !== undefined && cursor === undefined) return succeed(null);
    const fault = listFault(pages);
    if (fault !== null) {
      leave();
      return refused(operation, fault);
    }
    const page = await readPage(cursor);
    if (onward !== null && (page.ok ? !bringsMore(page.value, pages) : isBrokenList(page.error))) {
      // It has said so now, unless it gives the same again or has failed.
      if (page.ok ? page.value.results.length === 0 : (page.error.status ?? 0) < 500) endHere(pages);
      return succeed(null);
    }
    if (!page.ok) {
      if ((page.error.status ?? 0) < 500 && isBrokenList(page.error) && isAll(pages)) return succeed(null);
      if (cursor === undefined || !isBrokenList(page.error)) return page;
      leave();
      return 'broken';
    }
    pages.push(page.value);
    cursors.push(cursor);
    onPage(pages);
  }
  leave();
  return refused(operation, 'list-endless');
}

/** The service has said that nothing follows the last page. */
function endHere(pages: Page<unknown>[]): void {
  const last = pages.pop();
  if (last === undefined) return;
  const { onward: _, ...ended } = last;
  pages.push(ended);
}

const smallPage = 20; // entries, the specification's default

type Perform<Options> = (operation: Operation, input: AnyInput, options?: Options) => Promise<Reply<unknown>>;

/**
 * Asks for smaller pages of a list once one was too large, or its size was refused: at once where that was the first, and from then on.
 */
export function withSmallPages<Options>(perform: Perform<Options>): Perform<Options> {
  const large = new Set<Operation>();
  return async (operation, input, options) => {
    const row: AnyRow = operations[operation];
    const isFirst = row.list !== undefined && input.cursor === undefined;
    const small = { ...input, pageSize: smallPage };
    if (isFirst && large.has(operation)) return perform(operation, small, options);
    const reply = await perform(operation, input, options);
    if (row.list === undefined || reply.ok || large.has(operation)) return reply;
    // A service says in its own words that it does not like a size.
    if (!isTooLarge(reply.error.reason) && reply.error.status !== 400) return reply;
    large.add(operation);
    return isFirst ? perform(operation, small, options) : reply;
  };
}

function refused(operation: ListOperation, reason: FaultReason): Reply<never> {
  const row: AnyRow = operations[operation];
  return fail('unexpected-answer', { operation, tier: row.tier, reason });
}
