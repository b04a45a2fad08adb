import { useMemo } from 'react';
import type { Role } from '../../shared/api.ts';
import { rolesByName } from '../../shared/rules/audit-user.ts';
import { unwrap } from './call.ts';
import { useWholeList, type WholeList, wholeListOptions } from './whole-list.ts';

interface NamedRole extends Role {
  readonly id: string;
}

/** The roles that a user can have on an audit. Reference data: read once while the app is open, or on demand. */
export function useAuditRoles(connection: string, isWanted = true): WholeList<NamedRole> {
  const list = useWholeList(
    wholeListOptions<NamedRole>(
      [connection, 'roles', 'of-audits'],
      async (cursor, ask) => {
        const query = { associated_model: 'Audit' };
        const page = await unwrap(ask('roles.list', { connection, query, cursor }));
        return {
          ...page,
          results: page.results.map((role) => ({ ...role, id: `${role.associated_model} ${role.name}` })),
        };
      },
      30 * 60_000,
    ),
    isWanted,
  );
  const { entries } = list;
  return { ...list, entries: useMemo(() => rolesByName(entries), [entries]) };
}
