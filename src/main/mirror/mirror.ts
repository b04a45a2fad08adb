import type { ListOperation } from '../../shared/api.ts';
import type { BridgeEvent } from '../../shared/bridge.ts';
import { fail, type Reply, succeed } from '../../shared/error.ts';
import type { Audit } from '../../shared/model/audit.ts';
import type { ListRequest } from '../../shared/operations/mirror.ts';
import { nameOfList } from '../../shared/rules/service/list-reading.ts';
import type { ListReading } from '../api/list-reader.ts';
import type { AnyInput } from '../api/request.ts';
import type { LocalHandlers } from '../bridge/dispatch.ts';
import type { Connections } from '../connections/connections.ts';
import type { List } from './list.ts';
import { createServiceMirror, type ServiceMirror, type ServiceMirrorDeps } from './service-mirror.ts';

interface MirrorDeps extends Omit<ServiceMirrorDeps, 'isShown'> {
  readonly connections: Pick<Connections, 'knows'>;
}

/** What is known of the lists of each service: read once for all windows, told as it changes, and in the offline copy. */
export type Mirror = ReturnType<typeof createMirror>;

export function createMirror({ connections, ...deps }: MirrorDeps) {
  const { kept } = deps;
  const services = new Map<string, ServiceMirror>(); // by their connections
  const shown = createShown(() => {
    for (const known of services.values()) known.hurry();
  });
  const known = (connection: string): ServiceMirror => {
    const before = services.get(connection);
    if (before !== undefined) return before;
    const isShown = (list: string) => shown.has(inWindow(connection, list));
    const made = createServiceMirror(connection, { ...deps, isShown });
    services.set(connection, made);
    return made;
  };
  const knows = <Found>(connection: string, find: (of: ServiceMirror) => Found): Found | Reply<never> =>
    connections.knows(connection) ? find(known(connection)) : fail('not-found-here');

  const handlers = {
    'mirror.read': async ({ connection, list, freshFor, waits }) =>
      knows(connection, (of) => of.list(list).read(freshFor, waits)),
    'mirror.rows': async ({ connection, list, epoch, since }) =>
      knows(connection, async (of) => succeed(await of.changes(list, epoch, since))),
    'mirror.audit': async ({ connection, id }) =>
      knows(connection, async (of) => succeed(await of.audit(id))),
    'mirror.newest': async ({ connection }) => {
      services.get(connection)?.flush();
      return succeed({ at: await kept.newest(connection) });
    },
    'mirror.show': ({ lists: now }, from, gone) => {
      const names = now.map(({ connection, list }) => inWindow(connection, nameOfList(list)));
      shown.show(new Set(names), from, gone);
      return succeed(null);
    },
  } satisfies Partial<LocalHandlers>;

  return {
    handlers,
    /** A list of a service, for what main concludes from it. */
    list: (connection: string, request: ListRequest): List => known(connection).list(request),
    /** How a call of a service ended. */
    answered: (connection: string, operation: string, input: AnyInput, reply: Reply<unknown>): void => {
      if (connections.knows(connection)) known(connection).answered(operation, input, reply);
    },
    /** The audits of a connection, as far as they are known. It sends no request. */
    audits: async (connection: string): Promise<readonly Audit[]> =>
      connections.knows(connection) ? known(connection).audits() : [],
    /** A list was read to its end for somebody else. */
    readElsewhere: (
      connection: string,
      operation: ListOperation,
      { path, query }: AnyInput,
      reading: ListReading<unknown>,
    ): void => services.get(connection)?.readElsewhere({ operation, path, query }, reading),
    /** The poller tells how an audit is; null when it is gone. */
    heard: (event: BridgeEvent): void => {
      if (event.type !== 'audit-seen') return;
      const { connection, id, audit } = event;
      if (audit === null) services.get(connection)?.gone(id);
      else services.get(connection)?.seen(audit);
    },
    /** Leaves nothing of a connection, also in the offline copy. */
    forget: async (connection: string): Promise<void> => {
      services.get(connection)?.close();
      services.delete(connection);
      await kept.forget(connection);
    },
    /** Has everything written that is not yet; settles when it is, for which the keychain may have to be opened. */
    written: async (): Promise<void> => {
      for (const of of services.values()) of.flush();
      await kept.written();
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
