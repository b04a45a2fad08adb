import type { Fetch } from '../src/main/api/exchange.ts';
import { openQuotaBook, quotaSchema } from '../src/main/api/quota-book.ts';
import { createQuotaTime } from '../src/main/api/quota-time.ts';
import { createServices, type Services } from '../src/main/api/services.ts';
import type { Clock } from '../src/main/clock.ts';
import { openOwnDatabase } from '../src/main/database.ts';
import type { Log } from '../src/main/log.ts';
import { type Journal, openJournal, planTables } from '../src/main/plans/journal.ts';
import { openPlans, type Plans } from '../src/main/plans/plans.ts';
import { createPoller } from '../src/main/plans/poller.ts';
import { type Reply, succeed } from '../src/shared/error.ts';
import { specifiedLimits } from '../src/shared/model/limits.ts';
import type { PlanProgress } from '../src/shared/plan.ts';
import type { RequestEntry, TrailEntry } from '../src/shared/record.ts';
import { account } from './firm.ts';

/** The one connection of these engines. */
export const connection = 'c';

export interface EngineParts {
  readonly clock: Clock;
  readonly fetch: Fetch;
  readonly baseUrl: string;
  /** The file of the journal; what is in it goes on. */
  readonly path: string;
  readonly random: () => number;
  /** The part of each window that background work may use; 1 unless told. */
  readonly headroom?: number;
  readonly changeJournal?: (journal: Journal) => Journal;
  readonly onProgress?: (progress: PlanProgress) => void;
}

/** The engine of the app: services with their quotas, plans with their journal, without a window. */
export interface Engine {
  readonly plans: Plans;
  readonly services: Services;
  readonly requests: readonly RequestEntry[];
  readonly trail: readonly TrailEntry[];
  /** What the log complained of. */
  readonly complaints: readonly string[];
  /** Ends as the app does when it is closed: what is under way is finished and written down. */
  readonly close: () => Promise<void>;
  /** Lets go of the file, as the end of a process does whose clock stands still and whose wire is cut. */
  readonly die: () => void;
}

export function startEngine({ clock, fetch, baseUrl, path, random, ...rest }: EngineParts): Engine {
  const complaints: string[] = [];
  const complain = (event: string, facts?: object): void => {
    complaints.push(
      `${event} ${JSON.stringify(facts, (_, value: unknown) => (value instanceof Error ? value.stack : value))}`,
    );
  };
  const log: Log = { error: complain, warn: complain, info: () => {}, debug: () => {} };
  const schema = [quotaSchema, planTables];
  const database = openOwnDatabase(path, schema, { synchronous: 'FULL', log, now: clock.wall });
  if (database === null) throw new Error('The journal belongs to somebody else.');
  const time = createQuotaTime(clock);
  const requests: RequestEntry[] = [];
  const trail: TrailEntry[] = [];
  let ids = 0;
  const services = createServices({
    wire: { fetch, clock },
    time,
    book: openQuotaBook(database, clock, time, log),
    headroom: () => rest.headroom ?? 1,
    random,
    place: () => ({ baseUrl, clientId: account.id }),
    credentials: async () => succeed({ baseUrl, clientId: account.id, secret: account.secret }),
    onIssue: () => {},
    emit: () => {},
    record: (entry) => requests.push(entry),
    newId: () => `request-${String((ids += 1))}`,
  });
  const service = services.of(connection);
  const poller = createPoller({
    clock,
    random,
    service,
    readsPerPage: () => (specifiedLimits.read.burst ?? 1) / (specifiedLimits.read_heavy.burst ?? 1),
    onSeen: () => {},
  });
  const journal = openJournal(database);
  const mayWrite = (): Reply<null> => succeed(null);
  const plans = openPlans({
    journal: rest.changeJournal?.(journal) ?? journal,
    clock,
    log,
    random,
    service: services.of,
    mayWrite,
    untilOpen: (_, audit, options) => poller.untilOpen(audit, options),
    trail: (entry) => trail.push(entry),
    person: 'torture',
    nameOf: () => 'Torture',
    onProgress: rest.onProgress ?? (() => {}),
  });
  return {
    plans,
    services,
    requests,
    trail,
    complaints,
    close: async () => {
      await plans.close();
      poller.close();
      database.close();
    },
    die: () => database.close(),
  };
}
