import type { DatabaseSync } from 'node:sqlite';
import { type Operation, operations } from '../../shared/api.ts';
import type { BridgeEvent, BridgeInput } from '../../shared/bridge.ts';
import { fail, type Reply, succeed } from '../../shared/error.ts';
import type { Connection } from '../../shared/model/connection.ts';
import type { Tier } from '../../shared/model/tiers.ts';
import type { PlanProgress } from '../../shared/plan.ts';
import { unscheduled } from '../../shared/rules/plans/deadline-order.ts';
import { tasksOfBatches } from '../../shared/rules/plans/request-estimate.ts';
import { namedApart } from '../../shared/rules/texts/connection-names.ts';
import { createInitialisingTimes, secondsOf } from '../api/estimate.ts';
import type { QuotaTime } from '../api/quota-time.ts';
import type { Service } from '../api/service.ts';
import type { Services } from '../api/services.ts';
import { type Clock, pause } from '../clock.ts';
import type { Permission } from '../connections/permission.ts';
import type { Log } from '../diagnostics/log.ts';
import type { ChangeLog } from '../records/change-log.ts';
import { type DatabaseOptions, openOwnDatabase } from '../storage/database.ts';
import type { DraftStore } from '../storage/drafts.ts';
import { noteOlder } from '../storage/set-aside.ts';
import { type Journal, journalSchema, openJournal } from './journal.ts';
import { type AgeStore, openAge } from './journal-age.ts';
import { isTakenUp, openPlans, type PlansDeps } from './plans.ts';
import { createPoller, type Poller } from './poller.ts';
import { burstOf, callsOf, priorityOf } from './progress.ts';
import { openSeason } from './season.ts';

interface EngineDeps {
  /** Null where another process owns it: then nothing that writes is carried out. */
  readonly journal: JournalFile | null;
  readonly services: Services;
  readonly connections: { readonly list: () => readonly Connection[] };
  readonly permission: Pick<Permission, 'mayWrite'>;
  readonly changeLog: Pick<ChangeLog, 'append'>;
  readonly drafts: Pick<DraftStore, 'remove'>;
  readonly emit: (event: BridgeEvent) => void;
  readonly clock: Clock;
  readonly time: QuotaTime;
  readonly random: () => number;
  readonly undoMilliseconds: number;
  readonly takesUp?: PlansDeps['takesUp'];
  readonly log: Log;
  readonly person: string;
}

/** The file with the plans and the quota that is used. */
export interface JournalFile {
  readonly database: DatabaseSync;
  readonly journal: Journal;
}

export interface OpenedJournal extends JournalFile {
  /** Whether it has counted more than `ages` knows: the file of those lacks its latest content. */
  readonly isAhead: boolean;
}

/** Opens the file of the journal, whose age `ages` knows as well. Null where another process owns it. */
export function openJournalFile(
  path: string,
  log: Log,
  now: DatabaseOptions['now'],
  ages: AgeStore,
  { isRetry = false, isTorn = false }: { readonly isRetry?: boolean; readonly isTorn?: boolean } = {},
): OpenedJournal | null {
  const isKnown = ages.list().some((number) => number > 0);
  const options = { synchronous: 'FULL', log, now, isKnown, isRetry } as const;
  const database = openOwnDatabase(path, journalSchema, options);
  if (database === null) return null;
  const age = openAge(database, ages, now, isTorn);
  if (age.isBehind()) noteOlder(path, log, now());
  return { database, journal: openJournal(database, age), isAhead: age.isAhead };
}

const notBegun = 'not begun'; // by which a plan stands in the calendar before it is submitted
const longestEnd = 5_000; // milliseconds: what is not answered by then is looked for at the next start

/** What goes on by itself: the plans, and looking at audits that are being initialised. */
export type Engine = ReturnType<typeof openEngine>;

