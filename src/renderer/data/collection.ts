import {
  type QueryClient,
  type QueryKey,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useDeferredValue, useEffect } from 'react';
import type { AppError } from '../../shared/error.ts';
import type { UnreadEntries } from '../../shared/model/page.ts';
import type { Tier } from '../../shared/model/tiers.ts';
import type { CollectionState, ListRequest } from '../../shared/operations/mirror.ts';
import { type ListDoubt, nameOfList } from '../../shared/rules/service/list-reading.ts';
import { type Collection, createRows, isWhole, notAllRead } from '../../shared/rules/service/list-rows.ts';
import { CallFailure, call, errorOf, unwrap } from './call.ts';
import { onEvent } from './events.ts';

// Lists of the service, as main knows them (main/mirror): this window has their rows in its query cache, and is told what changes.

/** A list of the service, as far as it is there. */
export interface WholeList<Entry> {
  readonly connection: string;
  /** The limit that its pages count towards. */
  readonly tier: Tier;
  readonly entries: readonly Entry[];
  /** The same once all of them are here and were read; null until then, since nothing may be concluded from what is not among them. */
  readonly complete: readonly Entry[] | null;
  /** How many the service says that there are; null while it has not said. */
  readonly total: number | null;
  /** Pages that are still to be read, by the service's count; null where it gave none, or nothing has come. */
  readonly pagesLeft: number | null;
  /** What of it came in a form that cannot be read; null where nothing did. */
  readonly unread: UnreadEntries | null;
  /** Why entries may be missing though the list was read to its end; null where nothing says so. */
  readonly doubt: ListDoubt | null;
  readonly isReading: boolean;
  /** What ended the reading before the end; what was read stays. */
  readonly error: AppError | null;
  /** When it was read, in milliseconds since 1970; 0 before. */
  readonly readAt: number;
  /** How many entries were read since the app was started; the others are from the offline copy. */
  readonly fresh: number;
  /** When the oldest entry of the offline copy was read, in milliseconds since 1970; null where none is used. */
  readonly keptAt: number | null;
  /** Reads on after an error, or all anew. */
  readonly readAgain: () => void;
}

interface Wanted extends ListRequest {
  readonly connection: string;
}

/** The query of a list. `freshFor` is how long it counts as fresh, in milliseconds; `waits` where it is read before a screen shows it. */
export function collectionOptions<Entry>(
  queryKey: QueryKey,
  { connection, ...list }: Wanted,
  freshFor: number,
) {
  const of = { connection, list, queryKey };
  const options = queryOptions({
    queryKey,
    queryFn: async ({ client }): Promise<Collection<Entry>> => {
      const { data, isInvalidated } = client.getQueryState<Collection<Entry>>(queryKey) ?? {};
      const least = data === undefined ? freshFor : Math.min(freshFor, lookEvery / 2); // of two windows one reads it
      const reading = call('mirror.read', {
        connection,
        list,
        freshFor: isInvalidated === true ? 0 : least,
        waits: false,
      });
      await follow(client, of); // what is known of it shows at once
      await unwrap(reading).finally(() => follow(client, of));
      const read = client.getQueryData<Collection<Entry>>(queryKey);
      if (read === undefined) throw new CallFailure({ code: 'not-found-here' });
      return read;
    },
    staleTime: freshFor,
    structuralSharing: false, // would compare every row with its former self at every new one
  });
  return Object.assign(options, { of, freshFor }); // spread, it would lose the name of its type
}

type Options<Entry> = ReturnType<typeof collectionOptions<Entry>>;
type Of = Options<unknown>['of'];

const followed = new WeakMap<QueryClient, Map<string, Following>>();
interface Following {
  readonly of: Of;
  rows: ReturnType<typeof createRows>;
  /** What is being asked for; null while nothing is. */
  asking: Promise<void> | null;
  /** Whether there is news since it was asked for. */
  isBehind: boolean;
  /** When it was drawn last, in milliseconds of this window. */
  drawn: number;
}

/** Gets what has changed in a list since this window last asked; once at a time. Nothing is read for it. */
export async function follow(client: QueryClient, of: Of): Promise<void> {
  const all = followed.get(client) ?? new Map<string, Following>();
  followed.set(client, all);
  const name = namedList(of);
  const following = all.get(name) ?? {
    of,
    rows: createRows(),
    asking: null,
    isBehind: false,
    drawn: -drawEvery,
  };
  all.set(name, following);
  following.isBehind = true;
  following.asking ??= (async () => {
    while (following.isBehind) {
      following.isBehind = false;
      await catchUp(client, following);
    }
  })().finally(() => {
    following.asking = null;
  });
  await following.asking;
}

