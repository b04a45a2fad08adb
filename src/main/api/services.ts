import type { ListOperation, Operation } from '../../shared/api.ts';
import { operations } from '../../shared/api.ts';
import type { BridgeEvent } from '../../shared/bridge.ts';
import type { Reply } from '../../shared/error.ts';
import type { ErrorCode } from '../../shared/failures.ts';
import type { RequestEntry } from '../../shared/record.ts';
import { failureFacts, type Log } from '../diagnostics/log.ts';
import type { Redactors } from '../diagnostics/redaction.ts';
import type { Wire } from './exchange.ts';
import type { ListReading } from './list-reader.ts';
import { createPlainSend, type PlainSend } from './plain-send.ts';
import type { QuotaStore } from './quota-store.ts';
import type { QuotaTime } from './quota-time.ts';
import { createRecoveryProbe, type RecoveryProbe } from './recovery-probe.ts';
import type { AnyInput } from './request.ts';
import type { Priority, Slot } from './request-queue.ts';
import type { ConnectionState } from './send-one.ts';
import { createService, type Service } from './service.ts';
import type { Credentials, Place } from './session.ts';
import { createSites } from './site.ts';

export interface ServicesDeps {
  readonly wire: Wire;
  readonly time: QuotaTime;
  readonly quotaStore: QuotaStore;
  /** The part of each window that background work may use, 0 to 1. */
  readonly headroom: () => number;
  readonly random: () => number;
  /** Where a connection leads, as far as that is known without asking for its secret. */
  readonly place: (connection: string) => Place | null;
  readonly credentials: (connection: string) => Promise<Reply<Credentials>>;
  readonly redactors: Pick<Redactors, 'of'>;
  readonly emit: (event: BridgeEvent) => void;
  /** Hears how each call ended. */
  readonly onAnswer?: (
    connection: string,
    operation: Operation,
    input: AnyInput,
    reply: Reply<unknown>,
  ) => void;
  readonly onList?: (
    connection: string,
    operation: ListOperation,
    input: AnyInput,
    reading: ListReading<unknown>,
  ) => void;
  readonly record: (entry: RequestEntry) => void;
  readonly log: Pick<Log, 'info'>;
  readonly newId: () => string;
}

const shortestNews = 1_000; // milliseconds between two reports of the same state

/** The services of all connections, each made when it is first spoken to. */
export type Services = ReturnType<typeof createServices>;

export function createServices(deps: ServicesDeps) {
  const { wire, time, emit } = deps;
  const services = new Map<string, Service>();
  const probes = new Map<string, RecoveryProbe>();
  const linkedElsewhere = new Set<string>();
  const sites = createSites({
    ...deps,
    clock: wire.clock,
    onWait: (connection, tier, until, isAsked) => emit({ type: 'waiting', connection, tier, until, isAsked }),
  });

  const create = (connection: string): Service => {
    const probe = createRecoveryProbe(wire.clock, (signal) => service.look(signal));
    probes.set(connection, probe);
    const service = createService({
      ...deps,
      connection,
      sites,
      place: () => deps.place(connection),
      credentials: () => deps.credentials(connection),
      redactor: deps.redactors.of(connection),
      onAnswer: (...answer) => deps.onAnswer?.(connection, ...answer),
      onList: (...read) => deps.onList?.(connection, ...read),
      onToken: logTokens(connection, deps.log),
      onState: tellStates(connection, deps, probe.told),
      onLimits: () => emit({ type: 'limits-read', connection }),
      onLink: tellLinks(connection, linkedElsewhere, emit),
    });
    return service;
  };

  const reconsider = (): void => {
    for (const { scheduler } of sites.all()) scheduler.reconsider();
  };
  const recheck = (): void => {
    for (const { breaker } of sites.all()) breaker.recheck();
  };

  return {
    of: (connection: string): Service => {
      const service = services.get(connection) ?? create(connection);
      services.set(connection, service);
      return service;
    },
    readings: createReadings(),
    /** Ends the token and the waits of a connection: its settings or its secret have changed, or it is gone. */
    forget: (connection: string): void => {
      probes.get(connection)?.stop();
      services.get(connection)?.close();
      // The last state was that of another secret, address or attempt.
      if (services.delete(connection))
        emit({ type: 'connection-state', connection, state: 'unknown', at: wire.clock.wall() });
    },
    /** Counts a request that is sent without a service, as a test of a connection is. */
    note: ({ baseUrl, clientId }: Place, operation: Operation): Slot =>
      sites.of(baseUrl).scheduler.note(operations[operation].tier, clientId),
    /** For what reads the service itself, and not by its operations. */
    plainSend: (connection: string, place: Place, signal: AbortSignal, priority: Priority): PlainSend =>
      createPlainSend(
        { ...deps, sites },
        { ...place, connection, signal, priority, redactor: deps.redactors.of(connection) },
      ),
    /** The machine slept for so many milliseconds: quotas have gone on, and what can wait does until one request has shown that the service is there. */
    resumed: (milliseconds: number): void => {
      time.slept(milliseconds);
      recheck();
      reconsider();
    },
    /** There is a network again: services that were down are asked at once. */
    online: recheck,
    reconsider,
  };
}

/** Logs how attempts to get a token end, where that changes. */
function logTokens(connection: string, log: ServicesDeps['log']): (reply: Reply<unknown>) => void {
  let withoutToken: ErrorCode | 'unasked' | null = 'unasked';
  return (reply) => {
    const code = reply.ok ? null : reply.error.code;
    if (code === withoutToken || code === 'cancelled') return;
    withoutToken = code;
    if (reply.ok) log.info('token-given', { connection });
    else log.info('no-token', { connection, ...failureFacts(reply.error) });
  };
}

/** Tells windows and the log what state each request shows, unless a request that left later has shown one before. */
function tellStates(
  connection: string,
  { wire, emit, log }: ServicesDeps,
  onTold: (state: ConnectionState) => void,
): (state: ConnectionState, left: number) => void {
  let newest = 0;
  let last: { readonly state: ConnectionState; readonly at: number } | null = null;
  return (state, left) => {
    if (left < newest) return; // a late answer to a request from before what is known
    newest = left;
    onTold(state);
    const at = wire.clock.wall();
    if (last?.state !== state) log.info('connection-state', { connection, state });
    if (last?.state === state && Math.abs(at - last.at) < shortestNews) return;
    last = { state, at };
    emit({ type: 'connection-state', connection, state, at });
  };
}

/** Tells windows of links to another address each time, since a window may be new; that there are none any more, once. */
function tellLinks(
  connection: string,
  elsewhere: Set<string>,
  emit: ServicesDeps['emit'],
): (isElsewhere: boolean) => void {
  return (isElsewhere) => {
    if (isElsewhere) elsewhere.add(connection);
    else if (!elsewhere.delete(connection)) return;
    emit({ type: 'links-elsewhere', connection, isElsewhere });
  };
}

/** What a person's windows are waiting for, by connection, so that it can be given up. */
export function createReadings() {
  const underWay = new Map<string, AbortController>();
  return {
    /** Given when the readings of a connection that are under way now are given up. */
    signal: (connection: string): AbortSignal => {
      const known = underWay.get(connection) ?? new AbortController();
      underWay.set(connection, known);
      return known.signal;
    },
    stop: (connection: string): void => {
      underWay.get(connection)?.abort();
      underWay.delete(connection);
    },
  };
}
