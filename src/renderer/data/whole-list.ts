import {
  type InfiniteData,
  InfiniteQueryObserver,
  infiniteQueryOptions,
  type QueryClient,
  type QueryKey,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { AppError } from '../../shared/error.ts';
import type { Page, UnreadEntries } from '../../shared/model/page.ts';
import type { Tier } from '../../shared/model/tiers.ts';
import {
  entriesOf,
  isBrokenList,
  type ListDoubt,
  type ListFault,
  listDoubt,
  listFault,
  listFaults,
  listPrint,
  mostReadings,
  nextCursor,
  unreadOf,
} from '../../shared/rules/list-reading.ts';
import { askerOf, showsList } from './background-reading.ts';
import { type Ask, type Cached, cachedKey, readCached } from './cached.ts';
import { CallFailure, errorOf } from './call.ts';

/** A list that is read page after page to its end (decisions.md §3.5), as far as it is there. */
export interface WholeList<Entry> {
  readonly entries: readonly Entry[];
  /** How many the service says that there are; null while it has not said. */
  readonly total: number | null;
  /** Pages that are still to be read, by the service's count; null where it gave none, or nothing has come. */
  readonly pagesLeft: number | null;
  /** Whether everything is here and was read; until then nothing may be concluded from what is not. */
  readonly isWhole: boolean;
  /** What of it came in a form that cannot be read; null where nothing did. */
  readonly unread: UnreadEntries | null;
  /** Why entries may be missing though the list was read to its end; null where nothing says so. */
  readonly doubt: ListDoubt | null;
  readonly isReading: boolean;
  /** What ended the reading before the end; what was read stays. */
  readonly error: AppError | null;
  /** When it was read, in milliseconds since 1970; 0 before. */
  readonly readAt: number;
  /** How many entries were read since the window was opened; the others are from the offline copy. */
  readonly fresh: number;
  /** When the oldest entry of the offline copy was read, in milliseconds since 1970; null where none is used. */
  readonly keptAt: number | null;
  /** Reads on after an error, or all anew. */
  readonly readAgain: () => void;
}

/**
 * The query of a list, page by page. `readPage` gets the cursor of the page before, none for the first, and whom to ask: the
 * service or the offline copy.
 */
export function wholeListOptions<Entry>(
  queryKey: QueryKey,
  readPage: (cursor: string | undefined, ask: Ask) => Promise<Page<Entry>>,
  staleTime: number,
) {
  const first: string | undefined = undefined;
  const options = infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }: { readonly pageParam: string | undefined }) => {
      const reason = listFaults.find((fault) => pageParam === endAt(fault));
      if (reason !== undefined) throw new CallFailure({ code: 'unexpected-answer', reason });
      const page = readPage(pageParam, askerOf(queryKey));
      return pageParam === undefined ? page : page.catch(brokenOff);
    },
    initialPageParam: first,
    getNextPageParam: (
      page: Page<Entry>,
      pages: readonly Page<Entry>[],
      _cursor,
      cursors: readonly (string | undefined)[],
    ) => {
      const next = nextCursor(page.cursor, cursors);
      const fault = next === undefined ? null : listFault(pages);
      return fault === null ? next : endAt(fault);
    },
    staleTime,
    structuralSharing: false, // would compare every page with its former self at every new one
  });
  return Object.assign(options, { readCached: () => readKeptPages(readPage) }); // spread, it would lose the name of its type
}

/** Where a page in the middle is gone, the list has changed while it was read. */
function brokenOff(cause: unknown): never {
  const error = errorOf(cause);
  throw isBrokenList(error) ? new CallFailure({ ...error, ...changed }) : cause;
}
const changed = { code: 'unexpected-answer', reason: 'list-unsure' } as const;
const isBroken = (error: AppError | null) => error?.reason === changed.reason;

/** The failure of a list of which not all was read. */
const notAllRead = { code: 'unexpected-answer', reason: 'list-unread' } as const satisfies AppError;

/** The cursor of a page that cannot be read: with it, a list that is cut off is never taken for whole. */
function endAt(fault: ListFault): string {
  return `\0${fault}`; // no query of a page begins like this
}

