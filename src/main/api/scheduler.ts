import {
  type Limits,
  type RateLimits,
  specifiedLimits,
  type Tier,
  tiers,
  windowNames,
} from '../../shared/model/limits.ts';
import {
  type Admission,
  type Asking,
  createLane,
  type Lane,
  type LaneSurroundings,
  type LaneUsage,
  type Priority,
  type Slot,
} from './lane.ts';
import type { Forecast } from './quota.ts';
import type { QuotaBook } from './quota-book.ts';

/** What is used of the quotas. */
export interface QuotaUsage {
  readonly tiers: readonly ({ readonly tier: Tier } & LaneUsage)[];
  readonly limitsFrom: 'specification' | 'service';
  /** Milliseconds since 1970; null until the service has told its limits. */
  readonly readAt: number | null;
}

/** The quotas of one base URL; `token` has one for each client id, and `client` names it (decisions.md §12.1). */
export interface Scheduler {
  /** Resolves when a request of the tier may be sent, which is from then on used. */
  readonly enter: (tier: Tier, asking: Asking & { readonly client: string }) => Promise<Admission>;
  /** A request that is sent without asking; it counts all the same. */
  readonly note: (tier: Tier, client: string) => Slot;
  /** The limits as one connection has read them; of those of several connections the smaller one holds. */
  readonly setLimits: (connection: string, limits: RateLimits) => void;
  /** Forgets what a connection has read. */
  readonly forget: (connection: string) => void;
  /** Gives up on the interactive requests of a connection that wait for a tier. */
  readonly cancel: (connection: string, tier: Tier) => void;
  readonly usage: (client: string) => QuotaUsage;
  /** When the next requests of a tier would be sent, in quota time, behind what waits already. */
  readonly forecast: (tier: Tier, priority: Priority) => Forecast;
  /** Seconds until the last of so many further requests of each tier is sent, behind what waits already; Infinity where none ever is. */
  readonly expected: (
    calls: Readonly<Partial<Record<Tier, number>>>,
    priority: Priority,
  ) => Readonly<Partial<Record<Tier, number>>>;
  /** Looks again who may go: the machine slept, or the headroom has changed. */
  readonly reconsider: () => void;
}

interface SchedulerSurroundings extends Omit<LaneSurroundings, 'onWait'> {
  readonly baseUrl: string;
  readonly book: QuotaBook;
  readonly onWait: (connection: string, tier: Tier, until: number) => void;
}

export function createScheduler(surroundings: SchedulerSurroundings): Scheduler {
  const { baseUrl, book, onWait, clock } = surroundings;
  const lanes = new Map<string, { readonly tier: Tier; readonly lane: Lane }>();
  const told = new Map<string, RateLimits>();
  let readAt: number | null = null;

  const limitsOf = (tier: Tier): Limits => {
    const known = [...told.values()].flatMap((limits) => limits[tier] ?? []);
    return known.length === 0 ? specifiedLimits[tier] : smallest(known);
  };

  const laneOf = (tier: Tier, client: string): Lane => {
    const scope = tier === 'token' ? `${baseUrl} ${client}` : baseUrl;
    const key = `${tier} ${scope}`;
    const known = lanes.get(key)?.lane;
    if (known !== undefined) return known;
    const lane = createLane(limitsOf(tier), book.of(scope, tier), {
      ...surroundings,
      onWait: (connection, until) => onWait(connection, tier, until),
    });
    lanes.set(key, { tier, lane });
    return lane;
  };

  const apply = (): void => {
    for (const { tier, lane } of lanes.values()) lane.setLimits(limitsOf(tier));
  };

  const forecast = (tier: Tier, priority: Priority): Forecast => laneOf(tier, '').forecast(priority);

  return {
    enter: (tier, asking) => laneOf(tier, asking.client).enter(asking),
    note: (tier, client) => laneOf(tier, client).note(),
    setLimits: (connection, limits) => {
      told.set(connection, limits);
      readAt = clock.wall();
      apply();
    },
    forget: (connection) => {
      if (!told.delete(connection)) return;
      if (told.size === 0) readAt = null;
      apply();
    },
    cancel: (connection, tier) => {
      for (const one of lanes.values()) if (one.tier === tier) one.lane.cancel(connection);
    },
    usage: (client) => ({
      tiers: tiers.map((tier) => ({ tier, ...laneOf(tier, client).usage() })),
      limitsFrom: readAt === null ? 'specification' : 'service',
      readAt,
    }),
    forecast,
    expected: (calls, priority) =>
      Object.fromEntries(
        tiers.flatMap((tier) => {
          const count = calls[tier];
          if (count === undefined) return [];
          const { next, latest } = forecast(tier, priority);
          let at = latest();
          for (let sent = 0; sent < count; sent += 1) at = next(at);
          return [[tier, Math.max(0, at - surroundings.time.now()) / 1_000]];
        }),
      ),
    reconsider: () => {
      for (const { lane } of lanes.values()) lane.reconsider();
    },
  };
}

function smallest(all: readonly Limits[]): Limits {
  return Object.fromEntries(
    windowNames.flatMap((window) => {
      const known = all.flatMap((limits) => limits[window] ?? []);
      return known.length === 0 ? [] : [[window, Math.min(...known)]];
    }),
  );
}
