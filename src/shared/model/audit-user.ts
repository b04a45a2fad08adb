import { z } from 'zod';
import { identifier, text } from './tolerant.ts';

/** A user assigned to an audit (decisions.md §10.1). `id` is the address as the service spells it. */
export const AuditUser = z
  .object({ id: identifier, role: text.optional(), name: text.optional() })
  .transform((user): AuditUser => ({ id: user.id, role: user.role ?? '', name: user.name || user.id }));
export interface AuditUser {
  readonly id: string;
  readonly role: string;
  readonly name: string;
}

export const UserAssignment = z.strictObject({ id: z.string().min(1), role: z.string().min(1) });
export type UserAssignment = z.output<typeof UserAssignment>;

export const RoleChange = z.strictObject({ role: z.string().min(1) });
export type RoleChange = z.output<typeof RoleChange>;

/** A role (decisions.md §5.6). */
export const Role = z
  .object({ name: identifier, associated_model: text.optional(), description: text.optional() })
  .transform(
    (role): Role => ({
      name: role.name,
      associated_model: role.associated_model ?? '',
      description: role.description ?? '',
    }),
  );
export interface Role {
  readonly name: string;
  readonly associated_model: string;
  readonly description: string;
}
