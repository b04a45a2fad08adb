import { type UseQueryOptions, type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { AppError } from '../../shared/error.ts';
import type { ComponentAudit } from '../../shared/model/component-audit.ts';
import { errorOf } from './call.ts';
import { componentsOptions } from './components.ts';
import { entriesOf, isWholeList, type ListData, readWholeList } from './whole-list.ts';

export interface GroupComponents {
  /** The components of every group that was read to its end. */
  readonly byGroup: ReadonlyMap<string, readonly ComponentAudit[]>;
  readonly isReading: boolean;
  /** What ended the reading before the last group; what was read stays. */
  readonly error: AppError | null;
  /** Reads the groups that are not there yet. */
  readonly read: () => void;
  readonly stop: () => void;
  /** Forgets what was read; what a person has asked for is read anew. */
  readonly readAgain: () => void;
}

/**
 * The components of several group audits: of those that were read before at once, of the others when a person asks for them,
 * one group after the other, so that it can be stopped and leaves the quota to others. `groups` stays the same array.
 */
export function useGroupComponents(connection: string, groups: readonly string[]): GroupComponents {
  const client = useQueryClient();
  const [isWanted, setWanted] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const byGroup = useQueries({
    queries: groups.map((id) => onlyWatched(connection, id)),
    combine: useCallback(
      (results: readonly UseQueryResult<ListData<ComponentAudit>>[]) => wholeLists(groups, results),
      [groups],
    ),
  });
  const next = isWanted ? groups.find((id) => !byGroup.has(id)) : undefined;
  useEffect(() => {
    if (next === undefined) return undefined;
    let isOver = false;
    readWholeList(client, { ...componentsOptions(connection, next), staleTime: 0 }).catch(
      (cause: unknown) => {
        const failure = errorOf(cause);
        // A group that is gone by now has no components, and keeps nobody from those of the others.
        if (failure.code === 'missing')
          client.setQueryData(componentsOptions(connection, next).queryKey, nothing);
        else if (!isOver) {
          setError(failure);
          setWanted(false);
        }
      },
    );
    return () => {
      isOver = true;
    };
  }, [client, connection, next]);
  return {
    byGroup,
    isReading: next !== undefined,
    error,
    read: () => {
      setError(null);
      setWanted(true);
    },
    stop: () => setWanted(false),
    readAgain: () => {
      setError(null);
      // What is under way comes in anew anyway.
      for (const id of byGroup.keys())
        void client.resetQueries({ queryKey: componentsOptions(connection, id).queryKey, exact: true });
    },
  };
}

const nothing: ListData<ComponentAudit> = {
  pages: [{ count: 0, cursor: null, results: [] }],
  pageParams: [undefined],
};

function onlyWatched(connection: string, id: string): UseQueryOptions<ListData<ComponentAudit>> {
  return { queryKey: componentsOptions(connection, id).queryKey, enabled: false };
}

function wholeLists(
  groups: readonly string[],
  results: readonly UseQueryResult<ListData<ComponentAudit>>[],
): GroupComponents['byGroup'] {
  return new Map(
    groups.flatMap((id, index) => {
      const data = results[index]?.data;
      return data !== undefined && isWholeList(data) ? [[id, entriesOf(data.pages)] as const] : [];
    }),
  );
}
