import type { Audit } from '../model/audit.ts';
import type { AuditUser, UserAssignment } from '../model/audit-user.ts';
import type { ComponentAudit, ComponentCreation } from '../model/component-audit.ts';
import type { MadeAudit, MadeComponent, Step, StepProgress, Task } from '../plan.ts';
import { addressKey } from './audit-user.ts';
import { isWaiting } from './plan.ts';
import { auditDifferences } from './same-creation.ts';

/** Why the service has nothing that undoes a change, or this app does not know what it would be. */
export type NoOpposite =
  /** A client cannot be deleted. */
  | 'client'
  /** A component cannot be brought back into scope. */
  | 'scope'
  /** An audit that was deleted is gone with all that it held. */
  | 'audit-deleted'
  /** What the component that was deleted had been created with is not known here. */
  | 'component-unknown'
  | 'role-unknown'
  /** It is in an audit that the same plan has created, and is deleted with it. */
  | 'with-audit'
  /** It was there already: the plan has sent nothing. */
  | 'was-there'
  /** Somebody has changed since what the plan has made, or has put something into it. */
  | 'changed'
  /** What the plan has made is there no more. */
  | 'gone'
  /** It is in an audit that stays, since somebody has changed that. */
  | 'in-changed';

/** What would undo one step that is done: a change to a tree, or the steps of a plan; else why there is none. */
export type Opposite = { readonly step: StepProgress } & (
  | {
      readonly kind: 'delete-component';
      readonly group: string;
      readonly component: string;
      readonly made: MadeComponent;
    }
  | { readonly kind: 'create-component'; readonly group: string; readonly creation: ComponentCreation }
  | { readonly kind: 'steps'; readonly steps: readonly Step[] }
  | { readonly kind: 'none'; readonly reason: NoOpposite }
);

/**
 * What would undo the steps of a plan that are done, the last one first: what was made last goes first. `creationOf` answers what
 * this app has created a component with.
 */
export function oppositesOf(
  steps: readonly StepProgress[],
  creationOf: (component: string) => ComponentCreation | null,
): readonly Opposite[] {
  const results = new Map(steps.map(({ key, result }) => [key, result]));
  const idOf = (to: string | { readonly fromStep: string }): string | null =>
    typeof to === 'string' ? to : (results.get(to.fromStep) ?? null);
  const created = new Set(
    steps.flatMap(({ task, result, state }) =>
      task.kind === 'createAudit' && state === 'done' ? [result ?? task.creation.id] : [],
    ),
  );
  const done = steps.filter(({ state, task }) => state === 'done' && !isWaiting(task)).toReversed();
  const made = madeBy(done);
  return done.map((step): Opposite => {
    const { task } = step;
    const none = (reason: NoOpposite): Opposite => ({ step, kind: 'none', reason });
    if (step.attempts === 0) return none('was-there');
    const inside = 'group' in task ? task.group : task.kind === 'deleteAudit' ? null : auditIn(task);
    if (inside !== null && created.has(idOf(inside) ?? '')) return none('with-audit');
    switch (task.kind) {
      case 'createClient':
        return none('client');
      case 'setOutOfScope':
        return none('scope');
      case 'createAudit':
        return { step, kind: 'steps', steps: deletionOf(step, done, made) };
      case 'createComponent': {
        const group = idOf(task.group);
        if (group === null || step.result === null) return none('component-unknown');
        const component = step.result;
        return {
          step,
          kind: 'delete-component',
          group,
          component,
          made: madeComponent(step, component, made),
        };
      }
      case 'deleteComponent': {
        const [group, component] = [idOf(task.group), idOf(task.component)];
        const creation = component === null ? null : creationOf(component);
        if (group === null || creation === null) return none('component-unknown');
        return { step, kind: 'create-component', group, creation };
      }
      case 'assignUser':
      case 'changeUser':
      case 'removeUser': {
        const audit = idOf(task.audit);
        const opposite = audit === null ? null : ofUser(task, audit);
        if (opposite === null) return none('role-unknown');
        const { key, subject } = step;
        return { step, kind: 'steps', steps: [{ key, after: [], subject, task: opposite }] };
      }
      case 'deleteAudit':
      case 'awaitGone':
      case 'awaitOpen':
        return none('audit-deleted');
    }
  });
}

type UserTask = Extract<Task, { readonly kind: 'assignUser' | 'changeUser' | 'removeUser' }>;

function auditIn(task: Task) {
  return 'audit' in task ? task.audit : null;
}

function ofUser(task: UserTask, audit: string): Task | null {
  if (task.kind === 'assignUser')
    return {
      kind: 'removeUser',
      audit,
      user: task.assignment.id,
      before: task.assignment.role,
      onlyIfBefore: true,
    };
  if (task.before === undefined) return null;
  const { before: role } = task;
  if (task.kind === 'removeUser') return { kind: 'assignUser', audit, assignment: { id: task.user, role } };
  const { id, role: before } = task.assignment;
  return { kind: 'changeUser', audit, assignment: { id, role }, before, onlyIfBefore: true };
}

