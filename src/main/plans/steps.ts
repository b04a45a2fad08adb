import type { ComponentCreation } from '../../shared/model/component-audit.ts';
import type { Reference, Task } from '../../shared/plan.ts';
import { auditOfTask, objectOfTask } from '../../shared/rules/plans/plan.ts';
import { componentWorks } from './components.ts';
import { creationWorks } from './creations.ts';
import type { StepRecord } from './journal-rows.ts';
import { userWorks } from './users.ts';
import type { Work, WorkDeps, Works, WritingTask } from './work.ts';

const works: Works = { ...creationWorks, ...componentWorks, ...userWorks };

/** The work of a task, once all steps that it needs are done. */
export function workOf(task: WritingTask, deps: WorkDeps): Work {
  // The row of a kind takes tasks of that kind; the index by a union loses that.
  const make = works[task.kind] as (task: WritingTask, deps: WorkDeps) => Work;
  return make(task, deps);
}

/** The id that a reference means; null before the step that it may name is done. */
export function knownId(reference: Reference, steps: readonly StepRecord[]): string | null {
  if (typeof reference === 'string') return reference;
  return steps.find(({ key }) => key === reference.fromStep)?.result ?? null;
}

/** The same, once the step that it may name is done. */
export function idOf(reference: Reference, steps: readonly StepRecord[]): string {
  const id = knownId(reference, steps);
  if (id === null) throw new Error('A step was begun before what it needs was done.');
  return id;
}

/** The id of what a task creates, changes or removes; null where only the service knows it. */
export function objectOf(task: Task, steps: readonly StepRecord[]): string | null {
  const object = objectOfTask(task);
  return object === null ? null : idOf(object, steps);
}

/** The id of the audit that a task makes, deletes or works in; null where there is none, or none yet. */
export function auditOf(task: Task, steps: readonly StepRecord[]): string | null {
  const audit = auditOfTask(task);
  return audit === null ? null : knownId(audit, steps);
}

/** The creations in a group of steps that are not done, each with what a person has said not to be it. */
export function openCreations(steps: readonly StepRecord[], group: string): readonly OpenCreation[] {
  return steps.flatMap(({ position, task, state, candidates }) =>
    task.kind === 'createComponent' && state !== 'done' && knownId(task.group, steps) === group
      ? [{ position, creation: task.creation, dismissed: state === 'unclear' ? [] : candidates }]
      : [],
  );
}

/** What steps have created in each group. */
export function creationsByGroup(steps: readonly StepRecord[]): ReadonlyMap<string, readonly Creation[]> {
  const groups = new Map<string, Creation[]>();
  for (const { position, task, state } of steps) {
    if (task.kind !== 'createComponent' || state !== 'done') continue;
    const group = idOf(task.group, steps);
    groups.set(group, [...(groups.get(group) ?? []), { position, creation: task.creation }]);
  }
  return groups;
}

interface OpenCreation extends Creation {
  readonly dismissed: readonly string[];
}

interface Creation {
  readonly position: number;
  readonly creation: ComponentCreation;
}

/** The audits that steps create, under the ids that the app chose. */
export function createdIn(steps: readonly StepRecord[]): ReadonlySet<string> {
  return new Set(steps.flatMap(({ task }) => (task.kind === 'createAudit' ? [task.creation.id] : [])));
}
