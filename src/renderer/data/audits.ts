import { type QueryClient, queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AppError, Reply } from '../../shared/error.ts';
import type { Audit, AuditCreation } from '../../shared/model/audit.ts';
import { call, errorOf, unwrap } from './call.ts';
import { type ListData, useWholeList, type WholeList, wholeListOptions, withEntry } from './whole-list.ts';

function auditsOptions(connection: string) {
  return wholeListOptions<Audit>(
    [connection, 'audits', 'list'],
    (cursor) => unwrap(call('audits.list', { connection, cursor })),
    120_000,
  );
}

/** All single and consolidated audits of the firm, in the order of their creation. */
export function useAudits(connection: string): WholeList<Audit> {
  return useWholeList(auditsOptions(connection));
}

// An audit is read again for as long as it is `initializing` and somebody looks at it.
function followOptions(connection: string, id: string) {
  return queryOptions({
    queryKey: [connection, 'audits', 'one', id],
    queryFn: () => unwrap(call('audits.read', { connection, path: { audit_id: id } })),
    staleTime: 5_000,
    refetchInterval: ({ state }) =>
      state.data?.status === 'initializing' && !isGone(state)
        ? pollDelay(
            state.dataUpdateCount + state.errorUpdateCount,
            jitterOf(state.dataUpdatedAt + state.errorUpdatedAt),
          )
        : false,
    refetchIntervalInBackground: true,
  });
}

export interface FollowedAudit {
  readonly audit: Audit | null;
  readonly error: AppError | null;
  readonly isReading: boolean;
  /** Milliseconds since 1970; 0 before the first reading. */
  readonly readAt: number;
  readonly readAgain: () => void;
}

/**
 * One audit, followed for as long as it is `initializing` and somebody looks at it. What the list of audits knows shows
 * until the first answer is there.
 */
export function useAudit(connection: string, id: string): FollowedAudit {
  const client = useQueryClient();
  const query = useQuery({
    ...followOptions(connection, id),
    placeholderData: () => listedAudit(client, connection, id),
  });
  const { data, isPlaceholderData } = query;
  useEffect(() => {
    if (data !== undefined && !isPlaceholderData) rememberAudit(client, connection, data);
  }, [client, connection, data, isPlaceholderData]);
  const isPassing = errorCode(query.error) === 'missing' && !isGone(query);
  const error = query.error === null || isPassing ? null : errorOf(query.error);
  return {
    // What cannot be read anew stays visible as the list knows it, unless it is gone.
    audit: data ?? (error?.code === 'missing' ? null : (listedAudit(client, connection, id) ?? null)),
    error,
    isReading: query.isFetching,
    readAt: query.dataUpdatedAt,
    readAgain: () => void query.refetch(),
  };
}

const mostFollowed = 5; // at once: each is a request of its own, the rest waits for its turn

/** Follows those of a list's audits that are `initializing`, and has the list say how they are. */
export function useFollowing(connection: string, audits: readonly Audit[]): void {
  const client = useQueryClient();
  const followed = useQueries({
    queries: audits
      .filter(({ status }) => status === 'initializing')
      .slice(-mostFollowed)
      .map(({ id }) => followOptions(connection, id)),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
  useEffect(() => {
    for (const audit of followed)
      if (audit.status !== 'initializing') rememberAudit(client, connection, audit);
  }, [client, connection, followed]);
}

/**
 * Milliseconds until the next look at an audit that is being set up: 1 s, then half as much again each time, at most 30 s,
 * give or take a tenth. `jitter` is a number from 0 up to 1.
 */
export function pollDelay(looks: number, jitter: number): number {
  const delay = Math.min(1_000 * 1.5 ** Math.min(Math.max(0, looks - 1), 20), 30_000);
  return Math.round(delay * (0.9 + 0.2 * jitter));
}

// The interval is computed again at every rendering and must then be the same, so chance comes from the last answer.
function jitterOf(answeredAt: number): number {
  return (answeredAt % 997) / 997;
}

const patience = 3; // answers

/**
 * Whether an audit is not there any more. One that was just created may not be there yet for whoever answers the first
 * reading, so for what was known to exist a single `404` is not believed.
 */
export function isGone(state: {
  readonly data: Audit | undefined;
  readonly error: unknown;
  readonly errorUpdateCount: number;
}): boolean {
  if (errorCode(state.error) !== 'missing') return false;
  return state.data?.status !== 'initializing' || state.errorUpdateCount >= patience;
}

function errorCode(error: unknown): string | null {
  return error === null ? null : errorOf(error).code;
}

function listedAudit(client: QueryClient, connection: string, id: string): Audit | undefined {
  const list = client.getQueryData<ListData<Audit>>(auditsOptions(connection).queryKey);
  return list?.pages.flatMap(({ results }) => results).find((audit) => audit.id === id);
}

/** Creates an audit, exactly once however often it is called for the same creation (ux W10). */
export function createAudit(connection: string, creation: AuditCreation): Promise<Reply<Audit>> {
  return call('submissions.createAudit', { connection, creation });
}

/** Takes in an audit that was just created: it can be shown at once, alone and in the list of all. */
export function auditCreated(client: QueryClient, connection: string, audit: Audit): void {
  client.setQueryData(followOptions(connection, audit.id).queryKey, audit);
  rememberAudit(client, connection, audit);
}

/** Takes over what is known of one audit into the list of all, where a new one stands last, without reading it again. */
function rememberAudit(client: QueryClient, connection: string, audit: Audit): void {
  if (audit.audit_type === 'component') return; // listed under its group alone
  client.setQueryData<ListData<Audit>>(auditsOptions(connection).queryKey, (list) =>
    list === undefined ? undefined : { ...list, pages: withEntry(list.pages, audit) },
  );
}
