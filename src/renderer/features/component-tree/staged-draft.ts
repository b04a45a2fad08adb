import type { Audit } from '../../../shared/model/audit.ts';
import type { ComponentAudit, ComponentCreation } from '../../../shared/model/component-audit.ts';
import { type ComponentRefusal, componentRefusal } from '../../../shared/rules/service/component.ts';
import type { Change, StagedDraft } from '../../data/staged-changes.ts';

/** Reads a draft that any version of the app may have written; it leaves out what this one does not know. */
export function readStaged(saved: Readonly<Record<string, unknown>>): StagedDraft {
  const changes = Array.isArray(saved['changes']) ? saved['changes'] : [];
  return {
    group: typeof saved['group'] === 'string' ? saved['group'] : '',
    changes: changes.flatMap((one: unknown) => readChange(one) ?? []),
    seen: readTexts(saved['seen']),
  };
}

function readChange(saved: unknown): Change | null {
  if (!isObject(saved)) return null;
  const { key, kind, name, component, explanation } = saved;
  if (typeof key !== 'string' || typeof name !== 'string') return null;
  if (kind === 'delete' && typeof component === 'string') {
    // Those with `made`, as versions before wrote them, are deleted only while nobody has changed them, which is the undo of a plan now.
    return saved['made'] === undefined ? { key, kind, component, name } : null;
  }
  if (kind === 'set-out-of-scope' && typeof component === 'string')
    return typeof explanation === 'string' && explanation !== ''
      ? { key, kind, component, explanation, name }
      : null;
  const creation = kind === 'create' ? readCreation(saved['creation']) : null;
  return creation === null ? null : { key, kind: 'create', creation, name };
}

function readCreation(saved: unknown): ComponentCreation | null {
  if (!isObject(saved)) return null;
  const { name, country, auditor_relation: relation, component_settings: settings } = saved;
  const ids = readTexts(saved['legal_entity_ids']);
  if (ids === null || typeof relation !== 'string') return null;
  const works = isObject(settings) && settings['component_auditor_works_in_audit'] === true;
  return {
    legal_entity_ids: ids,
    auditor_relation: relation,
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof country === 'string' ? { country } : {}),
    ...(works ? { component_settings: { component_auditor_works_in_audit: true } } : {}),
  };
}

function readTexts(saved: unknown): readonly string[] | null {
  return Array.isArray(saved) && saved.every((one) => typeof one === 'string') ? saved : null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Why a restored change no longer fits what the service lists. */
export type Misfit =
  /** The component to change is gone. */
  | 'gone'
  /** Somebody has created a component with the same legal entities and relation. */
  | 'made-meanwhile'
  /** The client does not have a legal entity any more. */
  | 'no-entity'
  | ComponentRefusal;

interface Now {
  readonly group: Audit;
  readonly components: readonly ComponentAudit[];
  /** Ids of the client's legal entities; null where not all have been read. */
  readonly entities: ReadonlySet<string> | null;
}

export function misfits(
  { changes, seen }: Pick<StagedDraft, 'changes' | 'seen'>,
  { group, components, entities }: Now,
): readonly { readonly change: Change; readonly reason: Misfit }[] {
  const byId = new Map(components.map((component) => [component.id, component]));
  const before = seen === null ? null : new Set(seen);
  const added = before === null ? [] : components.filter(({ id }) => !before.has(id));
  const reasonOf = (change: Change): Misfit | null => {
    if (change.kind !== 'create') {
      const component = byId.get(change.component);
      return component === undefined ? 'gone' : componentRefusal(change.kind, group, component);
    }
    if (change.creation.legal_entity_ids.some((id) => entities?.has(id) === false)) return 'no-entity';
    return added.some((component) => isLike(component, change.creation)) ? 'made-meanwhile' : null;
  };
  return changes.flatMap((change) => {
    const reason = reasonOf(change);
    return reason === null ? [] : [{ change, reason }];
  });
}

function isLike(component: ComponentAudit, creation: ComponentCreation): boolean {
  return (
    component.auditor_relation === creation.auditor_relation &&
    JSON.stringify(component.legal_entity_ids) === JSON.stringify(creation.legal_entity_ids)
  );
}
