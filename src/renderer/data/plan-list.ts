import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { AppError } from '../../shared/error.ts';
import type { PlanProgress } from '../../shared/plan.ts';
import { everyEntry } from '../../shared/rules/service/every-entry.ts';
import { call, errorOf, unwrap } from './call.ts';
import { type LongList, useLongList } from './long-list.ts';
import { planSeen, useLatestKnown, useNewest, usePlan } from './plans.ts';

/** All plans of a connection, or of all of them while that is null; the latest first, each as it stands now. */
export function usePlanList(connection: string | null): LongList<PlanProgress> {
  const list = useLongList(['plans', 'list', connection], (cursor) =>
    unwrap(call('plans.list', { ...(connection === null ? {} : { connection }), cursor })),
  );
  const latest = useLatestKnown();
  const { entries, isReading, readAgain } = list;
  const look = useEffectEvent(() => {
    if (latest !== null && !isReading && !entries.some(({ id }) => id === latest)) readAgain();
  });
  useEffect(() => {
    if (latest !== null) look(); // once for each that comes: one that this list does not show is missing for good
  }, [latest]);
  return { ...list, entries: useNewest(entries) };
}

/** All plans, for a search: those that have not ended, and once it is wanted the others. The same array as long as they are the same. */
export function usePlansFound(isWanted: boolean): readonly PlanProgress[] {
  const { data } = useQuery({
    queryKey: ['plans', 'all'],
    queryFn: () => everyEntry((cursor) => unwrap(call('plans.list', { pageSize: 100, cursor }))),
    enabled: isWanted,
    staleTime: 0,
    structuralSharing: false,
  });
  return data ?? none;
}

const none: readonly PlanProgress[] = [];
const pace = 10_000; // milliseconds: what is left changes with the quota although nothing is told of the plan

/** The status of one plan. While it is running it is read again, since the time left depends on the quota. */
export function useOnePlan(id: string): {
  readonly plan: PlanProgress | null;
  readonly error: AppError | null;
  readonly readAgain: () => void;
} {
  const told = usePlan(id);
  const { data, error, refetch } = useQuery({
    queryKey: ['plans', 'one', id],
    queryFn: async () => {
      const plan = await unwrap(call('plans.read', { id }));
      planSeen(plan);
      return plan;
    },
    staleTime: 0,
    refetchInterval: told?.state === 'running' ? pace : false,
  });
  return {
    plan: told ?? data ?? null,
    error: error === null ? null : errorOf(error),
    readAgain: () => void refetch(),
  };
}
