import { type AnyRow, type ListOperation, type Operation, operations } from '../../shared/api.ts';
import { fail, type Reply, succeed } from '../../shared/error.ts';
import type { FaultReason } from '../../shared/failures.ts';
import type { Page, UnreadEntries } from '../../shared/model/page.ts';
import {
  entriesOf,
  isBrokenList,
  isTooLarge,
  listDoubt,
  listFault,
  listPrint,
  mostReadings,
  nextCursor,
  unreadOf,
} from '../../shared/rules/list-reading.ts';
import type { AnyInput } from './request.ts';

const mostPages = 5_000; // a list that is longer does not end

type ReadPage<Entry> = (cursor: string | undefined) => Promise<Reply<Page<Entry>>>;

/** A list that was read to its end. With `unread`, nothing may be concluded from what it lacks. */
export interface WholeReading<Entry> {
  readonly entries: readonly Entry[];
  /** What came in a form that cannot be read; null where all was read. */
  readonly unread: UnreadEntries | null;
}

/**
 * Reads a list to its end, each entry once, although rows shift between pages (decisions.md §3.5). If one may have been missed, or a page
 * is gone in the middle, the list is read again until two readings agree.
 */
export async function readWholeList<Entry>(
  operation: ListOperation,
  readPage: ReadPage<Entry>,
): Promise<Reply<WholeReading<Entry>>> {
  let former: string | null = null;
  for (let reading = 1; reading <= mostReadings; reading += 1) {
    const read = await readOnce(operation, readPage);
    if (read === 'broken') continue;
    if (!read.ok) return read;
    const print = listPrint(read.value);
    const doubt = listDoubt(read.value);
    if (doubt === null || doubt === 'unread' || print === former)
      return succeed({ entries: entriesOf(read.value), unread: unreadOf(read.value) });
    former = print;
  }
  return refused(operation, 'list-unsure');
}

/** The entries of a list of which all were read; else a failure, so that nobody concludes from it that something is not there. */
export function entriesAlone<Entry>(
  operation: ListOperation,
  reply: Reply<WholeReading<Entry>>,
): Reply<readonly Entry[]> {
  if (!reply.ok) return reply;
  return reply.value.unread === null ? succeed(reply.value.entries) : refused(operation, 'list-unread');
}

/** `broken` where a page in the middle is gone. */
async function readOnce<Entry>(
  operation: ListOperation,
  readPage: ReadPage<Entry>,
): Promise<Reply<readonly Page<Entry>[]> | 'broken'> {
  const pages: Page<Entry>[] = [];
  const cursors: (string | undefined)[] = [];
  let cursor: string | undefined;
  while (pages.length < mostPages) {
    const page = await readPage(cursor);
    if (!page.ok) return cursor !== undefined && isBrokenList(page.error) ? 'broken' : page;
    pages.push(page.value);
    cursors.push(cursor);
    cursor = nextCursor(page.value.cursor, cursors);
    if (cursor === undefined) return succeed(pages);
    const fault = listFault(pages);
    if (fault !== null) return refused(operation, fault);
  }
  return refused(operation, 'list-endless');
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
