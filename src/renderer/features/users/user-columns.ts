import type { AuditUser } from '../../../shared/model/audit-user.ts';
import { useTranslation } from '../../messages/language.ts';
import { useRoleWords } from '../../messages/role-words.ts';
import { isUnseen, useUnseenWords } from '../../messages/unseen-words.ts';
import type { TableColumn } from '../../ui/grid/columns.ts';

/** A user in an audit; null for an audit without users. */
export interface UserInAudit {
  readonly audit: { readonly id: string; readonly name: string };
  readonly user: AuditUser | null;
}

export const userColumns = ['name', 'address', 'role'] as const;
export type UserColumn = (typeof userColumns)[number];

/** The columns of users of audits: a row for each user in each audit. */
export function useUserColumns(): readonly TableColumn<UserInAudit, UserColumn>[] {
  const { t } = useTranslation('users');
  const roleWords = useRoleWords();
  const unseen = useUnseenWords();
  return [
    { key: 'audit_id', value: ({ audit }) => audit.id },
    { key: 'audit_name', value: ({ audit }) => audit.name },
    {
      id: 'name',
      title: t('parts:word.name'),
      width: { least: 240, grows: 1 },
      value: ({ user }) => user?.name ?? '',
      sort: 'value',
      file: [{ key: 'user_name', value: ({ user }) => user?.name ?? null }],
      isRowHeader: true,
    },
    {
      id: 'address',
      title: t('parts:field.user_id'),
      width: { least: 200, grows: 1.2 },
      value: ({ user }) => user?.id ?? '',
      cell: ({ user }) =>
        user !== null && isUnseen(user, 'id') ? t('column.noAddress', { id: user.id }) : user?.id,
      sort: 'value',
      file: [{ key: 'user_id', value: ({ user }) => user?.id ?? null }],
    },
    {
      id: 'role',
      title: t('parts:field.role'),
      width: { least: 160, grows: 1.4 },
      value: ({ user }) => (user === null ? '' : roleWords(user.role)),
      cell: ({ user }) => (user === null ? '' : roleWords(user.role) || unseen.short),
      sort: 'value',
      file: [
        {
          key: 'role',
          value: ({ user }) => user?.role ?? null,
          words: ({ user }) => (user === null ? '' : roleWords(user.role)),
        },
      ],
    },
  ];
}
