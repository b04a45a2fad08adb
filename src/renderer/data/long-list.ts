import { keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { AppError } from '../../shared/error.ts';
import type { Page } from '../../shared/model/page.ts';
import { everyEntry } from '../../shared/rules/service/every-entry.ts';
import { errorOf } from './call.ts';

/** A list that this app keeps itself: read page after page, as far as somebody looks. */
export interface LongList<Entry> {
  readonly entries: readonly Entry[];
  /** How many there are in all; null before they were counted. */
  readonly total: number | null;
  readonly isReading: boolean;
  /** Whether what shows belongs to what was asked for before. */
  readonly isFormer: boolean;
  readonly error: AppError | null;
  readonly readOn: () => void;
  /** Reads all of it, whatever of it shows. Throws where it cannot be read. */
  readonly readAll: () => Promise<readonly Entry[]>;
  readonly readAgain: () => void;
}

/** Reads the first page, and further ones when it is asked to. Nothing of this leaves the computer. */
export function useLongList<Entry>(
  queryKey: QueryKey,
  readPage: (cursor: string | undefined) => Promise<Page<Entry>>,
): LongList<Entry> {
  const first: string | undefined = undefined;
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }: { readonly pageParam: string | undefined }) => readPage(pageParam),
    initialPageParam: first,
    getNextPageParam: (page: Page<Entry>) => page.cursor ?? undefined,
    staleTime: 0,
    placeholderData: keepPreviousData,
    structuralSharing: false, // would compare every page with its former self
  });
  const { data, hasNextPage, isFetching, fetchNextPage, refetch } = query;
  const entries = data?.pages.flatMap(({ results }) => results) ?? [];
  return {
    entries,
    total: data?.pages.at(-1)?.count ?? null,
    isReading: isFetching,
    isFormer: query.isPlaceholderData,
    error: query.error === null ? null : errorOf(query.error),
    readOn: () => {
      if (hasNextPage && !isFetching) void fetchNextPage({ cancelRefetch: false });
    },
    readAll: () => everyEntry(readPage),
    readAgain: () => void refetch(),
  };
}

const soonest = 500; // milliseconds between two readings that news ask for

/** Reads a list again after news, at most twice a second, and once after the last of them. */
export function useReadAgain(news: unknown, readAgain: () => void): void {
  const seen = useRef(news);
  const pending = useRef<ReturnType<typeof setTimeout> | null>(null);
  const act = useEffectEvent(readAgain);
  useEffect(() => {
    if (seen.current === news) return;
    seen.current = news;
    if (pending.current !== null) return;
    pending.current = setTimeout(() => {
      pending.current = null;
      act();
    }, soonest);
  }, [news]);
  useEffect(
    () => () => {
      if (pending.current !== null) clearTimeout(pending.current);
      pending.current = null;
    },
    [],
  );
}
