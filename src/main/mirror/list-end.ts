import { type Reply, succeed } from '../../shared/error.ts';
import type { Page } from '../../shared/model/page.ts';
import { isBrokenList, keyOf, type ListDoubt, nextCursor } from '../../shared/rules/service/list-reading.ts';

// What is new in a long list stands at its end, where its order is that of creation (decisions.md §3.2): then its last pages tell it, and the
// count proves that nothing is gone from those before.

/** The last page of a list, as it was last read. */
export interface ListEnd {
  readonly cursor: string;
  /** How many entries stand before it. */
  readonly before: number;
  readonly keys: readonly unknown[];
}

/** Pages of a list that is soon read: it is read as a whole, and again where there is a doubt. A longer one takes minutes. */
export const shortList = 20;
const mostPages = 8;

/** Null where the list is short, or is in doubt, or where nothing shows that it is in the order of creation. */
export function endOf(
  pages: readonly Page<unknown>[],
  doubt: ListDoubt | null,
  isInOrder: boolean,
): ListEnd | null {
  const [former, last] = pages.slice(-2);
  if (pages.length <= shortList || former?.cursor === null || former?.cursor === undefined) return null;
  if (last === undefined || last.count === null || doubt !== null || !isInOrder) return null;
  return {
    cursor: former.cursor,
    before: last.count - last.results.length,
    keys: last.results.map(keyOf),
  };
}

/**
 * Reads the end of a list again. Answers its pages where they prove that all entries before are still there and nothing new is among them, else
 * null: the list has to be read as a whole.
 */
export async function readEnd(
  end: ListEnd,
  readPage: (cursor: string) => Promise<Reply<Page<unknown>>>,
): Promise<Reply<readonly Page<unknown>[] | null>> {
  const pages: Page<unknown>[] = [];
  const cursors: string[] = [];
  for (let cursor: string | undefined = end.cursor; cursor !== undefined; ) {
    const page: Reply<Page<unknown>> = await readPage(cursor);
    if (!page.ok) return isBrokenList(page.error) ? succeed(null) : page;
    pages.push(page.value);
    cursors.push(cursor);
    cursor = nextCursor(page.value.cursor, cursors);
    if (cursor !== undefined && pages.length === mostPages) return succeed(null);
  }
  return succeed(proves(end, pages) ? pages : null);
}

/** The end of a list whose end was read again. */
export function laterEnd(end: ListEnd, pages: readonly Page<unknown>[]): ListEnd {
  const former = pages.at(-2)?.cursor ?? null;
  const last = pages.at(-1)?.results ?? [];
  const all = pages.reduce((sum, { results }) => sum + results.length, end.before);
  const keys = last.map(keyOf);
  return former === null ? { ...end, keys } : { cursor: former, before: all - last.length, keys };
}

function proves({ before, keys }: ListEnd, pages: readonly Page<unknown>[]): boolean {
  const entries = pages.flatMap(({ results }) => results);
  const found = entries.map(keyOf);
  return (
    pages.every(({ count, unread }) => count === before + entries.length && unread === undefined) &&
    new Set(found).size === found.length &&
    keys.every((key, place) => key === found[place]) &&
    createOrder().has(entries)
  );
}

/** Whether the entries of a list come in the order of their creation: page by page, since a hundred thousand moments take long. */
export function createOrder() {
  let [last, isInOrder] = [0, true];
  return {
    /** Whether it is so with these, which come next. */
    has: (entries: readonly unknown[]): boolean => {
      for (const entry of entries) {
        const moment = createdAt(entry);
        isInOrder &&= moment >= last;
        last = moment;
      }
      return isInOrder;
    },
  };
}

/** In milliseconds since 1970; NaN where it is not told. */
function createdAt(entry: unknown): number {
  const isTold = typeof entry === 'object' && entry !== null && 'created_at' in entry;
  return isTold && typeof entry.created_at === 'string' ? Date.parse(entry.created_at) : Number.NaN;
}
