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

/** The staged changes after an action. A component has one at most: its deletion, else the last one. */
export function staged(before: Staging, action: StagingAction): Staging {
  const { changes, past, future } = before;
  const after = (next: readonly Change[]): Staging =>
    next.length === changes.length && next.every((change, place) => change === changes[place])
      ? before
      : { changes: next, past: [...past, changes], future: [] };
  switch (action.kind) {
    case 'stage':
      return after(withChanges(changes, action.changes));
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

/** The explanation that is staged for a component. */
export function explanationStaged(changes: readonly Change[], component: string): string | undefined {
  const found = changes.find(
    (change) => change.kind === 'set-out-of-scope' && change.component === component,
  );
  return found?.kind === 'set-out-of-scope' ? found.explanation : undefined;
}

function withChanges(before: readonly Change[], wanted: readonly Change[]): readonly Change[] {
  const deleted = new Set(before.flatMap((change) => (change.kind === 'delete' ? change.component : [])));
  const added = wanted.filter((change) => change.kind === 'create' || !deleted.has(change.component));
  const replaced = new Set(added.flatMap((change) => (change.kind === 'create' ? [] : change.component)));
  return [
    ...before.filter((change) => change.kind === 'create' || !replaced.has(change.component)),
    ...added,
  ];
}

/** The changes without those to components that are gone. */
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
    task: taskOf(group, change),
  }));
}

function taskOf(group: string, change: Change): ComponentStep['task'] {
  switch (change.kind) {
    case 'create':
      return { kind: 'createComponent', group, creation: change.creation };
    case 'delete':
      return { kind: 'deleteComponent', group, component: change.component };
    case 'set-out-of-scope': {
      const { component, explanation } = change;
      return { kind: 'setOutOfScope', group, component, explanation };
    }
  }
}

/** The changes of a plan that were not carried out, under new keys; not those that depend on nobody having changed what they delete. */
export function failedChanges(steps: readonly StepProgress[], newKey: () => string): readonly Change[] {
  return steps.flatMap(({ state, task, subject: name }): readonly Change[] => {
    if (state !== 'failed' && state !== 'blocked' && state !== 'cancelled') return [];
    if (task.kind === 'createComponent')
      return [{ key: newKey(), kind: 'create', creation: task.creation, name }];
    if (task.kind === 'deleteComponent' && typeof task.component === 'string' && task.made === undefined)
      return [{ key: newKey(), kind: 'delete', component: task.component, name }];
    if (task.kind === 'setOutOfScope' && typeof task.component === 'string') {
      const { component, explanation } = task;
      return [{ key: newKey(), kind: 'set-out-of-scope', component, explanation, name }];
    }
    return [];
  });
}