/** The pages of the offline copy, as far as they lead; null where there are none. */
async function readKeptPages<Entry>(
  readPage: (cursor: string | undefined, ask: Ask) => Promise<Page<Entry>>,
): Promise<Cached<readonly Page<Entry>[]> | null> {
  const pages: Page<Entry>[] = [];
  const cursors: (string | undefined)[] = [];
  let cursor: string | undefined;
  let at = Number.POSITIVE_INFINITY;
  do {
    cursors.push(cursor);
    const page = await readCached((ask) => readPage(cursor, ask)).catch(() => null);
    if (page === null) break;
    pages.push(page.value);
    at = Math.min(at, page.at);
    cursor = listFault(pages) === null ? nextCursor(page.value.cursor, cursors) : undefined;
  } while (cursor !== undefined);
  return pages.length === 0 ? null : { value: pages, at };
}

function isAtEnd({ pages, pageParams }: ListData<unknown>): boolean {
  return nextCursor(pages.at(-1)?.cursor ?? null, pageParams) === undefined;
}

/** Whether a list was read to its end, each entry of it. */
export function isWholeList(data: ListData<unknown>): boolean {
  return isAtEnd(data) && unreadOf(data.pages) === null;
}

export type ListData<Entry> = InfiniteData<Page<Entry>, string | undefined>;

/** The pages with the newest state of an entry: in its place, or last where it is new. */
export function withEntry<Entry extends { readonly id: string }>(
  pages: readonly Page<Entry>[],
  entry: Entry,
): Page<Entry>[] {
  if (pages.some(({ results }) => results.some(({ id }) => id === entry.id)))
    return pages.map((page) => ({
      ...page,
      results: page.results.map((one) => (one.id === entry.id ? entry : one)),
    }));
  const last = pages.at(-1);
  // Of a list that was not read to its end, the service has counted it in, and it is on a page that has not come.
  if (last === undefined || last.cursor !== null) return [...pages];
  const present = entriesOf(pages).length + 1;
  // One that had been missed is among those that the service counts.
  const counted = (count: number | null) =>
    count === null ? null : isSettled(pages) ? count + 1 : Math.max(count, present);
  return pages.map((page) => ({
    ...page,
    count: counted(page.count),
    results: page === last ? [...page.results, entry] : page.results,
  }));
}

/** The pages without an entry. */
export function withoutEntry<Entry extends { readonly id: string }>(
  pages: readonly Page<Entry>[],
  gone: string,
): Page<Entry>[] {
  if (!pages.some(({ results }) => results.some(({ id }) => id === gone))) return [...pages];
  return pages.map(({ count, results, ...page }) => ({
    ...page,
    count: count === null ? null : Math.max(0, count - 1),
    results: results.filter(({ id }) => id !== gone),
  }));
}

type Options<Entry> = ReturnType<typeof wholeListOptions<Entry>>;

const mostPages = 100_000; // all there are: a list ends by itself

/** A list as it was last read to its end, however long ago; null where it was not, or is being read by page. */
export function cachedList<Entry>(
  client: QueryClient,
  { queryKey }: Pick<Options<Entry>, 'queryKey'>,
): { readonly entries: readonly Entry[]; readonly at: number } | null {
  const state = client.getQueryState<ListData<Entry>>(queryKey);
  if (state?.data === undefined || !isWholeList(state.data)) return null;
  return { entries: entriesOf(state.data.pages), at: state.dataUpdatedAt };
}

/** A list that was lately read to its end; null where it has to be read. */
export function freshList<Entry>(client: QueryClient, options: Options<Entry>): readonly Entry[] | null {
  const { isInvalidated, fetchStatus } = client.getQueryState(options.queryKey) ?? {};
  const list = cachedList(client, options);
  const isFresh = list !== null && Date.now() - list.at < Number(options.staleTime);
  return isFresh && isInvalidated === false && fetchStatus === 'idle' ? list.entries : null;
}

/** Reads a list to its end, unless that was done lately; joins a reading that another screen has started. */
export async function readWholeList<Entry extends { readonly id: string }>(
  client: QueryClient,
  options: ReturnType<typeof wholeListOptions<Entry>>,
): Promise<readonly Entry[]> {
  const read = async (anew: boolean): Promise<ListData<Entry>> => {
    const asked = { ...options, pages: mostPages, ...(anew ? { staleTime: 0 } : {}) };
    return client.fetchInfiniteQuery(asked).catch((cause: unknown) => {
      if (isBroken(errorOf(cause)) && mayBeginAnew(client, options.queryKey)) return read(true);
      throw cause;
    });
  };
  let list = await read(false);
  // Another screen has begun with it and was left before the end, or is at it: what is fresh there may be one page alone.
  if (!isAtEnd(list)) list = await read(true);
  while (isAtEnd(list) && mayHelp(client, options.queryKey, list.pages)) list = await read(true);
  if (unreadOf(list.pages) !== null) throw new CallFailure(notAllRead);
  return entriesOf(list.pages);
}

