import { useState } from 'react';
import type { CouplingNetwork } from '../../shared/rules/service/coupling.ts';
import { type KnownNetwork, knownAncestors, knownNetwork } from '../../shared/rules/service/known-network.ts';
import { canBeId, isLikelyId } from '../../shared/rules/texts/deep-link.ts';
import { legalEntitiesOptions } from './clients.ts';
import { useCollections } from './collections.ts';
import { type GroupReading, useGroupReading } from './group-reading.ts';

/** What a new audit may be coupled to, as far as it was read, and what the rules need to judge a selection of it. */
export interface CouplingCandidates extends GroupReading {
  readonly network: KnownNetwork & CouplingNetwork;
  /** Says what is searched for: where it may be the id of a group or of a component, that is asked for before its turn. */
  readonly seek: (text: string) => void;
  /** Reads the groups of the other clients as well. */
  readonly readOthers: () => void;
}

interface Wanted {
  readonly isWanted: boolean;
  readonly selected: readonly string[];
  /** The client whose audit is coupled; empty where that is not decided. */
  readonly client?: string;
}

/**
 * The component audits of group audits, read group by group while somebody wants them; lists that were read lately, here or on another screen,
 * are not asked for again. A network is of one client (specification, "Coupling rules"), so once a client is known, by itself or by what is
 * `selected`, only its groups are read, until a person asks for the others. The legal entities are read where several components are selected: the
 * tree decides which one initialises.
 */
export function useCouplingCandidates(
  connection: string,
  { isWanted, selected, client = '' }: Wanted,
): CouplingCandidates {
  const [typed, seek] = useState('');
  const [sought, setSought] = useState(nothing);
  const [clients, setClients] = useState(nothing);
  const [isOfAll, setOfAll] = useState(false);
  const [isUnderWay, setUnderWay] = useState(false); // what is sought may be in the groups that are being read
  // Whoever couples without having decided anything chooses from all, until a client is known by what is chosen.
  const isPart = isWanted && !isOfAll && (client !== '' || selected.length > 0 || clients.length > 0);
  const reading = useGroupReading(connection, {
    isWanted,
    clients: isPart ? clients : null,
    sought: isWanted && !isUnderWay ? sought : nothing,
  });
  const { audits, componentsOf, missing, resume, readAgain } = reading;
  const isBeingRead = isPart && clients.length > 0 && audits.complete !== null && reading.complete === null;
  if (isUnderWay !== isBeingRead) setUnderWay(isBeingRead);
  const malformed = selected.filter((id) => !canBeId(id)).join('\n');
  const isEverything = audits.complete !== null && !isPart;
  const known = knownNetwork({
    audits: audits.entries,
    isWhole: isEverything,
    componentsOf,
    missing: malformed === '' ? missing : new Set([...missing, ...malformed.split('\n')]),
  });
  const isUnknown = (id: string) => known.component(id) === null;
  const unknown = [...new Set(selected)].filter(isUnknown);
  const asked = [...unknown, ...[typed.trim()].filter((id) => isLikelyId(id) && isUnknown(id))];
  if (!isSame(asked, sought)) setSought(asked);
  const owners = [
    ...new Set(selected.flatMap((id) => known.candidate(id)?.group.client_organisation_id ?? [])),
  ];
  const found = [...new Set([...clients, ...(client === '' ? [] : [client]), ...owners])];
  if (isPart && !isSame(found, clients)) setClients(found);
  const ofTrees = selected.length > 1 ? owners : nothing;
  const trees = useCollections(connection, legalEntitiesOptions, ofTrees, { age: 'fresh' });
  const { resume: resumeTrees, readAgain: readTrees } = trees;
  const network = { ...known, ancestors: knownAncestors(trees.lists) };
  return {
    ...reading,
    network,
    complete: unknown.length === 0 ? reading.complete : null,
    seek,
    readOthers: () => setOfAll(true),
    isReading: reading.isReading || trees.isReading,
    error: reading.error ?? trees.error,
    resume: () => {
      resume();
      resumeTrees();
    },
    readAgain: () => {
      readAgain();
      readTrees();
    },
  };
}

const nothing: readonly string[] = [];

function isSame(ids: readonly string[], before: readonly string[]): boolean {
  return ids.join('\n') === before.join('\n');
}
