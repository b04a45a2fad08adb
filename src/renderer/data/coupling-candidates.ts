import { useCallback, useMemo, useState } from 'react';
import type { CouplingNetwork } from '../../shared/rules/coupling.ts';
import { canBeId, isLikelyId } from '../../shared/rules/deep-link.ts';
import { type KnownNetwork, knownAncestors, knownNetwork } from '../../shared/rules/known-network.ts';
import { legalEntitiesOptions } from './clients.ts';
import { useCollections } from './collections.ts';
import { type GroupReading, useGroupReading } from './group-reading.ts';

/** What a new audit may be coupled to, as far as it was read, and what the rules need to judge a selection of it. */
export interface CouplingCandidates extends GroupReading {
  readonly network: KnownNetwork & CouplingNetwork;
  /** Says what is searched for: where it may be the id of a group or of a component, that is asked for before its turn. */
  readonly seek: (text: string) => void;
}

/**
 * The component audits of all group audits, read group by group while somebody wants them; lists that were read lately, here
 * or on another screen, are not asked for again. The legal entities are read of those clients only whose components are
 * `selected`: where several are, the tree decides which one initialises.
 */
export function useCouplingCandidates(
  connection: string,
  { isWanted, selected }: { readonly isWanted: boolean; readonly selected: readonly string[] },
): CouplingCandidates {
  const [typed, seek] = useState('');
  const [unread, setUnread] = useState<readonly string[]>([]); // of those that are selected by their id
  const sought = [...[typed.trim()].filter(isLikelyId), ...unread];
  const reading = useGroupReading(connection, { isWanted, clients: null, sought: isWanted ? sought : [] });
  const { audits, componentsOf, missing, resume, readAgain } = reading;
  const known = useMemo(
    () => knownNetwork({ audits: audits.entries, isWhole: audits.isWhole, componentsOf, missing }),
    [audits.entries, audits.isWhole, componentsOf, missing],
  );
  const next = [...new Set(selected)].filter((id) => canBeId(id) && known.component(id) === null);
  if (next.join('\n') !== unread.join('\n')) setUnread(next);
  const clients = useMemo(() => {
    const ids = selected.flatMap((id) => known.candidate(id)?.group.client_organisation_id ?? []);
    return selected.length > 1 ? [...new Set(ids)] : [];
  }, [known, selected]);
  const trees = useCollections(connection, legalEntitiesOptions, clients, { age: 'fresh' });

  const { resume: resumeTrees, readAgain: readTrees } = trees;
  const network = useMemo(() => ({ ...known, ancestors: knownAncestors(trees.lists) }), [known, trees.lists]);
  return {
    ...reading,
    network,
    seek,
    isReading: reading.isReading || trees.isReading,
    error: reading.error ?? trees.error,
    resume: useCallback(() => {
      resume();
      resumeTrees();
    }, [resumeTrees, resume]),
    readAgain: useCallback(() => {
      readAgain();
      readTrees();
    }, [readTrees, readAgain]),
  };
}
