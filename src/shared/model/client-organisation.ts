import { z } from 'zod';
import { anything, identifier, named, optionalText, text, texts, yesOrNo } from './tolerant.ts';

/** A client organisation (decisions.md §6.1). */
export const ClientOrganisation = z
  .object({
    id: identifier,
    name: text,
    country: optionalText,
    domains: texts,
    allow_password_login: yesOrNo,
    /** Its audits consume no credits. */
    is_test_organisation: z.boolean().catch(false),
  })
  .transform(named);
export type ClientOrganisation = z.output<typeof ClientOrganisation>;

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
    name: text,
    country: optionalText,
    parent_id: optionalText,
    parent: anything,
    parent_legal_entity_id: optionalText,
  })
  .transform(({ parent, parent_legal_entity_id: other, ...entity }) =>
    named({ ...entity, parent_id: entity.parent_id ?? other ?? parentId(parent) }),
  );
export type LegalEntity = z.output<typeof LegalEntity>;

function parentId(parent: unknown): string | null {
  if (typeof parent === 'object' && parent !== null && 'id' in parent) return optionalText.parse(parent.id);
  return optionalText.parse(parent);
}
