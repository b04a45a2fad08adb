import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { create } from 'zustand';
import type { Reply } from '../../shared/error.ts';
import type { AuditUser } from '../../shared/model/audit-user.ts';
import type { Plan, PlanProgress, Step, Task } from '../../shared/plan.ts';
import { cachedList, collectionOptions, useWholeList, type WholeList } from './collection.ts';
import { type Collections, useCollections } from './collections.ts';
import { onEvent } from './events.ts';
import { submitPlan } from './plans.ts';

/** The users of an audit or a component audit; its query begins as that of the audit does, and is read anew with it. */
export function auditUsersOptions(connection: string, auditId: string) {
  return collectionOptions<AuditUser>(
    [connection, 'audits', 'one', auditId, 'users'],
    { connection, operation: 'users.list', path: { audit_id: auditId } },
    60_000,
  );
}

/** The users of audits, as far as they are known. */
export interface UsersOfAudits extends Pick<Collections<AuditUser>, 'gone' | 'isReading' | 'error'> {
  readonly users: ReadonlyMap<string, readonly AuditUser[]>;
  /** The same once those of all are there, and none are being read again; null until then. */
  readonly complete: ReadonlyMap<string, readonly AuditUser[]> | null;
  /** When the oldest of these was read, in milliseconds since 1970; 0 while there is none. */
  readonly readAt: number;
  /** Reads what is not known or no longer fresh. */
  readonly resume: () => void;
  /** Begins with no further audit. */
  readonly pause: () => void;
}

/** As many audits as one plan assigns a team to. */
export const mostAudits = 500;

const nobody: readonly string[] = [];

/** The users of audits, read when a person asks: a few audits at a time; main keeps it within the quota. */
export function useUsersOfAudits(connection: string, ids: readonly string[]): UsersOfAudits {
  const client = useQueryClient();
  const [wanted, setWanted] = useState(nobody);
  const { lists, gone, isReading, error, refresh, pause } = useCollections(
    connection,
    auditUsersOptions,
    ids,
    {
      wanted,
      age: 'any',
    },
  );
  const known = ids.flatMap((id) => {
    const users = gone.has(id) ? undefined : lists.get(id);
    return users === undefined ? [] : [[id, users] as const];
  });
  const times = known.map(([id]) => cachedList(client, auditUsersOptions(connection, id))?.at ?? 0);
  const users = new Map(known);
  return {
    users,
    complete: !isReading && ids.every((id) => users.has(id) || gone.has(id)) ? users : null,
    gone,
    readAt: times.length === 0 ? 0 : Math.min(...times),
    isReading,
    error,
    resume: () => {
      setWanted(ids);
      refresh(ids);
    },
    pause,
  };
}

/** All users of an audit or a component audit, refreshed once a minute while they are shown. */
export function useAuditUsers(connection: string, auditId: string): WholeList<AuditUser> {
  return useWholeList({ ...auditUsersOptions(connection, auditId), isLookedAt: true });
}

export type UserChange =
  | { readonly kind: 'assignUser'; readonly user: string; readonly role: string }
  | {
      readonly kind: 'changeUser';
      readonly user: string;
      readonly role: string;
      /** The role that the list shows now; null where it was not read. */
      readonly before: string | null;
    }
  | { readonly kind: 'removeUser'; readonly user: string; readonly before: string | null };

/** What is to be done in one audit; where it is not open yet, the plan waits until it is. */
export interface AuditChange {
  readonly audit: { readonly id: string; readonly name: string };
  readonly waits: boolean;
  readonly changes: readonly UserChange[];
}

export function usersPlan(
  id: string,
  connection: string,
  title: string,
  changes: readonly AuditChange[],
  team?: string,
): Plan {
  const [only] = changes.length === 1 ? changes : [];
  const about = {
    kind: 'users',
    ...(only === undefined ? {} : { audit: only.audit.id }),
    ...(team === undefined ? {} : { team }),
  } as const;
  return { id, connection, title, about, steps: changes.flatMap(stepsOf) };
}

function stepsOf({ audit, waits, changes }: AuditChange, place: number): readonly Step[] {
  const open = `open-${place}`;
  const wait: Step = {
    key: open,
    after: [],
    subject: audit.name,
    task: { kind: 'awaitOpen', audit: audit.id },
  };
  return [
    ...(waits ? [wait] : []),
    ...changes.map((change, index) => ({
      key: `user-${place}-${index}`,
      after: waits ? [open] : [],
      subject: `${change.user} – ${audit.name}`,
      task: taskOf(audit.id, change),
    })),
  ];
}

function taskOf(audit: string, change: UserChange): Task {
  const { kind, user } = change;
  if (kind === 'assignUser') return { kind, audit, assignment: { id: user, role: change.role } };
  const before = change.before === null ? {} : { before: change.before };
  return kind === 'removeUser'
    ? { kind, audit, user, ...before }
    : { kind, audit, assignment: { id: user, role: change.role }, ...before };
}

interface Begun {
  readonly plan: string;
  readonly audits: readonly string[];
}

/** The newest plan of each place (an audit's users, a team), for as long as the window is open. */
const useBegun = create<Readonly<Record<string, Begun | undefined>>>()(() => ({}));

/** Submits changes to users, and remembers the plan for the place where they were made. */
export async function beginUsersPlan(
  place: string,
  plan: Plan,
  audits: readonly string[],
): Promise<Reply<PlanProgress>> {
  useBegun.setState({ [place]: { plan: plan.id, audits } });
  const reply = await submitPlan(plan);
  if (reply.ok) useBegun.setState({ [place]: { plan: reply.value.id, audits } });
  else useBegun.setState({ [place]: undefined });
  return reply;
}

/** The id of the newest plan of a place; null where there is none, or where it was dismissed. */
export function useBegunPlan(place: string): string | null {
  return useBegun((begun) => begun[place]?.plan ?? null);
}

/** Dismisses the plan of a place. */
export function putAway(place: string): void {
  useBegun.setState({ [place]: undefined });
}

/** Reads the users again that a plan was about, once it is paused or has ended. */
function usersChanged(client: QueryClient, { id, connection, state, about }: PlanProgress): void {
  if (state === 'running') return;
  const audits = Object.values(useBegun.getState()).flatMap((begun) =>
    begun?.plan === id ? begun.audits : [],
  );
  for (const audit of new Set([...audits, ...(about.audit === undefined ? [] : [about.audit])]))
    void client.invalidateQueries({ queryKey: auditUsersOptions(connection, audit).queryKey });
}

onEvent((event, client) => {
  if (event.type === 'plan-changed') usersChanged(client, event.plan);
});
