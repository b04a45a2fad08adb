import { UserCog, UserMinus } from 'lucide-react';
import { useState } from 'react';
import type { Role } from '../../../shared/api.ts';
import type { AuditUser } from '../../../shared/model/audit-user.ts';
import type { Plan } from '../../../shared/plan.ts';
import type { UserChange } from '../../data/users.ts';
import { useTranslation } from '../../messages/language.ts';
import { useRoleWords } from '../../messages/role-words.ts';
import { PlanEstimate } from '../../parts/plan-estimate.tsx';
import { AlertDialog } from '../../ui/dialog.tsx';
import type { ActionsOf } from '../../ui/grid/actions.ts';

interface Needs {
  readonly roles: readonly Role[];
  /** Why nothing can be changed now. */
  readonly reason: string | undefined;
  readonly planOf: (changes: readonly UserChange[]) => Plan;
  /** Sends a plan, and says so with these words. */
  readonly onSend: (plan: Plan, sent: string) => void;
  readonly onDone: () => void;
}

interface Asked {
  /** The new role; null for a removal. */
  readonly role: string | null;
  readonly skipped: number;
  readonly plan: Plan;
  readonly send: () => void;
}

/**
 * What can be done with users of an audit: each other role, and removal. One is changed at once, several after a question with an
 * estimate, by one plan; a user who has the role already is left out.
 */
export function useUserActions({ roles, reason, planOf, onSend, onDone }: Needs) {
  const { t } = useTranslation('users');
  const { t: bulk } = useTranslation('bulk');
  const roleWords = useRoleWords();
  const [asked, setAsked] = useState<Asked | null>(null);
  const begin = (role: string | null, of: readonly AuditUser[], changes: readonly UserChange[]) => {
    const plan = planOf(changes);
    const count = changes.length;
    const send = () => {
      onSend(plan, count === 1 ? t('row.sent', { name: of[0]?.name }) : bulk('users.sent', { count }));
      onDone();
    };
    if (of.length === 1) send();
    else setAsked({ role, skipped: of.length - count, plan, send });
  };
  const actionsOf: ActionsOf<AuditUser> = (users) => {
    const count = users.length;
    const removal = count === 1 ? t('remove.action') : bulk('users.remove', { count });
    return [
      ...roles.flatMap(({ name }) => {
        const others = users.filter(({ role }) => role !== name);
        const label = bulk('users.role', { role: roleWords(name) });
        if (others.length === 0 && count === 1) return [];
        return {
          id: name,
          label,
          icon: <UserCog aria-hidden />,
          reason: reason ?? (others.length === 0 ? bulk('users.allHave') : undefined),
          onAction: () =>
            begin(
              name,
              users,
              others.map(({ id, role }) => ({ kind: 'changeUser', user: id, role: name, before: role })),
            ),
        };
      }),
      {
        id: 'remove',
        label: removal,
        icon: <UserMinus aria-hidden />,
        reason,
        isDestructive: true,
        onAction: () =>
          begin(
            null,
            users,
            users.map(({ id, role }) => ({ kind: 'removeUser', user: id, before: role })),
          ),
      },
    ];
  };
  const count = asked?.plan.steps.length ?? 0;
  const isRemoval = asked?.role === null;
  const title = isRemoval
    ? bulk('users.remove', { count })
    : bulk('users.role', { role: roleWords(asked?.role ?? '') });
  return {
    actionsOf,
    dialog: asked !== null && (
      <AlertDialog
        isOpen
        title={title}
        confirm={isRemoval ? title : bulk('users.confirm', { count })}
        isDestructive={isRemoval}
        reason={reason}
        onCancel={() => setAsked(null)}
        onConfirm={() => {
          setAsked(null);
          asked.send();
        }}
      >
        {asked.skipped > 0 && (
          <p>{bulk('users.skipped', { count: asked.skipped, total: count + asked.skipped })}</p>
        )}
        <PlanEstimate plan={asked.plan} isFree />
      </AlertDialog>
    ),
  };
}
