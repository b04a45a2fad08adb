import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { BridgeEvent } from '../../shared/bridge.ts';
import type { AppError, Reply } from '../../shared/error.ts';
import type { Audit, AuditCreation } from '../../shared/model/audit.ts';
import type { UserAssignment } from '../../shared/model/audit-user.ts';
import type { ComponentCreation } from '../../shared/model/component-audit.ts';
import type { Plan, Step } from '../../shared/plan.ts';
import type { Collection } from '../../shared/rules/service/list-rows.ts';
import { isLikelyId } from '../../shared/rules/texts/deep-link.ts';
import { deletionSteps } from './audit-deletion.ts';
import { call, errorOf, unwrap } from './call.ts';
import { collectionOptions, lookEvery, nextLook, useWholeList, type WholeList } from './collection.ts';
import { type Source, watchQuery } from './collections.ts';
import { onEvent } from './events.ts';
import { carryOut } from './plans.ts';
import { useSettled } from './seconds.ts';

/** All audits of the firm. */
export function auditsOptions(connection: string) {
  return collectionOptions<Audit>(
    [connection, 'audits', 'list'],
    { connection, operation: 'audits.list' },
    120_000,
  );
}

/** Begins to read the audits before the screen that shows them is drawn; what fails is asked for again there. */
export function readAuditsAhead(client: QueryClient, connection: string): void {
  void client.prefetchQuery(auditsOptions(connection));
}

/** All audits of the firm. */
export function useAudits(connection: string, isWanted = true): WholeList<Audit> {
  return useWholeList(auditsOptions(connection), isWanted);
}

/**
 * All audits to search in. While they are being read, what is typed is asked for by itself where it may be the id of one that has not
 * come: one request, and the audit stands among the others at once.
 */
export function useAuditSearch(connection: string, typed: string, isWanted = true): WholeList<Audit> {
  const audits = useAudits(connection, isWanted);
  const id = useSettled(isWanted && audits.complete === null ? typed.trim() : '');
  const { entries } = audits;
  const isHere = entries.some((audit) => audit.id === id);
  const { data: found } = useQuery({
    ...auditOptions(connection, id),
    enabled: isLikelyId(id) && !isHere && audits.complete === null,
    retryOnMount: false, // that there is none is an answer
  });
  const isFound = found !== undefined && !isHere && audits.complete === null;
  const all = isFound ? [...entries, found] : entries;
  return { ...audits, entries: all };
}

export function auditOptions(connection: string, id: string) {
  return queryOptions({
    queryKey: [connection, 'audits', 'one', id],
    queryFn: () => unwrap(call('audits.read', { connection, path: { audit_id: id } })),
    staleTime: lookEvery,
  });
}

