import { fail } from '../../shared/error.ts';
import { mayEnter, mayUse, type Policy } from '../policy.ts';
import { readAddress } from './address.ts';
import type { Connections } from './connections.ts';

/**
 * Connections within the policy of this machine: to an address that it does not allow, no secret is sent, with which every
 * request begins, and none is entered. All of these fail as `managed`. The app's own demonstration is always allowed.
 */
export function withinPolicy(connections: Connections, policy: Policy): Connections {
  const rowOf = (id: string | undefined) => connections.list().find((one) => one.id === id);

  const isUsable = (id: string): boolean => {
    const row = rowOf(id);
    return row === undefined || row.secret === 'built-in' || mayUse(policy, row.baseUrl);
  };

  const isEnterable = ({
    id,
    baseUrl,
  }: {
    readonly id?: string | undefined;
    readonly baseUrl: string;
  }): boolean => {
    const reading = readAddress(baseUrl);
    if (!reading.ok) return true; // what is wrong with it is told by whoever reads it
    return rowOf(id)?.baseUrl === reading.value
      ? mayUse(policy, reading.value)
      : mayEnter(policy, reading.value);
  };

  return {
    ...connections,
    save: async (draft) => (isEnterable(draft) ? connections.save(draft) : fail('managed')),
    test: async (draft) => (isEnterable(draft) ? connections.test(draft) : fail('managed')),
    adopt: (account) => (isEnterable(account) ? connections.adopt(account) : fail('managed')),
    testStored: async (id) => (isUsable(id) ? connections.testStored(id) : fail('managed')),
    rotate: async (change) => (isUsable(change.id) ? connections.rotate(change) : fail('managed')),
    credentials: async (id) => (isUsable(id) ? connections.credentials(id) : fail('managed')),
  };
}
