import type { Tier } from '../../model/tiers.ts';
import type {
  deedKinds,
  Plan,
  PlanProgress,
  Reference,
  Step,
  StepProgress,
  Task,
  TaskKind,
} from '../../plan.ts';
import { longestId } from '../service/audit.ts';

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

type TaskOf<Kind extends TaskKind> = Extract<Task, { readonly kind: Kind }>;

/** Everything that is to be known of a kind of step, besides its schema (`plan.ts`), how it is sent (`main/plans`) and its name. */
interface StepKind<Kind extends TaskKind> {
  /** Of the request that carries it out; null for a task that writes nothing (decisions.md §12.2). */
  readonly tier: Tier | null;
  /** Everything in it that may be the result of another step. */
  readonly refers: (task: TaskOf<Kind>) => readonly Referring[];
  /** The ids that it names itself. */
  readonly names?: (task: TaskOf<Kind>) => readonly string[];
  /** What it creates, changes or removes; null where only the service knows the id. */
  readonly object: (task: TaskOf<Kind>) => Reference | null;
  /** The screen of that object, or of the audit that it refers to first; null where there is none, as for what was deleted. */
  readonly screen: 'client' | 'audit' | 'auditComponents' | 'auditUsers' | null;
}

const ofComponent = (task: TaskOf<'setOutOfScope' | 'deleteComponent'>): readonly Referring[] => [
  { to: task.group, of: anAudit },
  { to: task.component, of: aComponent },
];
const ofAudit = (task: TaskOf<'deleteAudit' | 'awaitGone'>): readonly Referring[] => [
  { to: task.audit, of: anAudit },
];
const ofAnyAudit = (
  task: TaskOf<'awaitOpen' | 'assignUser' | 'changeUser' | 'removeUser'>,
): readonly Referring[] => [{ to: task.audit, of: anyAudit }];
const assigned = ({ assignment }: TaskOf<'assignUser' | 'changeUser'>): string => assignment.id;

const stepKinds = {
  createClient: {
    tier: 'write',
    refers: () => [],
    names: ({ creation }) => [creation.id],
    object: ({ creation }) => creation.id,
    screen: 'client',
  },
  createAudit: {
    tier: 'lifecycle',
    refers: ({ couple = [] }) => couple.map((to) => ({ to, of: aComponent })),
    names: ({ creation }) => [creation.id, ...(creation.coupled_component_audit_ids ?? [])],
    object: ({ creation }) => creation.id,
    screen: 'audit',
  },
  awaitOpen: { tier: null, refers: ofAnyAudit, object: ({ audit }) => audit, screen: 'audit' },
  createComponent: {
    tier: 'lifecycle',
    refers: ({ group }) => [{ to: group, of: anAudit }],
    object: () => null,
    screen: 'auditComponents',
  },
  setOutOfScope: {
    tier: 'write',
    refers: ofComponent,
    object: ({ component }) => component,
    screen: 'auditComponents',
  },
  deleteComponent: {
    tier: 'lifecycle',
    refers: ofComponent,
    object: ({ component }) => component,
    screen: null,
  },
  assignUser: {
    tier: 'write',
    refers: ofAnyAudit,
    names: (task) => [assigned(task)],
    object: assigned,
    screen: 'auditUsers',
  },
  changeUser: {
    tier: 'write',
    refers: ofAnyAudit,
    names: (task) => [assigned(task)],
    object: assigned,
    screen: 'auditUsers',
  },
  removeUser: {
    tier: 'write',
    refers: ofAnyAudit,
    names: ({ user }) => [user],
    object: ({ user }) => user,
    screen: 'auditUsers',
  },
  deleteAudit: { tier: 'lifecycle', refers: ofAudit, object: ({ audit }) => audit, screen: null },
  awaitGone: { tier: null, refers: ofAudit, object: ({ audit }) => audit, screen: null },
} as const satisfies { readonly [Kind in TaskKind]: StepKind<Kind> };

function kindOf(task: Task): StepKind<TaskKind> {
  // The row of a task's own kind takes that task, which an index by a union loses.
  return stepKinds[task.kind] as StepKind<TaskKind>;
}

function references(task: Task): readonly Referring[] {
  return kindOf(task).refers(task);
}

function idsOf(task: Task): readonly string[] {
  const referred = references(task).flatMap(({ to }) => (typeof to === 'string' ? [to] : []));
  return [...(kindOf(task).names?.(task) ?? []), ...referred];
}

/** What a task creates, changes or removes; null where only the service knows the id. */
export function objectOfTask(task: Task): Reference | null {
  return kindOf(task).object(task);
}

/** The audit that a task makes or deletes, or works in; null for a client. */
export function auditOfTask(task: Task): Reference | null {
  if ('audit' in task) return task.audit;
  if ('group' in task) return task.group;
  return task.kind === 'createAudit' ? task.creation.id : null;
}

