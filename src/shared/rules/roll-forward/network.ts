import type { Audit } from '../../model/audit.ts';
import type { ComponentAudit } from '../../model/component-audit.ts';
import type { KnownAudits } from '../service/known-network.ts';
import { type NetworkGraph, type NetworkPlace, networkGraph } from '../service/network-graph.ts';
import type {
  RolledAddition,
  RolledAudit,
  RolledComponent,
  RolledEntry,
  RollForwardProposal,
} from './model.ts';

type Known = Omit<KnownAudits, 'isWhole'>;

/** The audits and components that hang together with one. */
export function networkAround(known: Known, audit: Audit): Known {
  const graph = networkGraph(known, audit.client_organisation_id);
  const audits = wholeNetwork(graph, audit).flatMap((place) =>
    place.item.kind === 'audit'
      ? [{ ...place.item.audit, coupled_component_audit_ids: coupledTo(place.item.audit, place) }]
      : [],
  );
  return {
    audits,
    componentsOf: new Map(audits.map(({ id }) => [id, known.componentsOf.get(id) ?? []])),
  };
}

/** How large a network is, as a season counts it. */
export function sizeOfNetwork({ audits, componentsOf }: Known): NetworkSize {
  return {
    components: [...componentsOf.values()].reduce((sum, { length }) => sum + length, 0),
    coupled: audits.filter(({ coupled_component_audit_ids: ids }) => ids.length > 0).length,
  };
}

export interface NetworkSize {
  readonly components: number;
  readonly coupled: number;
}

/** How much of what was expected of a network is not there. */
export function missingOf(expected: NetworkSize, there: NetworkSize): number {
  return Math.max(0, expected.components - there.components) + Math.max(0, expected.coupled - there.coupled);
}

/** The components that an audit is coupled to: a service may tell it at either end of the link. */
export function coupledTo(audit: Audit, { above }: Pick<NetworkPlace, 'above'>): readonly string[] {
  return [...new Set([...audit.coupled_component_audit_ids, ...above])];
}

/** All places that hang together with an audit, from the top down; the audit alone where it is in no network. */
export function wholeNetwork({ places }: NetworkGraph, audit: Audit): readonly NetworkPlace[] {
  const { id: start } = audit;
  if (!places.has(start))
    return [
      {
        id: start,
        item: { kind: 'audit', audit, isGroup: false, isRead: true },
        level: 0,
        above: [],
        below: [],
      },
    ];
  const reached = new Set([start]);
  const below = new Map<string, string[]>();
  for (const { id, above } of places.values())
    for (const each of above) below.set(each, [...(below.get(each) ?? []), id]);
  for (const id of reached)
    for (const next of [...(places.get(id)?.above ?? []), ...(below.get(id) ?? [])]) reached.add(next); // a set also visits what is added
  return [...places.values()].filter(({ id }) => reached.has(id)).toSorted((a, b) => a.level - b.level);
}

/** The network as far as it would have been made, under last year's ids. */
export function networkOf(
  all: Iterable<RolledEntry>,
  additions: readonly RolledAddition[] = [],
): KnownAudits {
  const entries = [...all].filter(({ isRolled }) => isRolled);
  const audits = entries.flatMap((entry) => (entry.kind === 'audit' ? [newAudit(entry)] : []));
  const coupledAudits = new Map(
    audits.flatMap(({ id, coupled_component_audit_ids: ids }) => ids.map((component) => [component, id])),
  );
  const components = entries.flatMap((entry) => (entry.kind === 'component' ? [entry] : []));
  const inGroups = Map.groupBy(components, ({ group }) => group.id);
  const componentsOf = new Map(
    entries.flatMap((entry) =>
      entry.kind === 'audit' && entry.before.audit_type === 'consolidated'
        ? [
            [
              entry.before.id,
              [
                ...(inGroups.get(entry.before.id) ?? []).map((one) =>
                  newComponent(one, coupledAudits.get(one.before.id) ?? null),
                ),
                ...additions.filter(({ group }) => group.id === entry.before.id).flatMap(addedComponent),
              ],
            ] as const,
          ]
        : [],
    ),
  );
  return { audits, isWhole: true, componentsOf };
}

function newAudit({ before, creation, couple }: RolledAudit): Audit {
  const { legal_entity_id: entity, unit_of_measurement: unit = null, settings = {}, ...fields } = creation;
  return {
    ...before,
    ...fields,
    id: before.id,
    audit_type: before.audit_type,
    legal_entity_ids: [entity],
    unit_of_measurement: unit,
    settings,
    status: 'open',
    coupled_component_audit_ids: couple,
  };
}

function newComponent(
  { before, name, entities, scope, creation }: RolledComponent,
  coupled: string | null,
): ComponentAudit {
  return {
    ...before,
    name,
    legal_entity_ids: entities,
    in_scope: scope === null ? before.in_scope : scope.as !== 'out',
    out_of_scope_explanation: scope?.as === 'out' ? scope.explanation : '',
    auditor_relation: creation.auditor_relation,
    status: 'open',
    coupled_entity_audit_id: coupled,
  };
}

function addedComponent({ entity, decision, isRolled, creation }: RolledAddition): readonly ComponentAudit[] {
  if (!isRolled || decision === null || decision.as === 'left') return [];
  const { name = entity.name, legal_entity_ids: entities, auditor_relation: relation } = creation;
  return [
    {
      id: `+${entity.id}`,
      name,
      legal_entity_ids: [...entities],
      in_scope: decision.as === 'in',
      out_of_scope_explanation: decision.as === 'out' ? decision.explanation : '',
      auditor_relation: relation,
      status: 'open',
      coupled_entity_audit_id: null,
    },
  ];
}

/** The network that a proposal makes, as it would be read, but under last year's ids. */
export function proposedNetwork({ entries, additions }: RollForwardProposal): KnownAudits {
  return networkOf(entries, additions);
}

/** A network of last year, and all audits of its client. */
export interface ChosenNetwork {
  /** The first of the chosen audits that is in it. */
  readonly audit: Audit;
  readonly audits: readonly Audit[];
  readonly before: Known;
}

/** The networks of some audits, each once, in the order in which these are given; audits that are not there are passed over. */
export function networksOfAudits(ids: readonly string[], known: Known): readonly ChosenNetwork[] {
  const byId = new Map(known.audits.map((audit) => [audit.id, audit]));
  const chosen = ids.flatMap((id) => byId.get(id) ?? []);
  const wanted = new Set(chosen.map((audit) => audit.client_organisation_id));
  const ofClients = Map.groupBy(
    known.audits.filter((audit) => wanted.has(audit.client_organisation_id)),
    (audit) => audit.client_organisation_id,
  );
  const covered = new Set<string>();
  return chosen.flatMap((audit): readonly ChosenNetwork[] => {
    if (covered.has(audit.id)) return [];
    const audits = ofClients.get(audit.client_organisation_id) ?? [];
    const before = networkAround({ audits, componentsOf: known.componentsOf }, audit);
    for (const { id } of before.audits) covered.add(id);
    return [{ audit, audits, before }];
  });
}
