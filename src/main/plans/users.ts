import { fail, type Reply, succeed } from '../../shared/error.ts';
import type { AuditUser, UserAssignment } from '../../shared/model/audit-user.ts';
import { letters } from '../../shared/model/tolerant.ts';
import type { Reference, Task } from '../../shared/plan.ts';
import { showsAll } from '../../shared/rules/plans/same-creation.ts';
import type { CallOptions } from '../api/service.ts';
import {
  type Accepted,
  answered,
  type Found,
  freshFor,
  isOfPlan,
  listed,
  mayBeThere,
  notFound,
  type PlanService,
  shortPauses,
  type Work,
  type WorkDeps,
  type Works,
} from './work.ts';

interface OfUser {
  readonly service: PlanService;
  readonly audit: string;
  readonly ofNew: boolean;
}

/**
 * Assigns a user: done when the list has them with that role, a conflict where it is another (decisions.md §10.2). Where the list shows no
 * addresses, it is the one whom the answer names, or who is new there: so an audit gets one at a time.
 */
function assignment(
  { service, audit, ofNew }: OfUser,
  { id, role }: UserAssignment,
  unaddressed: WorkDeps['unaddressed'],
): Work {
  const newIn = (users: Users): Found => {
    const before = unaddressed.get(audit);
    const fresh = users.unaddressed.filter((user) => before?.has(user.id) !== true);
    const [only, ...others] = fresh;
    if (only === undefined)
      return notFound({ isWhole: users.isRead && (before !== undefined || users.isWhole) });
    if (!users.isAccepted || before === undefined || others.length > 0)
      return { kind: 'several', candidates: fresh.map((user) => user.id) };
    before.add(only.id);
    return withRole(only, role);
  };
  return {
    prepare: async (options) => {
      if (unaddressed.has(audit)) return succeed(null);
      const users = ofNew
        ? null
        : await listed(service, 'users.list', { path: { audit_id: audit } }, options);
      if (users === null || users.ok)
        unaddressed.set(audit, new Set(users?.value.entries.filter(isUnaddressed).map((user) => user.id)));
      return succeed(null); // where it cannot be read, a person says who is new
    },
    send: async (options) => {
      const reply = await service.call(
        'users.assign',
        { path: { audit_id: audit }, body: { id, role } },
        options,
      );
      return answered(reply, (user) => showsAll(user, { id, role }) && hasRole(user, role));
    },
    look: (options, accepted = null) =>
      looked({ service, audit, ofNew, accepted }, id, options, (user, users) => {
        if (user === null) return newIn(users);
        if (isUnaddressed(user)) unaddressed.get(audit)?.add(user.id);
        if (accepted !== null || hasRole(user, role)) return withRole(user, role);
        if (mayMean(user.role, role)) return { kind: 'several', candidates: [user.id] }; // it may be that role
        return { kind: 'refused', error: fail('conflict', { fields: { role: [user.role] } }).error };
      }),
    pauses: shortPauses,
    mayBeDone: mayBeThere, // a service may say 400 where ours says 409
    alone: aloneOf(audit),
    ofNew,
  };
}

/** Gives an assigned user another role, which can be repeated without harm. */
function roleChange(
  { service, audit, ofNew }: OfUser,
  { id, role }: UserAssignment,
  { only, before }: { readonly only: string | null; readonly before: string | undefined },
): Work {
  let spelled = id; // as the service spells it, once that is known
  return {
    ...(only === null
      ? {}
      : ifStill(only, (options, judge) => looked({ service, audit, ofNew }, id, options, judge), role)),
    send: async (options) => {
      const path = { audit_id: audit, user_id: spelled };
      const reply = await service.call('users.change', { path, body: { role } }, options);
      return answered(reply, (user) => showsAll(user, { id, role }) && hasRole(user, role));
    },
    look: (options, accepted = null) =>
      looked({ service, audit, ofNew, accepted }, id, options, (user, users) => {
        if (user === null) return notFound(users); // if it is so, the service says it
        // Where nobody knows which it was, another code may be that.
        const isAsBefore = before === undefined ? !mayMean(user.role, role) : hasRole(user, before);
        if (accepted !== null && user.unseen?.includes('role') === true) return { kind: 'unsure' };
        if ((accepted !== null && !isAsBefore) || hasRole(user, role)) return withRole(user, role);
        const former = spelled;
        spelled = user.id;
        return { kind: former === spelled ? 'absent' : 'otherwise' };
      }),
    pauses: shortPauses,
    mayBeDone: mayBeThere,
    alone: aloneOf(audit),
    ofNew,
  };
}

