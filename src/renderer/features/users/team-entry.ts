import type { UserAssignment } from '../../../shared/model/audit-user.ts';
import { addressKey, readAddresses } from '../../../shared/rules/audit-user.ts';

/** As many as a team keeps. */
const mostMembers = 100;

interface Entered {
  readonly addresses: readonly string[];
  /** What keeps the text from becoming members. */
  readonly fault: 'empty' | 'wrong' | 'many' | null;
  /** The line of the first entry that is no address. */
  readonly line: number;
}

/** The members that a pasted text adds to a team, each once; who is a member already counts as entered anew. */
export function readMembers(text: string, role: string | null, members: readonly UserAssignment[]): Entered {
  const entries = readAddresses(
    text,
    role,
    members.map((member) => ({ ...member, name: '' })),
  );
  const wrong = entries.find(({ verdict }) => verdict === 'no-address');
  const addresses = entries
    .filter(({ verdict }) => verdict !== 'no-address' && verdict !== 'twice')
    .map(({ address }) => address);
  const fault =
    wrong !== undefined
      ? 'wrong'
      : addresses.length === 0
        ? 'empty'
        : withMembers(members, addresses, '').length > mostMembers
          ? 'many'
          : null;
  return { addresses, fault, line: wrong?.line ?? 0 };
}

/** The members of a team with these added, or changed to this role where they are members already. */
export function withMembers(
  members: readonly UserAssignment[],
  addresses: readonly string[],
  role: string,
): readonly UserAssignment[] {
  const all = new Map(members.map((member) => [addressKey(member.id), member]));
  for (const id of addresses) all.set(addressKey(id), { id: all.get(addressKey(id))?.id ?? id, role });
  return [...all.values()];
}
