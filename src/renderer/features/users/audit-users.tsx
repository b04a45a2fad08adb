import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { Role } from '../../../shared/api.ts';
import type { AuditUser } from '../../../shared/model/audit-user.ts';
import type { Plan, StepProgress } from '../../../shared/plan.ts';
import { type UsersChangeable, usersChangeable } from '../../../shared/rules/service/audit-user.ts';
import { useAudit } from '../../data/audits.ts';
import { useConnectionId } from '../../data/connections.ts';
import { rememberedView } from '../../data/remembered-view.ts';
import { useAuditRoles } from '../../data/roles.ts';
import { beginUsersPlan, type UserChange, useAuditUsers, usersPlan } from '../../data/users.ts';
import { useAuditWords } from '../../messages/audit-words.ts';
import { useTranslation } from '../../messages/language.ts';
import { useRoleWords } from '../../messages/role-words.ts';
import type { Translate } from '../../messages/translate.ts';
import {
  CollectionNotice,
  CollectionState,
  undoubted,
  useListDoubts,
  useListRefusal,
} from '../../parts/collection-state.tsx';
import { Doubt } from '../../parts/doubt.tsx';
import { ExportAction } from '../../parts/export/export-action.tsx';
import { ImportAction } from '../../parts/import-action.tsx';
import { InspectedNotice } from '../../parts/inspected-notice.tsx';
import { useSend } from '../../parts/use-send.tsx';
import { useWriteRefusal } from '../../parts/write-refusal.ts';
import { useRouteId } from '../../routes.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { rowOrder, type Sort } from '../../ui/grid/columns.ts';
import type { RowAction } from '../../ui/grid/grid.tsx';
import { Row } from '../../ui/layout.tsx';
import { announce } from '../../ui/live-region.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { PlanReport } from './plan-report.tsx';
import { UserBulk } from './user-bulk.tsx';
import { type UserColumn, userColumns, useUserColumns } from './user-columns.ts';
import { UserDialog } from './user-dialog.tsx';

const useUsersView = rememberedView<{ readonly sort: Sort<UserColumn> }>(
  'audit-users',
  { sort: { column: 'name', direction: 'ascending' } },
  userColumns,
);

