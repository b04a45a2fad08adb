import { fail, succeed } from '../../shared/error.ts';
import type { Connection, ConnectionDraft } from '../../shared/model/connection.ts';
import type { Log } from '../diagnostics/log.ts';
import { isProduction, mayEnter, mayUse, offerFor, type Policy } from '../policy/policy.ts';
import { readAddress } from './address.ts';
import type { Connections } from './connections.ts';
import { isLessGuarded } from './consent.ts';

/**
 * Connections within the policy of this machine. No secret is sent to, or entered for, an address that it does not allow; this fails as
 * `managed`. What it makes read-only or production is so. The demonstration is always allowed.
 */
export function withinPolicy(connections: Connections, policy: Policy): Connections {
  const rowOf = (id: string | undefined) => connections.list().find((one) => one.id === id);
  const { isUsable, isFixed, mayKeep, mayBe, isEnterable, maySave } = judgeBy(policy, rowOf);

  /** What the policy decides is not stored as the person's choice, which holds again without the policy. */
  const own = (draft: ConnectionDraft): ConnectionDraft => {
    const row = rowOf(draft.id);
    if (row === undefined) return draft;
    const { name, kind, access } = row;
    if (isFixed(row)) return { ...draft, name, kind, access };
    return {
      ...draft,
      access: policy.readOnly ? row.access : draft.access,
      kind: isProduction(policy, row.baseUrl) ? row.kind : draft.kind,
    };
  };

  return {
    ...connections,
    list: () => connections.list().map((row) => within(policy, row)),
    save: async (draft) => {
      const saved = maySave(draft) ? await connections.save(own(draft)) : managed;
      return saved.ok ? succeed(within(policy, saved.value)) : saved;
    },
    test: async (draft) => (isEnterable(draft) ? connections.test(draft) : managed),
    adopt: (account) => (isEnterable(account) && mayBe(account) ? connections.adopt(account) : managed),
    remove: async (id) => {
      const row = rowOf(id);
      return row !== undefined && isFixed(row) ? managed : connections.remove(id);
    },
    testStored: async (id) => (isUsable(id) ? connections.testStored(id) : managed),
    target: async (id) => (isUsable(id) ? connections.target(id) : managed),
    rotate: async (change) => {
      const row = rowOf(change.id);
      const may = mayKeep(change.keep) && (row === undefined || mayUse(policy, row.baseUrl));
      return may ? connections.rotate(change) : managed;
    },
    credentials: async (id) => (isUsable(id) ? connections.credentials(id) : managed),
  };
}

const managed = fail('managed');

/** Lists the accounts of the policy that are not here yet; each asks for its secret. */
export function addOffered(
  { list, adopt }: Pick<Connections, 'list' | 'adopt'>,
  policy: Policy,
  log: Pick<Log, 'warn'>,
): void {
  const here = list();
  for (const offer of policy.connections) {
    if (here.some((row) => offerFor(policy, row) === offer)) continue;
    try {
      adopt(offer);
    } catch (fault) {
      log.warn('connection-not-added', { fault }); // no room on the disk: the app starts all the same
    }
  }
}

/** Whether the policy itself says where a secret goes, and under which guard. */
export function vouchedBy(policy: Policy): (draft: Vouched) => boolean {
  return (draft) => {
    const offer = offerFor(policy, draft);
    return offer !== undefined && (offer.isFixed || !isLessGuarded(offer, draft));
  };
}

type Vouched = Pick<Connection, 'baseUrl' | 'clientId' | 'kind' | 'access'>;

function within(policy: Policy, row: Connection): Connection {
  if (row.secret === 'built-in') return row;
  const offer = offerFor(policy, row);
  const { name, kind, access } = offer?.isFixed === true ? offer : row;
  return {
    ...row,
    ...(offer === undefined ? {} : { policy: offer.isFixed ? 'fixed' : 'offered' }),
    name,
    kind: isProduction(policy, row.baseUrl) ? 'production' : kind,
    access: policy.readOnly ? 'read-only' : access,
    secret: row.secret === 'keychain' && policy.secrets === 'session' ? 'missing' : row.secret,
  };
}

type Entered = Pick<ConnectionDraft, 'id' | 'baseUrl'>;

function judgeBy(policy: Policy, rowOf: (id: string | undefined) => Connection | undefined) {
  const isUsable = (id: string): boolean => {
    const row = rowOf(id);
    if (row === undefined || row.secret === 'built-in') return true;
    return mayUse(policy, row.baseUrl) && (row.secret !== 'keychain' || policy.secrets !== 'session');
  };

  const isFixed = (row: Connection): boolean => offerFor(policy, row)?.isFixed === true;

  /** Whether a draft leaves what the policy has fixed as it is; a secret may come with it. */
  const isLeft = (draft: ConnectionDraft): boolean => {
    const row = rowOf(draft.id);
    if (row === undefined || !isFixed(row)) return true;
    const { name, baseUrl, clientId, kind, access } = within(policy, row);
    const entered = readAddress(draft.baseUrl);
    const isThere = entered.ok && entered.value === baseUrl && draft.clientId === clientId;
    return isThere && draft.name === name && draft.kind === kind && draft.access === access;
  };

  const mayKeep = (keep: ConnectionDraft['keep']): boolean =>
    keep === 'session' || policy.secrets === 'keychain';

  /** Whether a connection may have this kind and access. A broken policy lets nobody loosen a guard. */
  const mayBe = ({ id, baseUrl, kind, access }: Entered & Pick<ConnectionDraft, 'kind' | 'access'>) => {
    const reading = readAddress(baseUrl);
    const row = rowOf(id);
    if (policy.state === 'broken' && row !== undefined && isLessGuarded(row, { kind, access })) return false;
    return !(reading.ok && isProduction(policy, reading.value) && kind !== 'production');
  };

  const isEnterable = ({ id, baseUrl }: Entered): boolean => {
    const reading = readAddress(baseUrl);
    if (!reading.ok) return true; // what is wrong with it is told by whoever reads it
    return rowOf(id)?.baseUrl === reading.value
      ? mayUse(policy, reading.value)
      : mayEnter(policy, reading.value);
  };

  const maySave = (draft: ConnectionDraft): boolean =>
    isLeft(draft) &&
    isEnterable(draft) &&
    mayBe(draft) &&
    (draft.secret === undefined || mayKeep(draft.keep));

  return { isUsable, isFixed, mayKeep, mayBe, isEnterable, maySave };
}
