import type { AppError } from '../../../shared/error.ts';
import type { LegalEntity } from '../../../shared/model/client-organisation.ts';
import type { ComponentAudit, ComponentCreation } from '../../../shared/model/component-audit.ts';
import type { StepProgress } from '../../../shared/plan.ts';
import { type EntityNode, legalEntityTree } from '../../../shared/rules/legal-entity-tree.ts';
import type { TreePlan } from '../../data/components.ts';
import type { TreeGridNode } from '../../ui/tree-rows.ts';
import type { Change } from './staging.ts';

/** What is about to happen to a component, happens, or was refused. */
export interface Doing {
  readonly kind: 'create' | 'delete' | 'set-out-of-scope';
  readonly state: 'staged' | 'underway' | 'refused' | 'unclear';
  /** The service's answer, where there is one. */
  readonly error: AppError | null;
  /** The key of the change or the step. */
  readonly key: string;
  readonly plan: string | null;
}

/** A component that there is, or that is to be made. */
export interface Item {
  /** Its id, or the key of what makes it. */
  readonly id: string;
  readonly name: string;
  readonly entityIds: readonly string[];
  readonly relation: string;
  /** Null for what is to be made. */
  readonly component: ComponentAudit | null;
  readonly doing: Doing | null;
}

/** A line of the tree: a legal entity, a component, or both where one component has the entity as its primary. */
export interface TreeLine {
  readonly id: string;
  readonly entity: LegalEntity | null;
  readonly item: Item | null;
  /** Components that have the entity as their primary and stand below it, because they are several. */
  readonly below: number;
  /** All components that the entity is in, primary or not. */
  readonly coveredBy: readonly Item[];
}

export interface Surroundings {
  readonly entities: readonly LegalEntity[];
  readonly components: readonly ComponentAudit[];
  readonly changes: readonly Change[];
  readonly plans: readonly TreePlan[];
}

/** Everything that stands in the tree as a component, with what is being done to it. */
export function itemsOf({ components, changes, plans }: Omit<Surroundings, 'entities'>): readonly Item[] {
  const known = new Set(components.map(({ id }) => id));
  const deeds = plans.flatMap(({ plan, steps }) =>
    steps.flatMap((step) => {
      const doing = doingOf(step, plan.id, plan.state === 'ended');
      return doing === null ? [] : [{ step, doing }];
    }),
  );
  const byComponent = new Map<string, Doing>(
    deeds.flatMap(({ step: { task }, doing }) =>
      (task.kind === 'deleteComponent' || task.kind === 'setOutOfScope') && typeof task.component === 'string'
        ? [[task.component, doing] as const]
        : [],
    ),
  );
  for (const change of changes)
    if (change.kind === 'delete') byComponent.set(change.component, stagedDoing(change));
  return [
    ...components.map((component) => ({
      id: component.id,
      name: component.name,
      entityIds: component.legal_entity_ids,
      relation: component.auditor_relation,
      component,
      doing: byComponent.get(component.id) ?? null,
    })),
    ...deeds.flatMap(({ step, doing }) =>
      step.task.kind === 'createComponent' && !(step.result !== null && known.has(step.result))
        ? [madeOf(step.key, step.subject, step.task.creation, doing)]
        : [],
    ),
    ...changes.flatMap((change) =>
      change.kind === 'create' ? [madeOf(change.key, change.name, change.creation, stagedDoing(change))] : [],
    ),
  ];
}

function madeOf(id: string, name: string, creation: ComponentCreation, doing: Doing): Item {
  const { legal_entity_ids: entityIds, auditor_relation: relation } = creation;
  return { id, name, entityIds, relation, component: null, doing };
}

function stagedDoing({ kind, key }: Change): Doing {
  return { kind, state: 'staged', error: null, key, plan: null };
}

// What is done shows as the service lists it; until that is read anew, a plan under way stands for it.
function doingOf(step: StepProgress, plan: string, isEnded: boolean): Doing | null {
  const kind = kindOf(step);
  const state = stateOf(step, isEnded);
  return kind === null || state === null ? null : { kind, state, error: step.error, key: step.key, plan };
}

