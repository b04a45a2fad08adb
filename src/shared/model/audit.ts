import { z } from 'zod';
import { identifier, optionalText, record, text, texts } from './tolerant.ts';

export {
  type AuditLanguage,
  type AuditStatus,
  type AuditType,
  auditLanguages,
  auditStatuses,
  auditTypes,
} from './terms.ts';

/** An audit as read. `status`, `audit_type` and `language` are kept as the service spells them, known or not. */
export const Audit = z
  .object({
    id: identifier,
    name: text.optional(),
    work_package_id: text.optional(),
    scoping_package_id: text.optional(),
    client_organisation_id: text.optional(),
    legal_entity_ids: texts.optional(),
    period_start: text.optional(),
    period_end: text.optional(),
    language: text.optional(),
    unit_of_measurement: optionalText.optional(),
    settings: record.optional(),
    status: text.optional(),
    audit_type: text.optional(),
    created_at: optionalText.optional(),
    group_audit_id: optionalText.optional(),
    coupled_component_audit_ids: texts.optional(),
  })
  .transform(
    (audit): Audit => ({
      id: audit.id,
      name: audit.name || audit.id,
      work_package_id: audit.work_package_id ?? '',
      scoping_package_id: audit.scoping_package_id ?? '',
      client_organisation_id: audit.client_organisation_id ?? '',
      legal_entity_ids: audit.legal_entity_ids ?? [],
      period_start: audit.period_start ?? '',
      period_end: audit.period_end ?? '',
      language: audit.language ?? '',
      unit_of_measurement: audit.unit_of_measurement ?? null,
      settings: audit.settings ?? {},
      status: audit.status ?? '',
      audit_type: audit.audit_type ?? '',
      created_at: audit.created_at ?? null,
      group_audit_id: audit.group_audit_id ?? null,
      coupled_component_audit_ids: audit.coupled_component_audit_ids ?? [],
    }),
  );
export interface Audit {
  readonly id: string;
  readonly name: string;
  readonly work_package_id: string;
  readonly scoping_package_id: string;
  readonly client_organisation_id: string;
  readonly legal_entity_ids: readonly string[];
  /** `YYYY-MM-DD`, inclusive; never a moment in time. */
  readonly period_start: string;
  /** `YYYY-MM-DD`, inclusive; never a moment in time. */
  readonly period_end: string;
  readonly language: string;
  readonly unit_of_measurement: string | null;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly status: string;
  readonly audit_type: string;
  readonly created_at: string | null;
  readonly group_audit_id: string | null;
  readonly coupled_component_audit_ids: readonly string[];
}

/** What creates an audit. The app always sends an `id`, which makes a creation safe to repeat (decisions.md §4.2). */
export const AuditCreation = z.strictObject({
  id: z.string().min(1),
  name: z.string(),
  work_package_id: z.string(),
  scoping_package_id: z.string(),
  client_organisation_id: z.string(),
  legal_entity_id: z.string(),
  period_start: z.string(),
  period_end: z.string(),
  language: z.string(),
  unit_of_measurement: z.string().optional(),
  audit_type: z.string().optional(),
  coupled_component_audit_ids: z.array(z.string()).readonly().optional(),
  settings: z.record(z.string(), z.unknown()).readonly().optional(),
});
export type AuditCreation = z.output<typeof AuditCreation>;
