import type { LimitSource, QuotaUsage } from '../../shared/model/limits.ts';
import type { RateLimits } from '../../shared/model/rate-limits.ts';
import {
  type Limits,
  specifiedLimits,
  type Tier,
  tiers,
  type WindowName,
  windowNames,
} from '../../shared/model/tiers.ts';
import type { QuotaStore } from './quota-store.ts';
import {
  type Admission,
  type Asking,
  createRequestQueue,
  type Priority,
  type RequestQueue,
  type RequestQueueDeps,
  type Slot,
} from './request-queue.ts';

export interface SchedulerDeps extends Omit<RequestQueueDeps, 'onWait'> {
  readonly baseUrl: string;
  readonly quotaStore: QuotaStore;
  readonly onWait: (connection: string, tier: Tier, until: number, isAsked: boolean) => void;
}

interface SourcedLimit {
  /** Null is unlimited. */
  readonly limit: number | null;
  readonly from: LimitSource;
}

/** The quotas of one base URL; `token` has one for each client id, and `client` names it (decisions.md §12.1). */
export type Scheduler = ReturnType<typeof createScheduler>;

export function createScheduler(deps: SchedulerDeps) {
  const { baseUrl, quotaStore, onWait } = deps;
  const queues = new Map<string, { readonly tier: Tier; readonly queue: RequestQueue }>();
  const told = new Map<string, RateLimits>();
  let readAt: number | null = null;

  const queueOf = (tier: Tier, client: string): RequestQueue => {
    const scope = tier === 'token' ? `${baseUrl} ${client}` : baseUrl;
    const key = `${tier} ${scope}`;
    const known = queues.get(key)?.queue;
    if (known !== undefined) return known;
    const queue = createRequestQueue(limitsOf(told, tier), quotaStore.of(scope, tier), {
      ...deps,
      onWait: (connection, until, isAsked) => onWait(connection, tier, until, isAsked),
    });
    queues.set(key, { tier, queue });
    return queue;
  };

  const apply = (): void => {
    for (const { tier, queue } of queues.values()) queue.setLimits(limitsOf(told, tier));
  };

  const forecast = (tier: Tier, ...as: Parameters<RequestQueue['forecast']>) =>
    queueOf(tier, '').forecast(...as);

  return {
    enter: (tier: Tier, asking: Asking & { readonly client: string }): Promise<Admission> =>
      queueOf(tier, asking.client).enter(asking),
    /** A request that is sent without asking; it counts all the same. */
    note: (tier: Tier, client: string): Slot => queueOf(tier, client).note(),
    /** The limits as one connection has read them; of those of several connections the smaller one holds. */
    setLimits: (connection: string, limits: RateLimits): void => {
      told.set(connection, limits);
      readAt = deps.clock.wall();
      apply();
    },
    forget: (connection: string): void => {
      if (!told.delete(connection)) return;
      if (told.size === 0) readAt = null;
      apply();
    },
    cancel: (connection: string, tier: Tier): void => {
      for (const one of queues.values()) if (one.tier === tier) one.queue.cancel(connection);
    },
    tryNow: (connection: string, tier: Tier): void => {
      for (const one of queues.values()) if (one.tier === tier) one.queue.tryNow(connection);
    },
    usage: (client: string): QuotaUsage => ({
      tiers: tiers.map((tier) => {
        const { windows, ...usage } = queueOf(tier, client).usage();
        const sourced = windows.map((one) => ({ ...one, from: limitOf(told, tier, one.window).from }));
        return { tier, windows: sourced, ...usage };
      }),
      readAt,
      unread: [...told.values()].find(({ unread }) => unread !== null)?.unread ?? null,
    }),
    baseUrl,
    /** When the next requests of a tier would be sent, in quota time, behind what waits already, or as if it were first of its priority. */
    forecast,
    /** Seconds until the last of so many further requests of each tier is sent, behind what waits already; Infinity where none ever is. */
    expected: (
      calls: Readonly<Partial<Record<Tier, number>>>,
      priority: Priority,
    ): Readonly<Partial<Record<Tier, number>>> =>
      Object.fromEntries(
        tiers.flatMap((tier) => {
          const count = calls[tier];
          if (count === undefined) return [];
          const { next, latest } = forecast(tier, priority);
          let at = latest();
          for (let sent = 0; sent < count; sent += 1) at = next(at);
          return [[tier, Math.max(0, at - deps.time.now()) / 1_000]];
        }),
      ),
    reconsider: (): void => {
      for (const { queue } of queues.values()) queue.reconsider();
    },
  };
}

type Told = ReadonlyMap<string, RateLimits>;

/** Of what several connections were told the smaller limit holds; what was not understood is as the specification says. */
function limitOf(told: Told, tier: Tier, window: WindowName): SourcedLimit {
  const specified: SourcedLimit = { limit: specifiedLimits[tier][window] ?? null, from: 'specification' };
  const known = [...told.values()].map(({ tiers: { [tier]: read } }): SourcedLimit => {
    const limit = read?.[window];
    return limit === undefined ? specified : { limit, from: 'service' };
  });
  const [least] = known.toSorted((a, b) => (a.limit ?? Infinity) - (b.limit ?? Infinity));
  return least ?? specified;
}

function limitsOf(told: Told, tier: Tier): Limits {
  return Object.fromEntries(
    windowNames.flatMap((window) => {
      const { limit } = limitOf(told, tier, window);
      return limit === null ? [] : [[window, limit]];
    }),
  );
}
