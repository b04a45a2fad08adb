import type { DatabaseSync } from 'node:sqlite';
import { type Operation, operations } from '../shared/api.ts';
import type { BridgeEvent } from '../shared/bridge.ts';
import { fail, type Reply, succeed } from '../shared/error.ts';
import type { Connection } from '../shared/model/connection.ts';
import type { Tier } from '../shared/model/limits.ts';
import type { Estimate, Plan, PlanProgress } from '../shared/plan.ts';
import { planFaults } from '../shared/rules/plan.ts';
import { countCalls, createInitialisingTimes, estimateSteps } from './api/estimate.ts';
import { quotaSchema } from './api/quota-book.ts';
import type { QuotaTime } from './api/quota-time.ts';
import type { Service } from './api/service.ts';
import type { Services } from './api/services.ts';
import { type Clock, pause } from './clock.ts';
import type { Permission } from './connections/permission.ts';
import { type DatabaseOptions, openOwnDatabase } from './database.ts';
import type { DraftBook } from './drafts.ts';
import type { Log } from './log.ts';
import { burstOf } from './plans/burst.ts';
import { type Journal, openJournal, planTables } from './plans/journal.ts';
import { openPlans, type Plans } from './plans/plans.ts';
import { createPoller, type Poller } from './plans/poller.ts';
import { priorityOf } from './plans/progress.ts';
import type { Trail } from './records/trail.ts';
import type { Redactor } from './redaction.ts';

/** Everything that goes on by itself: the plans, and looking at audits that are being initialised. */
export interface Engine {
  readonly plans: Plans;
  /** Looks at these audits for as long as they are being initialised; `audit-seen` tells how they are. */
  readonly watch: (connection: string, audits: readonly string[]) => void;
  /** How long a plan takes from now; `invalid-input` for one with faults, `not-found-here` without its connection. */
  readonly estimate: (plan: Plan) => Reply<Estimate>;
  /** Begins nothing any more, and waits a little for the answers that are on their way. */
  readonly close: () => Promise<void>;
}

interface EngineSurroundings {
  /** Null where another process owns it: then nothing that writes is carried out. */
  readonly journal: JournalFile | null;
  readonly services: Services;
  readonly connections: { readonly list: () => readonly Connection[] };
  readonly permission: Pick<Permission, 'mayWrite'>;
  readonly trail: Pick<Trail, 'append'>;
  readonly drafts: Pick<DraftBook, 'list' | 'remove'>;
  readonly emit: (event: BridgeEvent) => void;
  /** What a service says about a failure may repeat a token or a secret: it is kept and told without. */
  readonly redactor: Pick<Redactor, 'redactValues'>;
  readonly clock: Clock;
  readonly time: QuotaTime;
  readonly random: () => number;
  readonly log: Log;
  /** The person's name in the operating system. */
  readonly person: string;
}

/** The file with the plans and the quota that is used. */
export interface JournalFile {
  readonly database: DatabaseSync;
  readonly journal: Journal;
}

/** Opens the file of the journal. Null where another process owns it. */
export function openJournalFile(path: string, log: Log, now: DatabaseOptions['now']): JournalFile | null {
  const database = openOwnDatabase(path, [quotaSchema, planTables], { synchronous: 'FULL', log, now });
  return database === null ? null : { database, journal: openJournal(database) };
}

const longestEnd = 5_000; // milliseconds: what is not answered by then is looked for at the next start

export function openEngine(surroundings: EngineSurroundings): Engine {
  const { journal, services, connections, permission, trail, emit, clock, time, random, log } = surroundings;
  const pollers = new Map<string, Poller>();
  const times = createInitialisingTimes();
  const started = clock.wall();

  const pollerOf = (connection: string): Poller => {
    const known = pollers.get(connection);
    if (known !== undefined) return known;
    const poller = createPoller({
      clock,
      random,
      service: lastingService(surroundings, connection),
      readsPerPage: () => {
        const quota = services.of(connection).quota();
        return burstOf('read', quota) / burstOf('read_heavy', quota);
      },
      onSeen: (id, audit) => emit({ type: 'audit-seen', connection, id, audit }),
    });
    pollers.set(connection, poller);
    return poller;
  };

  // Whether the service is there is found out by one small request, and not by what the plans have to send.
  for (const { connection } of journal?.journal.running() ?? []) services.of(connection).doubt();

  const plans = openPlans({
    journal: journal?.journal ?? null,
    clock,
    log,
    random,
    service: (connection) => lastingService(surroundings, connection),
    mayWrite: permission.mayWrite,
    untilOpen: async (connection, audit, options) => {
      const opening = await pollerOf(connection).untilOpen(audit, options);
      // One from before the start may have been open for long.
      if (opening.kind === 'open' && options.since >= started)
        times.note((clock.wall() - options.since) / 1_000);
      return opening;
    },
    trail: trail.append,
    person: surroundings.person,
    nameOf: (id) => connections.list().find((one) => one.id === id)?.name ?? id,
    onProgress: (plan) => {
      if (hasSucceeded(plan)) forgetDraft(surroundings.drafts, plan);
      emit({ type: 'plan-changed', plan });
    },
  });

  return {
    plans,
    watch: (connection, audits) => {
      for (const audit of audits) pollerOf(connection).watch(audit);
    },
    estimate: (plan) => {
      const { connection, steps } = plan;
      const [fault] = planFaults(plan);
      if (fault !== undefined) return fail('invalid-input', { detail: `${fault.code}: ${fault.step}` });
      const quota = services.of(connection).quota();
      if (quota === null) return fail('not-found-here');
      const now = time.now();
      const priority = priorityOf(countCalls(steps), quota);
      const forecast = (tier: Tier) => quota.forecast(tier, priority);
      return succeed(estimateSteps(steps, { now, forecast, initialisingSeconds: times.expected() }));
    },
    close: async () => {
      await Promise.race([plans.close(), pause(clock, longestEnd)]);
      for (const poller of pollers.values()) poller.close();
      journal?.database.close();
    },
  };
}

function hasSucceeded({ state, counts }: PlanProgress): boolean {
  return state === 'ended' && Object.values(counts).every((count) => count === 0 || count === counts.done);
}

/** Removes the draft that a plan was made from, by which its id begins: who finds it again would create the same once more. */
function forgetDraft(drafts: Pick<DraftBook, 'list' | 'remove'>, plan: PlanProgress): void {
  for (const { id } of drafts.list(plan.connection)) if (plan.id.startsWith(`${id}-`)) drafts.remove(id);
}

/**
 * The service of a connection as what goes on by itself needs it: without secrets in its errors, and also after its settings or
 * secret have changed, when what waited goes on with the new ones, unless by these it may not write.
 */
function lastingService(
  { services, redactor, permission }: Pick<EngineSurroundings, 'services' | 'redactor' | 'permission'>,
  connection: string,
): Pick<Service, 'call' | 'all' | 'quota'> {
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
      if (reply.error.code !== 'cancelled' || !isReplaced)
        return { ok: false, error: redactor.redactValues(reply.error) };
    }
  };
  return {
    call: (operation, input, options) =>
      lasting(operation, (service) => service.call(operation, input, options), options?.signal),
    all: (operation, input, options) =>
      lasting(operation, (service) => service.all(operation, input, options), options?.signal),
    quota: () => services.of(connection).quota(),
  };
}
