import type { AppError } from '../../../shared/error.ts';
import type { Audit } from '../../../shared/model/audit.ts';
import type { LegalEntity } from '../../../shared/model/client-organisation.ts';
import type { ComponentAudit, ComponentCreation } from '../../../shared/model/component-audit.ts';
import type { StepProgress, TaskKind } from '../../../shared/plan.ts';
import {
  type ComponentAction,
  type ComponentRefusal,
  componentRefusal,
  isRefusalDoubt,
} from '../../../shared/rules/service/component.ts';
import { type EntityNode, legalEntityTree } from '../../../shared/rules/service/legal-entity-tree.ts';
import type { PlanWithSteps } from '../../data/plan-steps.ts';
import type { Change } from '../../data/staged-changes.ts';
import type { Translate } from '../../messages/translate.ts';
import type { TreeGridNode } from '../../ui/tree-rows.ts';

/** A change to a component: staged, in progress, or refused. */
export interface Doing {
  readonly kind: 'create' | 'delete' | 'set-out-of-scope';
  readonly state: 'staged' | 'underway' | 'refused' | 'unclear';
  readonly error: AppError | null;
  /** The key of the change or the step. */
  readonly key: string;
}

/** What a change does to a component, and what has become of it, in words. */
export function doingWords(
  t: Translate<'component-tree'>,
  { kind, state }: Pick<Doing, 'kind' | 'state'>,
): string {
  return state === 'underway' ? t(`doing.underway.${kind}`) : `${t(`doing.${kind}`)}: ${t(`doing.${state}`)}`;
}

/** A component, or one that a change will create. */
export interface Item {
  /** Its id, or the key of the change. */
  readonly id: string;
  readonly name: string;
  readonly entityIds: readonly string[];
  readonly relation: string;
  /** Null until it is created. */
  readonly component: ComponentAudit | null;
  readonly doing: Doing | null;
}

/** A line of the tree: a legal entity, a component, or both where the entity is the primary one of one component. */
export interface TreeLine {
  readonly id: string;
  readonly entity: LegalEntity | null;
  readonly item: Item | null;
  /** How many components are below it because several have it as their primary entity. */
  readonly below: number;
  /** All components that the entity is in, primary or not. */
  readonly coveredBy: readonly Item[];
}

interface Sources {
  readonly components: readonly ComponentAudit[];
  readonly changes: readonly Change[];
  readonly plans: readonly PlanWithSteps[];
}

/** Everything that the tree shows as a component, with what is being done to it. */
export function itemsOf({ components, changes, plans }: Sources): readonly Item[] {
  const known = new Set(components.map(({ id }) => id));
  const deeds = plans.flatMap(({ plan, steps }) =>
    steps.flatMap((step) => {
      const doing = doingOf(step, plan.state === 'ended');
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
    if (change.kind !== 'create') byComponent.set(change.component, stagedDoing(change));
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
  return { kind, state: 'staged', error: null, key };
}

// A step that is done counts as in progress until its plan ends and the list is read again.
function doingOf(step: StepProgress, isEnded: boolean): Doing | null {
  const kind = kinds[step.task.kind];
  const state = stateOf(step, isEnded);
  return kind === undefined || state === null ? null : { kind, state, error: step.error, key: step.key };
}

const kinds: Readonly<Partial<Record<TaskKind, Doing['kind']>>> = {
  createComponent: 'create',
  deleteComponent: 'delete',
  setOutOfScope: 'set-out-of-scope',
};

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
 * The legal entities of a client with their components, each exactly once. Components whose first entity is not known come
 * last.
 */
export function treeOf(
  entities: readonly LegalEntity[],
  items: readonly Item[],
): readonly TreeGridNode<TreeLine>[] {
  const primary = Map.groupBy(items, ({ entityIds: [first = ''] }) => first);
  const covering = itemsByEntity(items);
  const lineOf = (item: Item, id = `component ${item.id}`): TreeGridNode<TreeLine> => ({
    id,
    row: { id, entity: null, item, below: 0, coveredBy: [] },
    children: [],
  });
  const known = new Set(entities.map(({ id }) => id));
  // A line is called alike before its entity is known and after, so that it stays the active one.
  const unknown = items.filter(({ entityIds: [first = ''] }) => !known.has(first));
  const unplaced = unknown.map((item) => {
    const [first = ''] = item.entityIds;
    return primary.get(first)?.length === 1 && first !== '' ? lineOf(item, `entity ${first}`) : lineOf(item);
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
      children: [...(own.length > 1 ? own.map((item) => lineOf(item)) : []), ...children.map(nodeOf)],
    };
  };
  return [...legalEntityTree(entities).map(nodeOf), ...unplaced];
}

/** How many legal entities are in no component, and how many in several. Components to be deleted do not count. */
export function coverageOf(
  entities: readonly LegalEntity[],
  items: readonly Item[],
): { readonly none: number; readonly several: number } {
  const staying = items.filter(({ doing }) => !(doing?.kind === 'delete' && doing.state !== 'refused'));
  const covering = itemsByEntity(staying);
  const times = [...new Set(entities.map(({ id }) => id))].map((id) => covering.get(id)?.length ?? 0);
  return {
    none: times.filter((count) => count === 0).length,
    several: times.filter((count) => count > 1).length,
  };
}

function itemsByEntity(items: readonly Item[]): ReadonlyMap<string, readonly Item[]> {
  const byEntity = new Map<string, Item[]>();
  for (const item of items)
    for (const id of new Set(item.entityIds)) {
      const others = byEntity.get(id);
      if (others === undefined) byEntity.set(id, [item]);
      else others.push(item);
    }
  return byEntity;
}

export function linesOf(nodes: readonly TreeGridNode<TreeLine>[]): readonly TreeLine[] {
  return nodes.flatMap(({ row, children }) => [row, ...linesOf(children)]);
}

/** A component that a person selected but to which an action cannot be applied, with the reason. */
export interface LeftOut {
  readonly name: string;
  readonly refusal: ComponentRefusal | 'deletion-staged';
}

export function judgedFor(
  action: ComponentAction,
  group: Pick<Audit, 'audit_type' | 'status'>,
  lines: readonly TreeLine[],
): {
  readonly possible: readonly ComponentAudit[];
  readonly leftOut: readonly LeftOut[];
} {
  const possible: ComponentAudit[] = [];
  const leftOut: LeftOut[] = [];
  for (const item of lines.flatMap((line) => line.item ?? [])) {
    const { component, doing, name } = item;
    if (component === null) continue;
    const refusal = componentRefusal(action, group, component);
    if (doing?.kind === 'delete' && doing.state === 'staged')
      leftOut.push({ name, refusal: 'deletion-staged' });
    else if (refusal === null || isRefusalDoubt(action, refusal)) possible.push(component);
    else leftOut.push({ name, refusal });
  }
  return { possible, leftOut };
}

/** The components of staged changes that the service may refuse. */
export function doubtedChanges(
  changes: readonly Change[],
  group: Pick<Audit, 'audit_type' | 'status'>,
  components: readonly ComponentAudit[],
): readonly LeftOut[] {
  const byId = new Map(components.map((component) => [component.id, component]));
  return changes.flatMap((change) => {
    const component = change.kind === 'create' ? undefined : byId.get(change.component);
    const refusal = component && componentRefusal(change.kind, group, component);
    return refusal == null ? [] : [{ name: change.name, refusal }];
  });
}
