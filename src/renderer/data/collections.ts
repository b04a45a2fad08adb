import { type QueryClient, type QueryKey, QueryObserver, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { AppError } from '../../shared/error.ts';
import { errorOf } from './call.ts';
import {
  cachedList,
  type collectionOptions,
  freshList,
  readWholeList,
  readWholeListAnew,
} from './collection.ts';

// The same list of many objects, such as the components of groups: read a few at a time, and shown as far as it is there.

interface Known<Row> {
  /** Only lists that were read to their end, by the id of their object. One whose object is gone is empty. */
  readonly lists: ReadonlyMap<string, readonly Row[]>;
  /** Objects that are gone, or never were. */
  readonly gone: ReadonlySet<string>;
  readonly isReading: boolean;
  readonly isPaused: boolean;
  /** What ended the reading; what was read stays. */
  readonly error: AppError | null;
}

/** What may stand in the lists: nothing older than the screen, what is fresh, or whatever is known. */
type Age = 'anew' | 'fresh' | 'any';

/** Where lists are read and kept, each by the id of its object. */
export interface Source<Row> {
  readonly read: (id: string, isAnew: boolean) => Promise<unknown>;
  /** As it is known, if it was read to its end. */
  readonly known: (id: string) => readonly Row[] | null;
  readonly isFresh: (id: string) => boolean;
  /** Hears of each change until what it answers is called. */
  readonly watch: (id: string, onChange: () => void) => () => void;
  /** Whether one that cannot be read keeps nobody from reading the others. */
  readonly isPatient?: boolean;
}

/** As many lists as are read at a time: enough to keep a connection busy, and few enough to stop at once. */
const lanes = 4;
const tellEvery = 150; // milliseconds: a thousand short lists do not render a screen a thousand times

/** What is known of lists, and told: the first at once, what comes soon after it together. */
function createShelf<Row>(source: Source<Row>, age: Age, isReading: () => boolean) {
  const state = createStore<Known<Row>>()(() => ({
    lists: new Map(),
    gone: new Set(),
    isReading: false,
    isPaused: false,
    error: null,
  }));
  const watched = new Map<string, () => void>();
  const news = new Set<string>();
  let gone = new Set<string>();
  let read = new Set<string>(); // since all was last wanted anew
  let telling: ReturnType<typeof setTimeout> | null = null;

  const tell = (): void => {
    if (telling !== null) clearTimeout(telling);
    telling = null;
    const before = state.getState();
    const found = [...news].flatMap((id) => {
      const mayStand = age === 'any' || read.has(id) || before.lists.has(id);
      const rows = gone.has(id) ? [] : mayStand ? source.known(id) : null;
      return rows === null || rows === before.lists.get(id) ? [] : [[id, rows] as const];
    });
    news.clear();
    const now = { isReading: isReading() };
    if (found.length > 0) state.setState({ ...now, lists: new Map([...before.lists, ...found]), gone });
    else if (before.isReading !== now.isReading) state.setState(now);
  };
  const tellSoon = (): void => {
    if (!isReading() || state.getState().lists.size === 0) tell();
    else telling ??= setTimeout(tell, tellEvery);
  };

  return {
    state,
    tellSoon,
    tellNews: (): void => {
      if (news.size > 0) tell();
    },
    watch: (ids: readonly string[]): void => {
      for (const id of ids) {
        if (watched.has(id)) continue;
        news.add(id);
        const stop = source.watch(id, () => {
          news.add(id);
          tellSoon();
        });
        watched.set(id, stop);
      }
    },
    /** A list was read, or its object is not there. */
    settle: (id: string, isThere: boolean): void => {
      read.add(id);
      if (gone.has(id) === isThere) gone = gone.symmetricDifference(new Set([id]));
      news.add(id);
    },
    has: (id: string): boolean => read.has(id),
    beginAnew: (): void => {
      read = new Set();
    },
    close: (): void => {
      if (telling !== null) clearTimeout(telling);
      for (const stop of watched.values()) stop();
      watched.clear();
    },
  };
}

export type CollectionsReader<Row> = ReturnType<typeof createCollectionsReader<Row>>;

/** Reads lists a few at a time. */
export function createCollectionsReader<Row>(source: Source<Row>, age: Age) {
  const underway = new Set<string>();
  const shelf = createShelf(source, age, () => underway.size > 0);
  const { state } = shelf;
  const skipped = new Map<string, AppError>(); // what could not be read, and keeps nobody from reading the others
  let [wanted, shown]: readonly [readonly string[], readonly string[]] = [[], []];
  let [readings, isAnew] = [0, age === 'anew'];
  let halt: AppError | null = null; // ends the reading

  const fail = (id: string, error: AppError): void => {
    if (error.code === 'missing') shelf.settle(id, false);
    else if (source.isPatient === true || error.reason === 'list-unread') skipped.set(id, error);
    else halt = error;
  };
  const begin = async (id: string): Promise<void> => {
    const reading = readings;
    underway.add(id);
    try {
      await source.read(id, isAnew);
      if (reading === readings) shelf.settle(id, true);
    } catch (cause) {
      if (reading === readings) fail(id, errorOf(cause));
    }
    underway.delete(id);
    goOn();
    shelf.tellSoon();
  };
  const goOn = (): void => {
    const { isPaused, isReading, error: before } = state.getState();
    for (const id of isPaused || halt !== null ? [] : wanted) {
      if (underway.size >= lanes) break;
      if (!shelf.has(id) && !underway.has(id) && !skipped.has(id)) void begin(id);
    }
    const unread = underway.size === 0 ? wanted.find((id) => skipped.has(id)) : undefined;
    const error = halt ?? skipped.get(unread ?? '') ?? null;
    if (error !== before) state.setState({ error });
    if (underway.size > 0 && !isReading) state.setState({ isReading: true });
  };
  const takeFresh = (): void => {
    for (const id of isAnew ? [] : [...wanted, ...shown])
      if (!shelf.has(id) && source.isFresh(id)) shelf.settle(id, true);
    shelf.tellNews();
  };
  const resume = (): void => {
    skipped.clear();
    halt = null;
    state.setState({ isPaused: false });
    goOn();
  };
  const beginAll = (ids: readonly string[], anew: boolean): void => {
    [wanted, isAnew] = [ids, anew];
    readings += 1;
    shelf.beginAnew();
    takeFresh();
    resume();
  };

  return {
    state,
    /** Shows these, and reads those that are wanted and not there yet; what is wanted no more is not begun. */
    want: (all: readonly string[], ids: readonly string[]): void => {
      [shown, wanted] = [all, ids];
      shelf.watch([...shown, ...wanted]);
      takeFresh();
      goOn();
    },
    /** Begins nothing new. */
    pause: (): void => state.setState({ isPaused: true }),
    /** Goes on after a pause or an error. */
    resume,
    /** Reads what is wanted and no longer fresh; what is named has to be shown or wanted before. */
    refresh: (ids = wanted): void => beginAll(ids, age === 'anew'),
    /** Reads all that is wanted again, also what is being read; the old stays until the new is there. */
    readAgain: (ids = wanted): void => beginAll(ids, true),
    close: (): void => {
      wanted = [];
      shelf.close();
    },
  };
}

type OptionsOf<Row> = (connection: string, id: string) => ReturnType<typeof collectionOptions<Row>>;

export interface Collections<Row>
  extends Known<Row>,
    Pick<CollectionsReader<Row>, 'pause' | 'resume' | 'refresh' | 'readAgain'> {
  /** How many of those that are shown are there. */
  readonly read: number;
  /** The lists once all that are shown are there; null until then. */
  readonly complete: ReadonlyMap<string, readonly Row[]> | null;
}

/**
 * The lists of these objects while they are shown, and as they change. `wanted` are those that are read, in their order; all, unless it is given.
 * Arrays stay the same as long as their ids do.
 */
export function useCollections<Row>(
  connection: string,
  optionsOf: OptionsOf<Row>,
  shown: readonly string[],
  { wanted = shown, age }: { readonly wanted?: readonly string[]; readonly age: Age },
): Collections<Row> {
  const client = useQueryClient();
  return useReader(() => sourceOf(client, (id) => optionsOf(connection, id)), shown, { wanted, age });
}

/** The same of any source; it is made once. */
export function useReader<Row>(
  source: () => Source<Row>,
  shown: readonly string[],
  { wanted = shown, age }: { readonly wanted?: readonly string[]; readonly age: Age },
): Collections<Row> {
  const [{ state, want, close, ...reader }] = useState(() => createCollectionsReader(source(), age));
  const known = useStore(state);
  useEffect(() => close, [close]);
  useLayoutEffect(() => want(shown, wanted), [want, shown, wanted]);
  const read = shown.filter((id) => known.lists.has(id)).length;
  const isReading = known.isReading && !known.isPaused;
  return { ...known, ...reader, isReading, read, complete: read === shown.length ? known.lists : null };
}

function sourceOf<Row>(
  client: QueryClient,
  optionsOf: (id: string) => ReturnType<typeof collectionOptions<Row>>,
): Source<Row> {
  return {
    read: (id, isAnew) => (isAnew ? readWholeListAnew : readWholeList)(client, optionsOf(id)),
    known: (id) => cachedList<Row>(client, optionsOf(id))?.entries ?? null,
    isFresh: (id) => freshList<Row>(client, optionsOf(id)) !== null,
    watch: (id, onChange) => watchQuery(client, optionsOf(id), onChange),
  };
}

/** Keeps what is known of a query, and hears of its changes; it asks for nothing. */
export function watchQuery(
  client: QueryClient,
  options: { readonly queryKey: QueryKey },
  onChange: () => void,
): () => void {
  return new QueryObserver(client, { ...options, enabled: false }).subscribe(onChange);
}
