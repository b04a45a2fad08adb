import { fail } from '../../shared/error.ts';
import { type Audit, auditStatuses } from '../../shared/model/audit.ts';
import type { CallOptions, Service } from '../api/service.ts';
import type { Clock } from '../clock.ts';
import type { OpeningOptions, Seen } from './opening.ts';
import { outcomeOf } from './outcomes.ts';

interface PollerDeps {
  readonly clock: Clock;
  readonly random: () => number;
  readonly service: Pick<Service, 'call'>;
  /** How many single reads cost as much of their minute as one page of the list. */
  readonly readsPerPage: () => number;
  /** What was seen; null where there is no such audit. */
  readonly onSeen: (audit: string, seen: Audit | null) => void;
}

interface Watched {
  readonly id: string;
  /** By the monotonic clock, as all times here: when the service began, or when we first heard of it. */
  readonly since: number;
  due: number;
  misses: number;
  /** Whether it was last seen being deleted. */
  isLeaving: boolean;
  /** A status of it that this app does not know, and since when it has been that one; null for one that it knows. */
  unread: { readonly status: string; readonly since: number } | null;
  readonly waiters: Set<Waiter>;
  options: CallOptions;
  /** Whether somebody wants to see it, besides those who wait for it. */
  shown: boolean;
}

interface Waiter {
  readonly until: OpeningOptions['until'];
  /** How often it was seen without being deleted. */
  stays: number;
  readonly decide: (opening: Seen) => void;
}

const [firstPause, longestPause] = [1_000, 30_000]; // milliseconds
const growth = 1.5;
const jitter = 0.1; // up or down
const together = 0.1; // of its pause that an audit is looked at early, to share a look with others
const believedMisses = 3;
const believedStays = 3;
const unreadFor = 2 * 60_000; // milliseconds for which a new audit is not shown, or has a status that this app does not know, before that is believed
const pageSize = 100;

/** Looks at the audits of one connection that are being initialised or deleted, until they are anything else. */
export type Poller = ReturnType<typeof createPoller>;

export function createPoller(deps: PollerDeps) {
  const { clock } = deps;
  const list = openWatched(deps);
  const { watched, postpone, end } = list;
  const readPages = pageReader(deps, list);
  const readOne = singleReader(deps, list);
  let stopTimer = (): void => {};
  let [looking, closed] = [false, false];

  const schedule = (): void => {
    stopTimer();
    if (closed || looking || watched.size === 0) return;
    const next = Math.min(...[...watched.values()].map(({ due }) => due));
    stopTimer = clock.schedule(Math.max(0, next - clock.monotonic()), () => void look());
  };

  const look = async (): Promise<void> => {
    looking = true;
    try {
      const due = list.due();
      for (const one of due) postpone(one);
      const unseen = await readPages(due);
      await Promise.all(unseen.map(readOne));
    } finally {
      looking = false;
      schedule();
    }
  };

  const add = (id: string, created: number, options: CallOptions): Watched => {
    const known = watched.get(id);
    if (known !== undefined) return known;
    const one = list.add(id, created, options);
    schedule();
    return one;
  };

  return {
    /** Looks at an audit for those who want to see it. */
    watch: (id: string): void => {
      if (!closed) add(id, clock.wall(), {}).shown = true;
    },
    /** Resolves when the audit is open, or gone, or never will be, or nobody but a person can say so; never because it is slow. */
    untilOpen: (id: string, options: OpeningOptions): Promise<Seen> => {
      const { until, since, plan, step, signal } = options;
      if (closed || signal.aborted) return Promise.resolve({ kind: 'given-up' });
      const one = add(id, since, { plan, step });
      one.options = { plan, step };
      return new Promise((resolve) => {
        const decide = (opening: Seen): void => {
          signal.removeEventListener('abort', giveUp);
          resolve(opening);
        };
        const waiter: Waiter = { until, stays: 0, decide };
        const giveUp = (): void => {
          one.waiters.delete(waiter);
          if (one.waiters.size === 0 && !one.shown) watched.delete(id);
          resolve({ kind: 'given-up' });
        };
        one.waiters.add(waiter);
        signal.addEventListener('abort', giveUp, { once: true });
      });
    },
    close: (): void => {
      closed = true;
      stopTimer();
      for (const one of watched.values()) end(one, () => ({ kind: 'given-up' }));
    },
  };
}

type WatchedList = ReturnType<typeof openWatched>;

