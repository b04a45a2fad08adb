import type { ListOperation } from '../../shared/api.ts';
import type { BridgeEvent } from '../../shared/bridge.ts';
import { fail, type Reply, succeed } from '../../shared/error.ts';
import type { Audit } from '../../shared/model/audit.ts';
import type { ClientCreation, ClientOrganisation } from '../../shared/model/client-organisation.ts';
import type { ListRequest } from '../../shared/operations/mirror.ts';
import { nameOfList } from '../../shared/rules/list-reading.ts';
import type { AnyInput } from '../api/request.ts';
import type { Services } from '../api/services.ts';
import type { ListReading } from '../api/whole-list.ts';
import type { LocalHandlers } from '../bridge/dispatch.ts';
import type { Clock } from '../clock.ts';
import type { Connections } from '../connections/connections.ts';
import type { CachedAnswers } from '../storage/cached-answers.ts';
import { createList, type List } from './list.ts';

interface MirrorDeps {
  readonly clock: Clock;
  readonly connections: Pick<Connections, 'knows'>;
  readonly services: Pick<Services, 'of' | 'readings'>;
  readonly kept: CachedAnswers;
  readonly emit: (event: BridgeEvent) => void;
}

const allAudits = { operation: 'audits.list' } as const;
const allClients = { operation: 'clients.list' } as const;

const tellEvery = 250; // milliseconds: as often as it is worth drawing a long list anew

/** What is known of the lists of each service: read once for all windows, told as it changes, and in the offline copy. */
export type Mirror = ReturnType<typeof createMirror>;

export function createMirror({ clock, connections, services, kept, emit }: MirrorDeps) {
  const lists = new Map<string, Map<string, List>>(); // of each connection, by their names
  const shown = createShown(() => {
    for (const all of lists.values()) for (const list of all.values()) list.hurry();
  });

  const listOf = (connection: string, request: ListRequest): List => {
    const name = nameOfList(request);
    const all = lists.get(connection) ?? new Map<string, List>();
    lists.set(connection, all);
    const before = all.get(name);
    if (before !== undefined) return before;
    const list = createList(request, {
      connection,
      clock,
      kept,
      service: () => services.of(connection),
      stopped: () => services.readings.signal(connection),
      isShown: () => shown.has(inWindow(connection, name)),
      onChange: paced(clock, () => emit({ type: 'mirror-changed', connection, list: name })),
    });
    all.set(name, list);
    return list;
  };
  const knownList = (connection: string, request: Parameters<typeof nameOfList>[0]): List | undefined =>
    lists.get(connection)?.get(nameOfList(request));

  const seenAudit = (connection: string, audit: Audit): void => {
    // A component audit is listed under its group alone.
    if (audit.audit_type !== 'component') knownList(connection, allAudits)?.seen(audit);
  };

  const handlers = {
    'mirror.read': async ({ connection, list, freshFor, waits }): Promise<Reply<null>> =>
      connections.knows(connection) ? listOf(connection, list).read(freshFor, waits) : fail('not-found-here'),
    'mirror.rows': ({ connection, list, epoch, since }) =>
      connections.knows(connection)
        ? succeed(listOf(connection, list).changes(epoch, since))
        : fail('not-found-here'),
    'mirror.show': ({ lists: now }, from, gone) => {
      const names = now.map(({ connection, list }) => inWindow(connection, nameOfList(list)));
      shown.show(new Set(names), from, gone);
      return succeed(null);
    },
  } satisfies Partial<LocalHandlers>;

  return {
    handlers,
    /** What a service has answered tells how an object of a list is now. */
    answered: (connection: string, operation: string, input: unknown, value: unknown): void => {
      // Both have been read by the schemas of the operation.
      if (operation === 'audits.read') seenAudit(connection, value as Audit);
      if (operation === 'clients.create') knownList(connection, allClients)?.seen(clientOf(input));
    },
    /** A list was read to its end for somebody else. */
    readElsewhere: (
      connection: string,
      operation: ListOperation,
      { path, query }: AnyInput,
      reading: ListReading<unknown>,
    ): void => knownList(connection, { operation, path, query })?.readElsewhere(reading),
    /** The poller tells how an audit is; null when it is gone. */
    heard: (event: BridgeEvent): void => {
      if (event.type !== 'audit-seen') return;
      const { connection, id, audit } = event;
      if (audit === null) knownList(connection, allAudits)?.gone(id);
      else seenAudit(connection, audit);
    },
    /** Leaves nothing of a connection, also in the offline copy. */
    forget: async (connection: string): Promise<void> => {
      for (const list of lists.get(connection)?.values() ?? []) list.close();
      lists.delete(connection);
      await kept.forget(connection);
    },
  };
}

function inWindow(connection: string, list: string): string {
  return `${connection} ${list}`;
}

/** The lists that windows show. */
function createShown(onChange: () => void) {
  const shown = new Map<number | null, ReadonlySet<string>>(); // by window
  const pages = new WeakSet<AbortSignal>(); // of which is heard when they are gone
  const show = (names: ReadonlySet<string>, from: number | null, gone?: AbortSignal): void => {
    shown.set(from, names);
    if (names.size === 0) shown.delete(from);
    onChange();
    if (gone === undefined || pages.has(gone)) return;
    pages.add(gone);
    gone.addEventListener('abort', () => show(new Set(), from), { once: true });
  };
  return { show, has: (name: string): boolean => [...shown.values()].some((names) => names.has(name)) };
}

/** A client as it was sent, with what the service adds. */
function clientOf(input: unknown): ClientOrganisation {
  const {
    id,
    name,
    country,
    domains = [],
    allow_password_login = null,
  } = (input as { readonly body: ClientCreation }).body;
  return { id, name, country, domains, allow_password_login, is_test_organisation: false };
}

/** The first of many calls at once, and the others as one, a little later. */
function paced(clock: Clock, act: () => void): () => void {
  let isHeld = false;
  let isMore = false;
  const release = (): void => {
    isHeld = false;
    if (isMore) call();
  };
  const call = (): void => {
    isMore = isHeld;
    if (isHeld) return;
    isHeld = true;
    act();
    clock.schedule(tellEvery, release);
  };
  return call;
}
