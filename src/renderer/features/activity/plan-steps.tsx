import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanProgress } from '../../../shared/plan.ts';
import { usePlanSteps } from '../../data/plan-steps.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Select } from '../../ui/select.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import styles from './activity.module.css';
import { ReadingFault } from './reading-fault.tsx';
import { Split } from './split.tsx';
import { type StepFilter, stepFilterNames, stepFilters, totalsOf } from './standing.ts';
import { useStepColumns } from './step-columns.tsx';
import { StepDetail } from './step-detail.tsx';

type Choice = StepFilter | 'all';

/** The steps of a plan: all, or those that stand in some way; one of them at length. */
export function PlanSteps({ plan }: { readonly plan: PlanProgress }) {
  const { t } = useTranslation('activity');
  const [shown, show] = useState<Choice>('all');
  const [opened, open] = useState<string | null>(null);
  const list = usePlanSteps(plan, shown === 'all' ? null : stepFilters[shown]);
  const { entries, total } = list;
  const results = useMemo(() => new Map(entries.map(({ key, result }) => [key, result])), [entries]);
  const resultOf = (key: string) => results.get(key) ?? null;
  const step = entries.find(({ key }) => key === opened) ?? null;
  const columns = useStepColumns(step !== null);
  const countOf = (filter: StepFilter) =>
    stepFilters[filter].reduce((sum, state) => sum + plan.counts[state], 0);
  return (
    <>
      <div className={styles.toolbar} role="group" aria-label={t('filter.label')}>
        <Select<Choice>
          isCompact
          label={t('steps.filter')}
          options={[
            { id: 'all', label: t('steps.all', { count: totalsOf(plan).count }) },
            ...stepFilterNames
              .filter((id) => countOf(id) > 0 || id === shown)
              .map((id) => ({ id, label: t(`steps.${id}`, { count: countOf(id) }) })),
          ]}
          value={shown}
          onChange={show}
        />
      </div>
      <ReadingFault list={list} />
      {total === null && list.error === null ? (
        <SkeletonRows count={8} widths={['60%', '40%', '40%', '70%', '40%']} label={t('steps.reading')} />
      ) : (
        <Split
          onClose={() => open(null)}
          detail={
            step !== null && (
              <StepDetail plan={plan} step={step} resultOf={resultOf} onClose={() => open(null)} />
            )
          }
        >
          <DataTable
            label={t('steps.label')}
            columns={columns}
            rows={entries}
            rowId={({ key }) => key}
            isBusy={list.isReading}
            totalRows={total}
            onNearEnd={list.readOn}
            onOpen={({ key }) => open(key)}
            empty={<p>{t('steps.none')}</p>}
          />
        </Split>
      )}
    </>
  );
}
