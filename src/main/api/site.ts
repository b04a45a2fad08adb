import { type Breaker, createBreaker } from './breaker.ts';
import { createRetryBudget, type RetryBudget } from './retry.ts';
import { createScheduler, type Scheduler, type SchedulerDeps } from './scheduler.ts';

/** What all connections of one base URL share: its quotas, whether it is up, and how often more it may be asked. */
export interface Site {
  readonly scheduler: Scheduler;
  readonly breaker: Breaker;
  readonly retries: RetryBudget;
}

export type Sites = ReturnType<typeof createSites>;

/** The sites that are spoken to, each made when it first is. */
export function createSites(deps: Omit<SchedulerDeps, 'baseUrl'>) {
  const sites = new Map<string, Site>();
  return {
    of: (baseUrl: string): Site => {
      const known = sites.get(baseUrl);
      if (known !== undefined) return known;
      const site = {
        scheduler: createScheduler({ ...deps, baseUrl }),
        breaker: createBreaker(deps.clock),
        retries: createRetryBudget(),
      };
      sites.set(baseUrl, site);
      return site;
    },
    all: (): readonly Site[] => [...sites.values()],
  };
}
