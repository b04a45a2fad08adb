import type { AuditCreation } from '../../shared/model/audit.ts';
import type { Plan, Step, Task } from '../../shared/plan.ts';

/** A step for tests; its subject is its key. */
export function step(key: string, task: Task, after: readonly string[] = []): Step {
  return { key, after, subject: key, task };
}

export function planOf(...steps: readonly Step[]): Plan {
  return { id: 'plan', connection: 'c', title: 'A plan', steps };
}

export function fromStep(key: string) {
  return { fromStep: key };
}

export function auditStep(creation: AuditCreation, after: readonly string[] = []): Step {
  return step(creation.id, { kind: 'createAudit', creation }, after);
}

/** A component under the group audit of the fixture. */
export function componentStep(key: string, entities: readonly string[], name?: string): Step {
  const creation = { legal_entity_ids: entities, auditor_relation: 'inter_firm' };
  return step(key, {
    kind: 'createComponent',
    group: 'consolidated',
    creation: name === undefined ? creation : { ...creation, name },
  });
}
