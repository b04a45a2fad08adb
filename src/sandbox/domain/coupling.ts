import {
  type CouplingNetwork,
  type CouplingViolation,
  couplingVerdict,
} from '../../shared/rules/coupling.ts';
import type { ComparedValues, CouplingComponent } from '../../shared/rules/coupling-component.ts';
import { readNames } from '../http/auth.ts';
import { doesNotExist, type FieldFaults } from '../http/fields.ts';
import type { AuditRow } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { groupOf, statusOf } from './audit-state.ts';

/** Messages for broken coupling rules, by field (decisions.md §9.1). `values` has only the valid values of the request. */
export function couplingFaults(
  { ids, values }: { readonly ids: readonly string[]; readonly values: Partial<ComparedValues> },
  firm: number,
  now: number,
  store: Store,
): FieldFaults {
  if (ids.length === 0) return {};
  const { rules } = couplingVerdict({ ids, values }, networkOf(store, firm, now));
  const byField = Map.groupBy(
    rules.flatMap(({ violations }) => violations),
    ({ field }) => field,
  );
  return Object.fromEntries([...byField].map(([field, violations]) => [field, violations.map(messageOf)]));
}

function networkOf(store: Store, firm: number, now: number): CouplingNetwork {
  const { audits, clients } = store;
  return {
    component: (id) => {
      const row = audits.byId(firm, id);
      const group = row === undefined ? undefined : groupOf(row, store);
      return row === undefined || group === undefined ? undefined : componentOf(row, group, now);
    },
    neighbours: (id) => {
      const row = audits.byId(firm, id);
      if (row === undefined) return [];
      const group = groupOf(row, store);
      return [
        ...readNames(row.coupled_components),
        ...audits
          .components(row)
          .slice()
          .map((component) => component.id),
        ...(group === undefined ? [] : [group.id]),
        ...(row.coupled_audit === null ? [] : [row.coupled_audit]),
      ];
    },
    ancestors: (client, entity) => {
      const seen = new Set<string>([entity]);
      let parent = clients.entityById(firm, client, entity)?.parent_id ?? null;
      // A missing parent is not an ancestor. A cycle ends where it started.
      while (parent !== null && !seen.has(parent)) {
        const row = clients.entityById(firm, client, parent);
        if (row === undefined) break;
        seen.add(parent);
        parent = row.parent_id;
      }
      return seen.size - 1;
    },
  };
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

function messageOf({ code, ids, facts = {} }: CouplingViolation): string {
  const named = ids.join(', ');
  switch (code) {
    case 'not-a-component':
      return doesNotExist(named);
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
