import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  type QueryKey,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { AppError } from '../../shared/error.ts';
import type { Page } from '../../shared/model/page.ts';
import { call, errorOf } from './call.ts';
import { type Ask, type Kept, keptKey, readKept } from './kept.ts';

/** A list that is read page after page to its end (decisions.md §3.5), as far as it is there. */
export interface WholeList<Entry> {
  readonly entries: readonly Entry[];
  /** How many the service says that there are; null while it has not said. */
  readonly total: number | null;
  /** Whether everything is here; until then nothing may be concluded from what is not. */
  readonly isWhole: boolean;
  readonly isReading: boolean;
  /** What ended the reading before the end; what was read stays. */
  readonly error: AppError | null;
  /** When it was read, in milliseconds since 1970; 0 before. */
  readonly readAt: number;
  /** How many of the entries were read since the window is open; the others are kept from before. */
  readonly fresh: number;
  /** When the oldest of the entries that are kept from before were read, in milliseconds since 1970; null where there are none. */
  readonly keptAt: number | null;
  /** Reads on after an error, or all anew. */
  readonly readAgain: () => void;
}

/**
 * The query of a list, page by page; `readPage` gets the cursor of the page before, none for the first, and asks by what it is
 * given: the service, or what is kept of its last answers.
 */
export function wholeListOptions<Entry>(
  queryKey: QueryKey,
  readPage: (cursor: string | undefined, ask: Ask) => Promise<Page<Entry>>,
  staleTime: number,
) {
  const first: string | undefined = undefined;
  const options = infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }: { readonly pageParam: string | undefined }) => readPage(pageParam, call),
    initialPageParam: first,
    getNextPageParam: (page: Page<Entry>, _pages, _cursor, cursors: readonly (string | undefined)[]) =>
      nextCursor(page.cursor, cursors),
    staleTime,
    structuralSharing: false, // would compare every page with its former self at every new one
  });
  return Object.assign(options, { readKept: () => readKeptPages(readPage) }); // spread, it would lose the name of its type
}

/** What is kept of a list, as far as its pages lead; null where nothing is. */
async function readKeptPages<Entry>(
  readPage: (cursor: string | undefined, ask: Ask) => Promise<Page<Entry>>,
): Promise<Kept<readonly Page<Entry>[]> | null> {
  const pages: Page<Entry>[] = [];
  const cursors: (string | undefined)[] = [];
  let cursor: string | undefined;
  let at = Number.POSITIVE_INFINITY;
  do {
    cursors.push(cursor);
    const page = await readKept((ask) => readPage(cursor, ask)).catch(() => null);
    if (page === null) break;
    pages.push(page.value);
    at = Math.min(at, page.at);
    cursor = nextCursor(page.value.cursor, cursors);
  } while (cursor !== undefined);
  return pages.length === 0 ? null : { value: pages, at };
}

/** The cursor to go on with; none at the end, and none where the service leads in a circle (decisions.md §3.5). */
export function nextCursor(
  cursor: string | null,
  before: readonly (string | undefined)[],
): string | undefined {
  return cursor === null || before.includes(cursor) ? undefined : cursor;
}

/** Whether the pages reach the end of the list. */
export function isWholeList({ pages, pageParams }: ListData<unknown>): boolean {
  return nextCursor(pages.at(-1)?.cursor ?? null, pageParams) === undefined;
}

/** All entries of the pages; of one that appears twice because rows moved between pages, the later reading. */
export function entriesOf<Entry extends { readonly id: string }>(
  pages: readonly Page<Entry>[],
): readonly Entry[] {
  return [...new Map(pages.flatMap(({ results }) => results).map((entry) => [entry.id, entry])).values()];
}

/** How the cache holds a list. */
export type ListData<Entry> = InfiniteData<Page<Entry>, string | undefined>;

/** Pages in which an entry stands as it is now: in its place, or last where it is new. */
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
  if (last === undefined) return [];
  const count = last.count === null ? null : last.count + 1;
  return [...pages.slice(0, -1), { ...last, count, results: [...last.results, entry] }];
}

type Options<Entry> = ReturnType<typeof wholeListOptions<Entry>>;

const mostPages = 100_000; // all there are: a list ends by itself

/** A list that was lately read to its end; null where it has to be read. */
export function freshList<Entry extends { readonly id: string }>(
  client: QueryClient,
  { queryKey, staleTime }: Options<Entry>,
): readonly Entry[] | null {
  const state = client.getQueryState<ListData<Entry>>(queryKey);
  const isFresh =
    state?.data !== undefined &&
    !state.isInvalidated &&
    state.fetchStatus === 'idle' &&
    Date.now() - state.dataUpdatedAt < Number(staleTime) &&
    isWholeList(state.data);
  return isFresh ? entriesOf(state.data?.pages ?? []) : null;
}

/** Reads a list to its end, unless it was lately; what another screen has begun with is joined. */
export async function readWholeList<Entry extends { readonly id: string }>(
  client: QueryClient,
  options: ReturnType<typeof wholeListOptions<Entry>>,
): Promise<readonly Entry[]> {
  const read = await client.fetchInfiniteQuery({ ...options, pages: mostPages });
  if (isWholeList(read)) return entriesOf(read.pages);
  // Another screen has begun with it and was left before the end, or is at it: what is fresh there may be one page alone.
  const { pages } = await client.fetchInfiniteQuery({ ...options, pages: mostPages, staleTime: 0 });
  return entriesOf(pages);
}

/**
 * Reads a list to its end while somebody looks at it; pages show as they come. Until the end what is kept of its last reading
 * stands in for what is not there yet.
 */
export function useWholeList<Entry extends { readonly id: string }>(
  options: Options<Entry>,
  isWanted = true,
): WholeList<Entry> {
  const query = useInfiniteQuery({ ...options, enabled: isWanted });
  const { data, hasNextPage, isFetching, isError, fetchNextPage, refetch } = query;
  useEffect(() => {
    // Several screens may watch one list: only one of them asks for the next page.
    if (isWanted && hasNextPage && !isFetching && !isError) void fetchNextPage({ cancelRefetch: false });
  }, [isWanted, hasNextPage, isFetching, isError, fetchNextPage]);
  const isWhole = data !== undefined && !hasNextPage;
  const kept = useKeptPages(options, isWanted && !isWhole);
  const pages = data?.pages;
  const older = isWhole ? undefined : kept?.value;
  const fresh = useMemo(() => entriesOf(pages ?? []), [pages]);
  const entries = useMemo(
    () => (older === undefined ? fresh : entriesOf([...older, ...(pages ?? [])])),
    [older, fresh, pages],
  );
  return {
    entries,
    total: pages?.at(-1)?.count ?? older?.at(-1)?.count ?? null,
    isWhole,
    isReading: isFetching,
    error: query.error === null ? null : errorOf(query.error),
    readAt: query.dataUpdatedAt,
    fresh: fresh.length,
    keptAt: older === undefined || entries.length === 0 ? null : (kept?.at ?? null),
    readAgain: () => void (isError && hasNextPage ? fetchNextPage() : refetch()),
  };
}

/** What is kept of a list, held only for as long as it is needed. */
function useKeptPages<Entry>(
  { queryKey, readKept: read }: Options<Entry>,
  isNeeded: boolean,
): Kept<readonly Page<Entry>[]> | null {
  const client = useQueryClient();
  const key = keptKey(queryKey);
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
