import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { BridgeEvent } from '../../shared/bridge.ts';
import type { AppError, Reply } from '../../shared/error.ts';
import type { Audit, AuditCreation } from '../../shared/model/audit.ts';
import type { Page } from '../../shared/model/page.ts';
import type { Plan } from '../../shared/plan.ts';
import { call, errorOf, unwrap } from './call.ts';
import { type Kept, keptKey, keptOptions } from './kept.ts';
import { lookEvery, nextLook } from './looking.ts';
import { carryOut, planIdOf } from './plans.ts';
import {
  entriesOf,
  type ListData,
  useWholeList,
  type WholeList,
  wholeListOptions,
  withEntry,
} from './whole-list.ts';

function auditsOptions(connection: string) {
  return wholeListOptions<Audit>(
    [connection, 'audits', 'list'],
    (cursor, ask) => unwrap(ask('audits.list', { connection, cursor })),
    120_000,
  );
}

/** All single and consolidated audits of the firm, in the order of their creation. */
export function useAudits(connection: string): WholeList<Audit> {
  return useWholeList(auditsOptions(connection));
}

function auditOptions(connection: string, id: string) {
  return queryOptions({
    queryKey: [connection, 'audits', 'one', id],
    queryFn: () => unwrap(call('audits.read', { connection, path: { audit_id: id } })),
    staleTime: lookEvery,
  });
}

export interface FollowedAudit {
  readonly audit: Audit | null;
  readonly error: AppError | null;
  readonly isReading: boolean;
  /** Milliseconds since 1970; 0 before the first reading. */
  readonly readAt: number;
  /** When what is shown was read before the window was opened, in milliseconds since 1970; null where it is newer. */
  readonly keptAt: number | null;
  /** Reads it anew, with what is shown of its components and users: their queries begin as its own does. */
  readonly readAgain: () => void;
}

/**
 * One audit, looked at once a minute for as long as somebody does; while it is `initializing` main looks at it more often, and
 * tells. What the list of audits knows shows until the first answer is there.
 */
export function useAudit(connection: string, id: string): FollowedAudit {
  const client = useQueryClient();
  const query = useQuery({
    ...auditOptions(connection, id),
    placeholderData: () => listedAudit(client, connection, id),
    refetchInterval: (looked) => (looked.state.data?.status === 'initializing' ? false : nextLook(looked)),
  });
  const { data, isPlaceholderData } = query;
  const { data: kept = null } = useQuery({
    ...keptOptions(auditOptions(connection, id).queryKey, (ask) =>
      unwrap(ask('audits.read', { connection, path: { audit_id: id } })),
    ),
    enabled: data === undefined,
  });
  useEffect(() => {
    if (data === undefined || isPlaceholderData) return;
    rememberAudit(client, connection, data);
    if (data.status === 'initializing') watch(connection, [data.id]);
  }, [client, connection, data, isPlaceholderData]);
  const said = query.error === null ? null : errorOf(query.error);
  // What was just created may not be there yet for whoever answers: main tells when it is not there at all.
  const error = said?.code === 'missing' && data?.status === 'initializing' ? null : said;
  const isGone = error?.code === 'missing';
  // What cannot be read anew stays visible as the list knows it, or as it is kept, unless it is gone.
  const listed = data ?? (isGone ? undefined : listedAudit(client, connection, id));
  const older = listed === undefined && !isGone ? (kept ?? keptListedAudit(client, connection, id)) : null;
  return {
    audit: listed ?? older?.value ?? null,
    error,
    isReading: query.isFetching,
    readAt: query.dataUpdatedAt,
    keptAt: older?.at ?? null,
    readAgain: () => void client.invalidateQueries({ queryKey: auditOptions(connection, id).queryKey }),
  };
}

const mostWatched = 100; // the newest: of what was left behind by others there may be many

/** Has those of a list's audits that are `initializing` looked at, so that the list says how they are. */
export function useFollowing(connection: string, audits: readonly Audit[]): void {
  const told = useRef('');
  useEffect(() => {
    const unopened = audits.filter(({ status }) => status === 'initializing').slice(-mostWatched);
    const ids = unopened.map(({ id }) => id);
    const wanted = JSON.stringify([connection, ids]);
    if (ids.length === 0 || told.current === wanted) return;
    told.current = wanted;
    watch(connection, ids);
  }, [connection, audits]);
}

function watch(connection: string, ids: readonly string[]): void {
  void call('audits.watch', { connection, ids });
}

/** Takes in how an audit that is watched stands; one that is not there any more is read again where it is shown. */
export function auditSeen(
  client: QueryClient,
  { connection, id, audit }: Extract<BridgeEvent, { readonly type: 'audit-seen' }>,
): void {
  const { queryKey } = auditOptions(connection, id);
  if (audit === null) {
    void client.resetQueries({ queryKey, exact: true });
    return;
  }
  client.setQueryData(queryKey, audit);
  if (listedAudit(client, connection, id)?.status !== audit.status) rememberAudit(client, connection, audit);
}

function listedAudit(client: QueryClient, connection: string, id: string): Audit | undefined {
  const list = client.getQueryData<ListData<Audit>>(auditsOptions(connection).queryKey);
  return list?.pages.flatMap(({ results }) => results).find((audit) => audit.id === id);
}

/** An audit as the kept list of all has it, while that is held. */
function keptListedAudit(client: QueryClient, connection: string, id: string): Kept<Audit> | null {
  const key = keptKey(auditsOptions(connection).queryKey);
  const list = client.getQueryData<Kept<readonly Page<Audit>[]> | null>(key);
  const audit = entriesOf(list?.value ?? []).find((one) => one.id === id);
  return audit === undefined || !list ? null : { value: audit, at: list.at };
}

/** The plan that creates an audit and waits until it is open; the same draft with the same content is the same plan. */
export async function auditPlan(connection: string, draft: string, creation: AuditCreation): Promise<Plan> {
  const subject = creation.name;
  return {
    id: await planIdOf(draft, creation),
    connection,
    title: subject,
    steps: [
      { key: createdStep, after: [], subject, task: { kind: 'createAudit', creation } },
      { key: 'open', after: [], subject, task: { kind: 'awaitOpen', audit: { fromStep: createdStep } } },
    ],
  };
}

const createdStep = 'audit';

/** Creates the audit of a draft, exactly once however often it is called for the same plan (ux W10), and answers its id. */
export function createAudit(draft: string, plan: Plan): Promise<Reply<string>> {
  return carryOut(draft, plan, createdStep, 'draft');
}

/** Reads an audit that was just created, so that it can be shown at once, alone and in the list of all. */
export async function auditCreated(client: QueryClient, connection: string, id: string): Promise<void> {
  const reply = await call('audits.read', { connection, path: { audit_id: id } });
  if (reply.ok) auditSeen(client, { type: 'audit-seen', connection, id, audit: reply.value });
}

/** Takes over what is known of one audit into the list of all, where a new one stands last, without reading it again. */
function rememberAudit(client: QueryClient, connection: string, audit: Audit): void {
  if (audit.audit_type === 'component') return; // listed under its group alone
  client.setQueryData<ListData<Audit>>(auditsOptions(connection).queryKey, (list) =>
    list === undefined ? undefined : { ...list, pages: withEntry(list.pages, audit) },
  );
}
