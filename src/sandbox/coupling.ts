import { type CouplingNetwork, type CouplingViolation, couplingVerdict } from '../shared/rules/coupling.ts';
import type { ComparedValues, CouplingComponent } from '../shared/rules/coupling-component.ts';
import { componentStatus, statusOf } from './audit-state.ts';
import { readNames } from './auth.ts';
import type { FieldFaults } from './fields.ts';
import type { Service } from './handler.ts';
import type { AuditRow } from './store/schema.ts';

type Store = Service['store'];

/**
 * The coupling rules that a creation breaks, by the field that each is reported under (decisions.md §9.1). `values`
 * are those of the request that are right by themselves; the others are not compared.
 */
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

/** Couples a new audit to the components that it names. */
export function couple(store: Store, firm: number, audit: string, ids: readonly string[]): void {
  for (const id of ids) {
    const component = store.audits.byId({ firm, id });
    if (component !== undefined) store.audits.setCoupledAudit({ seq: component.seq, audit });
  }
}

/** The audits of a firm as the rules see them, read as far as they ask. */
function networkOf(store: Store, firm: number, now: number): CouplingNetwork {
  const { audits, clients } = store;
  const groupOf = (row: AuditRow) => (row.group_audit === null ? undefined : audits.bySeq(row.group_audit));
  return {
    component: (id) => {
      const row = audits.byId({ firm, id });
      const group = row === undefined ? undefined : groupOf(row);
      return row === undefined || group === undefined ? undefined : componentOf(row, group, now);
    },
    neighbours: (id) => {
      const row = audits.byId({ firm, id });
      if (row === undefined) return [];
      const group = groupOf(row);
      const components = audits.listedComponents(row).flatMap((seq) => audits.bySeq(seq) ?? []);
      return [
        ...readNames(row.coupled_components),
        ...components.map((component) => component.id),
        ...(group === undefined ? [] : [group.id]),
        ...(row.coupled_audit === null ? [] : [row.coupled_audit]),
      ];
    },
    ancestors: (client, entity) => {
      const seen = new Set<string>([entity]);
      let parent = clients.entityById({ firm, client, id: entity })?.parent_id ?? null;
      // A parent that there is not is no ancestor, and a cycle ends where it began.
      while (parent !== null && !seen.has(parent)) {
        const row = clients.entityById({ firm, client, id: parent });
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
    status: componentStatus(row, group, now),
    groupStatus: statusOf(group, now),
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
      return `${named} does not refer to a consolidated component audit.`;
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
