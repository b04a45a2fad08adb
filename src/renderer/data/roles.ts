import type { Role } from '../../shared/api.ts';
import { rolesByName } from '../../shared/rules/service/audit-user.ts';
import { collectionOptions, useWholeList, type WholeList } from './collection.ts';

/** The roles that a user can have on an audit. Reference data: read once while the app is open, or on demand. */
export function useAuditRoles(connection: string, isWanted = true): WholeList<Role> {
  const list = useWholeList(
    collectionOptions<Role>(
      [connection, 'roles', 'of-audits'],
      { connection, operation: 'roles.list', query: { associated_model: 'Audit' } },
      30 * 60_000,
    ),
    isWanted,
  );
  const { entries } = list;
  return { ...list, entries: rolesByName(entries) };
}
