import type { Reference, Task } from '../../shared/plan.ts';
import { auditDeletion, componentCreation, componentDeletion, scopeChange } from './components.ts';
import { auditCreation, clientCreation } from './creations.ts';
import type { StepRecord } from './journal-rows.ts';
import { assignment, removal, roleChange } from './users.ts';
import type { Work, WorkSurroundings } from './work.ts';

/** A task that writes. */
export type WritingTask = Exclude<Task, { readonly kind: 'awaitOpen' }>;

/** How a task is carried out, once everything that it takes an id from is done. */
export function workOf(task: WritingTask, surroundings: WorkSurroundings): Work {
  const { service, resolve } = surroundings;
  switch (task.kind) {
    case 'createClient':
      return clientCreation(service, task.creation);
    case 'createAudit': {
      const { creation, couple = [] } = task;
      if (couple.length === 0) return auditCreation(service, creation, false);
      const coupled = [...(creation.coupled_component_audit_ids ?? []), ...couple.map(resolve)];
      return auditCreation(service, { ...creation, coupled_component_audit_ids: coupled }, false);
    }
    case 'createComponent':
      return componentCreation({
        ...surroundings,
        group: resolve(task.group),
        creation: task.creation,
        ofNew: isNew(task.group),
      });
    case 'setOutOfScope': {
      const ids = { group: resolve(task.group), component: resolve(task.component) };
      return scopeChange(service, { ...ids, explanation: task.explanation }, isNew(task.component));
    }
    case 'deleteComponent':
      return componentDeletion(
        surroundings,
        { group: resolve(task.group), component: resolve(task.component) },
        isNew(task.component),
      );
    case 'assignUser':
      return assignment(ofUser(task.audit, surroundings), task.assignment);
    case 'changeUser':
      return roleChange(ofUser(task.audit, surroundings), task.assignment);
    case 'removeUser':
      return removal(ofUser(task.audit, surroundings), task.user);
    case 'deleteAudit':
      return auditDeletion(service, resolve(task.audit), isNew(task.audit));
  }
}

function isNew(reference: Reference): boolean {
  return typeof reference !== 'string';
}

function ofUser(audit: Reference, { service, resolve }: WorkSurroundings) {
  return { service, audit: resolve(audit), ofNew: isNew(audit) };
}

/** The id that a reference means, once the step that it may name is done. */
export function idOf(reference: Reference, steps: readonly StepRecord[]): string {
  if (typeof reference === 'string') return reference;
  const result = steps.find(({ key }) => key === reference.fromStep)?.result;
  if (result === null || result === undefined)
    throw new Error('A step was begun before what it needs was done.');
  return result;
}

/** The id of what a task creates, changes or removes; null where only the service knows it. */
export function objectOf(task: Task, steps: readonly StepRecord[]): string | null {
  switch (task.kind) {
    case 'createClient':
    case 'createAudit':
      return task.creation.id;
    case 'createComponent':
      return null;
    case 'setOutOfScope':
    case 'deleteComponent':
      return idOf(task.component, steps);
    case 'assignUser':
    case 'changeUser':
      return task.assignment.id;
    case 'removeUser':
      return task.user;
    case 'awaitOpen':
    case 'deleteAudit':
      return idOf(task.audit, steps);
  }
}
