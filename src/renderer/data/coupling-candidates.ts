import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { AppError } from '../../shared/error.ts';
import type { Audit } from '../../shared/model/audit.ts';
import type { LegalEntity } from '../../shared/model/client-organisation.ts';
import type { ComponentAudit } from '../../shared/model/component-audit.ts';
import type { CouplingNetwork } from '../../shared/rules/coupling.ts';
import {
  isGroup,
  type KnownNetwork,
  knownAncestors,
  knownNetwork,
} from '../../shared/rules/known-network.ts';
import { useAudits } from './audits.ts';
import { legalEntitiesOptions } from './clients.ts';
import { componentsOptions } from './components.ts';
import { createKeyedReader } from './keyed-lists.ts';
import { entriesOf, isWholeList, type WholeList, type wholeListOptions } from './whole-list.ts';

/** What a new audit may be coupled to, as far as it was read, and what the rules need to judge a selection of it. */
export interface CouplingCandidates {
  readonly network: KnownNetwork & CouplingNetwork;
  readonly audits: WholeList<Audit>;
  readonly groupsRead: number;
  readonly groups: number;
  readonly isWhole: boolean;
  readonly isReading: boolean;
  readonly isPaused: boolean;
  readonly error: AppError | null;
  readonly pause: () => void;
  readonly resume: () => void;
  /** Reads audits, components and legal entities anew. */
  readonly readAgain: () => void;
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
  const client = useQueryClient();
  const audits = useAudits(connection);
  const [components] = useState(() =>
    createKeyedReader<ComponentAudit>(
      (group) => wholeList(client, componentsOptions(connection, group)),
      soon,
    ),
  );
  const [entities] = useState(() =>
    createKeyedReader<LegalEntity>((id) => wholeList(client, legalEntitiesOptions(connection, id)), soon),
  );
  const { lists, isReading, isPaused, error } = useStore(components.state);
  const trees = useStore(entities.state);

  const groups = useMemo(() => audits.entries.filter(isGroup), [audits.entries]);
  useEffect(() => {
    components.want(isWanted ? groups.map(({ id }) => id) : []);
    return () => components.want([]);
  }, [components, groups, isWanted]);

  const known = useMemo(
    () => knownNetwork({ audits: audits.entries, isWhole: audits.isWhole, componentsOf: lists }),
    [audits.entries, audits.isWhole, lists],
  );
  const clients = useMemo(() => {
    const ids = selected.flatMap((id) => known.candidate(id)?.group.client_organisation_id ?? []);
    return selected.length > 1 ? [...new Set(ids)] : [];
  }, [known, selected]);
  useEffect(() => entities.want(clients), [entities, clients]);

  const network = useMemo(() => ({ ...known, ancestors: knownAncestors(trees.lists) }), [known, trees.lists]);
  const {
    isWhole: areAudits,
    isReading: isReadingAudits,
    error: auditsError,
    readAgain: readAudits,
  } = audits;
  const groupsRead = groups.filter(({ id }) => lists.has(id)).length;
  return {
    network,
    audits,
    groupsRead,
    groups: groups.length,
    isWhole: areAudits && groupsRead === groups.length,
    isReading: isReading || isReadingAudits || trees.isReading,
    isPaused,
    error: auditsError ?? error ?? trees.error,
    pause: components.pause,
    resume: useCallback(() => {
      if (auditsError !== null) readAudits();
      components.resume();
      entities.resume();
    }, [components, entities, auditsError, readAudits]),
    readAgain: useCallback(() => {
      forgetFreshness(client, connection);
      readAudits();
      components.readAgain();
      entities.readAgain();
    }, [client, connection, components, entities, readAudits]),
  };
}

/** What a group tells of its components is told anew, wherever it is shown: a coupling has changed it. */
export function componentsChanged(client: QueryClient, connection: string, groups: readonly string[]): void {
  for (const group of groups)
    void client.invalidateQueries({ queryKey: componentsOptions(connection, group).queryKey });
}

const mostPages = 100_000; // all there are: a list ends by itself

async function wholeList<Entry extends { readonly id: string }>(
  client: QueryClient,
  options: ReturnType<typeof wholeListOptions<Entry>>,
): Promise<readonly Entry[]> {
  const read = await client.fetchInfiniteQuery({ ...options, pages: mostPages });
  if (isWholeList(read)) return entriesOf(read.pages);
  // Another screen has begun with it and was left before the end, or is at it: what is fresh there may be one page alone.
  const { pages } = await client.fetchInfiniteQuery({ ...options, pages: mostPages, staleTime: 0 });
  return entriesOf(pages);
}

function forgetFreshness(client: QueryClient, connection: string): void {
  void client.invalidateQueries({ queryKey: [connection, 'audits', 'one'], refetchType: 'none' });
  void client.invalidateQueries({ queryKey: [connection, 'clients', 'legal-entities'], refetchType: 'none' });
}

function soon(tell: () => void): void {
  setTimeout(tell, 150);
}
