import type { LegalEntity } from '../../../shared/model/client-organisation.ts';
import type { ComponentCreation } from '../../../shared/model/component-audit.ts';
import {
  type ComponentViolation,
  componentDefaults,
  componentViolations,
  mayWorkInAudit,
} from '../../../shared/rules/component.ts';
import type { Change } from './staging.ts';

/** What is entered to add components: one of all chosen legal entities, or one of each. */
export interface Addition {
  /** In their order; the first is the primary one. */
  readonly entityIds: readonly string[];
  readonly mode: 'one' | 'each';
  /** Empty for the name that the service makes. */
  readonly name: string;
  /** Null for the country that the service takes. */
  readonly country: string | null;
  /** Empty until it is chosen: there is no default (decisions.md §8.4). */
  readonly relation: string;
  readonly worksInAudit: boolean;
}

/** What an addition starts from: several entities are one component each, unless a person wants them as one. */
export function additionOf(entityIds: readonly string[]): Addition {
  return { entityIds, mode: 'each', name: '', country: null, relation: '', worksInAudit: false };
}

/** With another relation; who cannot work in the audit any more does not. */
export function withRelation(addition: Addition, relation: string): Addition {
  return { ...addition, relation, worksInAudit: addition.worksInAudit && mayWorkInAudit(relation) };
}

/** With an entity chosen, last, or not chosen any more. */
export function toggled(addition: Addition, id: string): Addition {
  const { entityIds } = addition;
  return {
    ...addition,
    entityIds: entityIds.includes(id) ? entityIds.filter((one) => one !== id) : [...entityIds, id],
  };
}

/** A list with the entry of one place at another. */
export function moved(ids: readonly string[], from: number, to: number): readonly string[] {
  const id = ids[from];
  if (id === undefined || to < 0 || to >= ids.length) return ids;
  const others = ids.filter((_, place) => place !== from);
  return [...others.slice(0, to), id, ...others.slice(to)];
}

/** The components that an addition asks for; what the service would make by itself is left to it. */
export function creationsOf({ entityIds, mode, name, country, relation, worksInAudit }: Addition) {
  const given = {
    auditor_relation: relation,
    ...(worksInAudit ? { component_settings: { component_auditor_works_in_audit: true } } : {}),
  };
  const groups = mode === 'one' || entityIds.length === 0 ? [entityIds] : entityIds.map((id) => [id]);
  const own =
    groups.length === 1 ? { ...(name === '' ? {} : { name }), ...(country === null ? {} : { country }) } : {};
  return groups.map((ids): ComponentCreation => ({ legal_entity_ids: ids, ...own, ...given }));
}

/** Whether an addition is of one component, so that it can be given a name and a country. */
export function isSingle({ entityIds, mode }: Addition): boolean {
  return mode === 'one' || entityIds.length <= 1;
}

/** What is wrong with an addition; each fault once, however many components have it. */
export function additionFaults(
  addition: Addition,
  known: ReadonlySet<string> | null,
): readonly ComponentViolation[] {
  const all = creationsOf(addition).flatMap((creation) => componentViolations(creation, known));
  return [...new Map(all.map((fault) => [JSON.stringify(fault), fault])).values()];
}

/** The changes that an addition stages, named as the service will name them; `newKey` makes a key for each. */
export function changesOf(
  addition: Addition,
  entities: ReadonlyMap<string, LegalEntity>,
  newKey: () => string,
): readonly Change[] {
  return creationsOf(addition).map((creation) => ({
    key: newKey(),
    kind: 'create',
    creation,
    name: creation.name ?? defaultsOf(creation.legal_entity_ids, entities).name,
  }));
}

/** What the service gives a component of these entities by itself. */
export function defaultsOf(ids: readonly string[], entities: ReadonlyMap<string, LegalEntity>) {
  return componentDefaults(ids.flatMap((id) => entities.get(id) ?? []));
}
