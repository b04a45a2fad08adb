import type { AuditUser, UserAssignment } from '../../model/audit-user.ts';
import { unescapeFormulas } from '../tables/formula.ts';
import { longestId } from './audit.ts';

/** What of an address counts: two that differ in capitals alone are one (decisions.md §10.1). */
export function addressKey(address: string): string {
  return address.toLowerCase();
}

/** Each role by its name once: which are those of audits the service has said by answering the query for them (decisions.md §5.6). */
export function rolesByName<One extends { readonly name: string }>(roles: readonly One[]): readonly One[] {
  return [...new Map(roles.map((role) => [role.name, role])).values()];
}

/** Whether a text can be the address of a user at all; whether the service knows it, the service tells. */
export function isAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  return (
    at > 0 &&
    at < text.length - 1 &&
    !/[\s<>,;\p{Cc}]/u.test(text) &&
    text.isWellFormed() &&
    Array.from(text).length <= longestId
  );
}

export type AddressVerdict = 'new' | 'same-role' | 'other-role' | 'no-address' | 'twice';

export interface AddressEntry {
  /** The line it stands in, from 1 on. */
  readonly line: number;
  /** As the service spells it where the audit has them already; what is no address, as it was pasted. */
  readonly address: string;
  readonly verdict: AddressVerdict;
  readonly role: string | null;
}

/**
 * Reads a pasted list of addresses, one or several a line, with or without names (`Ilse Brand <ilse@firm.example>`), or a block of a
 * spreadsheet, and judges each by the users that an audit has, in the order of the text; left out are empty lines and pieces, what our
 * exports put before signs, and of a block its titles and what stands beside addresses.
 */
export function readAddresses(
  text: string,
  role: string | null,
  assigned: readonly AuditUser[],
): readonly AddressEntry[] {
  const users = new Map(assigned.map((user) => [addressKey(user.id), user]));
  const seen = new Set<string>();
  return text.split(/\r\n|\r|\n/).flatMap((content, index) =>
    addressesOf(content, index === 0).map((piece): AddressEntry => {
      const line = index + 1;
      if (!isAddress(piece)) return { line, address: piece, verdict: 'no-address', role: null };
      const key = addressKey(piece);
      const user = users.get(key);
      const found = { line, address: user?.id ?? piece, role: user?.role ?? null };
      if (seen.has(key)) return { ...found, verdict: 'twice' };
      seen.add(key);
      if (user === undefined) return { ...found, verdict: 'new' };
      return { ...found, verdict: user.role === role ? 'same-role' : 'other-role' };
    }),
  );
}

function addressesOf(line: string, isFirst: boolean): readonly string[] {
  const pieces = line.split('\t').flatMap(piecesOf);
  const addresses = line.includes('\t') ? pieces.filter(isAddress) : pieces;
  return addresses.length > 0 || isFirst ? addresses : pieces;
}

// Where addresses stand in angle brackets, a comma before them may belong to a name: `Brand, Ilse <ilse@firm.example>`.
function piecesOf(line: string): readonly string[] {
  const pieces = line.includes('<') ? line.split(/;|(?<=>)\s*,/) : line.split(/[;,]/);
  return pieces
    .map((piece) =>
      unescapeFormulas((/<([^<>]*)>\s*$/.exec(piece)?.[1] ?? piece).trim()).replace(/^mailto:/i, ''),
    )
    .filter((piece) => piece !== '');
}

/** The address of a text that has one alone, with or without a name; else the text as it stands. */
export function addressIn(text: string): string {
  const [piece = '', ...others] = piecesOf(text);
  return others.length === 0 && isAddress(piece) ? piece : text.trim();
}

/**
 * Whether users can be assigned to an audit by its status: `now`; `later`, once it is open; or not at all, because it is archived or being deleted
 * (specification, "States", rule 1). That its group counts with it, and that roles and removals need an open audit, too, is for the service:
 * decisions.md §10.2 alone says so. About a status that nobody knows the service decides.
 */
export type UsersChangeable = 'now' | 'later' | 'archived' | 'deleting';

export function usersChangeable(status: string, groupStatus: string | null = null): UsersChangeable {
  const both = [status, groupStatus];
  if (both.includes('deleting')) return 'deleting';
  if (both.includes('archived')) return 'archived';
  return both.includes('initializing') ? 'later' : 'now';
}

/**
 * What is done for a member of a team in an audit: `assign`, or `change` of the role; else nothing, because the user has the role
 * (`same-role`), keeps another one (`other-role`), or nobody can be assigned to the audit. About a role in such an audit the service decides.
 */
export type MemberVerdict = 'assign' | 'change' | 'same-role' | 'other-role' | 'archived' | 'deleting';

export interface MemberOutcome {
  /** As the service spells it, if the user is assigned already. */
  readonly address: string;
  readonly role: string;
  readonly roleNow: string | null;
  readonly verdict: MemberVerdict;
}

export function teamInAudit(
  members: readonly UserAssignment[],
  audit: { readonly status: string; readonly users: readonly AuditUser[] },
  changesRoles: boolean,
): readonly MemberOutcome[] {
  const changeable = usersChangeable(audit.status);
  const users = new Map(audit.users.map((user) => [addressKey(user.id), user]));
  return members.map(({ id, role }) => {
    const user = users.get(addressKey(id));
    const found = { address: user?.id ?? id, role, roleNow: user?.role ?? null };
    if (user !== undefined && user.role === role) return { ...found, verdict: 'same-role' };
    if (user !== undefined) return { ...found, verdict: changesRoles ? 'change' : 'other-role' };
    const isClosed = changeable === 'archived' || changeable === 'deleting';
    return { ...found, verdict: isClosed ? changeable : 'assign' };
  });
}
