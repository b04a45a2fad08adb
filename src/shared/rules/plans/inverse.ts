import type { Audit } from '../../model/audit.ts';
import type { AuditUser, UserAssignment } from '../../model/audit-user.ts';
import type { ComponentAudit, ComponentCreation } from '../../model/component-audit.ts';
import type { MadeAudit, MadeComponent, Reference, Step, StepProgress, Task } from '../../plan.ts';
import { addressKey } from '../service/audit-user.ts';
import { isWaiting } from './plan.ts';
import { auditDifferences } from './same-creation.ts';

/** Why the service has nothing that undoes a change, or this app does not know what it would be. */
export type NoInverse =
  /** A client cannot be deleted. */
  | 'client'
  /** A component cannot be brought back into scope. */
  | 'scope'
  /** An audit that was deleted is gone with all that it held. */
  | 'audit-deleted'
  /** What the component that was deleted had been created with is not known here. */
  | 'component-unknown'
  | 'role-unknown'
  /** It is in an audit or a component audit that the same plan has created, and is deleted with it. */
  | 'with-audit'
  /** It was there already: the plan has sent nothing. */
  | 'was-there'
  /** Somebody has changed since what the plan has made, or has put something into it. */
  | 'changed'
  /** What the plan has made is there no more. */
  | 'gone'
  /** It is in one that stays, since somebody has changed that. */
  | 'in-changed';

/** What would undo one step that is done; else why there is none. */
export type Inverse = { readonly step: StepProgress } & (
  | { readonly kind: 'steps'; readonly steps: readonly Step[] }
  | { readonly kind: 'none'; readonly reason: NoInverse }
);

/**
 * What would undo the steps of a plan that are done, the last one first: what was made last goes first. `creationOf` answers what
 * this app has created a component with.
 */
export function inversesOf(
  steps: readonly StepProgress[],
  creationOf: (component: string) => ComponentCreation | null,
): readonly Inverse[] {
  const results = new Map(steps.map(({ key, result }) => [key, result]));
  const idOf = (to: string | { readonly fromStep: string }): string | null =>
    typeof to === 'string' ? to : (results.get(to.fromStep) ?? null);
  // What was there already does not go: neither does what the plan has put into it.
  const created = new Set(
    steps.flatMap((step) => (step.state === 'done' && step.attempts > 0 ? (idMade(step) ?? []) : [])),
  );
  const done = steps.filter(({ state, task }) => state === 'done' && !isWaiting(task)).toReversed();
  const made = madeBy(done);
  return done.map((step): Inverse => {
    const { task } = step;
    const none = (reason: NoInverse): Inverse => ({ step, kind: 'none', reason });
    if (step.attempts === 0) return none('was-there');
    if (around(task).some((to) => created.has(idOf(to) ?? ''))) return none('with-audit');
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
        const own = madeComponent(step, step.result, made);
        const after = done.flatMap((each) =>
          own.coupled !== null && auditMade(each) === own.coupled ? each.key : [],
        );
        return ofSteps(step, { kind: 'deleteComponent', group, component: step.result, made: own }, after);
      }
      case 'deleteComponent': {
        const [group, component] = [idOf(task.group), idOf(task.component)];
        const creation = component === null ? null : creationOf(component);
        if (group === null || creation === null) return none('component-unknown');
        return ofSteps(step, { kind: 'createComponent', group, creation });
      }
      case 'assignUser':
      case 'changeUser':
      case 'removeUser': {
        const audit = idOf(task.audit);
        const inverse = audit === null ? null : ofUser(task, audit);
        return inverse === null ? none('role-unknown') : ofSteps(step, inverse);
      }
      case 'deleteAudit':
      case 'awaitGone':
      case 'awaitOpen':
        return none('audit-deleted');
    }
  });
}

type UserTask = Extract<Task, { readonly kind: 'assignUser' | 'changeUser' | 'removeUser' }>;

function ofSteps(step: StepProgress, task: Task, after: readonly string[] = []): Inverse {
  const { key, subject } = step;
  return { step, kind: 'steps', steps: [{ key, after, subject, task }] };
}

/** The id of the audit or the component audit that a step has made; null for any other. */
function idMade({ task, result }: StepProgress): string | null {
  if (task.kind === 'createAudit') return result ?? task.creation.id;
  return task.kind === 'createComponent' ? result : null;
}

