import type { KnownAudits } from '../service/known-network.ts';

/** What stands at a place of only one of two networks. */
export interface StructureDifference {
  /** Whether only the network before has it, or only the one after. */
  readonly side: 'before' | 'after';
  readonly id: string;
  readonly name: string;
}

type Network = Pick<KnownAudits, 'audits' | 'componentsOf'>;

/**
 * Everything in which two networks differ by structure: audits by type, client, legal entity and what they are coupled to; components by group,
 * legal entities, relation, scope and reason. Ids, names, periods and packages are none of it.
 */
export function structureDifferences(before: Network, after: Network): readonly StructureDifference[] {
  const rows = structureReport(before, after).filter(({ outcome }) => outcome !== 'same');
  return (['before', 'after'] as const).flatMap((side) =>
    rows.flatMap(({ [side]: place }) =>
      place === null ? [] : [{ side, id: place.id ?? '', name: place.name }],
    ),
  );
}

interface DescribedPlace extends Omit<StructureDifference, 'side'> {
  readonly kind: ReportRow['kind'];
  /** By what it is told which place of another network it is. */
  readonly at: string;
  readonly shape: string;
  readonly told: ReportedPlace;
}
type Described = readonly DescribedPlace[];

function described({ audits, componentsOf }: Network): Described {
  const places = new Map<string, string>();
  const components = audits.flatMap((group) =>
    (componentsOf.get(group.id) ?? []).map((component) => {
      const place = JSON.stringify([group.legal_entity_ids, component.legal_entity_ids]);
      places.set(component.id, place);
      const { in_scope: inScope, out_of_scope_explanation: reason, auditor_relation: relation } = component;
      return {
        kind: 'component' as const,
        id: component.id,
        name: component.name,
        at: place,
        shape: JSON.stringify(['component', place, relation, inScope, inScope === false ? reason : '']),
        told: {
          id: component.id,
          name: component.name,
          entities: component.legal_entity_ids,
          relation,
          inScope,
          explanation: reason,
        },
      };
    }),
  );
  return [
    ...audits.map((audit) => {
      const { audit_type: type, client_organisation_id: client, legal_entity_ids: entities } = audit;
      const coupled = audit.coupled_component_audit_ids.map((id) => places.get(id) ?? id).toSorted();
      return {
        kind: 'audit' as const,
        id: audit.id,
        name: audit.name,
        at: JSON.stringify([type, client, entities]),
        shape: JSON.stringify([type, client, entities, coupled]),
        told: { id: audit.id, name: audit.name, entities, relation: null, inScope: null, explanation: null },
      };
    }),
    ...components,
  ];
}

/** What stands at a place of a network, as a report says it. */
export interface ReportedPlace {
  /** Null where it has none yet. */
  readonly id: string | null;
  readonly name: string;
  readonly entities: readonly string[];
  /** Of components. */
  readonly relation: string | null;
  readonly inScope: boolean | null;
  readonly explanation: string | null;
}

/** A place of one network beside that of the other; what is only in one of them has nothing on the other side. */
export interface ReportRow {
  readonly kind: 'audit' | 'component';
  readonly outcome: 'same' | 'changed' | 'before' | 'after';
  readonly before: ReportedPlace | null;
  readonly after: ReportedPlace | null;
}

/** Each with the first of the others that is the same by a rule, and not taken yet. */
function pairsBy(
  rule: (one: DescribedPlace) => string,
  these: Described,
  others: Described,
): ReadonlyMap<DescribedPlace, DescribedPlace> {
  const left = Map.groupBy(others, rule);
  return new Map(
    these.flatMap((one) => {
      const other = left.get(rule(one))?.shift();
      return other === undefined ? [] : [[one, other] as const];
    }),
  );
}

/**
 * Two networks place by place: an audit by its type and legal entity, a component by that of its group and its own. `newIds` has the ids that the
 * audits of a network get that is not there yet; without it they have their own.
 */
export function structureReport(
  before: Network,
  after: Network,
  newIds: ReadonlyMap<string, string> | null = null,
): readonly ReportRow[] {
  const [left, right] = [described(before), described(after)];
  const same = pairsBy(({ shape }) => shape, left, right);
  const matched = new Set(same.values());
  const changed = pairsBy(
    ({ at }) => at,
    left.filter((one) => !same.has(one)),
    right.filter((one) => !matched.has(one)),
  );
  const known = new Set([...matched, ...changed.values()]);
  const paired = left.map((one): ReportRow => {
    const other = same.get(one) ?? changed.get(one);
    return {
      kind: one.kind,
      outcome: same.has(one) ? 'same' : other === undefined ? 'before' : 'changed',
      before: one.told,
      after: other === undefined ? null : renamed(other.told),
    };
  });
  const added = right.flatMap((one): readonly ReportRow[] =>
    known.has(one) ? [] : [{ kind: one.kind, outcome: 'after', before: null, after: renamed(one.told) }],
  );
  return [...paired, ...added];

  function renamed(told: ReportedPlace): ReportedPlace {
    return newIds === null ? told : { ...told, id: newIds.get(told.id ?? '') ?? null };
  }
}
