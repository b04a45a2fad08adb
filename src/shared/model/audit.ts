import { z } from 'zod';
import { identifier, named, optionalText, record, text, texts } from './tolerant.ts';

export {
  type AuditLanguage,
  type AuditStatus,
  type AuditType,
  auditLanguages,
  auditStatuses,
  auditTypes,
} from './terms.ts';

/** An audit as read. `status`, `audit_type` and `language` are as the service spells them, known or not. */
export const Audit = z
  .object({
    id: identifier,
    name: text,
    work_package_id: text,
    scoping_package_id: text,
    client_organisation_id: text,
    legal_entity_ids: texts,
    /** `YYYY-MM-DD`, inclusive; never a moment in time. */
    period_start: text,
    /** `YYYY-MM-DD`, inclusive; never a moment in time. */
    period_end: text,
    language: text,
    unit_of_measurement: optionalText,
    settings: record,
    status: text,
    audit_type: text,
    created_at: optionalText,
    group_audit_id: optionalText,
    coupled_component_audit_ids: texts,
  })
  .transform(named);
export type Audit = z.output<typeof Audit>;

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
