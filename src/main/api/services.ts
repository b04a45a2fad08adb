import type { BridgeEvent } from '../../shared/bridge.ts';
import type { Reply } from '../../shared/error.ts';
import { tiers } from '../../shared/model/limits.ts';
import type { Log } from '../log.ts';
import type { Wire } from './exchange.ts';
import { type ConnectionState, createService, type Service } from './service.ts';
import type { Credentials } from './session.ts';
import { createWaiting } from './waiting.ts';

/** The services of all connections, each made when it is first spoken to. */
export interface Services {
  readonly of: (connection: string) => Service;
  /** Ends what is known of a connection's token and waits, since its settings or secret have changed or it is gone. */
  readonly forget: (connection: string) => void;
}

interface ServicesSurroundings {
  readonly wire: Wire;
  readonly credentials: (connection: string) => Promise<Reply<Credentials>>;
  /** Hears of every new token. */
  readonly onIssue: (connection: string, token: string) => void;
  readonly emit: (event: BridgeEvent) => void;
  readonly log: Log;
  readonly newId: () => string;
}

const shortestNews = 1_000; // milliseconds between two reports of the same state

export function createServices({
  wire,
  credentials,
  onIssue,
  emit,
  log,
  newId,
}: ServicesSurroundings): Services {
  const services = new Map<string, Service>();

  const create = (connection: string): Service => {
    let last: { readonly state: ConnectionState; readonly at: number } | null = null;
    const waiting = createWaiting(wire.clock, (tier, until) =>
      emit({ type: 'waiting', connection, tier, until }),
    );
    return createService({
      wire,
      waiting,
      credentials: () => credentials(connection),
      onIssue: (token) => onIssue(connection, token),
      onState: (state) => {
        const at = wire.clock.wall();
        if (last?.state === state && Math.abs(at - last.at) < shortestNews) return;
        last = { state, at };
        emit({ type: 'connection-state', connection, state, at });
      },
      log,
      newId,
    });
  };

  return {
    of: (connection) => {
      const service = services.get(connection) ?? create(connection);
      services.set(connection, service);
      return service;
    },
    forget: (connection) => {
      const service = services.get(connection);
      if (service === undefined) return;
      service.session.forget();
      for (const tier of tiers) service.waiting.cancel(tier);
      services.delete(connection);
    },
  };
}
