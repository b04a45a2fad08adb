import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Plan } from '../../../shared/plan.ts';
import type { MemberVerdict } from '../../../shared/rules/team.ts';
import { estimateQuery } from '../../data/plan-steps.ts';
import { formatDuration } from '../../messages/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { StatusMark, type StatusMarkProps } from '../../ui/status-mark.tsx';
import type { Preflight, PreflightRow } from './team-preflight.ts';
import styles from './users.module.css';

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
  /** The plan that it makes; null where nothing would be done. */
  readonly plan: Plan | null;
}

/** What will run, what is skipped and why, and how long it takes (ux B2). */
export function PreflightPanel({ preflight, plan }: Props) {
  const { t } = useTranslation('users');
  const columns = useMemo(
    (): readonly Column<PreflightRow>[] => [
      {
        id: 'audit',
        title: t('choice.name'),
        width: 'minmax(160px, 1.2fr)',
        render: ({ audit }) => audit.name,
      },
      {
        id: 'address',
        title: t('verdict.address'),
        width: 'minmax(180px, 1.2fr)',
        render: ({ address }) => address,
        isRowHeader: true,
      },
      { id: 'role', title: t('column.role'), width: 'minmax(160px, 1fr)', render: ({ role }) => role },
      {
        id: 'verdict',
        title: t('verdict.title'),
        width: 'minmax(220px, 1.8fr)',
        render: ({ verdict, waits, roleNow }) => (
          <StatusMark
            look={looks[verdict]}
            word={
              waits && (verdict === 'assign' || verdict === 'change')
                ? t('preflight.waits')
                : t(`preflight.verdict.${verdict}`, { role: roleNow })
            }
          />
        ),
      },
    ],
    [t],
  );
  return (
    <>
      <p role="status" className={styles.summary}>
        {t('preflight.summary', {
          run: preflight.assigned + preflight.changed,
          skipped: preflight.skipped,
        })}{' '}
        {plan !== null && <Duration plan={plan} />}
      </p>
      <DataTable
        label={t('preflight.label')}
        columns={columns}
        rows={preflight.rows}
        rowId={({ audit, address }) => `${audit.id}\n${address}`}
      />
    </>
  );
}

function Duration({ plan }: { readonly plan: Plan }) {
  const { t } = useTranslation('users');
  const { t: common } = useTranslation();
  const { data } = useQuery(estimateQuery(plan));
  if (data === undefined) return null;
  if (data.seconds === null) return t('preflight.never');
  return t('preflight.duration', { time: formatDuration(Math.max(1, data.seconds) * 1_000, common) });
}
