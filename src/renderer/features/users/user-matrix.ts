import type { AuditUser } from '../../../shared/model/audit-user.ts';
import { addressKey } from '../../../shared/rules/audit-user.ts';

export interface Person {
  /** The address as it compares. */
  readonly id: string;
  readonly name: string;
  /** The address as the service spells it. */
  readonly address: string;
  /** Role by audit. */
  readonly roles: ReadonlyMap<string, string>;
}

/** Everybody who is assigned to any of these audits, with the role in each, by name. */
export function peopleOf(
  users: ReadonlyMap<string, readonly AuditUser[]>,
  compare: (left: string, right: string) => number,
): readonly Person[] {
  const people = new Map<string, { name: string; address: string; roles: Map<string, string> }>();
  for (const [audit, all] of users)
    for (const { id, name, role } of all) {
      const known = people.get(addressKey(id)) ?? { name, address: id, roles: new Map<string, string>() };
      known.roles.set(audit, role);
      people.set(addressKey(id), known);
    }
  return [...people]
    .map(([id, person]) => ({ id, ...person }))
    .toSorted((a, b) => compare(a.name, b.name) || compare(a.address, b.address));
}
