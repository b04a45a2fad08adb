import { z } from 'zod';
import type { BridgeEvent } from '../../shared/bridge.ts';
import type { Reply } from '../../shared/error.ts';
import { Audit } from '../../shared/model/audit.ts';
import type { ClientCreation, ClientOrganisation } from '../../shared/model/client-organisation.ts';
import type { CachedAudit, ListRequest, RowChanges } from '../../shared/operations/mirror.ts';
import { nameOfList } from '../../shared/rules/service/list-reading.ts';
import type { ListReading } from '../api/list-reader.ts';
import type { AnyInput } from '../api/request.ts';
import type { Services } from '../api/services.ts';
import type { Clock } from '../clock.ts';
import { createList, type List } from './list.ts';
import { createPeople } from './people.ts';
import { createKeeping, type RowCache } from './row-cache.ts';
import { createRows } from './rows.ts';

export interface ServiceMirrorDeps {
  readonly clock: Clock;
  readonly services: Pick<Services, 'of' | 'readings'>;
  readonly kept: RowCache;
  readonly emit: (event: BridgeEvent) => void;
  /** Whether a window shows the list of this name. */
  readonly isShown: (list: string) => boolean;
}

type ListName = Parameters<typeof nameOfList>[0];

const allAudits = { operation: 'audits.list' } as const;
const allClients = { operation: 'clients.list' } as const;

const tellEvery = 250; // milliseconds: as often as it is worth drawing a long list anew
const idleFor = 1_800_000; // milliseconds: a list that nobody has wanted for so long is in the file alone

/** The lists of a service that are in memory: those that somebody has wanted lately. */
function createLists(connection: string, { clock, services, kept, emit, isShown }: ServiceMirrorDeps) {
  const lists = new Map<string, { readonly list: List; wantedAt: number }>(); // by their names
  const leave = (): void => {
    for (const [name, { list, wantedAt }] of lists) {
      if (clock.wall() - wantedAt < idleFor || list.isReading() || isShown(name)) continue;
      list.flush();
      list.close();
      lists.delete(name);
    }
  };
  return {
    /** One that is not in memory begins with what the offline copy has of it. */
    want: (request: ListRequest): List => {
      const name = nameOfList(request);
      const before = lists.get(name);
      if (before !== undefined) {
        before.wantedAt = clock.wall();
        return before.list;
      }
      leave();
      const list = createList(request, {
        connection,
        clock,
        kept,
        service: () => services.of(connection),
        stopped: () => services.readings.signal(connection),
        isShown: () => isShown(name),
        onChange: paced(clock, () => emit({ type: 'mirror-changed', connection, list: name })),
      });
      lists.set(name, { list, wantedAt: clock.wall() });
      return list;
    },
    byName: (): ReadonlyMap<string, List> => new Map([...lists].map(([name, { list }]) => [name, list])),
    inMemory: (request: ListName): List | undefined => lists.get(nameOfList(request))?.list,
  };
}

/** What is known of one service. */
export type ServiceMirror = ReturnType<typeof createServiceMirror>;

export function createServiceMirror(connection: string, deps: ServiceMirrorDeps) {
  const lists = createLists(connection, deps);
  const { want: listOf, inMemory } = lists;
  const looks = createLooks(connection, deps);
  const people = createPeople({ ...deps, connection, inMemory: lists.byName });
  const all = () => [...lists.byName().values(), looks];

  const seen = (audit: Audit): void => {
    const list = inMemory(allAudits);
    // A component audit is listed under its group alone.
    if (audit.audit_type !== 'component') list?.seen(audit);
    if (list?.rows.get(audit.id) === undefined) void looks.seen(audit);
  };

  const gone = (id: string): void => {
    inMemory(allAudits)?.gone(id);
    looks.gone(id);
  };
  /** A service may not know an audit yet that was just created: the poller tells when it is not there at all. */
  const isNew = (id: string): boolean =>
    (inMemory(allAudits)?.rows.get(id) as Audit | undefined)?.status === 'initializing'; // read by its schema

  return {
    list: listOf,
    /** What has changed in a list, or, where it is that of the users of no audit, in those of all. */
    changes: async (request: ListRequest, epoch: string | null, since: number): Promise<RowChanges> =>
      request.operation === 'users.list' && request.path === undefined
        ? people.changes(epoch, since)
        : listOf(request).changes(epoch, since),
    seen,
    /** The service has this audit no more. */
    gone,
    /** What a service has answered tells how an object of a list is now. */
    answered: (operation: string, input: AnyInput, reply: Reply<unknown>): void => {
      // Both have been read by the schemas of the operation.
      if (operation === 'audits.read' && reply.ok) seen(reply.value as Audit);
      const id = input.path?.audit_id ?? '';
      if (operation === 'audits.read' && !reply.ok && reply.error.code === 'missing' && !isNew(id)) gone(id);
      if (operation === 'clients.create' && reply.ok) inMemory(allClients)?.seen(clientOf(input));
    },
    readElsewhere: (request: ListName, reading: ListReading<unknown>): void =>
      void inMemory(request)?.readElsewhere(reading),
    /** An audit as it was answered last; null where it never was. */
    audit: async (id: string): Promise<CachedAudit | null> => {
      const list = listOf(allAudits);
      await Promise.all([list.restored, looks.restored]);
      const [value, alone] = [list.rows.get(id), looks.find(id)];
      const { at } = list.head();
      return value === undefined || (alone !== null && alone.at > at) ? alone : { at, value };
    },
    /** All audits, as far as they are known. It sends no request. */
    audits: async (): Promise<readonly Audit[]> => {
      const list = listOf(allAudits);
      await list.restored;
      return list.rows.entries() as readonly Audit[]; // each was read by the schema of this list
    },
    hurry: (): void => {
      for (const list of lists.byName().values()) list.hurry();
    },
    /** Has everything written that is not yet. */
    flush: (): void => {
      for (const one of all()) one.flush();
    },
    close: (): void => {
      for (const one of all()) one.close();
    },
  };
}

const Look = z.strictObject({ id: z.string(), at: z.number(), audit: Audit });

/** Audits that were answered by themselves and that no list of audits has, such as those of components. */
function createLooks(connection: string, { kept, clock }: Pick<ServiceMirrorDeps, 'kept' | 'clock'>) {
  const rows = createRows();
  const list = { connection, name: nameOfList({ operation: 'audits.read' }), row: Look };
  const head = () => ({ at: 0, total: null });
  const keeping = createKeeping(list, { rows, restored: rows.restore, head }, kept, clock);
  return {
    restored: keeping.restored,
    flush: keeping.flush,
    close: keeping.close,
    find: (id: string): CachedAudit | null => {
      const look = rows.get(id) as z.output<typeof Look> | undefined; // as `seen` has put it, or the file, which is checked
      return look === undefined ? null : { at: look.at, value: look.audit };
    },
    seen: async (audit: Audit): Promise<void> => {
      await keeping.begin();
      rows.take([{ id: audit.id, at: clock.wall(), audit }]);
      keeping.changed();
    },
    gone: (id: string): void => {
      if (rows.remove(id)) keeping.changed();
    },
  };
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
