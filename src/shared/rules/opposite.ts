import type { ComponentCreation } from '../model/component-audit.ts';
import type { Step, StepProgress, Task } from '../plan.ts';
import { isWaiting } from './plan.ts';

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
  | 'was-there';

/** What would undo one step that is done: a change to a tree, or the steps of a plan; else why there is none. */
export type Opposite = { readonly step: StepProgress } & (
  | { readonly kind: 'delete-component'; readonly group: string; readonly component: string }
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
  const done = steps.filter(({ state, task }) => state === 'done' && !isWaiting(task));
  const opposites = done.toReversed().map((step): Opposite => {
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
        return { step, kind: 'steps', steps: deletionOf(step, step.result ?? task.creation.id) };
      case 'createComponent': {
        const group = idOf(task.group);
        if (group === null || step.result === null) return none('component-unknown');
        return { step, kind: 'delete-component', group, component: step.result };
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
  return inOrder(opposites);
}

type UserTask = Extract<Task, { readonly kind: 'assignUser' | 'changeUser' | 'removeUser' }>;

function auditIn(task: Task) {
  return 'audit' in task ? task.audit : null;
}

function ofUser(task: UserTask, audit: string): Task | null {
  if (task.kind === 'assignUser')
    return { kind: 'removeUser', audit, user: task.assignment.id, before: task.assignment.role };
  if (task.before === undefined) return null;
  const { before: role } = task;
  if (task.kind === 'removeUser') return { kind: 'assignUser', audit, assignment: { id: task.user, role } };
  const { id, role: before } = task.assignment;
  return { kind: 'changeUser', audit, assignment: { id, role }, before };
}

function deletionOf({ key, subject }: StepProgress, audit: string): readonly Step[] {
  return [
    { key, after: [], subject, task: { kind: 'deleteAudit', audit } },
    { key: `${key.slice(0, 90)} gone`, after: [key], subject, task: { kind: 'awaitGone', audit } },
  ];
}

/** Audits are deleted one after the other: one that was created later may be coupled to components of an earlier one. */
function inOrder(opposites: readonly Opposite[]): readonly Opposite[] {
  let before: string | null = null;
  return opposites.map((opposite) => {
    if (opposite.kind !== 'steps' || opposite.steps[0]?.task.kind !== 'deleteAudit') return opposite;
    const after: readonly string[] = before === null ? [] : [before];
    before = opposite.steps[0].key;
    return {
      ...opposite,
      steps: opposite.steps.map((step) => (step.task.kind === 'deleteAudit' ? { ...step, after } : step)),
    };
  });
}
