import type { Audit } from '../../model/audit.ts';
import type { ComponentAudit } from '../../model/component-audit.ts';
import { isGroup, type KnownAudits } from './known-network.ts';

/** What stands at a place of a network. `unread` is named by another, and not among what was read. */
export type NetworkItem =
  | { readonly kind: 'audit'; readonly audit: Audit; readonly isGroup: boolean; readonly isRead: boolean }
  | { readonly kind: 'component'; readonly component: ComponentAudit; readonly group: Audit }
  | { readonly kind: 'unread' };

/** A place of a network. An audit that is coupled to several components is one place with several above it. */
export interface NetworkPlace {
  readonly id: string;
  readonly item: NetworkItem;
  /** How many steps lead to it from the top on the longest way; 0 at the top. */
  readonly level: number;
  /** Directly above it: the deepest first, below which it stands in a tree; of several as deep, the first that was read. */
  readonly above: readonly string[];
  /** Those that stand below it in a tree. */
  readonly below: readonly string[];
}

/** The audit networks of a client (decisions.md §9, "Terms"). */
export interface NetworkGraph {
  /** From the top down, those of one network one after the other as they were read. */
  readonly places: ReadonlyMap<string, NetworkPlace>;
  readonly tops: readonly string[];
  /** How many group audits stand above each other at most. */
  readonly tiers: number;
}

interface Found {
  readonly item: NetworkItem;
  readonly above: Set<string>;
  readonly below: Set<string>;
}

/**
 * The group audits of a client with their components, the audits that are coupled to these, and so on through any number of
 * tiers; single audits that are coupled to nothing are in no network. Links in a circle are cut where the circle is entered.
 */
export function networkGraph(known: Omit<KnownAudits, 'isWhole'>, client: string): NetworkGraph {
  const found = linked(known, client);
  const levels = levelsOf(found);
  const places = new Map<string, NetworkPlace>();
  const belowOf = Map.groupBy(levels.keys(), (id) => levels.get(id)?.under ?? null);
  for (const [id, { level, above }] of levels) {
    const { item, below } = found.get(id) ?? { item: unread, below: [] };
    const own = new Set(belowOf.get(id));
    places.set(id, { id, item, level, above, below: [...below].filter((each) => own.has(each)) });
  }
  return { places, tops: belowOf.get(null) ?? [], tiers: tiersOf(places) };
}

const unread: NetworkItem = { kind: 'unread' };

/** Every place with the links that either end of them tells. */
function linked({ audits, componentsOf }: Omit<KnownAudits, 'isWhole'>, client: string): Map<string, Found> {
  const found = new Map<string, Found>();
  const byId = new Map(audits.map((audit) => [audit.id, audit]));
  const placeAt = (id: string, item: NetworkItem): Found => {
    const before = found.get(id);
    if (before !== undefined && before.item.kind !== 'unread') return before;
    const place = {
      item,
      above: before?.above ?? new Set<string>(),
      below: before?.below ?? new Set<string>(),
    };
    found.set(id, place);
    return place;
  };
  const link = (upper: string, lower: string): void => {
    placeAt(upper, unread).below.add(lower);
    placeAt(lower, unread).above.add(upper);
  };
  const addAudit = (audit: Audit): void => {
    const isRead = componentsOf.has(audit.id);
    if (found.has(audit.id) && found.get(audit.id)?.item.kind !== 'unread') return;
    placeAt(audit.id, { kind: 'audit', audit, isGroup: isGroup(audit), isRead });
    for (const id of audit.coupled_component_audit_ids) link(id, audit.id);
    for (const component of componentsOf.get(audit.id) ?? []) {
      placeAt(component.id, { kind: 'component', component, group: audit });
      link(audit.id, component.id);
      const coupled = component.coupled_entity_audit_id;
      if (coupled === null) continue;
      link(component.id, coupled);
      const other = byId.get(coupled);
      if (other !== undefined) addAudit(other);
    }
  };
  for (const audit of audits)
    if (
      audit.client_organisation_id === client &&
      (isGroup(audit) || audit.coupled_component_audit_ids.length > 0)
    )
      addAudit(audit);
  return found;
}

interface Levelled {
  readonly level: number;
  readonly above: readonly string[];
  /** Below whom it stands in a tree; null at the top. */
  readonly under: string | null;
}

/** Each place once all above it have theirs, so that every link leads from a level to a lower one. */
function levelsOf(found: ReadonlyMap<string, Found>): ReadonlyMap<string, Levelled> {
  const levels = new Map<string, Levelled>();
  const open = new Map([...found].map(([id, { above }]) => [id, above.size]));
  const settle = (first: string): void => {
    const queue = [first];
    for (const id of queue) {
      if (levels.has(id)) continue;
      const place = found.get(id);
      const above = [...(place?.above ?? [])].filter((each) => levels.has(each));
      const levelOf = (each: string): number => levels.get(each)?.level ?? 0;
      const deepest = above.toSorted((left, right) => levelOf(right) - levelOf(left));
      const [under = null] = deepest;
      levels.set(id, { level: under === null ? 0 : levelOf(under) + 1, above: deepest, under });
      for (const lower of place?.below ?? []) {
        const left = (open.get(lower) ?? 0) - 1;
        open.set(lower, left);
        if (left === 0) queue.push(lower);
      }
    }
  };
  for (const [id, { above }] of found) if (above.size === 0) settle(id);
  // What is left is in a circle or below one: it is entered at what was read first.
  for (const id of found.keys()) if (!levels.has(id)) settle(id);
  return levels;
}

function tiersOf(places: ReadonlyMap<string, NetworkPlace>): number {
  const tiers = new Map<string, number>();
  let most = 0;
  // Those above come first: `levelsOf` settles them before.
  for (const [id, { item, above }] of places) {
    const before = Math.max(0, ...above.map((each) => tiers.get(each) ?? 0));
    const tier = before + (item.kind === 'audit' && item.isGroup ? 1 : 0);
    tiers.set(id, tier);
    most = Math.max(most, tier);
  }
  return most;
}

/** A place and everything above it on every way to the top, from the place up; empty where there is no such place. */
export function wayToTop(graph: NetworkGraph, id: string): ReadonlySet<string> {
  const way = new Set(graph.places.has(id) ? [id] : []);
  for (const each of way) for (const above of graph.places.get(each)?.above ?? []) way.add(above); // a set also visits what is added
  return way;
}
