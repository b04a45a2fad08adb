import type { KnownAudits } from './known-network.ts';

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
  const [left, right] = [described(before), described(after)];
  return [...only(left, right, 'before'), ...only(right, left, 'after')];
}

type Described = readonly (Omit<StructureDifference, 'side'> & { readonly shape: string })[];

function only(
  these: Described,
  others: Described,
  side: StructureDifference['side'],
): readonly StructureDifference[] {
  const counts = new Map<string, number>();
  for (const { shape } of others) counts.set(shape, (counts.get(shape) ?? 0) + 1);
  return these.flatMap(({ shape, id, name }) => {
    const left = counts.get(shape) ?? 0;
    counts.set(shape, left - 1);
    return left > 0 ? [] : [{ side, id, name }];
  });
}

function described({ audits, componentsOf }: Network): Described {
  const places = new Map<string, string>();
  const components = audits.flatMap((group) =>
    (componentsOf.get(group.id) ?? []).map((component) => {
      const place = JSON.stringify([group.legal_entity_ids, component.legal_entity_ids]);
      places.set(component.id, place);
      const { in_scope: inScope, out_of_scope_explanation: reason, auditor_relation: relation } = component;
      const shape = JSON.stringify(['component', place, relation, inScope, inScope === false ? reason : '']);
      return { id: component.id, name: component.name, shape };
    }),
  );
  return [
    ...audits.map((audit) => {
      const { audit_type: type, client_organisation_id: client, legal_entity_ids: entities } = audit;
      const coupled = audit.coupled_component_audit_ids.map((id) => places.get(id) ?? id).toSorted();
      return { id: audit.id, name: audit.name, shape: JSON.stringify([type, client, entities, coupled]) };
    }),
    ...components,
  ];
}