/** The screen that shows what a task made, and the id that it is found by there; null where there is none. */
export function screenOfTask(
  task: Task,
): { readonly screen: NonNullable<StepKind<TaskKind>['screen']>; readonly of: Reference | null } | null {
  const { screen } = kindOf(task);
  if (screen === null) return null;
  const isOfObject = screen === 'client' || screen === 'audit';
  return { screen, of: isOfObject ? objectOfTask(task) : (references(task)[0]?.to ?? null) };
}

/**
 * For each step of a plan without faults, the positions of the steps that must be done first: those that it names, those
 * that it takes an id from, and those that create the client or the audit that it speaks of by an id known beforehand.
 */
export function dependencies(steps: readonly Step[]): readonly (readonly number[])[] {
  const byKey = new Map<string, number>();
  const [clients, audits] = [new Map<string, number>(), new Map<string, number>()];
  return steps.map((step, position) => {
    const { task } = step;
    const needs: number[] = []; // of 10,000 steps, most need nothing
    const need = (one: number | undefined): void => {
      if (one !== undefined && !needs.includes(one)) needs.push(one);
    };
    for (const key of step.after) need(byKey.get(key));
    for (const { to } of references(task))
      need(typeof to === 'string' ? audits.get(to) : byKey.get(to.fromStep));
    if (task.kind === 'createAudit') need(clients.get(task.creation.client_organisation_id));
    byKey.set(step.key, position);
    if (task.kind === 'createClient') clients.set(task.creation.id, position);
    if (task.kind === 'createAudit') audits.set(task.creation.id, position);
    return needs;
  });
}

/** The tier of the request that carries a task of each kind out; null for one that writes nothing. */
export function tierOf(kind: TaskKind): Tier | null {
  return stepKinds[kind].tier;
}

/** A task that sends no write: it waits for something that the service does by itself. */
export type WaitingTask = Extract<Task, { readonly kind: 'awaitOpen' | 'awaitGone' }>;

export function isWaiting(task: Task): task is WaitingTask {
  return tierOf(task.kind) === null;
}

/** Whether a plan only deletes audits, components that a plan has made, or removes users: then it waits a while before it begins. */
export function onlyRemoves(steps: readonly Pick<Step, 'task'>[]): boolean {
  return steps.every(
    ({ task }) =>
      task.kind === 'deleteAudit' ||
      task.kind === 'awaitGone' ||
      task.kind === 'removeUser' ||
      (task.kind === 'deleteComponent' && task.made !== undefined),
  );
}

/** Whether a plan that waits before it begins has not begun: a person can undo it. */
export function canBeUndone(steps: readonly Pick<StepProgress, 'task' | 'state' | 'attempts'>[]): boolean {
  return onlyRemoves(steps) && steps.every(({ state, attempts }) => state === 'waiting' && attempts === 0);
}

/** What a plan does, in one verb; `components` and `users` stand for several kinds of change to them, `several` for any. */
export type PlanVerb = (typeof deedKinds)[number] | 'components' | 'users' | 'several';

export interface PlanAct {
  readonly verb: PlanVerb;
  readonly count: number;
  /** What it is done to, where that is one thing. */
  readonly name: string | null;
  /** Where it is done; null where the name says that. */
  readonly at: string | null;
}

const nounOf: Readonly<Partial<Record<PlanVerb, 'components' | 'users'>>> = {
  createComponent: 'components',
  setOutOfScope: 'components',
  deleteComponent: 'components',
  assignUser: 'users',
  changeUser: 'users',
  removeUser: 'users',
};

/** How many writes of each kind steps are, in their order, with the subject of the first. */
export function deedsOf(steps: readonly Pick<Step, 'task' | 'subject'>[]): PlanProgress['deeds'] {
  const deeds = steps.flatMap(({ task, subject }) => (isWaiting(task) ? [] : { kind: task.kind, subject }));
  return [...Map.groupBy(deeds, ({ kind }) => kind)].map(([kind, own]) => ({
    kind,
    count: own.length,
    subject: own[0]?.subject ?? '',
  }));
}

/** What a plan does, from its tasks: what is put into an audit that it creates goes without saying, and so does what goes with one that it deletes. */
export function planAct({ title, deeds }: Pick<PlanProgress, 'title' | 'deeds'>): PlanAct {
  const main = ['createAudit', 'createClient', 'deleteAudit'].flatMap(
    (kind) => deeds.find((deed) => deed.kind === kind) ?? [],
  );
  const [only] = deeds.length === 1 ? deeds : main;
  const nouns = new Set(deeds.map(({ kind }) => nounOf[kind]));
  const [noun] = nouns.size === 1 ? nouns : [];
  const verb = only?.kind ?? noun ?? 'several';
  const count = only?.count ?? deeds.reduce((sum, deed) => sum + deed.count, 0);
  const name = count === 1 ? (only?.subject ?? null) : null;
  const isNamed = name !== null && (name.includes(title) || title.includes(name));
  return { verb, count, name, at: title === '' || isNamed ? null : title };
}
