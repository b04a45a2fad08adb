import { useMemo } from 'react';
import type { AuditUser } from '../../../shared/model/audit-user.ts';
import { useRoleWords } from '../../messages/role-words.ts';
import type { FileColumn } from '../../parts/export/file-table.ts';

/** A user in an audit; null for an audit without users. */
export interface UserInAudit {
  readonly audit: { readonly id: string; readonly name: string };
  readonly user: AuditUser | null;
}

/** The columns of users of audits in a file: a row for each user in each audit. */
export function useUserFile(): readonly FileColumn<UserInAudit>[] {
  const roleWords = useRoleWords();
  return useMemo(
    () => [
      { key: 'audit_id', value: ({ audit }) => audit.id },
      { key: 'audit_name', value: ({ audit }) => audit.name },
      { key: 'user_id', column: 'address', value: ({ user }) => user?.id ?? null },
      { key: 'user_name', column: 'name', value: ({ user }) => user?.name ?? null },
      {
        key: 'role',
        column: 'role',
        value: ({ user }) => user?.role ?? null,
        words: ({ user }) => (user === null ? '' : roleWords(user.role)),
      },
    ],
    [roleWords],
  );
}
