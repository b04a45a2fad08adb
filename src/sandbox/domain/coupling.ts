import {
  type CouplingNetwork,
  type CouplingViolation,
  couplingVerdict,
} from '../../shared/rules/service/coupling.ts';
import type { ComparedValues, CouplingComponent } from '../../shared/rules/service/coupling-component.ts';
import { readNames } from '../http/auth.ts';
import { doesNotExist, type FieldFaults, type Flaw, flaw } from '../http/fields.ts';
import type { AuditRow } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { groupOf, statusOf } from './audit-state.ts';

/** Messages for broken coupling rules, by field (decisions.md §9.1). `values` has only the valid values of the request. */
export async function couplingFaults(
  { ids, values }: { readonly ids: readonly string[]; readonly values: Partial<ComparedValues> },
  firm: number,
  now: number,
  store: Store,
): Promise<FieldFaults> {
  const { rules } = couplingVerdict({ ids, values }, await networkOf(ids, store, firm, now));
  const byField = Map.groupBy(
    rules.flatMap(({ violations }) => violations),
    ({ field }) => field,
  );
  return Object.fromEntries([...byField].map(([field, violations]) => [field, violations.map(flawOf)]));
}

/** What the rules ask about the components of a request, looked up beforehand. */
async function networkOf(
  ids: readonly string[],
  store: Store,
  firm: number,
  now: number,
): Promise<CouplingNetwork> {
  const components = new Map<string, CouplingComponent>();
  const depths = new Map<string, number>();
  for (const id of new Set(ids)) {
    const row = await store.audits.byId(firm, id);
    const group = row === undefined ? undefined : await groupOf(row, store);
    if (row === undefined || group === undefined) continue;
    const component = componentOf(row, group, now);
    components.set(id, component);
    for (const entity of component.groupLegalEntityIds)
      depths.set(entityKey(group.client, entity), await ancestorsOf(store, firm, group.client, entity));
  }
  const neighbours = await linksFrom([...components.keys()], store, firm);
  return {
    component: (id) => components.get(id),
    neighbours: (id) => neighbours.get(id) ?? [],
    ancestors: (client, entity) => depths.get(entityKey(client, entity)) ?? null,
  };
}

const entityKey = (client: string, entity: string) => JSON.stringify([client, entity]);

/** The neighbours of every audit that can be reached from these. */
async function linksFrom(
  ids: readonly string[],
  store: Store,
  firm: number,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const links = new Map<string, readonly string[]>();
  const reached = new Set(ids);
  for (let next = [...reached]; next.length > 0; ) {
    const found = Map.groupBy(await store.audits.linked(firm, next), ({ id }) => id);
    next = [];
    for (const [id, rows] of found) {
      const components = rows.map(({ component }) => component);
      const own = rows
        .slice(0, 1)
        .flatMap((row) => [...readNames(row.coupled_components), row.group, row.coupled_audit]);
      const neighbours = [...own, ...components].filter((one) => one !== null);
      links.set(id, neighbours);
      for (const neighbour of neighbours) {
        if (!reached.has(neighbour)) next.push(neighbour);
        reached.add(neighbour);
      }
    }
  }
  return links;
}

async function ancestorsOf(
  { clients }: Store,
  firm: number,
  client: string,
  entity: string,
): Promise<number> {
  const seen = new Set<string>([entity]);
  let parent = (await clients.entityById(firm, client, entity))?.parent_id ?? null;
  // A missing parent is not an ancestor. A cycle ends where it started.
  while (parent !== null && !seen.has(parent)) {
    const row = await clients.entityById(firm, client, parent);
    if (row === undefined) break;
    seen.add(parent);
    parent = row.parent_id;
  }
  return seen.size - 1;
}

function componentOf(row: AuditRow, group: AuditRow, now: number): CouplingComponent {
  return {
    id: row.id,
    status: statusOf(row, group, now),
    groupStatus: statusOf(group, undefined, now),
    coupledAuditId: row.coupled_audit,
    legalEntityIds: readNames(row.legal_entities),
    groupLegalEntityIds: readNames(group.legal_entities),
    engagement: {
      client_organisation_id: group.client,
      work_package_id: group.work_package,
      scoping_package_id: group.scoping_package,
      period_start: group.period_start,
      period_end: group.period_end,
    },
  };
}

/** A violation with the words of the answer. */
function flawOf(violation: CouplingViolation): Flaw {
  const { code, ids, facts } = violation;
  return flaw(`coupling-${code}`, messageOf(violation), { ...facts, ids: ids.join(', ') });
}

function messageOf({ code, ids, facts = {} }: CouplingViolation): string {
  const named = ids.join(', ');
  switch (code) {
    case 'not-a-component':
      return doesNotExist(named).words;
    case 'duplicate':
      return `${named} is given more than once.`;
    case 'separate-network':
      return `Not in the same audit network as the other components: ${named}.`;
    case 'archived':
      return `${named} is archived, or its group audit is.`;
    case 'already-coupled':
      return `${named} is already coupled to ${String(facts.audit)}.`;
    case 'differing-values':
      return `The components do not share the same ${String(facts.field)}: ${named}.`;
    case 'not-one-own-entity':
      return `${named} has ${String(facts.count)} legal entities; exactly one is needed.`;
    case 'not-one-group-entity':
      return `The group audit of ${named} has ${String(facts.count)} legal entities; exactly one is needed.`;
    case 'ambiguous-initialising':
      return `The initialising component is ambiguous among ${named}.`;
    case 'differs-from-initialising':
      return `Must be ${String(facts.expected)}, as in the initialising component audit ${named}.`;
  }
}
