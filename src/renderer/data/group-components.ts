import { type UseQueryOptions, type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { AppError } from '../../shared/error.ts';
import type { ComponentAudit } from '../../shared/model/component-audit.ts';
import { type Collection, isWhole } from './collection.ts';
import { componentsOptions } from './components.ts';
import { useComponentsReader } from './group-reading.ts';

export interface GroupComponents {
  /** The components of every group that was read to its end. */
  readonly byGroup: ReadonlyMap<string, readonly ComponentAudit[]>;
  readonly isReading: boolean;
  /** What ended the reading before the last group; what was read stays. */
  readonly error: AppError | null;
  readonly read: () => void;
  readonly stop: () => void;
  /** Forgets what was read; what a person has asked for is read anew. */
  readonly readAgain: () => void;
}

/**
 * The components of several group audits: those that were read before at once, the others when a person asks for them. `groups`
 * stays the same array.
 */
export function useGroupComponents(connection: string, groups: readonly string[]): GroupComponents {
  const [isWanted, setWanted] = useState(false);
  const [since, setSince] = useState(0); // what was read then or before is forgotten
  const reader = useComponentsReader(connection);
  const { lists, isReading, error } = useStore(reader.state);
  const cached = useQueries({
    queries: groups.map((id) => onlyWatched(connection, id)),
    combine: useCallback(
      (results: readonly UseQueryResult<Collection<ComponentAudit>>[]) => wholeLists(groups, results, since),
      [groups, since],
    ),
  });
  // A group that is gone by now is in no cache, and has no components.
  const byGroup = useMemo(
    () => new Map([...lists, ...[...cached].map(([id, { entries }]) => [id, entries] as const)]),
    [lists, cached],
  );
  const missing = useMemo(() => groups.filter((id) => !cached.has(id)), [groups, cached]);
  useEffect(() => {
    reader.want(isWanted ? missing : []);
    return () => reader.want([]);
  }, [reader, isWanted, missing]);
  return {
    byGroup,
    isReading,
    error,
    read: () => {
      setWanted(true);
      reader.resume();
    },
    stop: () => setWanted(false),
    readAgain: () => {
      setSince((before) => Math.max(before, ...[...cached.values()].map(({ state }) => state.readAt)));
      reader.readAgain();
    },
  };
}

function onlyWatched(connection: string, id: string): UseQueryOptions<Collection<ComponentAudit>> {
  return { queryKey: componentsOptions(connection, id).queryKey, enabled: false };
}

function wholeLists(
  groups: readonly string[],
  results: readonly UseQueryResult<Collection<ComponentAudit>>[],
  since: number,
): ReadonlyMap<string, Collection<ComponentAudit>> {
  return new Map(
    groups.flatMap((id, index) => {
      const data = results[index]?.data;
      return data !== undefined && isWhole(data) && data.state.readAt > since ? [[id, data] as const] : [];
    }),
  );
}

/** The components of groups before something is decided by them: no older reading stands in. `groups` stays the same array. */
export function useReadComponents(connection: string, groups: readonly string[]) {
  const reader = useComponentsReader(connection);
  const { lists, isReading, error } = useStore(reader.state);
  useEffect(() => {
    reader.want(groups);
    return () => reader.want([]);
  }, [reader, groups]);
  return { byGroup: lists, isReading, error, readAgain: reader.resume };
}
