import { z } from 'zod';
import { identifier, named, text } from './tolerant.ts';

/** A user assigned to an audit (decisions.md §10.1). `id` is the address as the service spells it. */
export const AuditUser = z.object({ id: identifier, role: text, name: text }).transform(named);
export type AuditUser = z.output<typeof AuditUser>;

export const UserAssignment = z.strictObject({ id: z.string().min(1), role: z.string().min(1) });
export type UserAssignment = z.output<typeof UserAssignment>;

export const RoleChange = z.strictObject({ role: z.string().min(1) });
export type RoleChange = z.output<typeof RoleChange>;