const readTwice = 20; // pages: what is longer takes minutes, and is read again when a person wants it

/** How often each doubted list was read, and what the last reading was. */
interface Doubted {
  readonly readings: number;
  readonly print: string;
  readonly pages: readonly Page<unknown>[];
}
const doubted = new WeakMap<QueryClient, Map<string, Doubted>>();

/**
 * Whether to read a doubted list again: not for ever, and not where two readings were the same. Notes the reading, so that each
 * is judged once however many screens show it.
 */
function mayHelp(client: QueryClient, queryKey: QueryKey, pages: readonly Page<unknown>[]): boolean {
  const lists = doubted.get(client) ?? new Map<string, Doubted>();
  doubted.set(client, lists);
  const key = JSON.stringify(queryKey);
  if (isSettled(pages) || pages.length > readTwice) {
    lists.delete(key);
    return false;
  }
  const before = lists.get(key);
  if (before?.pages === pages) return false;
  const print = listPrint(pages);
  const reading = (before?.readings ?? 0) + 1;
  lists.set(key, { readings: reading, print, pages });
  return reading < mostReadings && before?.print !== print;
}

/** Whether reading a list again would not bring more. */
function isSettled(pages: readonly Page<unknown>[]): boolean {
  const doubt = listDoubt(pages);
  return doubt === null || doubt === 'unread';
}

/** Whether to begin with a list again that broke off in the middle: not for ever. */
function mayBeginAnew(client: QueryClient, queryKey: QueryKey): boolean {
  const lists = doubted.get(client) ?? new Map<string, Doubted>();
  doubted.set(client, lists);
  const key = JSON.stringify(queryKey);
  const { readings = 0, print = '' } = lists.get(key) ?? {};
  lists.set(key, { readings: readings + 1, print, pages: [] });
  return readings + 1 < mostReadings;
}

/** Reads a list to its end as it is now, however lately that was done. */
export async function readWholeListAnew<Entry extends { readonly id: string }>(
  client: QueryClient,
  options: Options<Entry>,
): Promise<readonly Entry[]> {
  await client.invalidateQueries({ queryKey: options.queryKey, refetchType: 'none' });
  return readWholeList(client, options);
}

/**
 * Reads a list to its end while it is shown; pages show as they come. Until the end, the offline copy stands in for what is
 * missing.
 */
export function useWholeList<Entry extends { readonly id: string }>(
  options: Options<Entry>,
  isWanted = true,
): WholeList<Entry> {
  const query = useInfiniteQuery({ ...options, enabled: isWanted });
  const { hasNextPage, isFetching, isError, fetchNextPage, refetch } = query;
  useEffect(() => {
    // Several screens may watch one list: only one of them asks for the next page.
    if (isWanted && hasNextPage && !isFetching && !isError) void fetchNextPage({ cancelRefetch: false });
  }, [isWanted, hasNextPage, isFetching, isError, fetchNextPage]);
  const data = usePaced(query.data, hasNextPage && !isError);
  const isRead = data !== undefined && data === query.data && !hasNextPage;
  const client = useQueryClient();
  const pages = data?.pages;
  const doubt = useMemo(() => (isRead ? listDoubt(pages ?? []) : null), [isRead, pages]);
  const unread = useMemo(() => unreadOf(pages ?? []), [pages]);
  const failure = query.error === null ? null : errorOf(query.error);
  const hash = JSON.stringify(options.queryKey);
  useEffect(() => {
    if (!isWanted || doubt === null || isFetching || isError || pages === undefined) return;
    if (mayHelp(client, JSON.parse(hash) as QueryKey, pages)) void refetch({ cancelRefetch: false });
  }, [client, hash, isWanted, doubt, isFetching, isError, pages, refetch]);
  const hasBroken = isBroken(failure);
  useEffect(() => {
    if (!isWanted || !hasBroken || isFetching) return;
    if (mayBeginAnew(client, JSON.parse(hash) as QueryKey)) void refetch({ cancelRefetch: false });
  }, [client, hash, isWanted, hasBroken, isFetching, refetch]);
  const kept = useKeptPages(options, isWanted && !isRead);
  const older = isRead ? undefined : kept?.value;
  const fresh = useMemo(() => entriesOf(pages ?? []), [pages]);
  const entries = useMemo(
    () => (older === undefined ? fresh : entriesOf([...older, ...(pages ?? [])])),
    [older, fresh, pages],
  );
  const error = failure ?? (isRead && unread !== null ? notAllRead : null);
  return {
    entries,
    total: pages?.at(-1)?.count ?? older?.at(-1)?.count ?? null,
    pagesLeft: pagesLeft(pages ?? []),
    isWhole: isRead && unread === null,
    unread,
    doubt,
    isReading: isFetching,
    error,
    readAt: query.dataUpdatedAt,
    fresh: fresh.length,
    keptAt: entries.length > fresh.length ? (kept?.at ?? null) : null, // a copy that adds nothing is not used
    readAgain: () => {
      doubted.get(client)?.delete(hash);
      const isOver = listFaults.some((fault) => fault === error?.reason);
      void (isError && hasNextPage && !isOver ? fetchNextPage() : refetch());
    },
  };
}

