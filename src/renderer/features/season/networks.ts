import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Audit } from '../../../shared/model/audit.ts';
import type { Group } from '../../../shared/rules/plans/season-groups.ts';
import {
  type NetworkSize,
  networkAround,
  sizeOfNetwork,
} from '../../../shared/rules/roll-forward/network.ts';
import { isGroup } from '../../../shared/rules/service/known-network.ts';
import { follow } from '../../data/collection.ts';
import { useCollections } from '../../data/collections.ts';
import { componentsOptions } from '../../data/components.ts';
import { groupsBelow } from './season-rows.ts';

/** The components of groups, and of the groups that are coupled to these, tier by tier. `known`: as main knows them, without a request. */
export function useNetworks(
  connection: string,
  tops: readonly { readonly audit: Audit }[],
  audits: readonly Audit[],
  age: 'anew' | 'any' | 'known',
) {
  const client = useQueryClient();
  const [below, setBelow] = useState<readonly string[]>([]);
  const ids = [...new Set([...tops.map(({ audit }) => audit.id), ...below])];
  const options = age === 'known' ? ({ age: 'any', wanted: none } as const) : { age };
  const components = useCollections(connection, componentsOptions, ids, options);
  const followed = age === 'known' ? ids.join('\n') : '';
  useEffect(() => {
    let isLeft = false;
    const followAll = async (): Promise<void> => {
      for (const id of followed === '' ? none : followed.split('\n')) {
        if (isLeft) return;
        const { of, queryKey } = componentsOptions(connection, id);
        if (client.getQueryData(queryKey) === undefined) await follow(client, of).catch(() => undefined);
      }
    };
    void followAll();
    return () => {
      isLeft = true;
    };
  }, [client, connection, followed]);
  const found = groupsBelow(ids, audits, components.lists);
  if (found.length > 0) setBelow([...below, ...found]); // their components are read as well
  return { ...components, groups: ids.length };
}

const none: readonly string[] = [];
const mostRead = 200; // groups, a request each, until a person asks for more

/**
 * How large the networks of groups are that are there, as far as they were read: the first of them, those that a person asks for (`read`, by their
 * audits), and whatever main knows.
 */
export function useSizes(connection: string, groups: readonly Group[], audits: readonly Audit[]) {
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set());
  const tops = groups.flatMap(({ state, entry, audit }) =>
    state === 'created' && entry !== null && audit !== null ? [{ audit }] : [],
  );
  const isRead = ({ audit }: { readonly audit: Audit }, place: number) =>
    place < mostRead || asked.has(audit.id);
  const wanted = tops.filter(isRead);
  const others = tops.filter((top, place) => !isRead(top, place));
  const { lists: read, resume } = useNetworks(connection, wanted, audits, 'any');
  const { lists: seen } = useNetworks(connection, others, audits, 'known');
  const lists = new Map([...seen, ...read]);
  const ids = tops.map(({ audit }) => audit.id).join('\n');
  const byClient = Map.groupBy(audits, ({ client_organisation_id: client }) => client);
  const topIds = new Set(ids.split('\n'));
  const sizes: ReadonlyMap<string, NetworkSize> = new Map(
    audits.flatMap((audit) => {
      if (!topIds.has(audit.id) || !lists.has(audit.id)) return [];
      const ofClient = byClient.get(audit.client_organisation_id) ?? [];
      const network = networkAround({ audits: ofClient, componentsOf: lists }, audit);
      const isWhole = network.audits.every((one) => !isGroup(one) || lists.has(one.id));
      return isWhole ? [[audit.id, sizeOfNetwork(network)] as const] : [];
    }),
  );
  return {
    sizes,
    read: (more: readonly string[]): void => {
      setAsked(asked.union(new Set(more)));
      resume();
    },
  };
}
