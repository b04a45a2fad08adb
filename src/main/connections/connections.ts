import type { ConnectionReport } from '../../shared/bridge.ts';
import { fail, type Reply, succeed } from '../../shared/error.ts';
import type { Connection, ConnectionDraft } from '../../shared/model/connection.ts';
import { readBaseUrl } from '../../shared/rules/base-url.ts';
import type { Credentials } from '../api/session.ts';
import type { LocalStore } from '../store.ts';
import type { Demonstration } from './demonstration.ts';
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
  /** Starts the demonstration service and lists it as a connection from now on. */
  readonly demonstrate: () => Promise<Reply<Connection>>;
  /** What a token request of a connection needs; for the main process alone. */
  readonly credentials: (id: string) => Promise<Reply<Credentials>>;
  /** Notes that the service gave a token. */
  readonly used: (id: string) => void;
  readonly knows: (id: string) => boolean;
}

interface ConnectionSurroundings {
  readonly store: LocalStore;
  readonly secrets: Secrets;
  readonly demonstration: Demonstration;
  readonly probe: (target: ProbeTarget) => Promise<ConnectionReport>;
  readonly now: () => Date;
  readonly newId: () => string;
  /** Hears of every change to the list; `forgotten` names a connection whose token is no longer to be used. */
  readonly onChange: (forgotten: string | null) => void;
}

export function openConnections(surroundings: ConnectionSurroundings): Connections {
  const { store, secrets, demonstration, probe, now, newId, onChange } = surroundings;
  const shelf = store.shelf('connections', StoredConnection);

  const show = (row: StoredConnection): Connection =>
    shown(row, row.place === 'built-in' || secrets.mayHave(row.place, row.account));

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
      place: 'built-in',
      account: '',
      leftovers: [],
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
    if (row.place === 'built-in') return missingSecret; // it has none to be tried elsewhere
    const could = secrets.mayHave(row.place, row.account);
    const reply = await secrets.read(row.place, row.account);
    if (could !== secrets.mayHave(row.place, row.account)) onChange(null);
    return reply;
  };

  /** Erases what is no longer in use; what cannot be erased now stays on record for the next time. */
  const tidy = async (row: StoredConnection): Promise<StoredConnection> => {
    const left: string[] = [];
    for (const account of row.leftovers) {
      const erased = await secrets.erase('keychain', account);
      if (!erased.ok) left.push(account);
    }
    const tidied = { ...row, leftovers: left };
    if (row.leftovers.length !== left.length) shelf.put(row.id, tidied);
    return tidied;
  };

  /** Writes a secret beside the one in use; from before the write on, the index knows of it. */
  const writeBeside = async (
    row: StoredConnection | null,
    keep: KeepingPlace,
    secret: string,
  ): Promise<Reply<string>> => {
    const account = newId();
    if (row !== null && keep === 'keychain')
      shelf.put(row.id, { ...row, leftovers: [...row.leftovers, account] });
    const written = await secrets.write(keep, account, secret);
    return written.ok ? succeed(account) : written;
  };

  /** Gives up a secret that stood beside the one in use, or did so until now. */
  const giveUp = async (row: StoredConnection, place: KeepingPlace, account: string): Promise<Connection> => {
    if (place === 'session') await secrets.erase('session', account);
    const leftovers = place === 'keychain' ? [...row.leftovers, account] : row.leftovers;
    shelf.put(row.id, { ...row, leftovers });
    return show(await tidy({ ...row, leftovers }));
  };

  /** Puts a row with a new secret in place of the old one, in one write, and then erases the old secret. */
  const switchTo = async (row: StoredConnection, before: StoredConnection | null): Promise<Connection> => {
    const old = before?.place === 'keychain' ? [before.account] : [];
    const switched = { ...row, leftovers: [...(before?.leftovers ?? []), ...old] };
    shelf.put(row.id, switched);
    onChange(row.id);
    if (before?.place === 'session') await secrets.erase('session', before.account);
    return show(await tidy(switched));
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
    const reading = readBaseUrl(draft.baseUrl);
    if (!reading.ok) return fail('invalid-address', { fields: { baseUrl: [reading.fault] } });
    if (!URL.canParse(reading.baseUrl)) return invalidAddress;
    const before = draft.id === undefined ? null : shelf.read(draft.id);
    if (draft.id !== undefined && (before === null || before.place === 'built-in'))
      return fail('not-found-here');
    const entered = {
      name: draft.name,
      baseUrl: reading.baseUrl,
      clientId: draft.clientId,
      kind: draft.kind,
    };
    if (draft.secret === undefined) {
      // A stored secret goes to no address but the one that it was entered for.
      if (before === null || !staysAt(before, draft.baseUrl)) return missingSecret;
      const row = { ...before, ...entered };
      shelf.put(row.id, row);
      onChange(row.id);
      return succeed(show(row));
    }
    const account = await writeBeside(before, draft.keep, draft.secret);
    if (!account.ok) return account;
    const row: StoredConnection = {
      id: before?.id ?? newId(),
      ...entered,
      place: draft.keep,
      account: account.value,
      leftovers: [],
      secretHint: hintOf(draft.secret),
      addedAt: before?.addedAt ?? now().toISOString(),
      lastUsedAt: before?.lastUsedAt ?? null,
    };
    return succeed(await switchTo(row, before));
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
      const account = await writeBeside(row, keep, secret);
      if (!account.ok) return account;
      const report = await probe({
        address: row.baseUrl,
        clientId: row.clientId,
        secret: async () => succeed(secret),
      });
      // `row` is from before the write; while the test ran, nothing but its last use can have changed.
      if (report.failed !== null)
        return succeed({ report, connection: await giveUp(row, keep, account.value) });
      const rotated = { ...row, place: keep, account: account.value, secretHint: hintOf(secret) };
      return succeed({ report, connection: await switchTo(rotated, row) });
    },
    remove: async (id) => {
      const row = shelf.read(id);
      if (row === null) return fail('not-found-here');
      if (row.place === 'built-in') {
        demonstration.stop();
      } else {
        const erased = await secrets.erase(row.place, row.account);
        // Without any keychain the entry cannot be reached, nor kept from being removed here; a locked one can be unlocked.
        if (!erased.ok && erased.error.code !== 'keychain-unavailable') return erased;
        await tidy(row);
      }
      shelf.remove(id);
      onChange(id);
      return succeed(null);
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
      shelf.put(id, { ...row, lastUsedAt: now().toISOString() });
      onChange(null);
    },
    knows: (id) => shelf.read(id) !== null,
  };
}

const missingSecret = fail('no-secret', { fields: { secret: ['required'] } });
const invalidAddress = fail('invalid-address', { fields: { baseUrl: ['not-an-address'] } });

function staysAt(row: StoredConnection, address: string): boolean {
  const reading = readBaseUrl(address);
  return reading.ok && reading.baseUrl === row.baseUrl;
}
