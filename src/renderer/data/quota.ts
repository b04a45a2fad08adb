import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Tier } from '../../shared/model/tiers.ts';
import { call, unwrap } from './call.ts';
import { useSeconds } from './seconds.ts';

/** What is used of the quotas that a connection's requests count in; main knows, nobody is asked over the network. */
export function quotaQuery(connection: string) {
  return queryOptions({
    queryKey: [connection, 'quota'],
    queryFn: () => unwrap(call('quota.read', { connection })),
    staleTime: 0,
  });
}

const seldom = 60_000; // milliseconds

/** How many creations an hour others are taken to make. */
export function useOthers(connection: string): number {
  const { data } = useQuery({ ...quotaQuery(connection), refetchInterval: seldom });
  return data?.tiers.find(({ tier }) => tier === 'lifecycle')?.others ?? 0;
}

const pace = 1_000; // milliseconds between two looks

/** Milliseconds until so many further requests have left, by the quota alone; null while that is not known, or nothing is wanted. */
function useQuotaTime(connection: string, tier: Tier, requests: number): number | null {
  const { data } = useQuery({
    queryKey: [connection, 'quota', 'expected', tier],
    queryFn: () => unwrap(call('quota.expected', { connection, tier, requests })),
    enabled: requests > 0,
    refetchInterval: pace,
    staleTime: 0,
    gcTime: 0, // of another time it says nothing
  });
  return requests === 0 || data === undefined || data === null ? null : data * 1_000;
}

const worthTelling = 10_000; // milliseconds

/** The same where it is long enough to be said before a person starts them. */
export function useLongQuotaTime(connection: string, tier: Tier, requests: number): number | null {
  const time = useQuotaTime(connection, tier, requests);
  return time === null || time < worthTelling ? null : time;
}

export interface TierWait {
  readonly tier: Tier;
  /** Whether the service has asked for it; else it is the limits that this app keeps. */
  readonly isAsked: boolean;
  readonly seconds: number;
}

/** What plans wait for in these tiers and for how long still; nothing that takes less than a second. */
export function useTierWaits(
  connection: string,
  tiers: readonly Tier[],
  isWanted: boolean,
): readonly TierWait[] {
  const { data } = useQuery({
    ...quotaQuery(connection),
    enabled: isWanted,
    refetchInterval: pace,
  });
  const now = useSeconds(isWanted);
  if (!isWanted || data === undefined) return [];
  return data.tiers.flatMap(({ tier, waiting, heldUntil, backgroundAt }) => {
    const until = Math.max(heldUntil ?? 0, backgroundAt ?? 0);
    const seconds = Math.ceil(until / 1_000) - now;
    return waiting === 0 || seconds < 1 || !tiers.includes(tier)
      ? []
      : [{ tier, isAsked: heldUntil !== null, seconds }];
  });
}
