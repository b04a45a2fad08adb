import { fail, succeed } from '../../shared/error.ts';
import type { Connection, ConnectionDraft } from '../../shared/model/connection.ts';
import { isProduction, mayEnter, mayUse, type Policy } from '../policy/policy.ts';
import { readAddress } from './address.ts';
import type { Connections } from './connections.ts';
import { isLessGuarded } from './consent.ts';

/**
 * Connections within the policy of this machine. No secret is sent to, or entered for, an address that it does not allow; this fails as
 * `managed`. What it makes read-only or production is so. The demonstration is always allowed.
 */
export function withinPolicy(connections: Connections, policy: Policy): Connections {
  const rowOf = (id: string | undefined) => connections.list().find((one) => one.id === id);
  const { isUsable, mayKeep, mayBe, isEnterable, maySave } = judgeBy(policy, rowOf);

  /** What the policy decides is not stored as the person's choice, which holds again without the policy. */
  const own = (draft: ConnectionDraft): ConnectionDraft => {
    const row = rowOf(draft.id);
    if (row === undefined) return draft;
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

function within(policy: Policy, row: Connection): Connection {
  if (row.secret === 'built-in') return row;
  return {
    ...row,
    kind: isProduction(policy, row.baseUrl) ? 'production' : row.kind,
    access: policy.readOnly ? 'read-only' : row.access,
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
    isEnterable(draft) && mayBe(draft) && (draft.secret === undefined || mayKeep(draft.keep));

  return { isUsable, mayKeep, mayBe, isEnterable, maySave };
}
