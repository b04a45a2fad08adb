import { queryOptions, useQuery } from '@tanstack/react-query';
import type { EntryFilter, RequestEntry, RequestFilter, TrailEntry } from '../../shared/record.ts';
import { call, unwrap } from './call.ts';
import { type LongList, useLongList } from './long-list.ts';

/** Filters as a person chooses them; `seconds` is how far back from now. */
export type Chosen<Filter> = Omit<Filter, 'from' | 'cursor' | 'pageSize'> & {
  readonly seconds: number | null;
};

/** A log that this app keeps, and whether there is something newer than what is shown. */
export interface EntryList<Entry> extends LongList<Entry> {
  readonly hasNewer: boolean;
}

const pace = 2_000; // milliseconds between two looks for something newer; nobody is asked over the network

/** The requests that were sent, the newest first. */
export function useRequests(chosen: Chosen<RequestFilter>): EntryList<RequestEntry> {
  const read = (page: { readonly cursor?: string | undefined; readonly pageSize?: number }) =>
    unwrap(call('requests.list', { ...filterOf(chosen), ...page }));
  const list = useLongList(['records', 'requests', chosen], (cursor) => read({ cursor }));
  const newest = useQuery({
    queryKey: ['records', 'requests', 'newest', chosen],
    queryFn: async () => (await read({ pageSize: 1 })).results[0]?.requestId ?? null,
    refetchInterval: pace,
  });
  return { ...list, hasNewer: isNewer(newest.data, list, ({ requestId }) => requestId) };
}

/** What became of writes, the newest first. */
export function useTrail(chosen: Chosen<EntryFilter>): EntryList<TrailEntry> {
  const read = (page: { readonly cursor?: string | undefined; readonly pageSize?: number }) =>
    unwrap(call('trail.list', { ...filterOf(chosen), ...page }));
  const list = useLongList(['records', 'trail', chosen], (cursor) => read({ cursor }));
  const newest = useQuery({
    queryKey: ['records', 'trail', 'newest', chosen],
    queryFn: async () => {
      const [entry] = (await read({ pageSize: 1 })).results;
      return entry === undefined ? null : trailKey(entry);
    },
    refetchInterval: pace,
  });
  return { ...list, hasNewer: isNewer(newest.data, list, trailKey) };
}

/** What names an entry of the trail. */
export function trailKey({ at, plan, step, outcome }: TrailEntry): string {
  return [at, plan, step, outcome].join(' ');
}

/** The files of this app that were damaged and are still there; looked for anew by whoever shows it. */
export const filesAsideQuery = queryOptions({
  queryKey: ['records', 'aside'],
  queryFn: () => unwrap(call('files.aside', {})),
  staleTime: 0,
});

/** Whether each row of the trail is as it was written; looked at anew by whoever shows it. */
export const trailCheckQuery = queryOptions({
  queryKey: ['records', 'trail', 'check'],
  queryFn: () => unwrap(call('trail.verify', {})),
  staleTime: 0,
});

function filterOf<Filter>({ seconds, ...filter }: Chosen<Filter>) {
  return seconds === null
    ? filter
    : { ...filter, from: new Date(Date.now() - seconds * 1_000).toISOString() };
}

function isNewer<Entry>(
  newest: string | null | undefined,
  { entries, isReading }: LongList<Entry>,
  keyOf: (entry: Entry) => string,
): boolean {
  const [first] = entries;
  if (isReading || newest === undefined || newest === null) return false;
  return first === undefined || keyOf(first) !== newest;
}
