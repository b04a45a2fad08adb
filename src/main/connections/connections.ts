import { fail, type Reply, succeed } from '../../shared/error.ts';
import type { Connection, ConnectionDraft } from '../../shared/model/connection.ts';
import type { ConnectionReport } from '../../shared/operations/connections.ts';
import type { Credentials } from '../api/session.ts';
import type { Log } from '../log.ts';
import type { LocalStore } from '../store.ts';
import { readAddress } from './address.ts';
import type { Demonstration } from './demonstration.ts';
import { openLeftovers } from './leftovers.ts';
import type { ProbeTarget } from './probe.ts';
import type { KeepingPlace, Secrets } from './secrets.ts';
import { hintOf, StoredConnection, shown } from './stored-connection.ts';

export const demonstrationId = 'demonstration';

/** The service accounts of this app: entered, tested, changed, rotated and removed. No method gives a secret to a window. */
export interface Connections {
  readonly list: () => readonly Connection[];
  readonly save: (draft: ConnectionDraft) => Promise<Reply<Connection>>;
  readonly test: (draft: ConnectionDraft) => Promise<Reply<ConnectionReport>>;
  readonly testStored: (id: string) => Promise<Reply<ConnectionReport>>;
  readonly rotate: (change: {
    readonly id: string;
    readonly secret: string;
    readonly keep: KeepingPlace;
  }) => Promise<Reply<{ readonly report: ConnectionReport; readonly connection: Connection }>>;
  readonly remove: (id: string) => Promise<Reply<null>>;
  /** Lists an account whose secret is still to be entered. */
  readonly adopt: (account: Omit<ConnectionDraft, 'id' | 'secret' | 'keep'>) => Reply<Connection>;
  /** Starts the demonstration service and lists it as a connection from now on. */
  readonly demonstrate: () => Promise<Reply<Connection>>;
  /** What a token request of a connection needs; for the main process alone. */
  readonly credentials: (id: string) => Promise<Reply<Credentials>>;
  /** Notes that the service gave a token; never throws, since no request may fail because of it. */
  readonly used: (id: string) => void;
  readonly knows: (id: string) => boolean;
}

interface ConnectionSurroundings {
  readonly store: LocalStore;
  readonly secrets: Secrets;
  readonly demonstration: Demonstration;
  readonly probe: (target: ProbeTarget) => Promise<ConnectionReport>;
  readonly log: Pick<Log, 'warn'>;
  readonly now: () => Date;
  readonly newId: () => string;
  /** Hears of every change to the list; `forgotten` names a connection whose token is no longer to be used. */
  readonly onChange: (forgotten: string | null) => void;
}

