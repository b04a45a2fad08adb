import type { Audit } from '../../model/audit.ts';
import type { UserAssignment } from '../../model/audit-user.ts';
import type { ComponentAudit } from '../../model/component-audit.ts';
import { addressKey } from '../service/audit-user.ts';
import type { NetworkPlace } from '../service/network-graph.ts';
import type {
  RolledAddition,
  RolledAudit,
  RolledComponent,
  RolledEntry,
  RollForwardKnown,
  RollForwardProposal,
} from './model.ts';

// A successor that is there in part is completed: what stands there already is no question any more, and nothing of it is sent.

/** Whether a plan creates it: it is carried over, and not there. */
export function isMade(item: RolledEntry | RolledAddition): boolean {
  return item.isRolled && (item.kind === 'addition' || item.there === null);
}

/** How many audits and components a proposal creates, and users that audits which are there get. */
export function creationsOf({ entries, additions }: RollForwardProposal): number {
  const standing = entries.filter(({ there }) => there !== null);
  return [...entries, ...additions].filter(isMade).length + assignedTo(standing);
}

/** How many users audits get. */
export function assignedTo(entries: readonly RolledEntry[]): number {
  return entries.flatMap((entry) => (entry.kind === 'audit' && entry.isRolled ? entry.users : [])).length;
}

interface Standing {
  readonly place: NetworkPlace;
  readonly before: Audit;
  readonly there: Audit;
  /** The places of last year above it, and what is there of these. */
  readonly above: readonly RolledComponent[];
  /** Who is to be assigned. */
  readonly wanted: readonly UserAssignment[];
}

/** An audit that is there: it lacks users at most. */
export function auditThere(
  { place, before, there, above, wanted }: Standing,
  { componentsOf, usersThere }: Pick<RollForwardKnown, 'componentsOf' | 'usersThere'>,
): RolledAudit {
  const { id, name, legal_entity_ids: entities, unit_of_measurement: unit, settings } = there;
  const couple = above.filter((one) => one.there !== null && isCoupled(there, one.there));
  const users = usersThere.get(id);
  const assigned = new Set((users ?? []).map((user) => addressKey(user.id)));
  const isUnread = before.audit_type === 'consolidated' && !componentsOf.has(id);
  return {
    kind: 'audit',
    place,
    before,
    there,
    name,
    entities,
    isRolled: true,
    couple: couple.map((one) => one.before.id),
    more: [],
    // Where nobody knows who is there, nobody is sent a second time.
    users:
      users === undefined || users === null ? [] : wanted.filter((one) => !assigned.has(addressKey(one.id))),
    creation: {
      id,
      name,
      work_package_id: there.work_package_id,
      scoping_package_id: there.scoping_package_id,
      client_organisation_id: there.client_organisation_id,
      legal_entity_id: entities[0] ?? '',
      period_start: there.period_start,
      period_end: there.period_end,
      language: there.language,
      audit_type: there.audit_type,
      settings,
      ...(unit === null ? {} : { unit_of_measurement: unit }),
    },
    open: isUnread ? [{ code: 'unread', of: before.id }] : [],
    remarks: [
      { code: 'there', subject: id },
      ...(above.length > 0 && couple.length === 0 ? [{ code: 'apart', subject: '' } as const] : []),
    ],
    losses:
      wanted.length > 0 && (users === undefined || users === null)
        ? [{ code: 'users-unknown', subject: '' }]
        : [],
  };
}

function isCoupled(audit: Audit, component: ComponentAudit): boolean {
  return (
    component.coupled_entity_audit_id === audit.id || audit.coupled_component_audit_ids.includes(component.id)
  );
}

/** Whether a component that is there serves another audit already. */
export function servesAnother(entry: RolledEntry | undefined): boolean {
  return entry?.kind === 'component' && (entry.there?.coupled_entity_audit_id ?? null) !== null;
}

interface Component extends Pick<RolledComponent, 'place' | 'before' | 'group'> {
  readonly there: ComponentAudit;
}

/** A component that is there, as it is there. */
export function rolledComponentThere({ place, before, group, there }: Component): RolledComponent {
  return {
    kind: 'component',
    place,
    before,
    group,
    there,
    name: there.name,
    entities: there.legal_entity_ids,
    isRolled: true,
    scope:
      there.in_scope === false ? { as: 'out', explanation: there.out_of_scope_explanation } : { as: 'in' },
    works: null,
    creation: {
      legal_entity_ids: [...there.legal_entity_ids],
      name: there.name,
      auditor_relation: there.auditor_relation,
    },
    open: [],
    remarks: [{ code: 'there', subject: there.id }],
  };
}

/** The component of a group that is there which is of some legal entities, whatever its name; of several the one that is called so. */
export function componentThere(
  group: RolledEntry | undefined,
  { name, entities }: Pick<RolledComponent, 'name' | 'entities'>,
  { componentsOf, found }: Pick<RollForwardKnown, 'componentsOf'> & { readonly found: Set<string> },
): ComponentAudit | null {
  if (group?.kind !== 'audit' || group.there === null) return null;
  const wanted = entities.toSorted().join('\n');
  const alike = (componentsOf.get(group.there.id) ?? []).filter(
    (one) => !found.has(one.id) && one.legal_entity_ids.toSorted().join('\n') === wanted,
  );
  const there = alike.find((one) => one.name === name) ?? alike[0] ?? null;
  if (there !== null) found.add(there.id);
  return there;
}

/** The legal entities of which the groups that are there have components, also those that last year had none of. */
export function entitiesThere(
  entries: readonly RolledEntry[],
  { componentsOf }: Pick<RollForwardKnown, 'componentsOf'>,
): readonly string[] {
  return entries.flatMap((entry) =>
    entry.kind === 'audit' && entry.there !== null
      ? (componentsOf.get(entry.there.id) ?? []).flatMap((one) => one.legal_entity_ids)
      : [],
  );
}
