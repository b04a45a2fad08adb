import { useTranslation } from 'react-i18next';
import type { PlanProgress } from '../../../shared/plan.ts';
import { useDone } from '../../data/plan-steps.ts';
import { AlertDialog } from '../../ui/dialog.tsx';
import styles from './activity.module.css';
import { totalsOf } from './standing.ts';

interface Props {
  readonly plan: PlanProgress;
  readonly isOpen: boolean;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

const mostNamed = 8;

/** Asks before a plan is stopped, and says what it has made already, which stays (ux B5). */
export function StopDialog({ plan, isOpen, onCancel, onConfirm }: Props) {
  const { t } = useTranslation('activity');
  const done = useDone(plan, isOpen);
  const { waiting, sending, resolving } = plan.counts;
  const made = done.filter(({ task }) => task.kind !== 'awaitOpen');
  const named = made.slice(0, mostNamed);
  const others = totalsOf(plan).done - named.length - (done.length - made.length);
  return (
    <AlertDialog
      isOpen={isOpen}
      onCancel={onCancel}
      onConfirm={onConfirm}
      size="medium"
      title={t('stop.title', { title: plan.title })}
      confirm={t('stop.confirm')}
      cancel={t('stop.cancel')}
    >
      <p>{t('stop.waiting', { count: waiting })}</p>
      {sending + resolving > 0 && <p>{t('stop.underWay', { count: sending + resolving })}</p>}
      {named.length === 0 ? (
        <p>{t('stop.nothing')}</p>
      ) : (
        <>
          <p>{t('stop.made')}</p>
          <ul className={styles.made}>
            {named.map(({ key, task, subject, result }) => (
              <li key={key}>
                {t(`task.${task.kind}`)}: {subject} {result !== null && <code>{result}</code>}
              </li>
            ))}
            {others > 0 && <li>{t('stop.more', { count: others })}</li>}
          </ul>
        </>
      )}
    </AlertDialog>
  );
}