function kindOf({ task }: StepProgress): Doing['kind'] | null {
  switch (task.kind) {
    case 'createComponent':
      return 'create';
    case 'deleteComponent':
      return 'delete';
    case 'setOutOfScope':
      return 'set-out-of-scope';
    case 'awaitOpen':
    case 'createAudit':
    case 'createClient':
    case 'assignUser':
    case 'changeUser':
    case 'removeUser':
    case 'deleteAudit':
      return null;
  }
}

function stateOf({ state }: StepProgress, isEnded: boolean): Doing['state'] | null {
  switch (state) {
    case 'waiting':
    case 'sending':
    case 'resolving':
      return 'underway';
    case 'done':
      return isEnded ? null : 'underway';
    case 'failed':
    case 'blocked':
      return 'refused';
    case 'unclear':
      return 'unclear';
    case 'cancelled':
      return null;
  }
}

/**
 * The tree of a client's legal entities with the components on it. Every entity and every component is in it exactly once;
 * components of which the first entity is not known stand at the end.
 */
export function treeOf(
  entities: readonly LegalEntity[],
  items: readonly Item[],
): readonly TreeGridNode<TreeLine>[] {
  const known = new Set(entities.map(({ id }) => id));
  const primary = Map.groupBy(items, ({ entityIds: [first = ''] }) => (known.has(first) ? first : ''));
  const covering = new Map<string, Item[]>();
  for (const item of items)
    for (const id of new Set(item.entityIds)) {
      const others = covering.get(id);
      if (others === undefined) covering.set(id, [item]);
      else others.push(item);
    }
  const lineOf = (item: Item): TreeGridNode<TreeLine> => ({
    id: `component ${item.id}`,
    row: { id: `component ${item.id}`, entity: null, item, below: 0, coveredBy: [] },
    children: [],
  });
  const nodeOf = ({ entity, children }: EntityNode): TreeGridNode<TreeLine> => {
    const own = primary.get(entity.id) ?? [];
    const [only] = own;
    const id = `entity ${entity.id}`;
    return {
      id,
      row: {
        id,
        entity,
        item: own.length === 1 && only !== undefined ? only : null,
        below: own.length > 1 ? own.length : 0,
        coveredBy: covering.get(entity.id) ?? [],
      },
      children: [...(own.length > 1 ? own.map(lineOf) : []), ...children.map(nodeOf)],
    };
  };
  return [...legalEntityTree(entities).map(nodeOf), ...(primary.get('') ?? []).map(lineOf)];
}

/** How many legal entities are in no component, and how many in several; what is to be deleted counts no more. */
export function coverageOf(
  entities: readonly LegalEntity[],
  items: readonly Item[],
): { readonly none: number; readonly several: number } {
  const staying = items.filter(({ doing }) => !(doing?.kind === 'delete' && doing.state !== 'refused'));
  const counts = new Map<string, number>();
  for (const { entityIds } of staying)
    for (const id of new Set(entityIds)) counts.set(id, (counts.get(id) ?? 0) + 1);
  const of = new Set(entities.map(({ id }) => id));
  const times = [...of].map((id) => counts.get(id) ?? 0);
  return {
    none: times.filter((count) => count === 0).length,
    several: times.filter((count) => count > 1).length,
  };
}

/** All lines of a tree, from the top down. */
export function linesOf(nodes: readonly TreeGridNode<TreeLine>[]): readonly TreeLine[] {
  return nodes.flatMap(({ row, children }) => [row, ...linesOf(children)]);
}

/** The components that there are among some lines. */
export function componentsOf(lines: readonly TreeLine[]): readonly ComponentAudit[] {
  return lines.flatMap(({ item }) => item?.component ?? []);
}

/** What was last entered to set a component out of scope, and refused by the service. */
export function refusedExplanation(plans: readonly TreePlan[], component: string): string | undefined {
  const tasks = plans
    .flatMap(({ steps }) => steps)
    .filter(({ state }) => state === 'failed' || state === 'blocked')
    .map(({ task }) => task);
  const last = tasks.findLast((task) => task.kind === 'setOutOfScope' && task.component === component);
  return last?.kind === 'setOutOfScope' ? last.explanation : undefined;
}
