import { type QueryKey, queryOptions, useQuery } from '@tanstack/react-query';
import type { Page } from '../../shared/model/page.ts';
import type { PlanProgress } from '../../shared/plan.ts';
import type { ChangeLogEntry, EntryFilter, RequestEntry, RequestFilter } from '../../shared/record.ts';
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

type PageWish = Pick<RequestFilter, 'cursor' | 'pageSize'>;

function useEntryList<Entry>(
  queryKey: QueryKey,
  read: (page: PageWish) => Promise<Page<Entry>>,
  keyOf: (entry: Entry) => string,
): EntryList<Entry> {
  const list = useLongList(queryKey, (cursor) => read({ cursor }));
  const { data: newest } = useQuery({
    queryKey: [...queryKey, 'newest'],
    queryFn: async () => (await read({ pageSize: 1 })).results.map(keyOf),
    refetchInterval: pace,
  });
  const [last] = newest ?? [];
  // One that is in the list was looked for before that was read.
  const isNewer = last !== undefined && list.entries.every((entry) => keyOf(entry) !== last);
  return { ...list, hasNewer: !list.isReading && isNewer };
}

export function useRequests(chosen: Chosen<RequestFilter>): EntryList<RequestEntry> {
  return useEntryList(
    ['records', 'requests', chosen],
    (page) => unwrap(call('requests.list', { ...filterOf(chosen), ...page })),
    ({ requestId }) => requestId,
  );
}

export function useChangeLog(chosen: Chosen<EntryFilter>): EntryList<ChangeLogEntry> {
  return useEntryList(
    ['records', 'changeLog', chosen],
    (page) => unwrap(call('changeLog.list', { ...filterOf(chosen), ...page })),
    changeLogKey,
  );
}

export function changeLogKey({ at, plan, step, outcome }: ChangeLogEntry): string {
  return [at, plan, step, outcome].join(' ');
}

/** Whether each row of the change log is as it was written; looked at anew by whoever shows it. */
export const changeLogCheckQuery = queryOptions({
  queryKey: ['records', 'changeLog', 'check'],
  queryFn: () => unwrap(call('changeLog.verify', {})),
  staleTime: 0,
});

/** Who has sent the changes of a plan from this computer, by the change log; null where it has none of them. */
export function personQuery({ id, counts }: PlanProgress) {
  return queryOptions({
    queryKey: ['records', 'changeLog', 'person', id, counts.done + counts.failed > 0],
    queryFn: async () =>
      (await unwrap(call('changeLog.list', { plan: id, pageSize: 1 }))).results[0]?.person ?? null,
    staleTime: Number.POSITIVE_INFINITY, // the first that was written names the person
  });
}

function filterOf<Filter>({ seconds, ...filter }: Chosen<Filter>) {
  return seconds === null
    ? filter
    : { ...filter, from: new Date(Date.now() - seconds * 1_000).toISOString() };
}
