import { UserMinus } from 'lucide-react';
import { useState } from 'react';
import type { Role } from '../../../shared/api.ts';
import type { AuditUser } from '../../../shared/model/audit-user.ts';
import type { Plan } from '../../../shared/plan.ts';
import type { UserChange } from '../../data/users.ts';
import { useTranslation } from '../../messages/language.ts';
import { useRoleWords } from '../../messages/role-words.ts';
import { BulkBar } from '../../parts/bulk-bar.tsx';
import { PlanEstimate } from '../../parts/plan-estimate.tsx';
import { AlertDialog } from '../../ui/dialog.tsx';

interface UserBulkProps {
  readonly selected: readonly AuditUser[];
  readonly roles: readonly Role[];
  /** Why nothing can be changed now. */
  readonly reason: string | undefined;
  readonly planOf: (changes: readonly UserChange[]) => Plan;
  readonly onSend: (plan: Plan, count: number) => void;
  readonly onClear: () => void;
}

interface Asked {
  /** The role that they get; null where they are removed. */
  readonly role: string | null;
  readonly changes: readonly UserChange[];
}

/** What can be done with several users of an audit: one plan, estimated before it is sent. A user who has the role already is left out. */
export function UserBulk({ selected, roles, reason, planOf, onSend, onClear }: UserBulkProps) {
  const { t } = useTranslation('bulk');
  const { t: common } = useTranslation();
  const roleWords = useRoleWords();
  const [asked, setAsked] = useState<Asked | null>(null);
  const plan = asked === null ? null : planOf(asked.changes);
  const remove = (count: number) => t('users.remove', { count });
  const changeTo = (role: string) => t('users.role', { role: roleWords(role) });
  return (
    <>
      <BulkBar
        count={selected.length}
        onClear={onClear}
        actions={[
          {
            id: 'remove',
            label: remove(selected.length),
            icon: <UserMinus aria-hidden />,
            reason,
            isDestructive: true,
            onAction: () =>
              setAsked({
                role: null,
                changes: selected.map(({ id, role }) => ({ kind: 'removeUser', user: id, before: role })),
              }),
          },
        ]}
        more={roles.map(({ name }) => {
          const others = selected.filter(({ role }) => role !== name);
          return {
            id: name,
            label: changeTo(name),
            reason: reason ?? (others.length === 0 ? t('users.allHave') : undefined),
            onAction: () =>
              setAsked({
                role: name,
                changes: others.map(({ id, role }) => ({
                  kind: 'changeUser',
                  user: id,
                  role: name,
                  before: role,
                })),
              }),
          };
        })}
      />
      {asked !== null && plan !== null && (
        <AlertDialog
          isOpen
          title={asked.role === null ? remove(asked.changes.length) : changeTo(asked.role)}
          confirm={
            asked.role === null
              ? remove(asked.changes.length)
              : t('users.confirm', { count: asked.changes.length })
          }
          cancel={common('action.cancel')}
          isDestructive={asked.role === null}
          onCancel={() => setAsked(null)}
          onConfirm={() => {
            setAsked(null);
            onSend(plan, asked.changes.length);
            onClear();
          }}
        >
          {asked.changes.length < selected.length && (
            <p>
              {t('users.skipped', {
                count: selected.length - asked.changes.length,
                total: selected.length,
              })}
            </p>
          )}
          <PlanEstimate plan={plan} isFree />
        </AlertDialog>
      )}
    </>
  );
}
