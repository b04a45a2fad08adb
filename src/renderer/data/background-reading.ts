import { hashKey, type InfiniteQueryObserver } from '@tanstack/react-query';
import type { Tier } from '../../shared/model/tiers.ts';
import type { Ask } from './cached.ts';
import { call } from './call.ts';
import { openConnection } from './connections.ts';
import { backgroundWait } from './quota.ts';

// A list of thousands takes minutes at the pace of the quota. A person does not have to stay with it: what a screen has begun to read
// is read on when the screen is left, in the part of the quota that background work may use.

const shown = new Map<string, number>(); // how many screens show a list, by the hash of its key
const running = new Set<string>();
const asking = new Set<string>(); // lists of which a page is being asked for that nobody waits for

const pace = 250; // milliseconds between two pages
const longestPause = 5_000; // milliseconds until it looks again at what has changed meanwhile

interface Background {
  readonly queryKey: readonly unknown[];
  readonly tier: Tier;
  /** Watches the list, and reads nothing by itself. */
  readonly observe: () => Pick<InfiniteQueryObserver, 'subscribe' | 'getCurrentResult' | 'fetchNextPage'>;
}

/** Notes that a screen shows a list. What it answers is called when it no longer does: from the last one on the list is read on. */
export function showsList(list: Background): () => void {
  const key = hashKey(list.queryKey);
  shown.set(key, (shown.get(key) ?? 0) + 1);
  return () => {
    const left = (shown.get(key) ?? 1) - 1;
    if (left > 0) shown.set(key, left);
    else {
      shown.delete(key);
      void readOn(list);
    }
  };
}

/** How the next page of a list is asked for: as by a person, or as by nobody who waits. */
export function askerOf(queryKey: readonly unknown[]): Ask {
  if (!asking.has(hashKey(queryKey))) return call;
  return (operation, input) => call(operation, { ...input, inBackground: true });
}

/** Ends with the list, with a failure, when a screen shows the list again, and when the window turns to another connection. */
async function readOn({ queryKey, tier, observe }: Background): Promise<void> {
  const key = hashKey(queryKey);
  const [connection] = queryKey;
  if (running.has(key) || typeof connection !== 'string') return;
  running.add(key);
  const observer = observe();
  const leave = observer.subscribe(() => undefined); // as long as somebody subscribes, what was read is kept
  let wait = pace;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, Math.min(wait, longestPause)));
    const { hasNextPage, isError, isFetching } = observer.getCurrentResult();
    if (shown.has(key) || openConnection() !== connection) break;
    if (isError || !(hasNextPage || isFetching)) break;
    wait = isFetching ? pace : await backgroundWait(connection, tier);
    if (wait > 0 || shown.has(key)) continue;
    asking.add(key);
    await observer.fetchNextPage({ cancelRefetch: false }).finally(() => asking.delete(key));
    wait = pace;
  }
  running.delete(key);
  leave();
}
