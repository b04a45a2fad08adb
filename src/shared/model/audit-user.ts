import { z } from 'zod';
import { code, idOf, noun, type Reading, text } from './tolerant.ts';
import { listOf } from './tolerant-list.ts';

const addressOf = idOf('user');
const addresses = [
  'email',
  'email_address',
  'emails',
  'e_mail',
  'mail',
  'user_id',
  'user',
  'username',
  'login',
  'upn',
  'user_principal_name',
  'user_email',
];

const address: Reading<string> = (value, ...rest) => {
  const said = addressOf(value, ...rest);
  return /(?:^|[\s<:/])([^\s<>:/*•…]+@[^\s<>:/,;*•…]+)/.exec(said ?? '')?.[1]; // also after `mailto:`, or a name; no masked one
};

const oneRole = code([]);

/** Of several roles all are shown, and none is the role. */
const role: Reading<string> = (value, miss, own) => {
  const several = Array.isArray(value) && value.length > 1 ? listOf(oneRole)(value, miss, own) : undefined;
  if (several === undefined) return oneRole(value, miss, own);
  miss();
  return several.join(', ');
};

/** A user assigned to an audit (decisions.md §10.1). `id` is the address as the service spells it, `unseen` where it shows none. */
export const AuditUser = noun(
  ['user', 'audit_user', 'assignment', 'membership', 'member', 'person', 'principal', 'account', 'employee'],
  {
    id: { read: address, names: addresses, otherwise: '', rest: addressOf },
    role: { read: role, names: ['roles', 'role_name', 'audit_role', 'role_code', 'role_id'], otherwise: '' },
    name: { read: text, names: ['full_name', 'display_name', 'label'], otherwise: '', isExtra: true },
  },
  'id',
);
export type AuditUser = z.output<typeof AuditUser>;

export const UserAssignment = z.strictObject({ id: z.string().min(1), role: z.string().min(1) });
export type UserAssignment = z.output<typeof UserAssignment>;

export const RoleChange = z.strictObject({ role: z.string().min(1) });
export type RoleChange = z.output<typeof RoleChange>;