/** Single audits, each by its id. */
export function auditSource(client: QueryClient, connection: string): Source<Audit> {
  const rows = new Map<string, readonly [Audit]>(); // the same as long as the audit is
  return {
    read: (id, isAnew) =>
      client.fetchQuery({ ...auditOptions(connection, id), staleTime: isAnew ? 0 : lookEvery }),
    known: (id) => {
      const audit = client.getQueryData(auditOptions(connection, id).queryKey);
      if (audit === undefined) return null;
      if (rows.get(id)?.[0] !== audit) rows.set(id, [audit]);
      return rows.get(id) ?? null;
    },
    isFresh: () => false, // `read` knows
    watch: (id, onChange) => watchQuery(client, auditOptions(connection, id), onChange),
  };
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
 * One audit, refreshed once a minute while it is shown. While it is `initializing` or `deleting`, main polls it more often. Until
 * the first answer, the audit of the list is shown.
 */
export function useAudit(connection: string, id: string): FollowedAudit {
  const client = useQueryClient();
  const query = useQuery({
    ...auditOptions(connection, id),
    placeholderData: () => listedAudit(client, connection, id),
    refetchInterval: (looked) =>
      looked.state.data !== undefined && isPassing(looked.state.data) ? false : nextLook(looked),
  });
  const { data, isPlaceholderData } = query;
  const { data: kept = null } = useQuery({
    queryKey: ['kept', ...auditOptions(connection, id).queryKey],
    queryFn: () => keptAudit(connection, id),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: data === undefined,
  });
  useEffect(() => {
    if (data === undefined || isPlaceholderData) return;
    if (isPassing(data)) watch(connection, [data.id]);
  }, [connection, data, isPlaceholderData]);
  const said = query.error === null ? null : errorOf(query.error);
  // A service may not know an audit yet that was just created: main tells when it is not there at all.
  const error = said?.code === 'missing' && data?.status === 'initializing' ? null : said;
  const isGone = error?.code === 'missing';
  // What cannot be refreshed stays visible, from the list or the offline copy, unless it is gone.
  const listed = data ?? (isGone ? undefined : listedAudit(client, connection, id));
  const older = listed === undefined && !isGone ? kept : null;
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

/** Has main poll the audits of a list that are `initializing` or `deleting`. */
export function useFollowing(connection: string, audits: readonly Audit[]): void {
  const told = useRef('');
  useEffect(() => {
    const ids = audits
      .filter(isPassing)
      .map(({ id }) => id)
      .slice(-mostWatched);
    const wanted = JSON.stringify([connection, ids]);
    if (ids.length === 0 || told.current === wanted) return;
    told.current = wanted;
    watch(connection, ids);
  }, [connection, audits]);
}

/** Whether the service is about to change its status by itself. */
function isPassing({ status }: Audit): boolean {
  return status === 'initializing' || status === 'deleting';
}

function watch(connection: string, ids: readonly string[]): void {
  void call('audits.watch', { connection, ids });
}

onEvent((event, client) => {
  if (event.type === 'audit-seen') auditSeen(client, event);
});

/** Takes in how a polled audit is. One that is gone leaves every list, and is read again where it is shown. */
export function auditSeen(
  client: QueryClient,
  { connection, id, audit }: Extract<BridgeEvent, { readonly type: 'audit-seen' }>,
): void {
  const { queryKey } = auditOptions(connection, id);
  if (audit === null) {
    void client.resetQueries({ queryKey, exact: true });
    // Whatever it was coupled to is free now.
    void client.invalidateQueries({
      predicate: ({ queryKey: key }) => key[0] === connection && key[2] === 'one' && key[4] === 'components',
    });
    return;
  }
  client.setQueryData(queryKey, audit);
}

function listedAudit(client: QueryClient, connection: string, id: string): Audit | undefined {
  const list = client.getQueryData<Collection<Audit>>(auditsOptions(connection).queryKey);
  return list?.state.fresh === 0 ? undefined : list?.entries.find((audit) => audit.id === id);
}

/** An audit as it was answered last; null where it never was. */
async function keptAudit(connection: string, id: string) {
  const found = await unwrap(call('mirror.audit', { connection, id }));
  return found === null ? null : { at: found.at, value: found.value as Audit }; // main has read it by its schema
}

/** The name of an audit or a component audit, for a link to it; null until it is read. It is not refreshed. */
export function useAuditName(connection: string, id: string): string | null {
  const client = useQueryClient();
  const { data } = useQuery({
    ...auditOptions(connection, id),
    placeholderData: () => listedAudit(client, connection, id),
  });
  return data?.name ?? null;
}

/** An audit that no list has, read once where that is wanted; `isGone` where the service has none with this id. */
export function useUnlistedAudit(connection: string, id: string, list: WholeList<Audit>) {
  const { data, error } = useQuery({
    ...auditOptions(connection, id),
    enabled: list.complete !== null,
    retry: false,
  });
  const isGone = error !== null && errorOf(error).code === 'missing';
  return { audit: isGone ? null : (data ?? null), isGone };
}

/** An audit that a new one replaces. Ids may be used again, moments of creation are not. */
export type Replaced = Pick<Audit, 'id' | 'name' | 'created_at'>;

/** The audit to be replaced, as long as it is there and still the same; null once it is gone. */
export async function findReplaced(connection: string, replaced: Replaced): Promise<Reply<Replaced | null>> {
  const reply = await call('audits.read', { connection, path: { audit_id: replaced.id } });
  if (!reply.ok) return reply.error.code === 'missing' ? { ok: true, value: null } : reply;
  return { ok: true, value: reply.value.created_at === replaced.created_at ? replaced : null };
}

/** What else is done with a new audit. */
interface Around {
  /** Is deleted first. */
  readonly replaced?: Replaced | null | undefined;
  /** Are made once it is open. */
  readonly components?: readonly ComponentCreation[];
  readonly users?: readonly UserAssignment[];
}

/** The plan that creates an audit and waits until it is open; the same draft with the same content is the same plan. */
export function auditPlan(
  connection: string,
  draft: string,
  creation: AuditCreation,
  { replaced = null, components = [], users = [] }: Around = {},
): Plan {
  const subject = creation.name;
  const before = replaced === null ? [] : deletionSteps(replaced, '', []);
  return {
    id: draft,
    connection,
    title: subject,
    about: {
      draft,
      ...(components.length + users.length === 0 ? {} : { audit: creation.id }),
      ...(components.length === 0 ? {} : { kind: 'components' }),
    },
    steps: [
      ...before,
      {
        key: createdStep,
        after: before.slice(-1).map(({ key }) => key),
        subject,
        task: { kind: 'createAudit', creation },
      },
      { key: 'open', after: [], subject, task: { kind: 'awaitOpen', audit: created } },
      ...components.map(
        (component, place): Step => ({
          key: `component-${place}`,
          after: ['open'],
          subject: component.name ?? component.legal_entity_ids.join(' & '),
          task: { kind: 'createComponent', group: created, creation: component },
        }),
      ),
      ...users.map(
        (assignment, place): Step => ({
          key: `user-${place}`,
          after: ['open'],
          subject: `${assignment.id} – ${subject}`,
          task: { kind: 'assignUser', audit: created, assignment },
        }),
      ),
    ],
  };
}

const createdStep = 'audit';
const created = { fromStep: createdStep };

/** Creates the audit of a draft, exactly once however often it is called for the same plan (ux W10), and answers its id. */
export function createAudit(plan: Plan, onBegun: (id: string) => void): Promise<Reply<string>> {
  return carryOut(plan, createdStep, { keeps: 'draft', onBegun });
}

/** Reads an audit that was just created, so that it can be shown at once, alone and in the list of all. */
export async function auditCreated(client: QueryClient, connection: string, id: string): Promise<void> {
  const reply = await call('audits.read', { connection, path: { audit_id: id } });
  if (reply.ok) auditSeen(client, { type: 'audit-seen', connection, id, audit: reply.value });
}
