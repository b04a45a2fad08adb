import { type AnyRow, type ListOperation, operations } from '../../shared/api.ts';
import { fail, type Reply, succeed } from '../../shared/error.ts';
import type { FaultReason } from '../../shared/failures.ts';
import type { Page } from '../../shared/model/page.ts';
import {
  entriesOf,
  listDoubt,
  listFault,
  listPrint,
  mostReadings,
  nextCursor,
} from '../../shared/rules/list-reading.ts';

const mostPages = 5_000; // a list that is longer does not end

type ReadPage<Entry> = (cursor: string | undefined) => Promise<Reply<Page<Entry>>>;

/**
 * Reads a list to its end, each entry once, although rows shift between pages (decisions.md §3.5). If one may have been missed, the list
 * is read again until two readings agree.
 */
export async function readWholeList<Entry>(
  operation: ListOperation,
  readPage: ReadPage<Entry>,
): Promise<Reply<readonly Entry[]>> {
  let former: string | null = null;
  for (let reading = 1; reading <= mostReadings; reading += 1) {
    const read = await readOnce(operation, readPage);
    if (!read.ok) return read;
    const print = listPrint(read.value);
    if (listDoubt(read.value) === null || print === former) return succeed(entriesOf(read.value));
    former = print;
  }
  return unread(operation, 'list-unsure');
}

async function readOnce<Entry>(
  operation: ListOperation,
  readPage: ReadPage<Entry>,
): Promise<Reply<readonly Page<Entry>[]>> {
  const pages: Page<Entry>[] = [];
  const cursors: (string | undefined)[] = [];
  let cursor: string | undefined;
  while (pages.length < mostPages) {
    const page = await readPage(cursor);
    if (!page.ok) return page;
    pages.push(page.value);
    cursors.push(cursor);
    cursor = nextCursor(page.value.cursor, cursors);
    if (cursor === undefined) return succeed(pages);
    const fault = listFault(pages);
    if (fault !== null) return unread(operation, fault);
  }
  return unread(operation, 'list-endless');
}

function unread(operation: ListOperation, reason: FaultReason): Reply<never> {
  const row: AnyRow = operations[operation];
  return fail('unexpected-answer', { operation, tier: row.tier, reason });
}