onEvent((event, client) => {
  if (event.type !== 'mirror-changed') return;
  const following = followed.get(client)?.get(`${event.connection} ${event.list}`);
  if (following === undefined) return;
  const { data, fetchStatus } = client.getQueryState(following.of.queryKey) ?? {};
  // What this window has forgotten, nobody there has asked for.
  if (data === undefined && fetchStatus !== 'fetching') return;
  follow(client, following.of).catch(() => undefined); // who reads it hears of the failure
});

function namedList({ connection, list }: Of): string {
  return `${connection} ${nameOfList(list)}`;
}

const drawEvery = 250; // milliseconds

async function catchUp(client: QueryClient, following: Following): Promise<void> {
  const { connection, list, queryKey } = following.of;
  const known = client.getQueryData<Collection<unknown>>(queryKey);
  if (known === undefined) following.rows = createRows();
  const { rows } = following;
  let { epoch = null, version = 0 }: { epoch?: string | null; version?: number } = known ?? {};
  for (let isMore = true; isMore; ) {
    const changes = await unwrap(call('mirror.rows', { connection, list, epoch, since: version }));
    rows.change(changes);
    ({ epoch, version, isMore } = changes);
    // One that comes anew is drawn whole: what is missing meanwhile would seem to have gone.
    const isAnew = known !== undefined && known.entries.length > 0 && known.epoch !== epoch;
    if (isMore && (isAnew || performance.now() - following.drawn < drawEvery)) continue;
    await nextTask();
    show(client, queryKey, rows.with(changes));
    following.drawn = performance.now();
  }
}

/** Lets the window answer keys and clicks; a timer would wait for a second where the window is hidden. */
function nextTask(): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  const task = new Promise((resolve) => port1.addEventListener('message', resolve));
  port1.start();
  port2.postMessage(null);
  return task.finally(() => port1.close());
}

/** A reading that has failed is a query that has: what is shown and could not be read is found by that. */
function show(client: QueryClient, queryKey: QueryKey, known: Collection<unknown>): void {
  const { readAt: updatedAt, error } = known.state;
  client.setQueryData(queryKey, known, { updatedAt });
  if (error === null) return;
  client
    .getQueryCache()
    .find({ queryKey })
    ?.setState({ status: 'error', error: new CallFailure(error), isInvalidated: true });
}

/** A list as it was last read to its end, however long ago; null where it was not, or is being read by page. */
export function cachedList<Entry>(
  client: QueryClient,
  { queryKey }: Pick<Options<Entry>, 'queryKey'>,
): { readonly entries: readonly Entry[]; readonly at: number } | null {
  const data = client.getQueryData<Collection<Entry>>(queryKey);
  return data !== undefined && isWhole(data) ? { entries: data.entries, at: data.state.readAt } : null;
}

/** A list that was lately read to its end; null where it has to be read. */
export function freshList<Entry>(client: QueryClient, options: Options<Entry>): readonly Entry[] | null {
  const { isInvalidated, fetchStatus } = client.getQueryState(options.queryKey) ?? {};
  const list = cachedList<Entry>(client, options);
  const isFresh = list !== null && Date.now() - list.at < options.freshFor;
  return isFresh && isInvalidated === false && fetchStatus === 'idle' ? list.entries : null;
}

/** Reads a list to its end, unless that was done lately; joins a reading that is under way. */
export async function readWholeList<Entry>(
  client: QueryClient,
  options: Options<Entry>,
): Promise<readonly Entry[]> {
  const { isInvalidated = false } = client.getQueryState(options.queryKey) ?? {};
  return readToEnd(client, options, isInvalidated ? 0 : options.freshFor);
}

/** Reads a list to its end as it is now, however lately that was done. */
export async function readWholeListAnew<Entry>(
  client: QueryClient,
  options: Options<Entry>,
): Promise<readonly Entry[]> {
  return readToEnd(client, options, 0);
}

async function readToEnd<Entry>(
  client: QueryClient,
  { of, queryKey }: Options<Entry>,
  freshFor: number,
): Promise<readonly Entry[]> {
  const { connection, list } = of;
  await unwrap(call('mirror.read', { connection, list, freshFor, waits: true }));
  await follow(client, of);
  const data = client.getQueryData<Collection<Entry>>(queryKey);
  if (data === undefined || !isWhole(data)) throw new CallFailure(notAllRead);
  return data.entries;
}

const nothing: CollectionState = {
  tier: 'read',
  total: null,
  pagesLeft: null,
  isAtEnd: false,
  unread: null,
  doubt: null,
  isReading: false,
  error: null,
  readAt: 0,
  fresh: 0,
  keptAt: null,
};
const noRows: readonly never[] = [];

