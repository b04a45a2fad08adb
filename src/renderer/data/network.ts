import { useEffect, useEffectEvent, useMemo } from 'react';
import { type NetworkGraph, networkGraph } from '../../shared/rules/network-graph.ts';
import { useFollowing } from './audits.ts';
import { type GroupReading, useGroupReading } from './group-reading.ts';
import { lookEvery } from './looking.ts';

const mostLookedAt = 20; // groups, a request each: a larger network is read anew when somebody asks for it

/** The audit networks of a client, as far as they were read; a small one is looked at once a minute for as long as somebody does. */
export function useNetwork(
  connection: string,
  client: string,
): { readonly graph: NetworkGraph; readonly reading: GroupReading } {
  const reading = useGroupReading(connection, { isWanted: true, client });
  const { audits, componentsOf, isWhole, groups, readAgain } = reading;
  const graph = useMemo(
    () => networkGraph({ audits: audits.entries, componentsOf }, client),
    [audits.entries, componentsOf, client],
  );
  const shown = useMemo(
    () => [...graph.places.values()].flatMap(({ item }) => (item.kind === 'audit' ? [item.audit] : [])),
    [graph],
  );
  useFollowing(connection, shown);
  // The list of all audits is of a tier that others need: a long one is not read for this.
  const isSmall = isWhole && groups <= mostLookedAt && audits.entries.length <= 2 * 100;
  const lookAgain = useEffectEvent(() => {
    if (document.visibilityState === 'visible' && !reading.isPaused) readAgain();
  });
  useEffect(() => {
    if (!isSmall) return undefined;
    const timer = setInterval(() => lookAgain(), lookEvery);
    return () => clearInterval(timer);
  }, [isSmall]);
  return { graph, reading };
}
