import type { Plan, StepProgress } from '../plan.ts';
import { addressKey } from './audit-user.ts';
import { componentEntities } from './import-components.ts';
import type { ImportObject } from './import-rows.ts';

/** What a plan that has not ended makes. A row that asks for the same would make it a second time. */
export interface Underway {
  readonly plan: Pick<Plan, 'id' | 'title'>;
  readonly object: ImportObject;
}

/** What a plan that has not ended makes, or has made since the service's lists were read; nothing of what it has given up. */
export function underwayIn(plan: Underway['plan'], steps: readonly StepProgress[]): readonly Underway[] {
  const ids = new Map(
    steps.map(({ key, task, result }) => [
      key,
      result ?? (task.kind === 'createAudit' ? task.creation.id : ''),
    ]),
  );
  const idOf = (to: string | { readonly fromStep: string }): string =>
    typeof to === 'string' ? to : (ids.get(to.fromStep) ?? '');
  return steps.flatMap(({ task, state }): readonly Underway[] => {
    if (state === 'failed' || state === 'blocked' || state === 'cancelled') return [];
    if (task.kind === 'createClient') return [{ plan, object: { kind: 'client', creation: task.creation } }];
    if (task.kind === 'createAudit') return [{ plan, object: { kind: 'audit', creation: task.creation } }];
    if (task.kind === 'assignUser')
      return [{ plan, object: { kind: 'user', audit: idOf(task.audit), assignment: task.assignment } }];
    if (task.kind !== 'createComponent') return [];
    const { creation } = task;
    const group = idOf(task.group);
    return [{ plan, object: { kind: 'component', group, id: null, creation, outOfScope: null } }];
  });
}

/** Answers the plan that makes an object of that kind and key; null where none does. */
export function underwayIndex(
  underway: readonly Underway[],
): (kind: ImportObject['kind'], key: string | null) => Underway['plan'] | null {
  const plans = new Map(
    underway.flatMap(({ plan, object }) => {
      const key = keyOf(object, null);
      return key === null ? [] : [[`${object.kind} ${key}`, plan] as const];
    }),
  );
  return (kind, key) => (key === null ? null : (plans.get(`${kind} ${key}`) ?? null));
}

/** What makes two objects of a kind the same thing; null where that cannot be known yet. */
export function keyOf(object: ImportObject, existing: string | null): string | null {
  switch (object.kind) {
    case 'client':
      return object.creation.id || null;
    case 'audit':
      return object.creation.id || null;
    case 'component':
      // A group may have two components for the same legal entities: those that are there have ids.
      return object.group === ''
        ? null
        : JSON.stringify(existing ?? [object.group, ...componentEntities(object)]);
    case 'user':
      return object.audit === '' ? null : JSON.stringify([object.audit, addressKey(object.assignment.id)]);
  }
}
