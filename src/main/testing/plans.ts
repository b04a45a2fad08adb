import { setImmediate } from 'node:timers/promises';
import { type Reply, succeed } from '../../shared/error.ts';
import type { Audit } from '../../shared/model/audit.ts';
import type { PlanProgress, StepProgress } from '../../shared/plan.ts';
import type { ChangeLogEntry, RequestEntry } from '../../shared/record.ts';
import type { Fetch } from '../api/exchange.ts';
import { createServices } from '../api/services.ts';
import { createRedactors } from '../diagnostics/redaction.ts';
import { type Journal, journalSchema, openJournal } from '../plans/journal.ts';
import { type AgeStore, openAge } from '../plans/journal-age.ts';
import { openPlans, type Plans } from '../plans/plans.ts';
import { createPoller } from '../plans/poller.ts';
import { openOwnDatabase } from '../storage/database.ts';
import type { FakeClock } from './clock.ts';
import { createFakeLog } from './log.ts';
import { unmeasured } from './quota.ts';
import { address } from './services.ts';

interface Rig {
  readonly sandbox: { readonly fetch: (request: Request) => Promise<Response> };
  readonly clock: FakeClock;
  readonly path: string;
  readonly changeFetch?: (send: Fetch) => Fetch;
  readonly changeJournal?: (journal: Journal) => Journal;
  readonly mayWrite?: () => Reply<null>;
  readonly undoMilliseconds?: number;
  readonly onChangeLog?: (entry: ChangeLogEntry) => void;
}

/** A process that a test can end, with the services of its one account. */
function startProcess({ sandbox, clock: shared, changeFetch }: Rig) {
  const log = createFakeLog();
  const requests: RequestEntry[] = [];
  const process = { isAlive: true, underWay: 0 };
  const clock: FakeClock = {
    ...shared,
    schedule: (milliseconds, callback) => shared.schedule(milliseconds, () => process.isAlive && callback()),
  };
  const reach: Fetch = async (url, init) => sandbox.fetch(new Request(url, init));
  const send = changeFetch === undefined ? reach : changeFetch(reach);
  const place = { baseUrl: address, clientId: 'north-manager' };
  const quota = unmeasured(clock);
  const services = createServices({
    wire: {
      clock,
      fetch: (url, init) => {
        if (!process.isAlive) return new Promise(() => {}); // nothing leaves it any more
        process.underWay += 1;
        return send(url, init).finally(() => {
          process.underWay -= 1;
        });
      },
    },
    ...quota,
    place: () => place,
    credentials: async () => succeed({ ...place, secret: 'north manager secret' }),
    redactors: createRedactors(),
    emit: () => {},
    record: (entry) => requests.push(entry),
    log,
    newId: () => 'request',
  });
  return { process, clock, services, log, requests, time: quota.time };
}

function openJournalAt(path: string, clock: FakeClock, log: ReturnType<typeof createFakeLog>) {
  const database = openOwnDatabase(path, journalSchema, { synchronous: 'FULL', log, now: clock.wall });
  if (database === null) throw new Error('The journal is still open.');
  return { database, opened: openJournal(database, openAge(database, agesOf(path), clock.wall)) };
}

/** The plans of one account of a sandbox, as they are after the app has started, by a clock that a test moves. */
export function startPlans(rig: Rig) {
  const { clock: shared, changeJournal = (same) => same, mayWrite, onChangeLog } = rig;
  const { process, clock, services, log, requests, time } = startProcess(rig);
  const changeLog: ChangeLogEntry[] = [];
  const news: PlanProgress[] = [];
  const seen: (readonly [string, Audit | null])[] = [];
  const { database, opened } = openJournalAt(rig.path, clock, log);
  const journal = changeJournal(opened);
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
    undoMilliseconds: rig.undoMilliseconds ?? 0,
    service: services.of,
    mayWrite: mayWrite ?? (() => succeed(null)),
    renewToken: (id) => services.of(id).session.again(),
    onCreated: () => {},
    untilOpen: (_, audit, options) => poller.untilOpen(audit, options),
    time,
    initialisingSeconds: () => 20,
    onOrder: services.reconsider,
    changeLog: (...entries) => {
      for (const entry of entries) onChangeLog?.(entry);
      changeLog.push(...entries);
    },
    person: 'tester',
    nameOf: () => 'North',
    onProgress: (progress) => news.push(progress),
  });

  const settle = async (): Promise<void> => {
    do for (let turn = 0; turn < 8; turn += 1) await setImmediate();
    while (process.underWay > 0);
  };

  return {
    services,
    plans,
    poller,
    journal,
    log,
    changeLog,
    requests,
    news,
    seen,
    settle,
    time,
    /** Lets time pass, in steps small enough that no answer is waited for in vain. */
    pass: async (milliseconds: number, until: () => boolean = () => false): Promise<void> => {
      await settle();
      for (let passed = 0; passed < milliseconds && !until(); passed += 250) {
        await shared.advance(250);
        await settle();
      }
    },
    steps: (id: string): readonly StepProgress[] => {
      const page = plans.steps({ id });
      return page.ok ? page.value.results : [];
    },
    /** The end of the process: nothing more is sent or written. */
    kill: (): void => {
      process.isAlive = false;
      poller.close();
      database.close();
    },
  };
}

const books = new Map<string, AgeStore>();

/** The second place for the age of the journal at a path, in memory: it outlives whatever "process" a test ends. */
export function agesOf(path: string): AgeStore {
  const known = books.get(path);
  if (known !== undefined) return known;
  const ages = new Map<string, number>();
  const book: AgeStore = {
    list: () => [...ages.values()],
    read: (id) => ages.get(id) ?? null,
    put: (id, age) => {
      ages.set(id, age);
    },
    clear: () => ages.clear(),
  };
  books.set(path, book);
  return book;
}
