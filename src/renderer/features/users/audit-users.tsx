import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { Audit } from '../../../shared/model/audit.ts';
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
import { SelectionBar } from '../../parts/actions.tsx';
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
import type { ActionsOf } from '../../ui/grid/actions.ts';
import { rowOrder, type Sort } from '../../ui/grid/columns.ts';
import { Row, Stack } from '../../ui/layout.tsx';
import { announce } from '../../ui/live-region.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { PlanReport } from './plan-report.tsx';
import { useUserActions } from './user-actions.tsx';
import { type UserColumn, userColumns, useUserColumns } from './user-columns.ts';
import { UserDialog } from './user-dialog.tsx';

type UserRow = { readonly audit: Audit; readonly user: AuditUser };

const useUsersView = rememberedView<{ readonly sort: Sort<UserColumn> }>(
  'audit-users',
  { sort: { column: 'name', direction: 'ascending' } },
  userColumns,
);

export function AuditUsers() {
  const { audit } = useAudit(useConnectionId(), useRouteId('auditId'));
  return audit === null ? null : <UsersOf key={audit.id} audit={audit} />; // the frame says why
}

function UsersOf({ audit }: { readonly audit: Audit }) {
  const { t } = useTranslation('users');
  const connection = useConnectionId();
  const { id } = audit;
  const { audit: group } = useAudit(connection, audit.group_audit_id ?? id);
  const users = useAuditUsers(connection, id);
  const roles = useAuditRoles(connection);
  const { compare } = useAuditWords();
  const { send, notice } = useSend();
  const [{ sort }, setUp] = useUsersView(connection);
  const [open, setOpen] = useState<'assign' | { readonly user: string } | null>(null);
  const changeable = usersChangeable(audit.status, group === audit ? null : (group?.status ?? null));
  const readOnly = useWriteRefusal();
  const assignable = usersChangeable(audit.status);
  const closed = isClosed(assignable) ? t(`verdict.${assignable}`) : undefined;
  const unread = useListRefusal(undoubted(roles.error === null ? { users, roles } : { users })); // else a role is typed
  const stateDoubts = isClosed(changeable) ? [t(`doubt.${changeable}`)] : [];
  const doubts = [...stateDoubts, ...useListDoubts({ users })];
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const columns = useUserColumns();
  const rows = users.entries.map((user) => ({ audit, user })).toSorted(rowOrder(columns, sort, compare));

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
  const reason = readOnly ?? unread;
  const { actionsOf: ofUsers, dialog } = useUserActions({
    roles: roles.entries,
    reason,
    planOf,
    onSend: submit,
    onDone: () => setSelected(new Set()),
  });
  const actionsOf: ActionsOf<UserRow> = ([{ user }, ...others]) =>
    ofUsers([user, ...others.map((row) => row.user)]);
  const selection = {
    selected,
    rows: rows.filter(({ user }) => selected.has(user.id)),
    onChange: setSelected,
  };
  const name = `${t('commands:screens.users')}, ${audit.name}`;
  return (
    <>
      <Row gap="4">
        <Stack as="h2" grow>
          {users.complete !== null
            ? t('parts:count.users', { count: rows.length })
            : t('commands:screens.users')}
        </Stack>
        {rows.length > 0 && (
          <ExportAction variant="quiet" table={{ name, grid: 'audit-users', columns, rows, list: users }} />
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
        skeleton={[5, ['50%', '70%', '40%'], t('common:list.reading')]}
        none={<EmptyState title={t('empty.title')} picture="people" />}
      >
        <DataTable
          id="audit-users"
          label={t('commands:screens.users')}
          columns={columns}
          rows={rows}
          rowId={({ user }) => user.id}
          sort={sort}
          onSort={(order) => setUp({ sort: order })}
          onOpen={({ user }) => setOpen({ user: user.id })}
          actionsOf={actionsOf}
          selection={selection}
        />
      </CollectionState>
      <SelectionBar selection={selection} shown={rows} actionsOf={actionsOf} inFront={['remove']} />
      {dialog}
      {open === 'assign' && <AssignDialog {...common} users={users.entries} onClose={() => setOpen(null)} />}
      {chosen !== undefined && (
        <UserDialog {...common} user={chosen} refusal={reason} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

function isClosed(changeable: UsersChangeable): changeable is 'archived' | 'deleting' {
  return changeable === 'archived' || changeable === 'deleting';
}
