import type { Audit } from '../../model/audit.ts';
import type { LegalEntity } from '../../model/client-organisation.ts';
import type { ComponentAudit, ComponentCreation } from '../../model/component-audit.ts';
import { countryCodes } from '../../model/country.ts';
import { type AuditorRelation, auditorRelations } from '../../model/terms.ts';
import { repeatedIn } from './repeated.ts';
import type { Violation } from './violation.ts';

export type ComponentViolation = Violation<
  | 'required'
  /** A legal entity that is named twice. */
  | 'duplicate'
  | 'not-of-client'
  | 'not-offered'
  | 'unknown-country'
  | 'blank'
  | 'works-with-self'
>;

/**
 * Every rule of decisions.md §8.2–4 that a component audit about to be created breaks, all at once; nothing is judged by
 * the client's legal entities where they are null because they could not be read.
 */
export function componentViolations(
  creation: Partial<ComponentCreation>,
  legalEntityIds: Pick<ReadonlySet<string>, 'has'> | null,
): readonly ComponentViolation[] {
  const { legal_entity_ids: ids = [], name, country, auditor_relation: relation = '' } = creation;
  const about = (code: ComponentViolation['code'], field: string): ComponentViolation => ({ code, field });
  const entity = (code: ComponentViolation['code'], id: string): ComponentViolation => ({
    ...about(code, 'legal_entity_ids'),
    facts: { id },
  });
  const foreign = new Set(ids.filter((id) => legalEntityIds?.has(id) === false));
  return [
    ...(ids.length === 0 ? [about('required', 'legal_entity_ids')] : []),
    ...repeatedIn(ids).map((id) => entity('duplicate', id)),
    ...[...foreign].map((id) => entity('not-of-client', id)),
    ...(name !== undefined && name.trim() === '' ? [about('blank', 'name')] : []),
    ...(country === undefined || countryCodes.includes(country) ? [] : [about('unknown-country', 'country')]),
    ...(relation === '' ? [about('required', 'auditor_relation')] : []),
    ...(relation === '' || isRelation(relation) ? [] : [about('not-offered', 'auditor_relation')]),
    ...(creation.component_settings?.component_auditor_works_in_audit === true && !mayWorkInAudit(relation)
      ? [about('works-with-self', worksInAuditField)]
      : []),
  ];
}

/** The field of the one setting that a component has, as the service names it. */
export const worksInAuditField = 'component_settings.component_auditor_works_in_audit';

function isRelation(relation: string): relation is AuditorRelation {
  return auditorRelations.some((known) => known === relation);
}

/** Whether the component auditor can work in the audit: only where that is another than the group auditor (decisions.md §8.4). */
export function mayWorkInAudit(relation: string): boolean {
  return relation === 'inter_office' || relation === 'inter_firm';
}

/** What the service gives a component that is created without them (decisions.md §8.3); null where that cannot be known. */
export function componentDefaults(entities: readonly LegalEntity[]): {
  readonly name: string;
  readonly country: string | null;
} {
  return { name: entities.map(({ name }) => name).join(' & '), country: entities[0]?.country ?? null };
}

export type ComponentAction = 'create' | 'set-out-of-scope' | 'delete';

export const componentRefusals = [
  'not-consolidated',
  'group-initializing',
  'group-archived',
  'group-deleting',
  'component-initializing',
  'component-archived',
  'component-deleting',
  'coupled',
] as const;
export type ComponentRefusal = (typeof componentRefusals)[number];

/**
 * Why the service may refuse an action, as far as that shows; null where nothing speaks against it, or where a status is
 * unknown or a scope may be locked, so that the service decides (decisions.md §8.1, §8.7, §8.8). Creating can wait for a
 * group that is being initialised.
 */
export function componentRefusal(
  action: ComponentAction,
  group: Pick<Audit, 'audit_type' | 'status'>,
  component: Pick<ComponentAudit, 'status' | 'coupled_entity_audit_id'> | null,
): ComponentRefusal | null {
  if (group.audit_type === 'single' || group.audit_type === 'component') return 'not-consolidated';
  const groupStatus = closedBy(group.status);
  if (groupStatus !== null && !(action === 'create' && groupStatus === 'initializing'))
    return `group-${groupStatus}`;
  if (component === null || action === 'create') return null;
  if (action === 'delete') return component.coupled_entity_audit_id === null ? null : 'coupled';
  const status = closedBy(component.status);
  return status === null ? null : `component-${status}`;
}

/**
 * Whether a refusal rests on decisions.md §8 alone, so that the action is sent anyway and the service decides. The specification has these: components
 * are created in a consolidated audit that is open, and no component of an archived group is set out of scope (specification, "States", rules 2 and 3).
 */
export function isRefusalDoubt(action: ComponentAction, refusal: ComponentRefusal): boolean {
  if (refusal === 'not-consolidated' || action === 'create') return false;
  return action === 'delete' || refusal !== 'group-archived';
}

function closedBy(spelled: string) {
  return (['initializing', 'archived', 'deleting'] as const).find((status) => status === spelled) ?? null;
}
