import type { Audit } from '../../shared/model/audit.ts';
import type { Service } from '../api/service.ts';
import type { Clock } from '../clock.ts';
import { burstOf } from './burst.ts';
import type { UntilOpen } from './opening.ts';
import { createPoller, type Poller } from './poller.ts';

/** The pollers of all connections, one each. */
export interface Pollers {
  readonly watch: (connection: string, audit: string) => void;
  readonly untilOpen: UntilOpen;
  readonly close: () => void;
}

interface PollersSurroundings {
  readonly clock: Clock;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** The service of a connection, at any time anew. */
  readonly service: (connection: string) => Pick<Service, 'call' | 'quota'>;
  /** Hears of every audit that was looked at; null where there is none of that id. */
  readonly onSeen: (connection: string, audit: string, seen: Audit | null) => void;
}

export function createPollers({ clock, random, service, onSeen }: PollersSurroundings): Pollers {
  const pollers = new Map<string, Poller>();

  const of = (connection: string): Poller => {
    const known = pollers.get(connection);
    if (known !== undefined) return known;
    const poller = createPoller({
      clock,
      random,
      call: (operation, input, options) => service(connection).call(operation, input, options),
      readsPerPage: () => readsPerPage(service(connection).quota()),
      onSeen: (audit, seen) => onSeen(connection, audit, seen),
    });
    pollers.set(connection, poller);
    return poller;
  };

  return {
    watch: (connection, audit) => of(connection).watch(audit),
    untilOpen: (connection, audit, options) => of(connection).untilOpen(audit, options),
    close: () => {
      for (const poller of pollers.values()) poller.close();
    },
  };
}

/** How many single reads are as large a part of their minute as one page of the list is of its own. */
function readsPerPage(quota: ReturnType<Service['quota']>): number {
  const [pages, reads] = [burstOf('read_heavy', quota), burstOf('read', quota)];
  return pages === 0 || reads === Number.POSITIVE_INFINITY ? Number.POSITIVE_INFINITY : reads / pages;
}
