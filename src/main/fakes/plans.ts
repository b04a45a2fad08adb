import { setImmediate } from 'node:timers/promises';
import { type Reply, succeed } from '../../shared/error.ts';
import type { Audit } from '../../shared/model/audit.ts';
import type { PlanProgress, StepProgress } from '../../shared/plan.ts';
import type { RequestEntry, TrailEntry } from '../../shared/record.ts';
import type { Fetch } from '../api/exchange.ts';
import { createServices } from '../api/services.ts';
import { openOwnDatabase } from '../database.ts';
import { type Journal, openJournal, planTables } from '../plans/journal.ts';
import { openPlans, type Plans } from '../plans/plans.ts';
import { createPoller } from '../plans/poller.ts';
import type { FakeClock } from './clock.ts';
import { createFakeLog } from './log.ts';
import { unmeasured } from './quota.ts';
import { address } from './services.ts';

interface Rig {
  readonly sandbox: { readonly fetch: (request: Request) => Promise<Response> };
  readonly clock: FakeClock;
  /** The journal's file. */
  readonly path: string;
  readonly changeFetch?: (send: Fetch) => Fetch;
  readonly changeJournal?: (journal: Journal) => Journal;
  readonly mayWrite?: () => Reply<null>;
  /** Called before an entry of the trail is kept. */
  readonly onTrail?: (entry: TrailEntry) => void;
}

/** The plans of one account of a sandbox, as they are after the app has started, by a clock that a test moves. */
export function startPlans({ sandbox, clock, path, changeFetch, changeJournal, mayWrite, onTrail }: Rig) {
  const log = createFakeLog();
  const trail: TrailEntry[] = [];
  const requests: RequestEntry[] = [];
  const news: PlanProgress[] = [];
  const seen: (readonly [string, Audit | null])[] = [];
  const network = { underWay: 0 };
  let alive = true;
  const reach: Fetch = async (url, init) => sandbox.fetch(new Request(url, init));
  const send = changeFetch === undefined ? reach : changeFetch(reach);
  const services = createServices({
    wire: {
      clock,
      fetch: (url, init) => {
        if (!alive) return new Promise(() => {}); // the process is gone: nothing leaves it
        network.underWay += 1;
        return send(url, init).finally(() => {
          network.underWay -= 1;
        });
      },
    },
    ...unmeasured(clock),
    place: () => ({ baseUrl: address, clientId: 'north-manager' }),
    credentials: async () =>
      succeed({ baseUrl: address, clientId: 'north-manager', secret: 'north manager secret' }),
    onIssue: () => {},
    emit: () => {},
    record: (entry) => requests.push(entry),
    newId: () => 'request',
  });
  const database = openOwnDatabase(path, [planTables], { synchronous: 'FULL', log, now: clock.wall });
  if (database === null) throw new Error('The journal is still open.');
  const opened = openJournal(database);
  const journal = changeJournal === undefined ? opened : changeJournal(opened);
  const poller = createPoller({
    clock,
    random: () => 0.5,
    service: services.of('c'),
    readsPerPage: () => 6, // 180 reads and 30 pages a minute
    onSeen: (id, audit) => seen.push([id, audit]),
  });
  const plans: Plans = openPlans({
    journal,
    clock,
    log,
    random: () => 0.5,
    service: services.of,
    mayWrite: mayWrite ?? (() => succeed(null)),
    untilOpen: (_, audit, options) => poller.untilOpen(audit, options),
    trail: (...entries) => {
      for (const entry of entries) onTrail?.(entry);
      trail.push(...entries);
    },
    person: 'tester',
    nameOf: () => 'North',
    onProgress: (progress) => news.push(progress),
  });

  const settle = async (): Promise<void> => {
    do for (let turn = 0; turn < 8; turn += 1) await setImmediate();
    while (network.underWay > 0);
  };

  return {
    services,
    plans,
    poller,
    journal,
    log,
    trail,
    requests,
    news,
    seen,
    settle,
    /** Lets time pass, in steps small enough that no answer is waited for in vain. */
    pass: async (milliseconds: number, until: () => boolean = () => false): Promise<void> => {
      await settle();
      for (let passed = 0; passed < milliseconds && !until(); passed += 250) {
        await clock.advance(250);
        await settle();
      }
    },
    steps: (id: string): readonly StepProgress[] => {
      const page = plans.steps({ id });
      return page.ok ? page.value.results : [];
    },
    /** The end of the process: nothing more is sent or written. */
    kill: (): void => {
      alive = false;
      poller.close();
      database.close();
    },
  };
}