export function openEngine(deps: EngineDeps) {
  const { services, connections, permission, changeLog, emit, clock, time, random, log } = deps;
  let file = deps.journal;
  const times = createInitialisingTimes();
  const started = clock.wall();
  const pollers = createPollers(deps);
  const { of: pollerOf } = pollers;

  doubtServices(file, deps);

  const plansDeps: PlansDeps = {
    journal: file?.journal ?? null,
    takesUp: deps.takesUp,
    clock,
    log,
    random,
    undoMilliseconds: deps.undoMilliseconds,
    service: (connection) => lastingService(deps, connection),
    mayWrite: permission.mayWrite,
    renewToken: (connection) => services.of(connection).session.again(),
    untilOpen: async (connection, audit, options) => {
      const opening = await pollerOf(connection).untilOpen(audit, options);
      // One from before the start may have been open for long.
      if (opening.kind === 'open' && options.since >= started)
        times.note((clock.wall() - options.since) / 1_000);
      return opening;
    },
    time,
    initialisingSeconds: times.longest,
    onOrder: services.reconsider,
    changeLog: changeLog.append,
    onCreated: (connection, audit) => emit({ type: 'audit-seen', connection, id: audit.id, audit }),
    person: deps.person,
    nameOf: (id) => namedApart(connections.list()).find((one) => one.id === id)?.name ?? id,
    onProgress: (plan) => {
      // Whoever finds the draft again would create the same once more.
      if (hasSucceeded(plan) && plan.about.draft !== undefined) deps.drafts.remove(plan.about.draft);
      emit({ type: 'plan-changed', plan });
    },
  };
  const plans = openPlans(plansDeps);

  return {
    plans,
    isRunning: (): boolean => runningIn(file).length > 0,
    /** Goes on with the journal that another process held when this one began. */
    take: (opened: JournalFile): void => {
      file = opened;
      doubtServices(file, deps);
      Object.assign(plans, openPlans({ ...plansDeps, journal: opened.journal }));
    },
    season: openSeason({ plans, clock, time }),
    /** Looks at these audits while they are being initialised; `audit-seen` tells how they are. */
    watch: (connection: string, audits: readonly string[]): void => {
      for (const audit of audits) pollerOf(connection).watch(audit);
    },
    /** How many seconds a plan takes from now, behind the plans that go before it; `not-found-here` without its connection. */
    estimate: ({ connection, scheduling, batches }: BridgeInput<'plans.estimate'>): Reply<number | null> => {
      const quota = services.of(connection).quota();
      if (quota === null) return fail('not-found-here');
      const tasks = tasksOfBatches(batches);
      const now = time.now();
      const priority = priorityOf(callsOf(tasks), quota);
      const forecast = (tier: Tier) => quota.forecast(tier, priority);
      const alone = secondsOf(tasks, { now, forecast, initialisingSeconds: times.expected() });
      if (priority === 'interactive' && scheduling === undefined) return succeed(alone); // goes before all others
      const expected = { id: notBegun, scheduling: scheduling ?? unscheduled, tasks };
      const forecasts = plans.forecast(connection, [expected], times.expected());
      const readyAt = forecasts?.find(({ id }) => id === notBegun)?.readyAt;
      if (readyAt === undefined) return succeed(alone);
      return succeed(Number.isFinite(readyAt) ? (readyAt - now) / 1_000 : null);
    },
    /** Begins nothing more, and waits a little for answers and for what else is to end first. */
    close: async (others?: Promise<void>): Promise<void> => {
      await Promise.race([Promise.all([plans.close(), others]), pause(clock, longestEnd)]);
      pollers.close();
      file?.database.close();
    },
  };
}

function runningIn(file: JournalFile | null) {
  return file?.journal.in('running') ?? [];
}

/** One small request finds out whether the service is there, before plans send anything. */
function doubtServices(
  file: JournalFile | null,
  { services, takesUp }: Pick<EngineDeps, 'services' | 'takesUp'>,
): void {
  for (const { id, connection } of runningIn(file))
    if (isTakenUp({ takesUp }, id)) services.of(connection).doubt();
}

/** A poller for each connection, made when it is first asked for. */
function createPollers(deps: EngineDeps) {
  const { clock, random, services, emit } = deps;
  const pollers = new Map<string, Poller>();
  return {
    of: (connection: string): Poller => {
      const known = pollers.get(connection);
      if (known !== undefined) return known;
      const poller = createPoller({
        clock,
        random,
        service: lastingService(deps, connection),
        readsPerPage: () => {
          const quota = services.of(connection).quota();
          return burstOf('read', quota) / burstOf('read_heavy', quota);
        },
        onSeen: (id, audit) => emit({ type: 'audit-seen', connection, id, audit }),
      });
      pollers.set(connection, poller);
      return poller;
    },
    close: (): void => {
      for (const poller of pollers.values()) poller.close();
    },
  };
}

function hasSucceeded({ state, counts }: PlanProgress): boolean {
  return state === 'ended' && Object.values(counts).every((count) => count === 0 || count === counts.done);
}

/**
 * The service of a connection for plans and pollers: it stays when settings or secret change. Waiting requests go on with the new ones, if they
 * may still write.
 */
function lastingService(
  { services, permission }: Pick<EngineDeps, 'services' | 'permission'>,
  connection: string,
): Pick<Service, 'call' | 'list' | 'all' | 'quota'> {
  const lasting = async <Value>(
    operation: Operation,
    send: (service: Service) => Promise<Reply<Value>>,
    signal: AbortSignal | undefined,
  ): Promise<Reply<Value>> => {
    for (;;) {
      const allowed =
        operations[operation].method === 'GET' ? succeed(null) : permission.mayWrite(connection);
      if (!allowed.ok) return allowed;
      const service = services.of(connection);
      const reply = await send(service);
      if (reply.ok) return reply;
      const isReplaced = services.of(connection) !== service && signal?.aborted !== true;
      if (reply.error.code !== 'cancelled' || !isReplaced) return reply;
    }
  };
  return {
    call: (operation, input, options) =>
      lasting(operation, (service) => service.call(operation, input, options), options?.signal),
    list: (operation, input, options) =>
      lasting(operation, (service) => service.list(operation, input, options), options?.signal),
    all: (operation, input, options) =>
      lasting(operation, (service) => service.all(operation, input, options), options?.signal),
    quota: () => services.of(connection).quota(),
  };
}
