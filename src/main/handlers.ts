import type { InputOf } from '../shared/api.ts';
import { fail, type Reply, succeed } from '../shared/error.ts';
import type { Connection, ConnectionDraft } from '../shared/model/connection.ts';
import type { Environment, Licence, Versions } from '../shared/operations/app.ts';
import { unlessGivenUp } from './api/patience.ts';
import type { Services } from './api/services.ts';
import { type CareRooms, careHandlers } from './care-handlers.ts';
import { readAddress } from './connections/address.ts';
import type { Connections } from './connections/connections.ts';
import type { Keychain } from './connections/keychain.ts';
import type { Permission } from './connections/permission.ts';
import { belongingsOf, removeConnection } from './connections/removal.ts';
import type { LocalHandlers, OpenHandler } from './dispatch.ts';
import type { DraftBook } from './drafts.ts';
import type { KeptAnswers } from './kept-answers.ts';
import { type PlanRooms, planHandlers, unfinished } from './plan-handlers.ts';
import { type Policy, viewOf } from './policy.ts';
import type { PreferenceBook } from './preferences.ts';
import { type RecordRooms, recordHandlers } from './record-handlers.ts';
import type { TeamBook } from './teams.ts';
import { type Updates, updateHandlers } from './updates.ts';
import type { Windows } from './windows.ts';

interface Rooms extends RecordRooms, PlanRooms, CareRooms {
  readonly environment: () => Environment;
  readonly versions: Versions;
  readonly windows: Pick<Windows, 'open'>;
  /** Of everything inside, as the build has written them down. */
  readonly licences: () => readonly Licence[];
  readonly preferences: PreferenceBook;
  readonly policy: Policy;
  readonly drafts: DraftBook;
  readonly teams: TeamBook;
  readonly keychain: Pick<Keychain, 'state'>;
  readonly connections: Connections;
  readonly permission: Pick<Permission, 'allow'>;
  readonly kept: KeptAnswers;
  readonly updates: Updates;
}

/** Who answers which operation of this app. */
export function localHandlers(rooms: Rooms): LocalHandlers {
  const {
    environment,
    versions,
    preferences,
    policy,
    windows,
    drafts,
    teams,
    keychain,
    connections,
    permission,
    kept,
    services,
    engine,
  } = rooms;

  const ofKnown = <Value>(id: string, act: () => Promise<Reply<Value>>): Promise<Reply<Value>> =>
    connections.knows(id) ? act() : Promise.resolve(fail('not-found-here'));

  return {
    ...recordHandlers(rooms),
    ...planHandlers(rooms),
    ...updateHandlers(rooms.updates),
    ...careHandlers(rooms),
    'environment.read': () => succeed(environment()),
    'versions.read': () => succeed(versions),
    'window.open': (place) => succeed({ opened: windows.open(place) }),
    'licences.read': () => succeed(rooms.licences()),
    'preferences.read': () => succeed(preferences.read()),
    'preferences.change': (changes) => preferences.change(changes),
    'policy.read': () => succeed(viewOf(policy)),
    'keychain.check': async () => succeed({ state: await keychain.state() }),
    'connections.list': () => succeed(connections.list()),
    'connections.test': (draft) => connections.test(draft),
    'connections.testStored': ({ id }) => connections.testStored(id),
    'connections.save': async (draft) => {
      const known = connections.list().find(({ id }) => id === draft.id);
      if (known === undefined || !leadsElsewhere(known, draft)) return connections.save(draft);
      if (unfinished(engine.plans, known.id).length > 0) return fail('plans-unfinished');
      const saved = await connections.save(draft);
      if (saved.ok) kept.forget(known.id); // it is another firm's, or another account's
      return saved;
    },
    'connections.rotate': (change) => connections.rotate(change),
    'connections.belongings': ({ id }) => ofKnown(id, async () => succeed(belongingsOf(rooms, id))),
    'connections.remove': ({ id }) => removeConnection(rooms, id),
    'connections.reconnect': ({ id }) =>
      ofKnown(id, async () => {
        services.forget(id);
        const token = await services.of(id).session.token();
        return token.ok ? succeed(null) : token;
      }),
    'readings.stop': ({ id }) => {
      services.readings.stop(id);
      return succeed(null);
    },
    'connections.doubt': ({ id }) =>
      ofKnown(id, async () => {
        services.of(id).doubt();
        return succeed(null);
      }),
    'connections.allowWrites': ({ id }) =>
      ofKnown(id, async () => {
        permission.allow(id);
        return succeed(null);
      }),
    'kept.read': ({ connection, request }) => succeed(kept.read(connection, request)),
    'kept.newest': ({ connection }) => succeed({ at: kept.newest(connection) }),
    'demonstration.start': () => connections.demonstrate(),
    'drafts.list': ({ connection }) => succeed(drafts.list(connection)),
    'drafts.save': (draft) => succeed(drafts.save(draft)),
    'drafts.remove': ({ id }) => {
      drafts.remove(id);
      return succeed(null);
    },
    'teams.list': ({ connection }) => succeed(teams.list(connection)),
    'teams.save': (team) => succeed(teams.save(team)),
    'teams.remove': ({ id }) => {
      teams.remove(id);
      return succeed(null);
    },
    'waits.cancel': ({ connection, tier }) =>
      ofKnown(connection, async () => {
        services.of(connection).waiting.cancel(tier);
        return succeed(null);
      }),
  };
}

/** Whether what was begun at the service of a connection would go on at another one, or as somebody else. */
function leadsElsewhere({ baseUrl, clientId }: Connection, draft: ConnectionDraft): boolean {
  const reading = readAddress(draft.baseUrl);
  return reading.ok && (reading.value !== baseUrl || draft.clientId !== clientId);
}

/** Passes the operations of the service on to the connection that they name, and keeps what it answers. */
export function openHandler(
  connections: Pick<Connections, 'knows'>,
  services: Services,
  kept: Pick<KeptAnswers, 'keep' | 'drop'>,
): OpenHandler {
  return async (name, { connection, ...input }) => {
    if (!connections.knows(connection)) return fail('not-found-here');
    const service = services.of(connection);
    // The dispatcher has read the input by the schema of this very operation.
    const signal = services.readings.signal(connection);
    const reply = await unlessGivenUp(
      [signal],
      service.call(name, input as InputOf<typeof name>, { signal }),
    );
    if (reply === 'given-up') return fail('cancelled', { operation: name });
    const isCurrent = connections.knows(connection) && services.of(connection) === service;
    if (reply.ok && isCurrent) kept.keep(connection, { operation: name, ...input }, reply.value);
    if (!reply.ok && reply.error.code === 'missing') kept.drop(connection, { operation: name, ...input });
    return reply;
  };
}
