import { z } from 'zod';
import { identifier, optionalText, text, texts } from './tolerant.ts';

/** A client organisation (decisions.md §6.1). */
export const ClientOrganisation = z
  .object({
    id: identifier,
    name: text.optional(),
    country: optionalText.optional(),
    domains: texts.optional(),
    allow_password_login: z.boolean().optional().catch(undefined),
    is_test_organisation: z.boolean().optional().catch(undefined),
  })
  .transform(
    (client): ClientOrganisation => ({
      id: client.id,
      name: client.name || client.id,
      country: client.country ?? null,
      domains: client.domains ?? [],
      allow_password_login: client.allow_password_login ?? null,
      is_test_organisation: client.is_test_organisation ?? false,
    }),
  );
export interface ClientOrganisation {
  readonly id: string;
  readonly name: string;
  readonly country: string | null;
  readonly domains: readonly string[];
  readonly allow_password_login: boolean | null;
  /** Its audits consume no credits. */
  readonly is_test_organisation: boolean;
}

/** What creates a client organisation. */
export const ClientCreation = z.strictObject({
  id: z.string().min(1),
  name: z.string(),
  country: z.string(),
  domains: z.array(z.string()).readonly().optional(),
  allow_password_login: z.boolean().optional(),
});
export type ClientCreation = z.output<typeof ClientCreation>;

/** A legal entity; its parent is read from any of the three names in use (decisions.md §6.2). */
export const LegalEntity = z
  .object({
    id: identifier,
    name: text.optional(),
    country: optionalText.optional(),
    parent_id: optionalText.optional(),
    parent: z.unknown().optional(),
    parent_legal_entity_id: optionalText.optional(),
  })
  .transform(
    (entity): LegalEntity => ({
      id: entity.id,
      name: entity.name || entity.id,
      country: entity.country ?? null,
      parent_id: entity.parent_id ?? entity.parent_legal_entity_id ?? parentId(entity.parent),
    }),
  );
export interface LegalEntity {
  readonly id: string;
  readonly name: string;
  readonly country: string | null;
  readonly parent_id: string | null;
}

function parentId(parent: unknown): string | null {
  if (typeof parent === 'object' && parent !== null && 'id' in parent) return optionalText.parse(parent.id);
  return optionalText.parse(parent);
}
