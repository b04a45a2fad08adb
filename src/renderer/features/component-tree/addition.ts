import type { LegalEntity } from '../../../shared/model/client-organisation.ts';
import type { ComponentCreation } from '../../../shared/model/component-audit.ts';
import {
  type ComponentViolation,
  componentDefaults,
  componentViolations,
  mayWorkInAudit,
} from '../../../shared/rules/service/component.ts';
import type { Change } from '../../data/staged-changes.ts';

/** The form that adds components: one of all selected legal entities, or one of each. */
export interface Addition {
  /** The first is the primary one. */
  readonly entityIds: readonly string[];
  readonly mode: 'one' | 'each';
  /** Empty: the service makes one. */
  readonly name: string;
  /** Null: the service takes that of the primary entity. */
  readonly country: string | null;
  /** Empty until a person chooses: there is no default (decisions.md §8.4). */
  readonly relation: string;
  /** The relation of the component of a legal entity where it is another one; only with a component of each. */
  readonly relations: Readonly<Record<string, string>>;
  readonly worksInAudit: boolean;
}

export function additionOf(entityIds: readonly string[]): Addition {
  return {
    entityIds,
    mode: 'each',
    name: '',
    country: null,
    relation: '',
    relations: {},
    worksInAudit: false,
  };
}

/** With another relation; the component auditor stops working in the audit where it does not allow that. */
export function withRelation(addition: Addition, relation: string): Addition {
  return { ...addition, relation, worksInAudit: addition.worksInAudit && mayWorkInAudit(relation) };
}

export function moved(ids: readonly string[], from: number, to: number): readonly string[] {
  const id = ids[from];
  if (id === undefined || to < 0 || to >= ids.length) return ids;
  const others = ids.filter((_, place) => place !== from);
  return [...others.slice(0, to), id, ...others.slice(to)];
}

/** The relation of the component of one legal entity. */
export function relationOf({ relation, relations }: Addition, entity: string): string {
  return relations[entity] ?? relation;
}

export function creationsOf(addition: Addition) {
  const { entityIds, mode, name, country, worksInAudit } = addition;
  const given = (entity: string) => {
    const relation = mode === 'each' ? relationOf(addition, entity) : addition.relation;
    const works = worksInAudit && mayWorkInAudit(relation);
    return {
      auditor_relation: relation,
      ...(works ? { component_settings: { component_auditor_works_in_audit: true } } : {}),
    };
  };
  const groups = mode === 'one' || entityIds.length === 0 ? [entityIds] : entityIds.map((id) => [id]);
  const own =
    groups.length === 1 ? { ...(name === '' ? {} : { name }), ...(country === null ? {} : { country }) } : {};
  return groups.map(
    (ids): ComponentCreation => ({
      legal_entity_ids: ids,
      ...own,
      ...given(ids[0] ?? ''),
    }),
  );
}

/** Whether an addition makes one component, which can have a name and a country. */
export function isSingle({ entityIds, mode }: Addition): boolean {
  return mode === 'one' || entityIds.length <= 1;
}

/** The faults of an addition, each once even if several components have it. */
export function additionFaults(
  addition: Addition,
  known: ReadonlySet<string> | null,
): readonly ComponentViolation[] {
  const all = creationsOf(addition).flatMap((creation) => componentViolations(creation, known));
  return [...new Map(all.map((fault) => [JSON.stringify(fault), fault])).values()];
}

/** The changes that an addition stages, with the names that the service will give. */
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

export function defaultsOf(ids: readonly string[], entities: ReadonlyMap<string, LegalEntity>) {
  return componentDefaults(ids.flatMap((id) => entities.get(id) ?? []));
}