/** Takes a user off an audit: done when a list that was read whole does not have them. */
function removal({ service, audit, ofNew }: OfUser, id: string, only: string | null): Work {
  let spelled = id;
  return {
    ...(only === null
      ? {}
      : ifStill(only, (options, judge) => looked({ service, audit, ofNew }, id, options, judge), null)),
    send: async (options) => {
      const reply = await service.call(
        'users.remove',
        { path: { audit_id: audit, user_id: spelled } },
        options,
      );
      return reply.ok ? succeed({ named: spelled, isShown: false }) : reply;
    },
    verifies: true,
    look: async (options) => {
      const found = await looked({ service, audit, ofNew }, id, options, (user, users) => {
        if (user === null) return users.isWhole ? { kind: 'done', result: spelled } : { kind: 'unsure' };
        const before = spelled;
        spelled = user.id;
        return { kind: before === spelled ? 'absent' : 'otherwise' };
      });
      // A list that is not there may be one that has nobody left.
      return found.ok && found.value.kind === 'refused' ? succeed({ kind: 'unsure' }) : found;
    },
    pauses: shortPauses,
    mayBeDone: mayBeThere,
    alone: aloneOf(audit),
    ofNew,
  };
}

interface Users {
  /** Whether all of them were read, and none may be anybody for want of an address. */
  readonly isWhole: boolean;
  readonly isRead: boolean;
  readonly isAccepted: boolean;
  readonly unaddressed: readonly AuditUser[];
}

type Judge = (user: AuditUser | null, users: Users) => Found;

function isUnaddressed({ unseen = [] }: AuditUser): boolean {
  return unseen.includes('id');
}

function hasRole({ role, unseen = [] }: AuditUser, wanted: string): boolean {
  return !unseen.includes('role') && letters(wanted) === letters(role);
}

/** Whether it may stand for a role: it is what a person reads, or a number, or a part of its code. */
function mayMean(said: string, role: string): boolean {
  return /[\s\p{Lu}]|^\d+$/u.test(said) || letters(role).endsWith(letters(said));
}

function withRole(user: AuditUser, wanted: string): Found {
  const isOther = !hasRole(user, wanted) && user.unseen?.includes('role') !== true;
  const differences = isOther ? [{ field: 'role', sent: wanted, there: user.role }] : [];
  return { kind: 'done', result: user.id, differences };
}

/** Compares before a request leaves: it does only while the user has a role. `wanted` is the role after it; null for none. */
function ifStill(
  role: string,
  look: (options: CallOptions, judge: Judge) => Promise<Reply<Found>>,
  wanted: string | null,
): Pick<Work, 'freshFor' | 'compare'> {
  const changed: Found = { kind: 'refused', error: fail('changed-since').error };
  return {
    freshFor,
    compare: (options) =>
      look(options, (user, { isWhole }) => {
        if (user === null && !isWhole) return { kind: 'unsure' };
        if (user === null && wanted !== null) return changed;
        if (user === null || user.role === wanted) return { kind: 'done', result: user?.id ?? null };
        return user.role === role ? { kind: 'absent' } : changed;
      }),
  };
}

/** Looks a user up in the list of an audit; without such an audit the service's refusal is what was found. */
async function looked(
  { service, audit, ofNew, accepted = null }: OfUser & { readonly accepted?: Accepted | null },
  id: string,
  options: CallOptions,
  judge: Judge,
): Promise<Reply<Found>> {
  const users = await listed(service, 'users.list', { path: { audit_id: audit } }, options);
  if (!users.ok && users.error.code === 'missing')
    return succeed(ofNew ? { kind: 'absent' } : { kind: 'refused', error: users.error });
  if (!users.ok) return users;
  const { entries, isWhole: isRead } = users.value;
  const unaddressed = entries.filter(isUnaddressed);
  const found =
    entries.find((user) => user.id.toLowerCase() === id.toLowerCase()) ??
    unaddressed.find((user) => user.id === accepted?.named);
  const isWhole = isRead && unaddressed.length === 0;
  return succeed(judge(found ?? null, { isWhole, isRead, isAccepted: accepted !== null, unaddressed }));
}

function aloneOf(audit: string): string {
  return `users ${audit}`;
}

function ofUser(audit: Reference, { service, resolve }: WorkDeps): OfUser {
  return { service, audit: resolve(audit), ofNew: isOfPlan(audit) };
}

/** The role without which nothing is done; null where any will do. */
function onlyRole({
  before,
  onlyIfBefore,
}: Pick<TaskOf<'removeUser'>, 'before' | 'onlyIfBefore'>): string | null {
  return onlyIfBefore === true ? (before ?? null) : null;
}
type TaskOf<Kind extends Task['kind']> = Extract<Task, { readonly kind: Kind }>;

export const userWorks = {
  assignUser: (task, deps) => assignment(ofUser(task.audit, deps), task.assignment, deps.unaddressed),
  changeUser: (task, deps) =>
    roleChange(ofUser(task.audit, deps), task.assignment, { only: onlyRole(task), before: task.before }),
  removeUser: (task, deps) => removal(ofUser(task.audit, deps), task.user, onlyRole(task)),
} satisfies Partial<Works>;
