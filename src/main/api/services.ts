import type { Operation } from '../../shared/api.ts';
import { operations } from '../../shared/api.ts';
import type { BridgeEvent } from '../../shared/bridge.ts';
import type { Reply } from '../../shared/error.ts';
import type { RequestEntry } from '../../shared/record.ts';
import type { ConnectionState } from './evidence.ts';
import type { Wire } from './exchange.ts';
import type { Slot } from './lane.ts';
import { createLookout, type Lookout } from './lookout.ts';
import type { QuotaBook } from './quota-book.ts';
import type { QuotaTime } from './quota-time.ts';
import { createReadings, type Readings } from './readings.ts';
import { createService, type Place, type Service } from './service.ts';
import type { Credentials } from './session.ts';
import { createSites } from './site.ts';

/** The services of all connections, each made when it is first spoken to. */
export interface Services {
  readonly of: (connection: string) => Service;
  /** What windows are waiting for. */
  readonly readings: Readings;
  /** Ends what is known of a connection's token and waits, since its settings or secret have changed or it is gone. */
  readonly forget: (connection: string) => void;
  /** Counts a request that is sent without a service, as a test of a connection does. */
  readonly note: (place: Place, operation: Operation) => Slot;
  /** The machine slept for so many milliseconds: quotas have gone on, and what can wait does until one request has shown that the service is there. */
  readonly resumed: (sleptMilliseconds: number) => void;
  /** A network has come back: services that were down are asked at once. */
  readonly online: () => void;
  /** The headroom has changed. */
  readonly reconsider: () => void;
}

export interface ServicesSurroundings {
  readonly wire: Wire;
  readonly time: QuotaTime;
  readonly book: QuotaBook;
  /** The part of each window that background work may use, 0 to 1. */
  readonly headroom: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Where a connection leads, as far as that is known without asking for its secret. */
  readonly place: (connection: string) => Place | null;
  readonly credentials: (connection: string) => Promise<Reply<Credentials>>;
  /** Hears of every new token. */
  readonly onIssue: (connection: string, token: string) => void;
  readonly emit: (event: BridgeEvent) => void;
  readonly record: (entry: RequestEntry) => void;
  readonly newId: () => string;
}

const shortestNews = 1_000; // milliseconds between two reports of the same state

export function createServices(surroundings: ServicesSurroundings): Services {
  const { wire, time, book, headroom, random, place, credentials, onIssue, emit, record, newId } =
    surroundings;
  const services = new Map<string, Service>();
  const lookouts = new Map<string, Lookout>();
  const sites = createSites({
    clock: wire.clock,
    time,
    book,
    headroom,
    random,
    onWait: (connection, tier, until) => emit({ type: 'waiting', connection, tier, until }),
  });

  const create = (connection: string): Service => {
    let last: { readonly state: ConnectionState; readonly at: number } | null = null;
    const lookout = createLookout(wire.clock, (signal) => service.look(signal));
    lookouts.set(connection, lookout);
    const service = createService({
      connection,
      wire,
      time,
      random,
      sites,
      place: () => place(connection),
      credentials: () => credentials(connection),
      onIssue: (token) => onIssue(connection, token),
      onState: (state) => {
        lookout.told(state);
        const at = wire.clock.wall();
        if (last?.state === state && Math.abs(at - last.at) < shortestNews) return;
        last = { state, at };
        emit({ type: 'connection-state', connection, state, at });
      },
      record,
      newId,
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
    of: (connection) => {
      const service = services.get(connection) ?? create(connection);
      services.set(connection, service);
      return service;
    },
    readings: createReadings(),
    forget: (connection) => {
      lookouts.get(connection)?.stop();
      services.get(connection)?.close();
      services.delete(connection);
    },
    note: ({ baseUrl, clientId }, operation) =>
      sites.of(baseUrl).scheduler.note(operations[operation].tier, clientId),
    resumed: (milliseconds) => {
      time.slept(milliseconds);
      recheck();
      reconsider();
    },
    online: recheck,
    reconsider,
  };
}
