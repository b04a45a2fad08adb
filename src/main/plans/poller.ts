import { fail } from '../../shared/error.ts';
import type { Audit } from '../../shared/model/audit.ts';
import type { CallOptions, Service } from '../api/service.ts';
import type { Clock } from '../clock.ts';
import type { Opening, UntilOpen } from './opening.ts';
import { outcomeOf } from './outcomes.ts';

/** Looks at the audits of one connection that are being initialised, until they are anything else. */
export interface Poller {
  /** Looks at an audit for those who want to see it. */
  readonly watch: (audit: string) => void;
  /** Resolves when it is open, or never will be; never because it is slow. */
  readonly untilOpen: (audit: string, options: Parameters<UntilOpen>[2]) => Promise<Opening>;
  /** Looks at nothing any more. */
  readonly close: () => void;
}

interface PollerSurroundings {
  readonly clock: Clock;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly service: Pick<Service, 'call'>;
  /** How many single reads cost as much of their minute as one page of the list. */
  readonly readsPerPage: () => number;
  /** What was seen; null where there is no such audit. */
  readonly onSeen: (audit: string, seen: Audit | null) => void;
}

interface Watched {
  readonly id: string;
  /** By the monotonic clock, as what follows: when it was created as far as is known, or else when we first heard of it. */
  readonly since: number;
  due: number;
  misses: number;
  readonly waiters: Set<Waiter>;
  options: CallOptions;
  /** Whether somebody wants to see it, besides those who wait for it. */
  shown: boolean;
}

interface Waiter {
  readonly decide: (opening: Opening) => void;
}

const [firstPause, longestPause] = [1_000, 30_000]; // milliseconds
const growth = 1.5;
const jitter = 0.1; // up or down
const together = 0.1; // of its pause that an audit is looked at early, to share a look with others
const believedMisses = 3;
const pageSize = 100;

export function createPoller({ clock, random, service, readsPerPage, onSeen }: PollerSurroundings): Poller {
  const watched = new Map<string, Watched>();
  let stopTimer = (): void => {};
  let [looking, closed] = [false, false];

  /** What the pauses add up to tells how long the next one is: each is half as long again as the one before. */
  const pauseAt = (since: number): number => {
    const age = clock.monotonic() - since;
    return Math.min(firstPause + age * (growth - 1), longestPause);
  };

  const postpone = (one: Watched): void => {
    const pause = pauseAt(one.since) * (1 - jitter + 2 * jitter * random());
    one.due = clock.monotonic() + pause;
  };

  const schedule = (): void => {
    stopTimer();
    if (closed || looking || watched.size === 0) return;
    const next = Math.min(...[...watched.values()].map(({ due }) => due));
    stopTimer = clock.schedule(Math.max(0, next - clock.monotonic()), () => void look());
  };

  const look = async (): Promise<void> => {
    looking = true;
    try {
      const now = clock.monotonic();
      const due = [...watched.values()].filter((one) => one.due - now <= pauseAt(one.since) * together);
      for (const one of due) postpone(one);
      const unseen = await lookAtPages(due);
      await Promise.all(unseen.map(lookAtOne));
    } finally {
      looking = false;
      schedule();
    }
  };

  /** Reads the newest pages of the list as long as that is cheaper than reading one by one; answers what they did not show. */
  const lookAtPages = async (due: readonly Watched[]): Promise<readonly Watched[]> => {
    let left = due;
    for (let page = 'last'; left.length > readsPerPage(); ) {
      const cursor = new URLSearchParams({ page, page_size: String(pageSize) }).toString();
      const reply = await service.call('audits.list', { cursor }, { priority: 'polling' });
      if (closed || !reply.ok) break;
      const seen = new Map(reply.value.results.map((audit) => [audit.id, audit]));
      for (const one of watched.values()) {
        const audit = seen.get(one.id);
        if (audit !== undefined) judge(one, audit);
      }
      const rest = left.filter(({ id }) => !seen.has(id));
      const number: number = page === 'last' ? Math.ceil((reply.value.count ?? 0) / pageSize) : Number(page);
      // A page that is not full may be the last one only for an accident of numbers; a full one without ours ends it.
      const wasted = rest.length === left.length && seen.size === pageSize;
      left = rest;
      if (wasted || number <= 1) break;
      page = String(number - 1);
    }
    return left;
  };

  const lookAtOne = async (one: Watched): Promise<void> => {
    const options = { ...one.options, priority: 'polling' } as const;
    const reply = await service.call('audits.read', { path: { audit_id: one.id } }, options);
    if (closed || watched.get(one.id) !== one) return;
    if (reply.ok) return judge(one, reply.value);
    if (reply.error.code === 'missing') {
      one.misses += 1; // right after its creation an audit may not be seen everywhere
      if (one.misses < believedMisses) return;
      onSeen(one.id, null);
      return end(one, { kind: 'failed', error: reply.error });
    }
    const outcome = outcomeOf(reply.error, true);
    if (outcome.kind === 'rest') end(one, { kind: 'rest', reason: outcome.reason, error: reply.error });
    else if (outcome.kind === 'refused') end(one, { kind: 'failed', error: reply.error });
  };

  const judge = (one: Watched, audit: Audit): void => {
    one.misses = 0;
    onSeen(one.id, audit);
    if (audit.status === 'initializing') return postpone(one);
    if (audit.status === 'open') return end(one, { kind: 'open' });
    // The service's own word for what it is now stands for the reason.
    end(one, {
      kind: 'failed',
      error: fail('conflict', { operation: 'audits.read', detail: audit.status }).error,
    });
  };

  const end = (one: Watched, opening: Opening): void => {
    watched.delete(one.id);
    for (const { decide } of one.waiters) decide(opening);
  };

  const add = (id: string, created: number, options: CallOptions): Watched => {
    const known = watched.get(id);
    if (known !== undefined) return known;
    const since = clock.monotonic() - Math.max(0, clock.wall() - created); // the wall clock may be set later
    const one: Watched = { id, since, due: 0, misses: 0, waiters: new Set(), options, shown: false };
    watched.set(id, one);
    postpone(one);
    schedule();
    return one;
  };

  return {
    watch: (id) => {
      if (!closed) add(id, clock.wall(), {}).shown = true;
    },
    untilOpen: (id, { since, plan, step, signal }) =>
      new Promise((resolve) => {
        if (closed || signal.aborted) return resolve({ kind: 'given-up' });
        const one = add(id, since, { plan, step });
        one.options = { plan, step };
        const waiter: Waiter = {
          decide: (opening) => {
            signal.removeEventListener('abort', giveUp);
            resolve(opening);
          },
        };
        const giveUp = (): void => {
          one.waiters.delete(waiter);
          if (one.waiters.size === 0 && !one.shown) watched.delete(id);
          resolve({ kind: 'given-up' });
        };
        one.waiters.add(waiter);
        signal.addEventListener('abort', giveUp, { once: true });
      }),
    close: () => {
      closed = true;
      stopTimer();
      for (const one of watched.values()) end(one, { kind: 'given-up' });
    },
  };
}
