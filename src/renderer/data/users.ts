import type { QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import type { Reply } from '../../shared/error.ts';
import type { AuditUser } from '../../shared/model/audit-user.ts';
import type { Page } from '../../shared/model/page.ts';
import type { Plan, PlanProgress, Step, Task } from '../../shared/plan.ts';
import { call, unwrap } from './call.ts';
import type { Ask } from './kept.ts';
import { nextLookAtList } from './looking.ts';
import { planIdOf, submitPlan } from './plans.ts';
import { useWholeList, type WholeList, wholeListOptions } from './whole-list.ts';

/** How long the users of an audit count as they were read, in milliseconds. */
export const freshFor = 60_000;

/** The users of an audit or a component audit; its query begins as that of the audit does, and is read anew with it. */
export function auditUsersOptions(connection: string, auditId: string) {
  return wholeListOptions<AuditUser>(
    [connection, 'audits', 'one', auditId, 'users'],
    (cursor, ask) => readUsersPage(connection, auditId, cursor, ask),
    freshFor,
  );
}

/** One page of the users of an audit; thrown where it cannot be read. */
export function readUsersPage(
  connection: string,
  auditId: string,
  cursor: string | undefined,
  ask: Ask = call,
): Promise<Page<AuditUser>> {
  return unwrap(ask('users.list', { connection, path: { audit_id: auditId }, cursor }));
}

/** Everybody who is assigned to an audit or a component audit, looked at once a minute for as long as somebody does. */
export function useAuditUsers(connection: string, auditId: string): WholeList<AuditUser> {
  return useWholeList({ ...auditUsersOptions(connection, auditId), refetchInterval: nextLookAtList });
}

/** What is to be done to a user of an audit. */
export type UserChange =
  | { readonly kind: 'assignUser' | 'changeUser'; readonly user: string; readonly role: string }
  | { readonly kind: 'removeUser'; readonly user: string };

/** What is to be done in one audit; where it is not open yet, the plan waits until it is. */
export interface AuditChange {
  readonly audit: { readonly id: string; readonly name: string };
  readonly waits: boolean;
  readonly changes: readonly UserChange[];
}

/** The plan of changes to users; the same origin with the same changes means the same plan. */
export async function usersPlan(
  origin: string,
  connection: string,
  title: string,
  changes: readonly AuditChange[],
): Promise<Plan> {
  return { id: await planIdOf(origin, changes), connection, title, steps: changes.flatMap(stepsOf) };
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
  return kind === 'removeUser'
    ? { kind, audit, user }
    : { kind, audit, assignment: { id: user, role: change.role } };
}

interface Begun {
  readonly plan: string;
  readonly audits: readonly string[];
}

/** The plan that was begun last at each place (an audit's users, a team), for as long as the window is open. */
const useBegun = create<Readonly<Record<string, Begun | undefined>>>()(() => ({}));

/** Begins with a plan of changes to users, and remembers it for the place where it was made. */
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

/** The id of the plan that was begun last at a place; null where none was, or where it was put away. */
export function useBegunPlan(place: string): string | null {
  return useBegun((begun) => begun[place]?.plan ?? null);
}

/** Shows the plan of a place no more. */
export function putAway(place: string): void {
  useBegun.setState({ [place]: undefined });
}

/** Once a plan rests or has ended, the users that it was about are read anew where they are shown. */
export function usersChanged(client: QueryClient, { id, connection, state }: PlanProgress): void {
  if (state === 'running') return;
  const audits = Object.values(useBegun.getState()).flatMap((begun) =>
    begun?.plan === id ? begun.audits : [],
  );
  for (const audit of new Set(audits))
    void client.invalidateQueries({ queryKey: auditUsersOptions(connection, audit).queryKey });
}
