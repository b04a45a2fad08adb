import type { Audit } from '../../model/audit.ts';
import type { LegalEntity } from '../../model/client-organisation.ts';
import type { ComponentAudit } from '../../model/component-audit.ts';
import type { CouplingNetwork, CouplingViolation } from './coupling.ts';
import type { CouplingComponent } from './coupling-component.ts';
import { obstacleFinder } from './coupling-obstacle.ts';

export interface KnownAudits {
  readonly audits: readonly Audit[];
  /** Whether these are all single and consolidated audits. */
  readonly isWhole: boolean;
  /** The components of the groups whose list was read to its end, by the group's id. */
  readonly componentsOf: ReadonlyMap<string, readonly ComponentAudit[]>;
  /** The ids of which the service has said that there is nothing with them. */
  readonly missing?: ReadonlySet<string>;
}

export interface Candidate {
  readonly component: ComponentAudit;
  readonly group: Audit;
  readonly seen: CouplingComponent;
}

export interface KnownNetwork extends Omit<CouplingNetwork, 'ancestors'> {
  /** In the order of the groups, and in these of the service. */
  readonly candidates: readonly Candidate[];
  readonly candidate: (id: string) => Candidate | undefined;
  /** Components of which this is the same are judged alike, beside whatever else; null where that is not known. */
  readonly alike: (id: string) => string | null;
  /** The groups from the top of the network down to a group, as far as they are known: its tier is how many these are. */
  readonly wayTo: (group: Audit) => readonly Audit[];
}

/** Those whose components may be coupled to. */
export function isGroup({ audit_type: type }: Audit): boolean {
  return type === 'consolidated';
}

/**
 * The audits that were read, as the coupling rules ask for them. What is not there yet is answered as not known; an id that
 * nothing can turn out to be any more is answered as no component.
 */
export function knownNetwork({ audits, isWhole, componentsOf, missing }: KnownAudits): KnownNetwork {
  const candidates = audits.flatMap((group) =>
    (componentsOf.get(group.id) ?? []).map((component) => candidateOf(component, group)),
  );
  const byId = new Map(candidates.map((candidate) => [candidate.component.id, candidate]));
  const listed = new Map(audits.map((audit) => [audit.id, audit]));
  const isEverything = isWhole && audits.every((audit) => !isGroup(audit) || componentsOf.has(audit.id));
  const networkOf = networkMarks(audits, candidates, (id) => {
    const audit = listed.get(id);
    return byId.has(id) || (audit !== undefined && (!isGroup(audit) || componentsOf.has(id)));
  });
  const kinds = new Map<string, string>();
  const above = new Map<string, Audit>();
  for (const { component, group } of candidates)
    if (component.coupled_entity_audit_id !== null) above.set(component.coupled_entity_audit_id, group);
  for (const { id, coupled_component_audit_ids: ids } of audits) {
    const over = ids.flatMap((one) => byId.get(one)?.group ?? [])[0];
    if (over !== undefined) above.set(id, over);
  }
  return {
    candidates,
    wayTo: (group) => {
      const way = new Set([group]);
      for (const each of way) {
        const over = above.get(each.id);
        if (over !== undefined) way.add(over); // a set visits what is added, and nothing twice
      }
      return [...way].toReversed();
    },
    candidate: (id) => byId.get(id),
    alike: (id) => {
      const known = kinds.get(id);
      if (known !== undefined) return known;
      const component = byId.get(id)?.seen;
      if (component === undefined) return null;
      const { id: _, ...judged } = component;
      const kind = JSON.stringify([networkOf(id), judged]);
      kinds.set(id, kind);
      return kind;
    },
    component: (id) =>
      byId.get(id)?.seen ?? (listed.has(id) || missing?.has(id) === true || isEverything ? undefined : null),
    isTopLevel: (id) => listed.has(id),
    neighbours: networkOf,
  };
}