/** The audits that are looked at, and when each is the next time. */
function openWatched({ clock, random, onSeen }: PollerDeps) {
  const watched = new Map<string, Watched>();

  /** Each pause is half as long again as the one before. */
  const pauseAt = (since: number): number => {
    const age = clock.monotonic() - since;
    return Math.min(firstPause + age * (growth - 1), longestPause);
  };
  const postpone = (one: Watched): void => {
    const pause = pauseAt(one.since) * (1 - jitter + 2 * jitter * random());
    one.due = clock.monotonic() + pause;
  };

  /** Notes a status that is not known, null where it is; whether it has been that one for long. */
  const isUnreadLong = (one: Watched, status: string | null): boolean => {
    const now = clock.monotonic();
    if (status === null) one.unread = null;
    else if (one.unread?.status !== status) one.unread = { status, since: now };
    return one.unread !== null && now - one.unread.since >= unreadFor;
  };

  return {
    watched,
    postpone,
    isUnreadLong,
    due: (): readonly Watched[] => {
      const now = clock.monotonic();
      return [...watched.values()].filter((one) => one.due - now <= pauseAt(one.since) * together);
    },
    add: (id: string, created: number, options: CallOptions): Watched => {
      const since = clock.monotonic() - Math.max(0, clock.wall() - created); // the wall clock may be set later
      const unseen = { due: 0, misses: 0, isLeaving: false, unread: null, shown: false };
      const one: Watched = { id, since, ...unseen, waiters: new Set(), options };
      watched.set(id, one);
      postpone(one);
      return one;
    },
    /** Takes in how an audit was seen. */
    judge: (one: Watched, audit: Audit): void => {
      one.misses = 0;
      one.isLeaving = audit.status === 'deleting';
      const { status } = audit;
      const isKnown = statuses.includes(status);
      const isUnread = isUnreadLong(one, isKnown ? null : status);
      onSeen(one.id, audit);
      for (const waiter of one.waiters) {
        const opening = isUnread ? unreadable(status) : isKnown ? openingOf(waiter, audit) : null;
        if (opening === null) continue;
        one.waiters.delete(waiter);
        waiter.decide(opening);
      }
      const isPassing = one.isLeaving || audit.status === 'initializing';
      if (one.waiters.size > 0 || (isPassing && one.shown)) postpone(one);
      else watched.delete(one.id);
    },
    end: (one: Watched, openingFor: (waiter: Waiter) => Seen): void => {
      watched.delete(one.id);
      for (const waiter of one.waiters) waiter.decide(openingFor(waiter));
    },
  };
}

/** Reads the newest pages of the list as long as that is cheaper than reading one by one; answers what they did not show. */
function pageReader({ service, readsPerPage }: PollerDeps, { watched, judge }: WatchedList) {
  return async (due: readonly Watched[]): Promise<readonly Watched[]> => {
    let left = due;
    for (let page = 'last'; left.length > readsPerPage(); ) {
      const cursor = new URLSearchParams({ page, page_size: String(pageSize) }).toString();
      const reply = await service.call('audits.list', { cursor }, { priority: 'polling' });
      if (!reply.ok || watched.size === 0) break;
      const shown = reply.value.results.filter(({ status }) => status !== ''); // else it may show one when it is read
      const seen = new Map(shown.map((audit) => [audit.id, audit]));
      for (const one of watched.values()) {
        const audit = seen.get(one.id);
        if (audit !== undefined) judge(one, audit);
      }
      const rest = left.filter(({ id }) => !seen.has(id));
      const number: number = page === 'last' ? Math.ceil((reply.value.count ?? 0) / pageSize) : Number(page);
      // A full page without any of ours ends it; the newest page may be almost empty by chance.
      const wasted = rest.length === left.length && reply.value.results.length === pageSize;
      left = rest;
      if (wasted || number <= 1) break;
      page = String(number - 1);
    }
    return left;
  };
}

function singleReader(
  { clock, service, onSeen }: PollerDeps,
  { watched, judge, isUnreadLong, end }: WatchedList,
) {
  return async (one: Watched): Promise<void> => {
    const isWatched = (): boolean => watched.get(one.id) === one;
    if (!isWatched()) return;
    const options = { ...one.options, priority: 'polling' } as const;
    const reply = await service.call('audits.read', { path: { audit_id: one.id } }, options);
    if (!isWatched()) return;
    if (reply.ok) return judge(one, reply.value);
    const { error } = reply;
    if (error.code === 'missing' || (error.status === 404 && one.isLeaving)) {
      one.misses += 1; // right after its creation an audit may not be seen everywhere
      const isNew =
        [...one.waiters].some(({ until }) => until === 'open') && clock.monotonic() - one.since < unreadFor;
      const isExpected = one.isLeaving || [...one.waiters].some(({ until }) => until === 'gone');
      if (!isExpected && (isNew || one.misses < believedMisses)) return;
      onSeen(one.id, null);
      return end(one, ({ until }) => (until === 'gone' ? { kind: 'gone' } : { kind: 'failed', error }));
    }
    const outcome = outcomeOf(error, true);
    if (outcome.kind === 'rest') end(one, () => ({ kind: 'rest', reason: outcome.reason, error }));
    // A refusal, or an answer of another shape, may be how the service says that it is gone.
    else if (outcome.kind === 'refused') end(one, () => unreadable(error.detail ?? ''));
    else if (error.code === 'unexpected-answer' && isUnreadLong(one, '')) end(one, () => unreadable(''));
  };
}

const statuses: readonly string[] = auditStatuses;

/** A service may have other words for an audit that it sets up, has opened or deletes: the app cannot tell which. */
function unreadable(status: string): Seen {
  return { kind: 'unread', error: fail('status-unread', { operation: 'audits.read', detail: status }).error };
}

/** What is decided for a waiter by an audit of a status that is known; null while that is open. */
function openingOf(waiter: Waiter, audit: Audit): Seen | null {
  const { status } = audit;
  const isGone = waiter.until === 'gone';
  if (status === (isGone ? 'deleting' : 'initializing')) return null;
  if (!isGone && status === 'open') return { kind: 'open', audit };
  if (isGone) waiter.stays += 1; // right after its deletion it may be seen as it was
  if (isGone && waiter.stays < believedStays) return null;
  // The service's own word for what it is now stands for the reason.
  return { kind: 'failed', error: fail('conflict', { operation: 'audits.read', detail: status }).error };
}
