import type { StepProgress } from '../../plan.ts';
import { addressKey } from '../service/audit-user.ts';
import { fold } from '../texts/fold.ts';
import { componentEntities } from './components.ts';
import type { ImportObject, Underway } from './known.ts';

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
  const deletions = new Map(
    steps.flatMap(({ key, task, state }) => {
      if (state === 'done') return [];
      if (task.kind === 'deleteAudit') return [[key, idOf(task.audit)] as const];
      return task.kind === 'deleteComponent' ? [[key, idOf(task.component)] as const] : [];
    }),
  );
  const deleted = new Set(deletions.values());
  return steps.flatMap(({ task, state, after }): readonly Underway[] => {
    if (state === 'failed' || state === 'blocked' || state === 'cancelled') return [];
    const made = (object: ImportObject, replaces: string | null = null) => [{ plan, object, replaces }];
    if (task.kind === 'createClient') return made({ kind: 'client', creation: task.creation });
    if (task.kind === 'createAudit') {
      const { creation } = task;
      return made({ kind: 'audit', creation }, deleted.has(creation.id) ? creation.id : null);
    }
    if (task.kind === 'assignUser')
      return made({ kind: 'user', audit: idOf(task.audit), assignment: task.assignment });
    if (task.kind !== 'createComponent') return [];
    const { creation } = task;
    const before = after.flatMap((key) => deletions.get(key) ?? []);
    const object = {
      kind: 'component',
      group: idOf(task.group),
      id: null,
      creation,
      outOfScope: null,
    } as const;
    return made(object, before[0] ?? null);
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

/** Answers the plan that is going to delete what has an id, and to create it again; null where none is. */
export function replacingIndex(underway: readonly Underway[]): (id: string) => Underway['plan'] | null {
  const plans = new Map(
    underway.flatMap(({ plan, replaces }) => (replaces === null ? [] : [[replaces, plan]])),
  );
  return (id) => plans.get(id) ?? null;
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
    case 'deadline':
      return JSON.stringify(existing ?? [object.client || fold(object.clientName), fold(object.name)]);
    case 'user':
      return object.audit === '' ? null : JSON.stringify([object.audit, addressKey(object.assignment.id)]);
  }
}
