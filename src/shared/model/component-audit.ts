import { z } from 'zod';
import { identifier, named, optionalText, text, texts, yesOrNo } from './tolerant.ts';

/** A component audit as listed under its group audit (decisions.md §8.5). */
export const ComponentAudit = z
  .object({
    id: identifier,
    name: text,
    /** Order is kept; the first is the primary legal entity. */
    legal_entity_ids: texts,
    in_scope: yesOrNo,
    out_of_scope_explanation: text,
    auditor_relation: text,
    status: text,
    coupled_entity_audit_id: optionalText,
  })
  .transform(named);
export type ComponentAudit = z.output<typeof ComponentAudit>;

/** What creates a component audit. The service chooses its id. */
export const ComponentCreation = z.strictObject({
  legal_entity_ids: z.array(z.string()).readonly(),
  name: z.string().optional(),
  country: z.string().optional(),
  auditor_relation: z.string(),
  component_settings: z.strictObject({ component_auditor_works_in_audit: z.boolean() }).optional(),
});
export type ComponentCreation = z.output<typeof ComponentCreation>;

/** What sets a component audit out of scope; nothing sets it back (decisions.md §8.7). */
export const OutOfScope = z.strictObject({
  in_scope: z.literal(false),
  out_of_scope_explanation: z.string(),
});
export type OutOfScope = z.output<typeof OutOfScope>;