const drawEvery = 250; // milliseconds

/** The pages that were read, as often as it is worth drawing a long list anew: four times a second while more are to come. */
function usePaced<Data extends { readonly pages: readonly unknown[] }>(
  data: Data | undefined,
  isMoreToCome: boolean,
): Data | undefined {
  const [drawn, setDrawn] = useState(data);
  const isMore = data !== undefined && drawn !== undefined && data.pages.length > drawn.pages.length;
  const isLater = isMore && isMoreToCome;
  const draw = useEffectEvent(() => setDrawn(data));
  useEffect(() => {
    if (!isMoreToCome) return undefined;
    const timer = setInterval(() => draw(), drawEvery);
    return () => clearInterval(timer);
  }, [isMoreToCome]);
  if (isLater) return drawn;
  if (drawn !== data) setDrawn(data);
  return data;
}

function pagesLeft(pages: readonly Page<unknown>[]): number | null {
  const last = pages.at(-1);
  if (last === undefined || last.cursor === null) return last === undefined ? null : 0;
  const size = Math.max(...pages.map(({ results }) => results.length));
  const read = pages.reduce((sum, { results }) => sum + results.length, 0);
  return last.count === null || size === 0 ? null : Math.ceil((last.count - read) / size);
}

/** Has a list that takes long read on, in the background, when a screen that shows it is left before the end. `options` stay the same. */
export function useReadingOn<Entry>(options: Options<Entry>, tier: Tier, isWanted = true): void {
  const client = useQueryClient();
  useEffect(
    () =>
      isWanted
        ? showsList({
            queryKey: options.queryKey,
            tier,
            observe: () => new InfiniteQueryObserver(client, { ...options, enabled: false }),
          })
        : undefined,
    [client, options, tier, isWanted],
  );
}

/** How many there are, as far as is known: what came, and until that is all of it, what the service says. */
export function knownTotal({ entries, unread, total, isWhole }: WholeList<unknown>): number {
  return isWhole ? entries.length : Math.max(entries.length + (unread?.count ?? 0), total ?? 0);
}

/** The offline copy of a list, in memory only while it is needed. */
function useKeptPages<Entry>(
  { queryKey, readCached: read }: Options<Entry>,
  isNeeded: boolean,
): Cached<readonly Page<Entry>[]> | null {
  const client = useQueryClient();
  const key = cachedKey(queryKey);
  const { data } = useQuery({
    queryKey: key,
    queryFn: read,
    enabled: isNeeded,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  const hash = JSON.stringify(key);
  useEffect(() => {
    if (!isNeeded) client.removeQueries({ queryKey: JSON.parse(hash) as QueryKey, exact: true });
  }, [client, hash, isNeeded]);
  return data ?? null;
}

/**
 * How far a list was read. What was not read is not “none”: before `read` nothing may be concluded from what is not in the list, and
 * nothing that depends on it may be staged or sent.
 */
type Reading =
  /** Nothing was read: the reading failed, or nobody asked for it. */
  | { readonly kind: 'unread' }
  | { readonly kind: 'reading' }
  /** Some of it was read: more is to come, could not be read, or is from the offline copy. */
  | { readonly kind: 'part' }
  /** All of it, as it was at that time (milliseconds since 1970). */
  | { readonly kind: 'read'; readonly at: number };

export function readingOf({
  isWhole,
  readAt,
  entries,
  isReading,
  error,
}: Pick<WholeList<unknown>, 'isWhole' | 'readAt' | 'entries' | 'isReading' | 'error'>): Reading {
  if (isWhole) return { kind: 'read', at: readAt };
  if (entries.length > 0) return { kind: 'part' };
  // While a list that failed is tried again, the failure stands until something came.
  return { kind: isReading && error === null ? 'reading' : 'unread' };
}