export function openConnections(surroundings: ConnectionSurroundings): Connections {
  const { store, secrets, demonstration, probe, log, now, newId, onChange } = surroundings;
  const shelf = store.shelf('connections', StoredConnection);
  const leftovers = openLeftovers(store, (account) => secrets.erase('keychain', account));

  const show = (row: StoredConnection): Connection =>
    shown(row, row.place === 'built-in' || (row.account !== '' && secrets.mayHave(row.place, row.account)));

  /** Starts the demonstration where it is not running, and lists it as it runs now: its port is another every time. */
  const startDemonstration = async (): Promise<Reply<Credentials>> => {
    const started = await demonstration.start();
    if (!started.ok) return started;
    const { baseUrl, clientId } = started.value;
    const before = shelf.read(demonstrationId);
    if (before?.baseUrl === baseUrl && before.clientId === clientId) return started;
    shelf.put(demonstrationId, {
      name: 'Demonstration',
      kind: 'demonstration',
      access: 'read-write',
      place: 'built-in',
      account: '',
      secretHint: '',
      addedAt: now().toISOString(),
      lastUsedAt: null,
      ...before,
      id: demonstrationId,
      baseUrl,
      clientId,
    });
    onChange(null);
    return started;
  };

  const readSecret = async (row: StoredConnection): Promise<Reply<string>> => {
    if (row.place === 'built-in' || row.account === '') return missingSecret; // it has none to be tried elsewhere
    const could = secrets.mayHave(row.place, row.account);
    const reply = await secrets.read(row.place, row.account);
    if (could !== secrets.mayHave(row.place, row.account)) onChange(null);
    return reply;
  };

  const tidy = (): Promise<void> => leftovers.tidy(shelf.list().map(({ account }) => account));

  /** Writes a secret under an account of its own and lets `decide` say whether it is put to use; what is in use no longer, or never was, is erased. */
  const withSecret = async <Value>(
    keep: KeepingPlace,
    secret: string,
    decide: (account: string) => Promise<Reply<Value>>,
  ): Promise<Reply<Value>> => {
    const account = newId();
    if (keep === 'keychain') leftovers.begin(account);
    try {
      const written = await secrets.write(keep, account, secret);
      return written.ok ? await decide(account) : written;
    } finally {
      leftovers.settle(account);
      await tidy();
    }
  };

  const retire = async (place: StoredConnection['place'], account: string): Promise<void> => {
    if (account === '') return; // nobody has entered one
    if (place === 'keychain') leftovers.add(account);
    if (place === 'session') await secrets.erase('session', account);
  };

  /** Puts a row with a new secret in place of the one before, in one write. */
  const putToUse = async (row: StoredConnection, before: StoredConnection | null): Promise<Connection> => {
    if (before !== null) await retire(before.place, before.account);
    shelf.put(row.id, row);
    onChange(row.id);
    return show(row);
  };

  const target = async (draft: ConnectionDraft): Promise<ProbeTarget> => {
    const row = draft.id === undefined ? null : shelf.read(draft.id);
    const { secret: entered } = draft;
    const secret = async (): Promise<Reply<string>> => {
      if (entered !== undefined) return succeed(entered);
      if (row === null || !staysAt(row, draft.baseUrl)) return missingSecret;
      return readSecret(row);
    };
    return { address: draft.baseUrl, clientId: draft.clientId, secret };
  };

  const save = async (draft: ConnectionDraft): Promise<Reply<Connection>> => {
    const reading = readAddress(draft.baseUrl);
    if (!reading.ok) return reading;
    const before = draft.id === undefined ? null : shelf.read(draft.id);
    if (draft.id !== undefined && (before === null || before.place === 'built-in'))
      return fail('not-found-here');
    const entered = {
      name: draft.name,
      baseUrl: reading.value,
      clientId: draft.clientId,
      kind: draft.kind,
      access: draft.access,
    };
    if (draft.secret === undefined) {
      // A stored secret goes to no address but the one that it was entered for.
      if (before === null || !staysAt(before, draft.baseUrl)) return missingSecret;
      const row = { ...before, ...entered };
      shelf.put(row.id, row);
      onChange(row.id);
      return succeed(show(row));
    }
    const { secret } = draft;
    return withSecret(draft.keep, secret, async (account) => {
      const row: StoredConnection = {
        id: before?.id ?? newId(),
        ...entered,
        place: draft.keep,
        account,
        secretHint: hintOf(secret),
        addedAt: before?.addedAt ?? now().toISOString(),
        lastUsedAt: before?.lastUsedAt ?? null,
      };
      return succeed(await putToUse(row, before));
    });
  };

  return {
    list: () => shelf.list().map(show),
    save,
    test: async (draft) => succeed(await probe(await target(draft))),
    testStored: async (id) => {
      const row = shelf.read(id);
      if (row === null) return fail('not-found-here');
      const { baseUrl, clientId } = row;
      if (row.place !== 'built-in')
        return succeed(await probe({ address: baseUrl, clientId, secret: () => readSecret(row) }));
      const started = await startDemonstration();
      if (!started.ok) return started;
      const { baseUrl: address, clientId: builtIn, secret } = started.value;
      return succeed(await probe({ address, clientId: builtIn, secret: async () => succeed(secret) }));
    },
    rotate: async ({ id, secret, keep }) => {
      const row = shelf.read(id);
      if (row === null || row.place === 'built-in') return fail('not-found-here');
      return withSecret(keep, secret, async (account) => {
        const { baseUrl: address, clientId } = row;
        const report = await probe({ address, clientId, secret: async () => succeed(secret) });
        const current = shelf.read(id);
        if (report.failed !== null || current === null) {
          await retire(keep, account);
          return current === null ? fail('not-found-here') : succeed({ report, connection: show(current) });
        }
        const rotated = { ...current, place: keep, account, secretHint: hintOf(secret) };
        return succeed({ report, connection: await putToUse(rotated, current) });
      });
    },
    remove: async (id) => {
      const row = shelf.read(id);
      if (row === null) return fail('not-found-here');
      if (row.place === 'built-in') {
        demonstration.stop();
      } else if (row.account !== '') {
        const erased = await secrets.erase(row.place, row.account);
        // A locked keychain can be unlocked; where there is none, its entry is erased when there is one again.
        if (!erased.ok && erased.error.code !== 'keychain-unavailable') return erased;
        if (!erased.ok) leftovers.add(row.account);
      }
      shelf.remove(id);
      onChange(id);
      await tidy();
      return succeed(null);
    },
    adopt: ({ name, baseUrl, clientId, kind, access }) => {
      const reading = readAddress(baseUrl);
      if (!reading.ok) return reading;
      const row: StoredConnection = {
        id: newId(),
        name,
        baseUrl: reading.value,
        clientId,
        kind,
        access,
        place: 'keychain',
        account: '',
        secretHint: '',
        addedAt: now().toISOString(),
        lastUsedAt: null,
      };
      shelf.put(row.id, row);
      onChange(null);
      return succeed(show(row));
    },
    demonstrate: async () => {
      const started = await startDemonstration();
      if (!started.ok) return started;
      const row = shelf.read(demonstrationId);
      return row === null ? fail('not-found-here') : succeed(show(row)); // removed in the same moment
    },
    credentials: async (id) => {
      const row = shelf.read(id);
      if (row === null) return fail('not-found-here');
      if (row.place === 'built-in') return startDemonstration();
      const secret = await readSecret(row);
      return secret.ok
        ? succeed({ baseUrl: row.baseUrl, clientId: row.clientId, secret: secret.value })
        : secret;
    },
    used: (id) => {
      const row = shelf.read(id);
      if (row === null) return;
      try {
        shelf.put(id, { ...row, lastUsedAt: now().toISOString() });
      } catch (fault) {
        return log.warn('use-not-noted', { fault });
      }
      onChange(null);
    },
    knows: (id) => shelf.read(id) !== null,
  };
}

const missingSecret = fail('no-secret', { fields: { secret: ['required'] } });

function staysAt(row: StoredConnection, address: string): boolean {
  const reading = readAddress(address);
  return reading.ok && reading.value === row.baseUrl;
}
