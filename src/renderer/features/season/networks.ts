import { useState } from 'react';
import type { Audit } from '../../../shared/model/audit.ts';
import type { Group } from '../../../shared/rules/plans/season-groups.ts';
import {
  type NetworkSize,
  networkAround,
  sizeOfNetwork,
} from '../../../shared/rules/roll-forward/network.ts';
import { isGroup } from '../../../shared/rules/service/known-network.ts';
import { useCollections } from '../../data/collections.ts';
import { componentsOptions } from '../../data/components.ts';
import { groupsBelow } from './season-rows.ts';

/** The components of groups, and of the groups that are coupled to these, tier by tier. */
export function useNetworks(
  connection: string,
  tops: readonly { readonly audit: Audit }[],
  audits: readonly Audit[],
  age: 'anew' | 'any',
) {
  const [below, setBelow] = useState<readonly string[]>([]);
  const ids = [...new Set([...tops.map(({ audit }) => audit.id), ...below])];
  const components = useCollections(connection, componentsOptions, ids, { age });
  const found = groupsBelow(ids, audits, components.lists);
  if (found.length > 0) setBelow([...below, ...found]); // their components are read as well
  return { ...components, groups: ids.length };
}

const mostRead = 200; // groups, a request each

/** How large the networks of groups are that are there, as far as they were read. */
export function useSizes(
  connection: string,
  groups: readonly Group[],
  audits: readonly Audit[],
): ReadonlyMap<string, NetworkSize> {
  const tops = groups
    .flatMap(({ state, entry, audit }) =>
      state === 'created' && entry !== null && audit !== null ? [{ audit }] : [],
    )
    .slice(0, mostRead);
  const { lists } = useNetworks(connection, tops, audits, 'any');
  const ids = tops.map(({ audit }) => audit.id).join('\n');
  const byClient = Map.groupBy(audits, ({ client_organisation_id: client }) => client);
  const wanted = new Set(ids.split('\n'));
  return new Map(
    audits.flatMap((audit) => {
      if (!wanted.has(audit.id)) return [];
      const ofClient = byClient.get(audit.client_organisation_id) ?? [];
      const network = networkAround({ audits: ofClient, componentsOf: lists }, audit);
      const isRead = network.audits.every((one) => !isGroup(one) || lists.has(one.id));
      return isRead ? [[audit.id, sizeOfNetwork(network)] as const] : [];
    }),
  );
}