/** What has to go for what a task has done to go with it. */
function around(task: Task): readonly Reference[] {
  if (task.kind === 'deleteAudit') return [];
  const component = task.kind === 'setOutOfScope' ? [task.component] : [];
  return 'group' in task ? [task.group, ...component] : 'audit' in task ? [task.audit] : [];
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

/** The audits whose users, and the groups whose components and the users of these, tell whether somebody has changed what a plan has made. */
export function madeIn(inverses: readonly Inverse[]): {
  readonly audits: readonly string[];
  readonly usersOf: readonly string[];
  readonly componentsOf: readonly string[];
  /** Components, whose users matter only where their group still has them. */
  readonly usersOfComponents: readonly string[];
} {
  const audits: string[] = [];
  const usersOf = new Set<string>();
  const componentsOf = new Set<string>();
  const usersOfComponents: string[] = [];
  for (const one of inverses) {
    const task = one.kind === 'steps' ? one.steps[0]?.task : undefined;
    if (task?.kind === 'deleteComponent' && typeof task.group === 'string') componentsOf.add(task.group);
    if (task?.kind === 'deleteComponent' && typeof task.component === 'string')
      usersOfComponents.push(task.component);
    if (task === undefined || !('audit' in task) || typeof task.audit !== 'string') continue;
    usersOf.add(task.audit);
    if (task.kind !== 'deleteAudit' || one.step.task.kind !== 'createAudit') continue;
    audits.push(task.audit);
    usersOfComponents.push(...(task.made?.components ?? []));
    if (one.step.task.creation.audit_type === 'consolidated') componentsOf.add(task.audit);
  }
  return { audits, usersOf: [...usersOf], componentsOf: [...componentsOf], usersOfComponents };
}

/**
 * The inverses of what nobody has changed since; of everything else why it stays. An audit counts as changed, too, where somebody
 * has put users or components into it that the plan has not.
 */
export function ofUnchanged(inverses: readonly Inverse[], now: MadeNow): readonly Inverse[] {
  const steps = inverses.map(({ step }) => step);
  const made = madeBy(steps);
  const none = ({ step }: Inverse, reason: NoInverse): Inverse => ({ step, kind: 'none', reason });
  const judged = inverses.map((one): Inverse => {
    const reason = one.kind === 'none' ? null : changeSince(one, made, now);
    return reason === null ? one : none(one, reason);
  });
  // Of what a plan has made and what stays, or is gone already: why what is in it does not go with it.
  const reasons = new Map<string, NoInverse>();
  const reasonOf = (one: Inverse): NoInverse | null => {
    if (one.kind !== 'none') return null;
    if (one.reason !== 'with-audit') return one.reason === 'gone' ? 'gone' : 'in-changed';
    const inside = around(one.step.task).map((to) => reasons.get(made.idOf(to) ?? ''));
    return inside.find((reason) => reason !== undefined) ?? null;
  };
  for (const one of judged.toReversed()) {
    const [id, reason] = [idMade(one.step), reasonOf(one)];
    if (id !== null && reason !== null) reasons.set(id, reason);
  }
  return judged.map((one) => {
    const reason = one.kind === 'none' && one.reason === 'with-audit' ? reasonOf(one) : null;
    return reason === null ? one : none(one, reason);
  });
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
    componentUsers: components.flatMap((component) =>
      [...(made.users.get(component)?.values() ?? [])].map((user) => ({ component, ...user })),
    ),
  };
}

function madeComponent({ task }: StepProgress, id: string, made: Made): MadeComponent {
  const name = task.kind === 'createComponent' ? task.creation.name : undefined;
  return {
    ...(name === undefined ? {} : { name }),
    isOutOfScope: made.outOfScope.has(id),
    coupled: made.coupledTo.get(id) ?? null,
    users: [...(made.users.get(id)?.values() ?? [])],
  };
}

function changeSince(
  inverse: Exclude<Inverse, { readonly kind: 'none' }>,
  made: Made,
  now: MadeNow,
): 'changed' | 'gone' | null {
  const { task, result } = inverse.step;
  if (task.kind === 'createComponent') {
    const components = now.componentsOf.get(made.auditOf(inverse.step) ?? '') ?? [];
    const component = components.find(({ id }) => id === result);
    if (component === undefined || component.status === 'deleting') return 'gone';
    const own = madeComponent(inverse.step, component.id, made);
    return isComponentChanged(component, own, now.usersOf.get(component.id) ?? []) ? 'changed' : null;
  }
  if (task.kind === 'createAudit') {
    const own = madeAudit(inverse.step, made);
    const id = auditMade(inverse.step) ?? '';
    const audit = now.audits.get(id);
    if (own === null || audit === undefined || audit.status === 'deleting') return 'gone';
    const inside = { usersOf: now.usersOf, components: now.componentsOf.get(id) ?? [] };
    return isAuditChanged(own, { audit, ...inside }) ? 'changed' : null;
  }
  if (task.kind !== 'assignUser' && task.kind !== 'changeUser' && task.kind !== 'removeUser') return null;
  const audit = made.auditOf(inverse.step) ?? '';
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
    usersOf,
    components,
  }: {
    readonly audit: Audit;
    /** Of the audit, and of its components. */
    readonly usersOf: MadeNow['usersOf'];
    readonly components: readonly ComponentAudit[];
  },
): boolean {
  return (
    audit.status === 'archived' ||
    auditDifferences(made.creation, audit).length > 0 ||
    hasOthers(usersOf.get(audit.id) ?? [], made.users) ||
    components.some(
      (each) =>
        !made.components.includes(each.id) ||
        isComponentChanged(each, ofAudit(each), usersOf.get(each.id) ?? []),
    )
  );

  function ofAudit({ id, coupled_entity_audit_id: coupled }: ComponentAudit): MadeComponent {
    const isOwn = coupled !== null && made.coupled.includes(coupled);
    return {
      isOutOfScope: made.outOfScope.includes(id),
      coupled: isOwn ? coupled : null,
      users: (made.componentUsers ?? []).filter(({ component }) => component === id),
    };
  }
}

/** Whether a component that is there is no longer as it was made, or somebody has put users into it. */
export function isComponentChanged(
  { name, in_scope: isIn, coupled_entity_audit_id: coupled }: ComponentAudit,
  made: MadeComponent,
  users: readonly AuditUser[],
): boolean {
  return (
    (isIn === false && !made.isOutOfScope) ||
    (coupled !== null && coupled !== made.coupled) ||
    (made.name !== undefined && made.name.trim() !== name.trim()) ||
    hasOthers(users, made.users ?? [])
  );
}

/** Whether among users is one whom a plan has not assigned, or not with that role. */
function hasOthers(users: readonly AuditUser[], assigned: readonly UserAssignment[]): boolean {
  const roles = new Map(assigned.map(({ id, role }) => [addressKey(id), role]));
  return users.some(({ id, role }) => roles.get(addressKey(id)) !== role);
}
