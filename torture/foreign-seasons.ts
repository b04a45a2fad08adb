import { forgetfulStore } from '../src/main/api/quota-store.ts';
import { createQuotaTime } from '../src/main/api/quota-time.ts';
import { createRequestQueue } from '../src/main/api/request-queue.ts';
import { createFakeClock } from '../src/main/testing/clock.ts';
import { createMeteredService } from '../src/main/testing/metered-service.ts';
import { createLimiter } from '../src/sandbox/http/limits.ts';
import { specifiedLimits } from '../src/shared/model/tiers.ts';
import { seeded } from './random.ts';
import type { Part } from './seeded-parts.ts';

const minute = 60_000;
const day = 24 * 60; // minutes

export interface ForeignSeason {
  readonly count: number;
  /** After so many minutes it begins. */
  readonly begins: number;
  /** So many minutes after that its end is forecast. */
  readonly forecastAfter: number;
  /** Minutes until others send their next request, each at a minute since the beginning; null where they send none before the next minute. */
  readonly gap: (at: number) => number | null;
}

/** Creations beside those of others: when the last was forecast, and came, in minutes since the forecast. */
export async function carryOutBesideOthers({ count, begins, forecastAfter, gap }: ForeignSeason) {
  const clock = createFakeClock();
  const { lifecycle } = specifiedLimits;
  const limiter = createLimiter({ windows: 'sliding', rejectedRequestsCount: false });
  const service = createMeteredService(clock, limiter, lifecycle, () => 200);
  const queue = createRequestQueue(lifecycle, forgetfulStore.of('s', 'lifecycle'), {
    clock,
    time: createQuotaTime(clock),
    headroom: () => 0.8,
    random: () => 0,
    onWait: () => {},
  });
  const left = new Set(Array.from({ length: count }, (_, one) => one));
  const create = async (one: number): Promise<void> => {
    for (;;) {
      const slot = await queue.enter({ priority: 'bulk', connection: 'c' });
      if (typeof slot === 'string' || (await service.send(slot))) break;
    }
    left.delete(one);
  };
  const now = (): number => clock.monotonic() / minute;
  let isBegun = false;
  let [forecast, madeAt] = [Number.NaN, 0];
  let others = 0;
  while (left.size > 0 && now() < 60 * day) {
    if (!isBegun && now() >= begins) {
      isBegun = true;
      for (const one of left) void create(one);
    }
    if (Number.isNaN(forecast) && now() >= begins + forecastAfter) {
      madeAt = now();
      forecast = queue.forecast('bulk').latest() / minute - madeAt;
      others = queue.usage().others;
    }
    const next = gap(now());
    await clock.advance((next ?? 1) * minute);
    if (next !== null) service.sendElsewhere();
  }
  return { forecast, came: service.lastSent() / minute - madeAt, others };
}

/** A season of a seed beside others who create in the same hours of each day. */
export function foreignSeason(seed: number): ForeignSeason {
  const random = seeded(seed);
  const most = random() * 20; // an hour
  const [from, length] = [6 + random() * 5, 3 + random() * 8]; // hours of the day
  return {
    count: 100 + Math.floor(random() * 1_100),
    begins: Math.floor(random() * day),
    forecastAfter: day,
    gap: (at) => {
      const hour = (9 + at / 60) % 24;
      if (hour < from || hour >= from + length) return null;
      return Math.max(0.1, (-Math.log(1 - random()) * 60) / most);
    },
  };
}

/** Seasons of some seeds: one that is over before it is forecast is left out. */
export async function keptForecasts(seeds: readonly number[], say: (line: string) => void) {
  let [kept, of] = [0, 0];
  for (const seed of seeds) {
    const { forecast, came } = await carryOutBesideOthers(foreignSeason(seed));
    if (Number.isNaN(forecast)) continue;
    of += 1;
    if (Math.abs(forecast - came) <= day) kept += 1;
    else
      say(`season ${String(seed)}: ${(came / day).toFixed(1)} days, forecast ${(forecast / day).toFixed(1)}`);
  }
  return { kept, of };
}

/** 1,000 seasons beside others who create at the same hours of each day: 95 % end within a day of their forecast. */
export const tortureForeignSeasons: Part = async ({ seed, runs = 1_000, say }) => {
  const { kept, of } = await keptForecasts(
    Array.from({ length: runs }, (_, run) => seed + run),
    say,
  );
  say(`${String(kept)} of ${String(of)} seasons beside others end within a day of their forecast`);
  return kept < of * 0.95 ? 1 : 0;
};
