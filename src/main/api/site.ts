import type { Tier } from '../../shared/model/limits.ts';
import { type Breaker, createBreaker } from './breaker.ts';
import type { LaneSurroundings } from './lane.ts';
import type { QuotaBook } from './quota-book.ts';
import { createRetryBudget, type RetryBudget } from './retry.ts';
import { createScheduler, type Scheduler } from './scheduler.ts';

/** What all connections of one base URL share: its quotas, whether it is up, and how often more it may be asked. */
export interface Site {
  readonly scheduler: Scheduler;
  readonly breaker: Breaker;
  readonly retries: RetryBudget;
}

export interface Sites {
  readonly of: (baseUrl: string) => Site;
  readonly all: () => readonly Site[];
}

interface SiteSurroundings extends Omit<LaneSurroundings, 'onWait'> {
  readonly book: QuotaBook;
  readonly onWait: (connection: string, tier: Tier, until: number) => void;
}

/** The sites that are spoken to, each made when it first is. */
export function createSites(surroundings: SiteSurroundings): Sites {
  const sites = new Map<string, Site>();
  return {
    of: (baseUrl) => {
      const known = sites.get(baseUrl);
      if (known !== undefined) return known;
      const site = {
        scheduler: createScheduler({ ...surroundings, baseUrl }),
        breaker: createBreaker(surroundings.clock),
        retries: createRetryBudget(),
      };
      sites.set(baseUrl, site);
      return site;
    },
    all: () => [...sites.values()],
  };
}
