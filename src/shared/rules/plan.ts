import type { Tier } from '../model/limits.ts';
import type { Plan, Reference, Step, Task, TaskKind } from '../plan.ts';
import { longestId } from './audit.ts';

/** What makes a plan impossible to carry out, and the step that it is about. */
export interface PlanFault {
  readonly code:
    | 'duplicate-key'
    /** A key that no earlier step has. */
    | 'unknown-step'
    /** A step whose result is not the kind of thing that is needed here. */
    | 'wrong-kind'
    /** An id that no service takes, or that cannot stand in a path (decisions.md §1.2, §4.1). */
    | 'unusable-id'
    /** Two steps that create something under one id. */
    | 'duplicate-id';
  readonly step: string;
  /** The key or id in question. */
  readonly subject: string;
}

/** Everything that is wrong with the order and the references of a plan; what the service has to say is not judged. */
export function planFaults({ steps }: Pick<Plan, 'steps'>): readonly PlanFault[] {
  const earlier = new Map<string, TaskKind>();
  const created = new Set<string>();
  return steps.flatMap((step) => {
    const faults = [...keyFaults(step, earlier), ...idFaults(step, created)];
    earlier.set(step.key, step.task.kind);
    const own = ownId(step.task);
    if (own !== null) created.add(own);
    return faults;
  });
}

function keyFaults(step: Step, earlier: ReadonlyMap<string, TaskKind>): readonly PlanFault[] {
  const about = (code: PlanFault['code'], subject: string): PlanFault => ({ code, step: step.key, subject });
  return [
    ...(earlier.has(step.key) ? [about('duplicate-key', step.key)] : []),
    ...step.after.filter((key) => !earlier.has(key)).map((key) => about('unknown-step', key)),
    ...references(step.task).flatMap(({ to, of }) => {
      if (typeof to === 'string') return [];
      const kind = earlier.get(to.fromStep);
      if (kind === undefined) return [about('unknown-step', to.fromStep)];
      return of.includes(kind) ? [] : [about('wrong-kind', to.fromStep)];
    }),
  ];
}

function idFaults(step: Step, created: ReadonlySet<string>): readonly PlanFault[] {
  const about = (code: PlanFault['code'], subject: string): PlanFault => ({ code, step: step.key, subject });
  const own = ownId(step.task);
  return [
    ...idsOf(step.task)
      .filter((id) => !isUsable(id))
      .map((id) => about('unusable-id', id)),
    ...(own !== null && created.has(own) ? [about('duplicate-id', own.slice(own.indexOf(':') + 1))] : []),
  ];
}

function isUsable(id: string): boolean {
  if (id === '' || id === '.' || id === '..' || !id.isWellFormed() || Array.from(id).length > longestId)
    return false;
  return !/\p{Cc}/u.test(id);
}

/** What a task creates under an id of ours, with its noun: audits and clients have id spaces of their own. */
function ownId(task: Task): string | null {
  if (task.kind === 'createAudit') return `audit:${task.creation.id}`;
  return task.kind === 'createClient' ? `client:${task.creation.id}` : null;
}

interface Referring {
  readonly to: Reference;
  /** The kinds of task whose result can stand there. */
  readonly of: readonly TaskKind[];
}

const anAudit: readonly TaskKind[] = ['createAudit', 'awaitOpen'];
const aComponent: readonly TaskKind[] = ['createComponent'];
const anyAudit: readonly TaskKind[] = [...anAudit, ...aComponent];

/** Everything in a task that may be the result of another step. */
function references(task: Task): readonly Referring[] {
  switch (task.kind) {
    case 'createClient':
      return [];
    case 'createAudit':
      return (task.couple ?? []).map((to) => ({ to, of: aComponent }));
    case 'createComponent':
      return [{ to: task.group, of: anAudit }];
    case 'setOutOfScope':
    case 'deleteComponent':
      return [
        { to: task.group, of: anAudit },
        { to: task.component, of: aComponent },
      ];
    case 'awaitOpen':
    case 'assignUser':
    case 'changeUser':
    case 'removeUser':
      return [{ to: task.audit, of: anyAudit }];
    case 'deleteAudit':
      return [{ to: task.audit, of: anAudit }];
  }
}

/** The ids that a task names itself. */
function idsOf(task: Task): readonly string[] {
  const referred = references(task).flatMap(({ to }) => (typeof to === 'string' ? [to] : []));
  switch (task.kind) {
    case 'createClient':
      return [task.creation.id, ...referred];
    case 'createAudit':
      return [task.creation.id, ...(task.creation.coupled_component_audit_ids ?? []), ...referred];
    case 'assignUser':
    case 'changeUser':
      return [task.assignment.id, ...referred];
    case 'removeUser':
      return [task.user, ...referred];
    case 'awaitOpen':
    case 'createComponent':
    case 'setOutOfScope':
    case 'deleteComponent':
    case 'deleteAudit':
      return referred;
  }
}

/**
 * For each step of a plan without faults, the positions of the steps that must be done first: those that it names, those
 * that it takes an id from, and those that create the client or the audit that it speaks of by an id known beforehand.
 */
export function dependencies(steps: readonly Step[]): readonly (readonly number[])[] {
  const byKey = new Map<string, number>();
  const creators = new Map<string, number>();
  return steps.map((step, position) => {
    const { task } = step;
    const named = references(task).map(({ to }) =>
      typeof to === 'string' ? creators.get(`audit:${to}`) : byKey.get(to.fromStep),
    );
    const client =
      task.kind === 'createAudit'
        ? creators.get(`client:${task.creation.client_organisation_id}`)
        : undefined;
    const all = [...step.after.map((key) => byKey.get(key)), ...named, client];
    byKey.set(step.key, position);
    const own = ownId(task);
    if (own !== null) creators.set(own, position);
    return [...new Set(all.filter((one) => one !== undefined))];
  });
}

/** The tier of the request that carries a task out; null for a task that writes nothing (decisions.md §12.2). */
export const tierOfTask = {
  createClient: 'write',
  createAudit: 'lifecycle',
  awaitOpen: null,
  createComponent: 'lifecycle',
  setOutOfScope: 'write',
  deleteComponent: 'lifecycle',
  assignUser: 'write',
  changeUser: 'write',
  removeUser: 'write',
  deleteAudit: 'lifecycle',
} as const satisfies Readonly<Record<TaskKind, Tier | null>>;