/** What keeps a component by itself from being coupled to a new audit, as far as it and its group tell. */
export function obstacleAlone(component: ComponentAudit, group: Audit): CouplingViolation | undefined {
  const componentsOf = new Map([[group.id, [component]]]);
  const known = knownNetwork({ audits: [group], isWhole: false, componentsOf });
  return obstacleFinder({ ...known, ancestors: () => null }, [])(component.id);
}

/** How many ancestors a legal entity has, where the legal entities of its client were read. */
export function knownAncestors(
  entitiesOf: ReadonlyMap<string, readonly LegalEntity[]>,
): CouplingNetwork['ancestors'] {
  const counters = new Map([...entitiesOf].map(([client, entities]) => [client, ancestorCounter(entities)]));
  return (client, entity) => counters.get(client)?.(entity) ?? null;
}

function candidateOf(component: ComponentAudit, group: Audit): Candidate {
  return {
    component,
    group,
    seen: {
      id: component.id,
      status: component.status,
      groupStatus: group.status,
      coupledAuditId: component.coupled_entity_audit_id,
      legalEntityIds: component.legal_entity_ids,
      groupLegalEntityIds: group.legal_entity_ids,
      engagement: {
        client_organisation_id: group.client_organisation_id,
        work_package_id: group.work_package_id,
        scoping_package_id: group.scoping_package_id,
        period_start: group.period_start,
        period_end: group.period_end,
      },
    },
  };
}

/**
 * Neighbours for `networksOf` that are one step away at most: every audit of a network has one neighbour, the mark of that
 * network. The marks are made once; walking a network of thousands for every change of a selection would take too long.
 */
function networkMarks(
  audits: readonly Audit[],
  candidates: readonly Candidate[],
  isKnown: (id: string) => boolean,
): CouplingNetwork['neighbours'] {
  const above = new Map<string, string>();
  const topOf = (id: string): string => {
    let top = id;
    for (let next = above.get(top); next !== undefined; next = above.get(top)) top = next;
    for (let at = id; at !== top; ) {
      const next = above.get(at) ?? top;
      above.set(at, top); // the way is short the next time
      at = next;
    }
    return top;
  };
  const members = new Set<string>();
  const join = (left: string, right: string): void => {
    members.add(left).add(right);
    const [from, to] = [topOf(left), topOf(right)];
    if (from !== to) above.set(from, to);
  };
  for (const audit of audits) {
    members.add(audit.id);
    for (const id of audit.coupled_component_audit_ids) join(audit.id, id);
  }
  for (const { component, group } of candidates) {
    join(component.id, group.id);
    if (component.coupled_entity_audit_id !== null) join(component.id, component.coupled_entity_audit_id);
  }
  const unknown = new Set([...members].filter((id) => !isKnown(id)).map(topOf));
  const mark = (top: string): string => `\u0000${top}`; // no id has a control character
  const marks = new Map([...members].map((id) => [id, [mark(topOf(id))]]));
  const unfinished = new Set([...unknown].map(mark));
  return (id) => marks.get(id) ?? (id.startsWith('\u0000') && !unfinished.has(id) ? [] : null);
}

/**
 * Counts the ancestors of each legal entity of one client, as decisions.md §9.7 needs them: a parent that is not in the list
 * is none, and a circle ends where it began. Null for an entity that is not in the list, and for all of a list of several
 * that gives no parent at all: there the tree cannot be known.
 */
export function ancestorCounter(entities: readonly LegalEntity[]): (id: string) => number | null {
  const parents = new Map(entities.map(({ id, parent_id }) => [id, parent_id]));
  const isFlat = entities.length > 1 && entities.every(({ parent_id }) => parent_id === null);
  const counted = new Map<string, number>(); // a selection asks for the same ones at every change
  return (id) => {
    if (isFlat || !parents.has(id)) return null;
    const before = counted.get(id);
    if (before !== undefined) return before;
    const seen = new Set([id]);
    for (let at = parents.get(id) ?? null; at !== null && parents.has(at) && !seen.has(at); ) {
      seen.add(at);
      at = parents.get(at) ?? null;
    }
    counted.set(id, seen.size - 1);
    return seen.size - 1;
  };
}