export function AuditUsers() {
  const { t } = useTranslation('users');
  const { t: tBulk } = useTranslation('bulk');
  const connection = useConnectionId();
  const id = useRouteId('auditId');
  const { audit } = useAudit(connection, id);
  const { audit: group } = useAudit(connection, audit?.group_audit_id ?? id);
  const users = useAuditUsers(connection, id);
  const roles = useAuditRoles(connection);
  const { compare } = useAuditWords();
  const roleWords = useRoleWords();
  const { send, notice } = useSend();
  const [{ sort }, setUp] = useUsersView(connection);
  const [open, setOpen] = useState<'assign' | { readonly user: string } | null>(null);
  const changeable = usersChangeable(audit?.status ?? '', group === audit ? null : (group?.status ?? null));
  const readOnly = useWriteRefusal();
  const assignable = usersChangeable(audit?.status ?? '');
  const closed = isClosed(assignable) ? t(`reason.${assignable}`) : undefined;
  const unread = useListRefusal(undoubted(roles.error === null ? { users, roles } : { users })); // else a role is typed
  const stateDoubts = isClosed(changeable) ? [t(`doubt.${changeable}`)] : [];
  const doubts = [...stateDoubts, ...useListDoubts({ users })];
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const columns = useUserColumns();
  const inOrder = rowOrder(columns, sort, compare);
  if (audit === null) return null; // the frame says why
  const rows = users.entries.map((user) => ({ audit, user })).toSorted(inOrder);

  const place = `${connection} audit ${id}`;
  const chosen = typeof open === 'object' ? users.entries.find((user) => user.id === open?.user) : undefined;
  const common = { audit, place, roles: roles.entries, waits: changeable === 'later', doubts };
  const changeRole = async ({ task }: StepProgress) => {
    if (task.kind !== 'assignUser') return;
    const { id: user, role } = task.assignment;
    const known = users.entries.find((one) => one.id.toLowerCase() === user.toLowerCase());
    const change = { kind: 'changeUser', user, role, before: known?.role ?? null } as const;
    await beginUsersPlan(place, planOf([change]), [id]);
  };
  const planOf = (changes: readonly UserChange[]) =>
    usersPlan(crypto.randomUUID(), connection, audit.name, [{ audit, waits: common.waits, changes }]);
  const submit = (plan: Plan, sent: string) =>
    void send(
      () => beginUsersPlan(place, plan, [id]),
      () => announce(sent),
    );
  const change = (user: AuditUser, of: UserChange) =>
    submit(planOf([of]), t('row.sent', { name: user.name }));
  const reason = readOnly ?? unread;
  const actionsOf = actionsFor({ t, roleWords, roles: roles.entries, reason, change });
  const marked = users.entries.filter((user) => selected.has(user.id));
  return (
    <>
      <Row gap="4" apart>
        <h2>{users.complete !== null ? t('count', { count: rows.length }) : t('title')}</h2>
        {rows.length > 0 && (
          <ExportAction
            variant="quiet"
            table={{ name: `${t('title')}, ${audit.name}`, grid: 'audit-users', columns, rows, list: users }}
          />
        )}
        <ImportAction kind="users" />
        <Button
          variant="primary"
          icon={<UserPlus aria-hidden />}
          reason={readOnly ?? closed ?? unread}
          onPress={() => setOpen('assign')}
        >
          {t('assign.action')}
        </Button>
      </Row>
      {notice}
      {changeable === 'later' && <Banner tone="info">{readOnly ?? t('later')}</Banner>}
      {closed !== undefined && <Banner tone="info">{closed}</Banner>}
      <Doubt reasons={stateDoubts} />
      <InspectedNotice connection={connection} of={['users', 'roles']} />
      <CollectionNotice list={roles} of="roles" />
      <PlanReport place={place} onChangeRole={(step) => void changeRole(step)} />
      <CollectionState
        list={users}
        of="users"
        skeleton={[5, ['50%', '70%', '40%'], t('reading')]}
        none={
          <EmptyState title={t('empty.title')} picture="people">
            {t('empty.text')}
          </EmptyState>
        }
      >
        <DataTable
          id="audit-users"
          label={t('label')}
          columns={columns}
          rows={rows}
          rowId={({ user }) => user.id}
          sort={sort}
          onSort={(order) => setUp({ sort: order })}
          onOpen={({ user }) => setOpen({ user: user.id })}
          actionsOf={({ user }) => actionsOf(user)}
          selection={{ selected, onChange: setSelected }}
        />
      </CollectionState>
      {marked.length > 0 && (
        <UserBulk
          selected={marked}
          roles={roles.entries}
          reason={reason}
          planOf={planOf}
          onSend={(plan, count) => submit(plan, tBulk('users.sent', { count }))}
          onClear={() => setSelected(new Set())}
        />
      )}
      {open === 'assign' && <AssignDialog {...common} users={users.entries} onClose={() => setOpen(null)} />}
      {chosen !== undefined && (
        <UserDialog {...common} user={chosen} refusal={reason} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

interface ActionsProps {
  readonly t: Translate<'users'>;
  readonly roleWords: (role: string) => string;
  readonly roles: readonly Role[];
  readonly reason: string | undefined;
  readonly change: (user: AuditUser, of: UserChange) => void;
}

/** What can be done with a user from the row: each other role, and removal. */
function actionsFor({ t, roleWords, roles, reason, change }: ActionsProps) {
  return (user: AuditUser): readonly RowAction[] => [
    ...roles
      .filter(({ name }) => name !== user.role)
      .map(({ name }) => ({
        id: name,
        label: t('row.role', { role: roleWords(name) }),
        isDisabled: reason !== undefined,
        detail: reason,
        onAction: () => change(user, { kind: 'changeUser', user: user.id, role: name, before: user.role }),
      })),
    {
      id: 'remove',
      label: t('remove.action'),
      isDisabled: reason !== undefined,
      detail: reason,
      onAction: () => change(user, { kind: 'removeUser', user: user.id, before: user.role }),
    },
  ];
}

function isClosed(changeable: UsersChangeable): changeable is 'archived' | 'deleting' {
  return changeable === 'archived' || changeable === 'deleting';
}
