import { z } from 'zod';
import { fail, type Reply, succeed } from '../../shared/error.ts';
import type { Connection, ConnectionDraft } from '../../shared/model/connection.ts';
import type { ConnectionReport } from '../../shared/operations/connections.ts';
import type { Credentials, Place } from '../api/session.ts';
import { failureFacts, type Log } from '../diagnostics/log.ts';
import type { LocalStore } from '../storage/store.ts';
import { readAddress } from './address.ts';
import type { Demonstration } from './demonstration.ts';
import type { ProbeTarget } from './probe.ts';
import type { KeepingPlace, Secrets } from './secrets.ts';
import { StoredConnection, shown } from './stored-connection.ts';

export const demonstrationId = 'demonstration';

/** The service accounts of this app: entered, tested, changed, rotated and removed. No method gives a secret to a window. */
export interface Connections {
  readonly list: () => readonly Connection[];
  readonly save: (draft: ConnectionDraft) => Promise<Reply<Connection>>;
  readonly test: (draft: ConnectionDraft) => Promise<Reply<ConnectionReport>>;
  readonly testStored: (id: string) => Promise<Reply<ConnectionReport>>;
  /** What a test of a stored connection needs; for the main process alone. */
  readonly target: (id: string) => Promise<Reply<ProbeTarget>>;
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

interface ConnectionDeps {
  readonly store: LocalStore;
  readonly secrets: Secrets;
  readonly demonstration: Demonstration;
  readonly probe: (target: ProbeTarget) => Promise<ConnectionReport>;
  readonly log: Pick<Log, 'info' | 'warn'>;
  readonly now: () => Date;
  readonly newId: () => string;
  /** Hears of every change to the list; `forgotten` names a connection whose token is no longer to be used. */
  readonly onChange: (forgotten: string | null) => void;
}

export function openConnections(deps: ConnectionDeps): Connections {
  const { demonstration, log, now, newId, onChange } = deps;
  const index = openIndex(deps);
  const { rows, show } = index;
  const stored = openStoredSecrets(deps, index);
  const startDemonstration = demonstrationStart(deps, index);

  return {
    list: () => rows.list().map(show),
    save: (draft) => save(deps, index, stored, draft),
    ...testsOf(deps, index, stored, startDemonstration),
    remove: async (id) => {
      const row = rows.read(id);
      if (row === null) return fail('not-found-here');
      if (row.place === 'built-in') demonstration.stop();
      else {
        const erased = await stored.erase(row);
        if (!erased.ok) return erased;
      }
      rows.remove(id);
      log.info('connection-removed', { connection: id });
      onChange(id);
      await stored.tidy();
      return succeed(null);
    },
    adopt: ({ name, baseUrl, clientId, kind, access }) => {
      const reading = readAddress(baseUrl);
      if (!reading.ok) return reading;
      const account = { name, baseUrl: reading.value, clientId, kind, access };
      const kept = { place: 'keychain', account: '' } as const; // nobody has entered one
      const times = { addedAt: now().toISOString(), lastUsedAt: null };
      return succeed(index.put({ id: newId(), ...account, ...kept, ...times }, null));
    },
    demonstrate: async () => {
      const started = await startDemonstration();
      if (!started.ok) return started;
      const row = rows.read(demonstrationId);
      return row === null ? fail('not-found-here') : succeed(show(row)); // removed in the same moment
    },
    credentials: async (id) => {
      const row = rows.read(id);
      if (row === null) return fail('not-found-here');
      if (row.place === 'built-in') return startDemonstration();
      const secret = await stored.read(row);
      return secret.ok
        ? succeed({ baseUrl: row.baseUrl, clientId: row.clientId, secret: secret.value })
        : secret;
    },
    used: (id) => {
      const row = rows.read(id);
      const at = now();
      if (row === null || at.getTime() - Date.parse(row.lastUsedAt ?? '') < usesNotedEach) return;
      try {
        rows.put(id, { ...row, lastUsedAt: at.toISOString() });
      } catch (fault) {
        return log.warn('use-not-noted', { fault });
      }
      onChange(null);
    },
    knows: (id) => rows.read(id) !== null,
  };
}

const usesNotedEach = 60_000; // milliseconds: as precise as it is shown

type Index = ReturnType<typeof openIndex>;

function openIndex({ store, secrets, log, onChange }: ConnectionDeps) {
  const rows = store.collection('connections', StoredConnection);
  const show = (row: StoredConnection): Connection =>
    shown(row, row.place === 'built-in' || (row.account !== '' && secrets.mayHave(row.place, row.account)));
  return {
    rows,
    show,
    /** Writes down what a person has entered; `forgotten` is as in `onChange`. */
    put: (row: StoredConnection, forgotten: string | null): Connection => {
      const { id, kind, access, place, account } = row;
      rows.put(id, row);
      const kept = account === '' ? 'nowhere' : place;
      log.info('connection-saved', { connection: id, kind, access, kept });
      onChange(forgotten);
      return show(row);
    },
  };
}

type StoredSecrets = ReturnType<typeof openStoredSecrets>;

/** The secrets of connections. One that is no longer in use is erased as soon as the keychain allows. */
function openStoredSecrets({ store, secrets, newId, onChange }: ConnectionDeps, { rows, put }: Index) {
  const leftovers = openLeftovers(store, (account) => secrets.erase('keychain', account));
  const tidy = (): Promise<void> => leftovers.tidy(rows.list().map(({ account }) => account));

  const retire = async (place: StoredConnection['place'], account: string): Promise<void> => {
    if (account === '') return; // nobody has entered one
    if (place === 'keychain') leftovers.add(account);
    if (place === 'session') await secrets.erase('session', account);
  };

  return {
    tidy,
    retire,
    read: async (row: StoredConnection): Promise<Reply<string>> => {
      if (row.place === 'built-in' || row.account === '') return missingSecret; // it has none to be tried elsewhere
      const could = secrets.mayHave(row.place, row.account);
      const reply = await secrets.read(row.place, row.account, row);
      if (could !== secrets.mayHave(row.place, row.account)) onChange(null);
      return reply;
    },
    /** Writes a secret under a new account and lets `decide` say whether it is used. */
    withNew: async <Value>(
      keep: KeepingPlace,
      secret: string,
      place: Place,
      decide: (account: string) => Promise<Reply<Value>>,
    ): Promise<Reply<Value>> => {
      const account = newId();
      if (keep === 'keychain') leftovers.begin(account);
      try {
        const written = await secrets.write(keep, account, secret, place);
        return written.ok ? await decide(account) : written;
      } finally {
        leftovers.end(account);
        await tidy();
      }
    },
    /** Puts a row with a new secret in place of the one before, in one write. */
    putToUse: async (row: StoredConnection, before: StoredConnection | null): Promise<Connection> => {
      if (before !== null) await retire(before.place, before.account);
      return put(row, row.id);
    },
    /** A locked keychain refuses, since it can be unlocked; without a keychain the entry is erased when there is one again. */
    erase: async ({ place, account }: StoredConnection): Promise<Reply<null>> => {
      if (place === 'built-in' || account === '') return succeed(null);
      const erased = await secrets.erase(place, account);
      if (erased.ok || erased.error.code !== 'keychain-unavailable') return erased;
      leftovers.add(account);
      return succeed(null);
    },
  };
}

/** Starts the demonstration if it is not running, and lists it with its port, which is a new one every time. */
function demonstrationStart(
  { demonstration, now, onChange }: ConnectionDeps,
  { rows }: Index,
): () => Promise<Reply<Credentials>> {
  return async () => {
    const started = await demonstration.start();
    if (!started.ok) return started;
    const { baseUrl, clientId } = started.value;
    const before = rows.read(demonstrationId);
    if (before?.baseUrl === baseUrl && before.clientId === clientId) return started;
    rows.put(demonstrationId, {
      name: 'Demonstration',
      kind: 'demonstration',
      access: 'read-write',
      place: 'built-in',
      account: '',
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
}

async function save(
  { now, newId }: ConnectionDeps,
  { rows, put }: Index,
  stored: StoredSecrets,
  draft: ConnectionDraft,
): Promise<Reply<Connection>> {
  const reading = readAddress(draft.baseUrl);
  if (!reading.ok) return reading;
  const before = draft.id === undefined ? null : rows.read(draft.id);
  if (draft.id !== undefined && (before === null || before.place === 'built-in'))
    return fail('not-found-here');
  const { name, clientId, kind, access, keep, secret } = draft;
  const entered = { name, baseUrl: reading.value, clientId, kind, access };
  if (secret === undefined) {
    // A stored secret goes only to the address, and with the client id, that it was entered for.
    if (before === null || !staysAt(before, draft)) return missingSecret;
    return succeed(put({ ...before, ...entered }, before.id));
  }
  return stored.withNew(keep, secret, entered, async (account) => {
    const row: StoredConnection = {
      id: before?.id ?? newId(),
      ...entered,
      place: keep,
      account,
      addedAt: before?.addedAt ?? now().toISOString(),
      lastUsedAt: before?.lastUsedAt ?? null,
    };
    return succeed(await stored.putToUse(row, before));
  });
}

/** What is tested, layer by layer: what was entered, what is stored, and a new secret before it is put to use. */
function testsOf(
  { probe, log }: ConnectionDeps,
  { rows, show }: Index,
  stored: StoredSecrets,
  startDemonstration: () => Promise<Reply<Credentials>>,
): Pick<Connections, 'test' | 'testStored' | 'target' | 'rotate'> {
  const probed = async (id: string | null, target: ProbeTarget): Promise<ConnectionReport> => {
    const report = await probe(target);
    const { layer: failed = null, error = null } = report.failed ?? {};
    log.info('connection-tested', { connection: id, failed, ...failureFacts(error) });
    return report;
  };
  const given = (secret: string) => async (): Promise<Reply<string>> => succeed(secret);

  const target = async (id: string): Promise<Reply<ProbeTarget>> => {
    const row = rows.read(id);
    if (row === null) return fail('not-found-here');
    const { baseUrl, clientId } = row;
    if (row.place !== 'built-in')
      return succeed({ address: baseUrl, clientId, secret: () => stored.read(row) });
    const started = await startDemonstration();
    if (!started.ok) return started;
    const { baseUrl: address, clientId: builtIn, secret } = started.value;
    return succeed({ address, clientId: builtIn, secret: given(secret) });
  };

  return {
    test: async (draft) => {
      const { id = null, baseUrl: address, clientId, secret: entered } = draft;
      const row = id === null ? null : rows.read(id);
      const secret = async (): Promise<Reply<string>> => {
        if (entered !== undefined) return succeed(entered);
        return row === null || !staysAt(row, draft) ? missingSecret : stored.read(row);
      };
      return succeed(await probed(id, { address, clientId, secret }));
    },
    target,
    testStored: async (id) => {
      const found = await target(id);
      return found.ok ? succeed(await probed(id, found.value)) : found;
    },
    rotate: async ({ id, secret, keep }) => {
      const row = rows.read(id);
      if (row === null || row.place === 'built-in') return fail('not-found-here');
      return stored.withNew(keep, secret, row, async (account) => {
        const { baseUrl: address, clientId } = row;
        const report = await probed(id, { address, clientId, secret: given(secret) });
        const current = rows.read(id);
        if (report.failed !== null || current === null) {
          await stored.retire(keep, account);
          return current === null ? fail('not-found-here') : succeed({ report, connection: show(current) });
        }
        const rotated = { ...current, place: keep, account };
        return succeed({ report, connection: await stored.putToUse(rotated, current) });
      });
    },
  };
}

const missingSecret = fail('no-secret', { fields: { secret: ['required'] } });

function staysAt(row: StoredConnection, { baseUrl, clientId }: Place): boolean {
  const reading = readAddress(baseUrl);
  return reading.ok && reading.value === row.baseUrl && clientId === row.clientId;
}

/**
 * Accounts of the keychain that are to be erased. Each is recorded before it is written, until the keychain confirms that it is gone: so no
 * crash and no locked keychain leaves an unknown secret.
 */
function openLeftovers(store: LocalStore, erase: (account: string) => Promise<Reply<null>>) {
  const collection = store.collection('leftovers', z.string());
  const underWay = new Set<string>();
  const add = (account: string): void => collection.put(account, account);

  return {
    /** Records an account before it is written; `tidy` leaves it alone until `end`. */
    begin: (account: string): void => {
      underWay.add(account);
      add(account);
    },
    /** The account is written, and it is decided whether it is used. */
    end: (account: string): void => {
      underWay.delete(account);
    },
    add,
    /** Erases what is recorded and not in use; tries again later where that fails. */
    tidy: async (inUse: readonly string[]): Promise<void> => {
      for (const account of collection.list()) {
        if (underWay.has(account)) continue;
        if (!inUse.includes(account) && !(await erase(account)).ok) return; // as would the others
        collection.remove(account);
      }
    },
  };
}

/** Connections of which one may have a secret that is given for this run, and kept nowhere. `onSecret` hears it first. */
export function withGiven(
  connections: Connections,
  given: (connection: Connection) => string | null = () => null,
  onSecret: (secret: string) => void = () => {},
): Connections {
  return {
    ...connections,
    credentials: async (id) => {
      const row = connections.list().find((one) => one.id === id);
      const secret = row === undefined ? null : given(row);
      if (row === undefined || secret === null) return connections.credentials(id);
      onSecret(secret);
      return succeed({ baseUrl: row.baseUrl, clientId: row.clientId, secret });
    },
  };
}