/** Deletes an audit as long as it is as it was made; a group after the audits that the plan has coupled to its components. */
function deletionOf(step: StepProgress, steps: readonly StepProgress[], made: Made): readonly Step[] {
  const { key, subject } = step;
  const own = madeAudit(step, made);
  if (own === null) return [];
  const audit = auditMade(step) ?? own.creation.id;
  const coupled = new Set(own.coupled);
  const after = steps.flatMap((each) =>
    each !== step && coupled.has(auditMade(each) ?? '') ? [each.key] : [],
  );
  return [
    { key, after, subject, task: { kind: 'deleteAudit', audit, made: own } },
    { key: `${key.slice(0, 90)} gone`, after: [key], subject, task: { kind: 'awaitGone', audit } },
  ];
}

function auditMade({ task, result }: StepProgress): string | null {
  return task.kind === 'createAudit' ? (result ?? task.creation.id) : null;
}

/** What the service has now of what a plan has made; what is not among it is not there. */
export interface MadeNow {
  readonly audits: ReadonlyMap<string, Audit>;
  readonly usersOf: ReadonlyMap<string, readonly AuditUser[]>;
  readonly componentsOf: ReadonlyMap<string, readonly ComponentAudit[]>;
}

/** The audits whose users, and the groups whose components, tell whether somebody has changed what a plan has made. */
export function madeIn(opposites: readonly Opposite[]): {
  readonly audits: readonly string[];
  readonly usersOf: readonly string[];
  readonly componentsOf: readonly string[];
} {
  const audits: string[] = [];
  const usersOf = new Set<string>();
  const componentsOf = new Set<string>();
  for (const one of opposites) {
    if (one.kind === 'delete-component') componentsOf.add(one.group);
    const task = one.kind === 'steps' ? one.steps[0]?.task : undefined;
    if (task === undefined || !('audit' in task) || typeof task.audit !== 'string') continue;
    usersOf.add(task.audit);
    if (task.kind !== 'deleteAudit' || one.step.task.kind !== 'createAudit') continue;
    audits.push(task.audit);
    if (one.step.task.creation.audit_type === 'consolidated') componentsOf.add(task.audit);
  }
  return { audits, usersOf: [...usersOf], componentsOf: [...componentsOf] };
}

/**
 * The opposites of what nobody has changed since; of everything else why it stays. An audit counts as changed, too, where somebody
 * has put users or components into it that the plan has not.
 */
export function ofUnchanged(opposites: readonly Opposite[], now: MadeNow): readonly Opposite[] {
  const steps = opposites.map(({ step }) => step);
  const made = madeBy(steps);
  const none = ({ step }: Opposite, reason: NoOpposite): Opposite => ({ step, kind: 'none', reason });
  const judged = opposites.map((one): Opposite => {
    const reason = one.kind === 'none' ? null : changeSince(one, made, now);
    return reason === null ? one : none(one, reason);
  });
  const kept = new Set(
    judged.flatMap(({ kind, step }) =>
      kind === 'none' && step.task.kind === 'createAudit' ? [step.result ?? step.task.creation.id] : [],
    ),
  );
  return judged.map((one) =>
    one.kind === 'none' && one.reason === 'with-audit' && kept.has(made.auditOf(one.step) ?? '')
      ? none(one, 'in-changed')
      : one,
  );
}

/** What the steps of a plan have left at the service; the last of them comes first. */
function madeBy(steps: readonly StepProgress[]) {
  const results = new Map(steps.map(({ key, result }) => [key, result]));
  const idOf = (to: string | { readonly fromStep: string }) =>
    typeof to === 'string' ? to : (results.get(to.fromStep) ?? null);
  const auditOf = ({ task }: StepProgress): string | null => {
    const inside = 'group' in task ? task.group : 'audit' in task ? task.audit : null;
    return inside === null ? null : idOf(inside);
  };
  const users = new Map<string, Map<string, UserAssignment>>();
  const componentsOf = new Map<string, string[]>();
  const outOfScope = new Set<string>();
  const coupledTo = new Map<string, string>();
  for (const step of steps) {
    const { task, result } = step;
    const audit = auditOf(step) ?? '';
    if (task.kind === 'createAudit')
      for (const to of task.couple ?? []) coupledTo.set(idOf(to) ?? '', result ?? task.creation.id);
    if (task.kind === 'createComponent' && result !== null)
      componentsOf.set(audit, [...(componentsOf.get(audit) ?? []), result]);
    if (task.kind === 'setOutOfScope') outOfScope.add(idOf(task.component) ?? '');
    if (task.kind !== 'assignUser' && task.kind !== 'changeUser') continue;
    const assigned = users.get(audit) ?? new Map<string, UserAssignment>();
    users.set(audit, assigned);
    const key = addressKey(task.assignment.id);
    if (!assigned.has(key)) assigned.set(key, task.assignment);
  }
  return { idOf, auditOf, users, componentsOf, outOfScope, coupledTo };
}
type Made = ReturnType<typeof madeBy>;

