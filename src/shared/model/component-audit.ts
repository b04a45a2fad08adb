import { z } from 'zod';
import { identifier, optionalText, text, texts } from './tolerant.ts';

/** A component audit as listed under its group audit (decisions.md §8.5). */
export const ComponentAudit = z
  .object({
    id: identifier,
    name: text.optional(),
    legal_entity_ids: texts.optional(),
    in_scope: z.boolean().optional().catch(undefined),
    out_of_scope_explanation: text.optional(),
    auditor_relation: text.optional(),
    status: text.optional(),
    coupled_entity_audit_id: optionalText.optional(),
  })
  .transform(
    (component): ComponentAudit => ({
      id: component.id,
      name: component.name || component.id,
      legal_entity_ids: component.legal_entity_ids ?? [],
      in_scope: component.in_scope ?? null,
      out_of_scope_explanation: component.out_of_scope_explanation ?? '',
      auditor_relation: component.auditor_relation ?? '',
      status: component.status ?? '',
      coupled_entity_audit_id: component.coupled_entity_audit_id ?? null,
    }),
  );
export interface ComponentAudit {
  readonly id: string;
  readonly name: string;
  /** Order is kept; the first is the primary legal entity. */
  readonly legal_entity_ids: readonly string[];
  readonly in_scope: boolean | null;
  readonly out_of_scope_explanation: string;
  readonly auditor_relation: string;
  readonly status: string;
  readonly coupled_entity_audit_id: string | null;
}

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