/** A list of the service while it is shown: what is known of it at once, and the rest as it comes. */
export function useWholeList<Entry>(
  options: Options<Entry> & { readonly isLookedAt?: boolean },
  isWanted = true,
): WholeList<Entry> {
  const client = useQueryClient();
  const { of, isLookedAt = false, queryKey } = options;
  const known = useQuery({
    ...options,
    enabled: isWanted,
    ...(isLookedAt ? { refetchInterval: nextLookAtList } : {}),
  });
  useShown(of, isWanted);
  const query = useDrawn(known, namedList(of));
  const { data } = query;
  const { isAtEnd, isReading, error, ...state } = data?.state ?? nothing;
  const isRead = isAtEnd && data?.isMore === false;
  const isAll = isRead && state.unread === null;
  const entries = data?.entries ?? noRows;
  const failure = query.error instanceof CallFailure ? query.error.error : error;
  return {
    ...state,
    connection: of.connection,
    entries,
    complete: isAll ? entries : null,
    doubt: isRead ? state.doubt : null,
    isReading: query.isFetching || isReading,
    error: failure ?? (isRead && state.unread !== null ? notAllRead : null),
    readAgain: () => void readAgain(client, queryKey),
  };
}

/** Joins a reading that is under way; where the service refuses that, it is read once more: who asked for it has seen a refusal already. */
export async function readAgain(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const isReading = client.isFetching({ queryKey, exact: true }) > 0;
  const read = () => client.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false });
  await read();
  const { error } = client.getQueryState(queryKey) ?? {};
  if (isReading && errorOf(error).status !== undefined) await read(); // one that is not reached is read when it is
}

/** What is known of a list as far as it is drawn: what comes of a long one is drawn a little at a time, between two keys or clicks. */
function useDrawn<Data>(
  { data, isFetching, error }: { readonly data: Data; readonly isFetching: boolean; readonly error: unknown },
  name: string,
) {
  const known = { data, isFetching, error, name };
  const drawn = useDeferredValue(known);
  return drawn.name === name ? drawn : known;
}

/** How often what a screen shows is refreshed, and for how long it counts as fresh, in milliseconds. */
export const lookEvery = 60_000;

interface Looked {
  readonly state: { readonly data: unknown; readonly error: unknown };
}

/**
 * How long until what a visible window shows is refreshed, so that changes of others show within a minute. What is gone is not
 * looked for.
 */
export function nextLook({ state: { error } }: Looked): number | false {
  return error !== null && errorOf(error).code === 'missing' ? false : lookEvery;
}

const mostLooked = 200; // rows: a longer list is read anew when somebody asks for it

function nextLookAtList({
  state,
}: {
  readonly state: { readonly data: Collection<unknown> | undefined; readonly error: unknown };
}): number | false {
  return (state.data?.entries.length ?? 0) > mostLooked ? false : nextLook({ state });
}

const shown = new Map<string, number>(); // how often this window shows a list, by what is asked of main
let isTelling = false;

/** Tells main what this window shows, once after all that has come and gone together. */
function tellShown(): void {
  if (isTelling) return;
  isTelling = true;
  queueMicrotask(() => {
    isTelling = false;
    const lists = [...shown.keys()].map((asked) => JSON.parse(asked) as Pick<Of, 'connection' | 'list'>);
    void call('mirror.show', { lists: lists.slice(0, mostShown) });
  });
}
const mostShown = 1_000;

function useShown({ connection, list }: Of, isShown: boolean): void {
  const asked = JSON.stringify({ connection, list });
  useEffect(() => {
    if (!isShown) return undefined;
    shown.set(asked, (shown.get(asked) ?? 0) + 1);
    tellShown();
    return () => {
      const left = (shown.get(asked) ?? 1) - 1;
      if (left > 0) shown.set(asked, left);
      else shown.delete(asked);
      tellShown();
    };
  }, [asked, isShown]);
}

/** Whether a list was read whole and has nothing with this id. */
export function lacks(
  { complete }: Pick<WholeList<{ readonly id: string }>, 'complete'>,
  id: string,
): boolean {
  return complete !== null && !complete.some((one) => one.id === id);
}

/** Whether nothing more of a list comes by itself: all of it is here, or its reading failed. */
export function hasEnded({ complete, error }: Pick<WholeList<unknown>, 'complete' | 'error'>): boolean {
  return complete !== null || error !== null;
}

/** How many there are, as far as is known: what came, and until that is all of it, what the service says. */
export function knownTotal({ entries, unread, total, complete }: WholeList<unknown>): number {
  return complete !== null ? entries.length : Math.max(entries.length + (unread?.count ?? 0), total ?? 0);
}