/** An audit as a plan has made it; null for what is none. */
function madeAudit(step: StepProgress, made: Made): MadeAudit | null {
  const { task } = step;
  if (task.kind !== 'createAudit') return null;
  const { creation, couple = [] } = task;
  const id = auditMade(step) ?? creation.id;
  const components = made.componentsOf.get(id) ?? [];
  const coupledTo = couple.flatMap((to) => made.idOf(to) ?? []);
  return {
    creation:
      coupledTo.length === 0
        ? creation
        : {
            ...creation,
            coupled_component_audit_ids: [...(creation.coupled_component_audit_ids ?? []), ...coupledTo],
          },
    users: [...(made.users.get(id)?.values() ?? [])],
    components,
    outOfScope: components.filter((component) => made.outOfScope.has(component)),
    coupled: components.flatMap((component) => made.coupledTo.get(component) ?? []),
  };
}

function madeComponent({ task }: StepProgress, id: string, made: Made): MadeComponent {
  const name = task.kind === 'createComponent' ? task.creation.name : undefined;
  return {
    ...(name === undefined ? {} : { name }),
    isOutOfScope: made.outOfScope.has(id),
    coupled: made.coupledTo.get(id) ?? null,
  };
}

function changeSince(
  opposite: Exclude<Opposite, { readonly kind: 'none' }>,
  made: Made,
  now: MadeNow,
): 'changed' | 'gone' | null {
  if (opposite.kind === 'create-component') return null; // the tree in which it is staged shows what is there
  if (opposite.kind === 'delete-component') {
    const components = now.componentsOf.get(opposite.group) ?? [];
    const component = components.find(({ id }) => id === opposite.component);
    if (component === undefined) return 'gone';
    return isComponentChanged(component, opposite.made) ? 'changed' : null;
  }
  const { task } = opposite.step;
  if (task.kind === 'createAudit') {
    const own = madeAudit(opposite.step, made);
    const id = auditMade(opposite.step) ?? '';
    const audit = now.audits.get(id);
    if (own === null || audit === undefined || audit.status === 'deleting') return 'gone';
    const inside = { users: now.usersOf.get(id) ?? [], components: now.componentsOf.get(id) ?? [] };
    return isAuditChanged(own, { audit, ...inside }) ? 'changed' : null;
  }
  if (task.kind !== 'assignUser' && task.kind !== 'changeUser' && task.kind !== 'removeUser') return null;
  const audit = made.auditOf(opposite.step) ?? '';
  const address = task.kind === 'removeUser' ? task.user : task.assignment.id;
  const user = now.usersOf.get(audit)?.find(({ id }) => addressKey(id) === addressKey(address));
  if (task.kind === 'removeUser') return user === undefined ? null : 'changed';
  if (user === undefined) return 'gone';
  return user.role === made.users.get(audit)?.get(addressKey(address))?.role ? null : 'changed';
}

/** Whether an audit that is there is no longer as it was made, or somebody has put users or components into it. */
export function isAuditChanged(
  made: MadeAudit,
  {
    audit,
    users,
    components,
  }: {
    readonly audit: Audit;
    readonly users: readonly AuditUser[];
    readonly components: readonly ComponentAudit[];
  },
): boolean {
  const roles = new Map(made.users.map(({ id, role }) => [addressKey(id), role]));
  return (
    audit.status === 'archived' ||
    auditDifferences(made.creation, audit).length > 0 ||
    users.some(({ id, role }) => roles.get(addressKey(id)) !== role) ||
    components.some((each) => !made.components.includes(each.id) || isComponentChanged(each, ofAudit(each)))
  );

  function ofAudit({ id, coupled_entity_audit_id: coupled }: ComponentAudit): MadeComponent {
    const isOwn = coupled !== null && made.coupled.includes(coupled);
    return { isOutOfScope: made.outOfScope.includes(id), coupled: isOwn ? coupled : null };
  }
}

/** Whether a component that is there is no longer as it was made. */
export function isComponentChanged(
  { name, in_scope: isIn, coupled_entity_audit_id: coupled }: ComponentAudit,
  made: MadeComponent,
): boolean {
  return (
    (isIn === false && !made.isOutOfScope) ||
    (coupled !== null && coupled !== made.coupled) ||
    (made.name !== undefined && made.name.trim() !== name.trim())
  );
}
