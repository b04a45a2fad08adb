import type { AuditUser, UserAssignment } from '../../../shared/model/audit-user.ts';
import type { Plan } from '../../../shared/plan.ts';
import {
  type MemberOutcome,
  type MemberVerdict,
  teamInAudit,
  usersChangeable,
} from '../../../shared/rules/service/audit-user.ts';
import type { AuditChange, UserChange } from '../../data/users.ts';
import { useTranslation } from '../../messages/language.ts';
import { useRoleWords } from '../../messages/role-words.ts';
import { useAsideActions, useCopyAction } from '../../parts/actions.tsx';
import { Doubt } from '../../parts/doubt.tsx';
import { PlanEstimate } from '../../parts/plan-estimate.tsx';
import { pathTo } from '../../routes.ts';
import { DataTable } from '../../ui/data-table.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import { StatusMark, type StatusMarkProps } from '../../ui/status-mark.tsx';
import type { AuditChoice } from './audit-choice.tsx';

export interface PreflightRow extends MemberOutcome {
  readonly audit: AuditChoice['audit'];
  /** Whether it waits until the audit is open. */
  readonly waits: boolean;
}

/** What assigning a team to audits would do, before anything is sent (ux B2, B3). */
export interface Preflight {
  readonly rows: readonly PreflightRow[];
  readonly assigned: number;
  readonly changed: number;
  readonly skipped: number;
  readonly changes: readonly AuditChange[];
}

/** Judges every member in every audit whose users are known. */
export function preflightOf(
  members: readonly UserAssignment[],
  audits: readonly AuditChoice['audit'][],
  users: ReadonlyMap<string, readonly AuditUser[]>,
  changesRoles: boolean,
): Preflight {
  const rows = audits.flatMap((audit) => {
    const known = users.get(audit.id);
    if (known === undefined) return [];
    const waits = usersChangeable(audit.status) === 'later';
    const outcomes = teamInAudit(members, { status: audit.status, users: known }, changesRoles);
    return outcomes.map((outcome) => ({ ...outcome, audit, waits }));
  });
  const assigned = rows.filter(({ verdict }) => verdict === 'assign').length;
  const changed = rows.filter(({ verdict }) => verdict === 'change').length;
  const byAudit = Map.groupBy(rows, ({ audit }) => audit);
  return {
    rows,
    assigned,
    changed,
    skipped: rows.length - assigned - changed,
    changes: [...byAudit].flatMap(([audit, outcomes]) => {
      const changes = outcomes.flatMap(changeOf);
      const waits = outcomes.some((outcome) => outcome.waits);
      return changes.length === 0 ? [] : [{ audit: { id: audit.id, name: audit.name }, waits, changes }];
    }),
  };
}

function changeOf({ verdict, address: user, role, roleNow: before }: MemberOutcome): readonly UserChange[] {
  if (verdict === 'assign') return [{ kind: 'assignUser', user, role }];
  return verdict === 'change' ? [{ kind: 'changeUser', user, role, before }] : [];
}

const looks = {
  assign: 'good',
  change: 'progress',
  'same-role': 'idle',
  'other-role': 'closed',
  archived: 'closed',
  deleting: 'ending',
} as const satisfies Readonly<Record<MemberVerdict, StatusMarkProps['look']>>;

interface Props {
  readonly preflight: Preflight;
  readonly plan: Plan | null;
}

/** The audits in which a role is changed though no user can be assigned to them. */
export function doubtsIn({ rows }: Pick<Preflight, 'rows'>) {
  return rows.flatMap(({ verdict, audit: { name, status } }) => {
    const closed = usersChangeable(status);
    return verdict === 'change' && (closed === 'archived' || closed === 'deleting') ? [{ name, closed }] : [];
  });
}

/** What will run, what is skipped and why, and how long it takes (ux B2). */
export function PreflightPanel({ preflight, plan }: Props) {
  const { t } = useTranslation('users');
  const roleWords = useRoleWords();
  const aside = useAsideActions();
  const copy = useCopyAction();
  const columns: readonly Column<PreflightRow>[] = [
    {
      id: 'audit',
      title: t('parts:field.audit_name'),
      isName: true,
      width: { least: 200, grows: 3 },
      value: ({ audit }) => audit.name,
    },
    {
      id: 'address',
      title: t('parts:field.user_id'),
      width: { least: 240, grows: 0.5 },
      value: ({ address }) => address,
      isRowHeader: true,
    },
    {
      id: 'role',
      title: t('parts:field.role'),
      width: { least: 190 },
      value: ({ role }) => roleWords(role),
    },
    {
      id: 'verdict',
      title: t('parts:field.outcome'),
      width: { least: 220, grows: 1 },
      cell: ({ verdict, waits, roleNow }) => (
        <StatusMark
          look={looks[verdict]}
          word={
            waits && (verdict === 'assign' || verdict === 'change')
              ? t('preflight.waits')
              : t(`verdict.${verdict === 'assign' ? 'new' : verdict}`, {
                  role: roleNow === null ? '' : roleWords(roleNow),
                })
          }
        />
      ),
    },
  ];
  return (
    <>
      <p role="status">
        {t('preflight.summary', {
          run: preflight.assigned + preflight.changed,
          skipped: preflight.skipped,
        })}
      </p>
      {plan !== null && <PlanEstimate plan={plan} isFree />}
      <Doubt reasons={doubtsIn(preflight).map(({ name, closed }) => `${name}: ${t(`doubt.${closed}`)}`)} />
      <DataTable
        id="preflight"
        label={t('preflight.label')}
        columns={columns}
        rows={preflight.rows}
        rowId={({ audit, address }) => `${audit.id}\n${address}`}
        actionsOf={([{ audit, address }]) => [
          ...aside(pathTo('auditUsers', { auditId: audit.id }), audit.id),
          { ...copy(address), id: 'copy-address', label: t('row.copy') },
        ]}
      />
    </>
  );
}
