import type { ComponentAudit } from '../../../shared/model/component-audit.ts';
import type { StepProgress } from '../../../shared/plan.ts';
import type { ComponentStep } from '../../data/components.ts';
import type { Change } from '../../data/staged-changes.ts';

export interface Staging {
  readonly changes: readonly Change[];
  /** The changes before each of the last actions, the latest last. */
  readonly past: readonly (readonly Change[])[];
  /** The changes after each action that was undone, the latest last. */
  readonly future: readonly (readonly Change[])[];
}

export const nothingStaged: Staging = { changes: [], past: [], future: [] };

export type StagingAction =
  | { readonly kind: 'stage'; readonly changes: readonly Change[] }
  | { readonly kind: 'remove'; readonly key: string }
  | { readonly kind: 'undo' }
  | { readonly kind: 'redo' }
  /** Restored changes come first. */
  | { readonly kind: 'restore'; readonly changes: readonly Change[] }
  | { readonly kind: 'clear' }
  /** A plan has them: they cannot be undone here. */
  | { readonly kind: 'sent'; readonly keys: ReadonlySet<string> };

/** The staged changes after an action. The deletion of a component is staged once only. */
export function staged(before: Staging, action: StagingAction): Staging {
  const { changes, past, future } = before;
  const after = (next: readonly Change[]): Staging =>
    next.length === changes.length && next.every((change, place) => change === changes[place])
      ? before
      : { changes: next, past: [...past, changes], future: [] };
  switch (action.kind) {
    case 'stage':
      return after([...changes, ...action.changes.filter((change) => !isDoubled(change, changes))]);
    case 'remove':
      return after(changes.filter(({ key }) => key !== action.key));
    case 'undo': {
      const last = past.at(-1);
      return last === undefined
        ? before
        : { changes: last, past: past.slice(0, -1), future: [...future, changes] };
    }
    case 'redo': {
      const next = future.at(-1);
      return next === undefined
        ? before
        : { changes: next, past: [...past, changes], future: future.slice(0, -1) };
    }
    case 'restore':
      return changes.length === 0
        ? { changes: action.changes, past, future: [] }
        : { changes: [...action.changes, ...changes], past: [], future: [] };
    case 'clear':
      return after([]);
    case 'sent':
      return { changes: changes.filter(({ key }) => !action.keys.has(key)), past: [], future: [] };
  }
}

function isDoubled(change: Change, changes: readonly Change[]): boolean {
  return (
    change.kind === 'delete' &&
    changes.some((other) => other.kind === 'delete' && other.component === change.component)
  );
}

/** The changes without deletions of components that are gone. */
export function stillWanted(
  changes: readonly Change[],
  components: readonly ComponentAudit[] | null,
): readonly Change[] {
  if (components === null) return changes;
  const ids = new Set(components.map(({ id }) => id));
  return changes.filter((change) => change.kind === 'create' || ids.has(change.component));
}

export function stepsOf(group: string, changes: readonly Change[]): readonly ComponentStep[] {
  return changes.map((change) => ({
    key: change.key,
    subject: change.name,
    task:
      change.kind === 'create'
        ? { kind: 'createComponent', group, creation: change.creation }
        : { kind: 'deleteComponent', group, component: change.component },
  }));
}

/** The changes of a plan that were not carried out, under new keys; not those that depend on nobody having changed what they delete. */
export function failedChanges(steps: readonly StepProgress[], newKey: () => string): readonly Change[] {
  return steps.flatMap(({ state, task, subject: name }): readonly Change[] => {
    if (state !== 'failed' && state !== 'blocked' && state !== 'cancelled') return [];
    if (task.kind === 'createComponent')
      return [{ key: newKey(), kind: 'create', creation: task.creation, name }];
    if (task.kind === 'deleteComponent' && typeof task.component === 'string' && task.made === undefined)
      return [{ key: newKey(), kind: 'delete', component: task.component, name }];
    return [];
  });
}
