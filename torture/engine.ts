import type { Fetch } from '../src/main/api/exchange.ts';
import { openQuotaStore } from '../src/main/api/quota-store.ts';
import { createQuotaTime } from '../src/main/api/quota-time.ts';
import { createServices, type Services } from '../src/main/api/services.ts';
import type { Clock } from '../src/main/clock.ts';
import { createPermission } from '../src/main/connections/permission.ts';
import type { Log } from '../src/main/diagnostics/log.ts';
import { createRedactors } from '../src/main/diagnostics/redaction.ts';
import { openEngine, openJournalFile } from '../src/main/plans/engine.ts';
import type { Journal } from '../src/main/plans/journal.ts';
import type { AgeStore } from '../src/main/plans/journal-age.ts';
import type { Plans } from '../src/main/plans/plans.ts';
import { agesOf } from '../src/main/testing/plans.ts';
import { succeed } from '../src/shared/error.ts';
import type { Connection } from '../src/shared/model/connection.ts';
import type { ChangeLogEntry, RequestEntry } from '../src/shared/record.ts';
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
  /** The second place for the age of the journal. */
  readonly ages?: AgeStore;
  readonly changeJournal?: (journal: Journal) => Journal;
  readonly heard?: (entry: RequestEntry) => void;
}

/** The engine of the app with services and quotas of its own, and without a window. */
export interface TorturedEngine {
  readonly plans: Plans;
  readonly services: Services;
  readonly requests: readonly RequestEntry[];
  readonly changeLog: readonly ChangeLogEntry[];
  /** What the log complained of. */
  readonly complaints: readonly string[];
  /** Ends as the app does when it is closed: what is under way is finished and written down. */
  readonly close: () => Promise<void>;
  /** Lets go of the file, as the end of a process does whose clock stands still and whose wire is cut. */
  readonly die: () => void;
}

export function startEngine({ clock, fetch, baseUrl, path, random, ...rest }: EngineParts): TorturedEngine {
  const complaints: string[] = [];
  const complain = (event: string, facts?: object): void => {
    complaints.push(
      `${event} ${JSON.stringify(facts, (_, value: unknown) => (value instanceof Error ? value.stack : value))}`,
    );
  };
  const log: Log = { error: complain, warn: complain, info: () => {}, debug: () => {} };
  const file = openJournalFile(path, log, clock.wall, rest.ages ?? agesOf(path));
  if (file === null) throw new Error('The journal belongs to somebody else.');
  const { database, journal } = file;
  const time = createQuotaTime(clock);
  const requests: RequestEntry[] = [];
  const changeLog: ChangeLogEntry[] = [];
  let ids = 0;
  const services = createServices({
    wire: { fetch, clock },
    time,
    quotaStore: openQuotaStore(database, clock, time, log),
    headroom: () => rest.headroom ?? 1,
    random,
    place: () => ({ baseUrl, clientId: account.id }),
    credentials: async () => succeed({ baseUrl, clientId: account.id, secret: account.secret }),
    redactors: createRedactors(),
    emit: () => {},
    record: (entry) => {
      requests.push(entry);
      rest.heard?.(entry);
    },
    log,
    newId: () => `request-${String((ids += 1))}`,
  });
  const list = (): readonly Connection[] => [
    {
      id: connection,
      name: 'Torture',
      baseUrl,
      clientId: account.id,
      kind: 'test',
      access: 'read-write',
      secret: 'session',
      addedAt: new Date(clock.wall()).toISOString(),
      lastUsedAt: null,
    },
  ];
  const { plans, close } = openEngine({
    journal: { database, journal: rest.changeJournal?.(journal) ?? journal },
    services,
    connections: { list },
    permission: createPermission(list),
    changeLog: { append: (...entries) => changeLog.push(...entries) },
    drafts: { remove: () => {} },
    emit: () => {},
    clock,
    time,
    random,
    undoMilliseconds: 0,
    log,
    person: 'torture',
  });
  return { plans, services, requests, changeLog, complaints, close, die: () => database.close() };
}
