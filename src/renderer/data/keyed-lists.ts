import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError } from '../../shared/error.ts';
import { errorOf } from './call.ts';

export interface KeyedLists<Entry> {
  /** Only lists that are whole, by their key. */
  readonly lists: ReadonlyMap<string, readonly Entry[]>;
  readonly isReading: boolean;
  readonly isPaused: boolean;
  /** What ended the reading; what was read stays. */
  readonly error: AppError | null;
}

export interface KeyedReader<Entry> {
  readonly state: StoreApi<KeyedLists<Entry>>;
  /** Reads the lists of these keys that are not there yet; what is wanted no more is not begun. */
  readonly want: (keys: readonly string[]) => void;
  /** Begins nothing new. */
  readonly pause: () => void;
  /** Goes on after a pause or an error. */
  readonly resume: () => void;
  /** Reads all wanted lists again, also those that are being read; the old ones stay until the new ones are there. */
  readonly readAgain: () => void;
}

/** As many lists as are read at a time: enough to keep a connection busy, and few enough to stop at once. */
const lanes = 4;

/**
 * Reads many lists, a few at a time. A list that is `missing` counts as empty. `later` delays the news of what was read, so that
 * a thousand short lists do not render a screen a thousand times; the first one is told at once. `known` answers the lists that
 * need not be read. `isAnew` says that a person wants them as they are now.
 */
export function createKeyedReader<Entry>(
  read: (key: string, isAnew: boolean) => Promise<readonly Entry[]>,
  later: (tell: () => void) => void,
  known: (key: string) => readonly Entry[] | null = () => null,
): KeyedReader<Entry> {
  const state = createStore<KeyedLists<Entry>>()(() => ({
    lists: new Map(),
    isReading: false,
    isPaused: false,
    error: null,
  }));
  let wanted: readonly string[] = [];
  const skipped = new Map<string, AppError>(); // lists with entries that cannot be read: they keep nobody from reading the others
  const old = new Set<string>();
  let readings = 0;
  const underway = new Set<string>();
  const news = createNews(state, later, () => underway.size > 0);

  const isThere = (key: string): boolean =>
    news.has(key) || (state.getState().lists.has(key) && !old.has(key));
  const take = (key: string, entries: readonly Entry[]): void => {
    news.add(key, entries);
    old.delete(key);
  };

  const begin = (key: string): void => {
    underway.add(key);
    const reading = readings;
    void read(key, readings > 0)
      .then((entries) => (reading === readings ? take(key, entries) : undefined))
      .catch((cause: unknown) => {
        if (reading !== readings) return;
        const error = errorOf(cause);
        if (error.code === 'missing') take(key, []);
        else if (error.reason === 'list-unread') skipped.set(key, error);
        else state.setState({ error });
      })
      .finally(() => {
        underway.delete(key);
        goOn();
        news.tellSoon();
      });
  };
  const goOn = (): void => {
    const { isPaused, error } = state.getState();
    if (isPaused || error !== null) return;
    for (const key of wanted) {
      if (underway.size >= lanes) break;
      if (!isThere(key) && !underway.has(key) && !skipped.has(key)) begin(key);
    }
    const unread = skipped.get(wanted.find((key) => skipped.has(key)) ?? '');
    if (underway.size === 0 && unread !== undefined) state.setState({ error: unread });
    if (underway.size > 0 && !state.getState().isReading) state.setState({ isReading: true });
  };
  const resume = (): void => {
    skipped.clear();
    state.setState({ isPaused: false, error: null });
    goOn();
  };

  return {
    state,
    want(keys) {
      wanted = keys;
      for (const key of keys) {
        const entries = isThere(key) || old.has(key) ? null : known(key);
        if (entries !== null) news.add(key, entries);
      }
      if (news.isAny()) news.tell();
      goOn();
    },
    pause: () => state.setState({ isPaused: true }),
    resume,
    readAgain() {
      readings += 1;
      for (const key of state.getState().lists.keys()) old.add(key);
      resume();
    },
  };
}

/** What was read and is not told yet. */
function createNews<Entry>(
  state: StoreApi<KeyedLists<Entry>>,
  later: (tell: () => void) => void,
  isReading: () => boolean,
) {
  let fresh = new Map<string, readonly Entry[]>();
  let isTelling = false;

  const tell = (): void => {
    isTelling = false;
    if (fresh.size > 0) {
      const lists = new Map([...state.getState().lists, ...fresh]);
      fresh = new Map();
      state.setState({ lists });
    }
    state.setState({ isReading: isReading() });
  };

  return {
    tell,
    tellSoon: (): void => {
      if (state.getState().lists.size === 0 || !isReading()) tell();
      else if (!isTelling) {
        isTelling = true;
        later(tell);
      }
    },
    isAny: (): boolean => fresh.size > 0,
    has: (key: string): boolean => fresh.has(key),
    add: (key: string, entries: readonly Entry[]): void => {
      fresh.set(key, entries);
    },
  };
}
