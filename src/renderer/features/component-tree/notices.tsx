import { isWaiting } from '../../../shared/rules/plans/plan.ts';
import type { PlanWithSteps } from '../../data/plan-steps.ts';
import type { Change } from '../../data/staged-changes.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { formatMoment } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { Doubt } from '../../parts/doubt.tsx';
import { PausedPlan } from '../../parts/paused-plan.tsx';
import { PlanWait } from '../../parts/plan-wait.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Row } from '../../ui/layout.tsx';
import type { LeftOut } from './rows.ts';
import { failedChanges } from './staging.ts';
import type { TreeState } from './tree-state.ts';

interface LeftOutNoticeProps {
  readonly leftOut: readonly LeftOut[];
  readonly onPutAway: () => void;
}

/** Says which of the selected components were not staged for deletion, and why. */
export function LeftOutNotice({ leftOut, onPutAway }: LeftOutNoticeProps) {
  const { t } = useTranslation('component-tree');
  if (leftOut.length === 0) return null;
  return (
    <Banner
      tone="warning"
      role="status"
      title={t('leftOut.title', { count: leftOut.length })}
      actions={<Button onPress={onPutAway}>{t('parts:word.dismiss')}</Button>}
    >
      <LeftOutList leftOut={leftOut} />
    </Banner>
  );
}

export function LeftOutList({ leftOut }: Pick<LeftOutNoticeProps, 'leftOut'>) {
  const { t } = useTranslation('component-tree');
  return (
    <ul>
      {leftOut.map(({ name, refusal }) => (
        <li key={name}>{`${name}: ${t(`refusal.${refusal}`)}`}</li>
      ))}
    </ul>
  );
}

/** The components that an action is sent for although the service may refuse it. */
export function DoubtedNotice({ doubted }: { readonly doubted: readonly LeftOut[] }) {
  const { t } = useTranslation('component-tree');
  return <Doubt reasons={doubted.map(({ name, refusal }) => `${name}: ${t(`refusal.${refusal}`)}`)} />;
}

/** Says that staged changes were restored from a draft, and which of them no longer fit what the service lists. */
export function RestoredNotice({ state }: { readonly state: TreeState }) {
  const { t, i18n } = useTranslation('component-tree');
  const { restored, unfit, changes, act, putAwayRestored } = state;
  if (restored === null) return null;
  const staged = new Set(changes.map(({ key }) => key));
  const doubtful = unfit.flatMap(({ change, reason }) =>
    reason !== 'gone' && staged.has(change.key) ? [change.key] : [],
  );
  return (
    <Banner
      tone={unfit.length > 0 ? 'warning' : 'info'}
      isLine={unfit.length === 0}
      role="status"
      title={t('restored.title', { count: restored.changes.length })}
      actions={
        <Row>
          {doubtful.length > 0 && (
            <Button
              onPress={() => {
                for (const key of doubtful) act({ kind: 'remove', key });
              }}
            >
              {t('restored.takeBack', { count: doubtful.length })}
            </Button>
          )}
          <Button onPress={putAwayRestored}>{t('parts:word.dismiss')}</Button>
        </Row>
      }
    >
      <p>{t('restored.text', { time: formatMoment(restored.savedAt, i18n.language) })}</p>
      {unfit.length > 0 && (
        <>
          <p>{t('restored.unfit')}</p>
          <ul>
            {unfit.map(({ change: { key, kind, name }, reason }) => (
              <li key={key}>
                {t(`doing.${kind}`)}: {name} –{' '}
                {reason === 'gone' || reason === 'made-meanwhile' || reason === 'no-entity'
                  ? t(`restored.misfit.${reason}`)
                  : t(`refusal.${reason}`)}
              </li>
            ))}
          </ul>
        </>
      )}
    </Banner>
  );
}

interface PlanNoticesProps {
  readonly plans: readonly PlanWithSteps[];
  readonly reason: string | undefined;
  readonly onPutAway: (plan: string) => void;
  readonly onStageAgain: (changes: readonly Change[]) => void;
}

/** The plans of a tree that need a person: those that are paused, and those with steps that failed. */
export function PlanNotices(props: PlanNoticesProps) {
  return props.plans.map((tree) => <PlanNotice key={tree.plan.id} {...props} tree={tree} />);
}

interface PlanNoticeProps extends Omit<PlanNoticesProps, 'plans'> {
  readonly tree: PlanWithSteps;
}

function PlanNotice({ tree: { plan, steps }, reason, onPutAway, onStageAgain }: PlanNoticeProps) {
  const { t } = useTranslation('component-tree');
  const describe = useErrorWords();
  if (plan.state === 'paused') return <PausedPlan plan={plan} reason={reason} />;
  if (plan.state === 'running') return <PlanWait plan={plan} />;
  const sent = steps.filter(({ task }) => !isWaiting(task));
  const undone = sent.filter(({ state }) => state !== 'done');
  if (undone.length === 0) return null;
  const again = failedChanges(steps, () => crypto.randomUUID());
  const [first] = undone.flatMap(({ error }) => error ?? []);
  const unknown = undone.filter(({ state }) => state === 'unclear').length;
  const title = t('parts:word.doneOf', { done: sent.length - undone.length, count: sent.length });
  return (
    <Banner
      tone="warning"
      role="status"
      title={title}
      actions={
        <Row>
          {again.length > 0 && (
            <Button
              reason={reason}
              onPress={() => {
                onStageAgain(again);
                onPutAway(plan.id);
              }}
            >
              {t('outcome.again', { count: again.length })}
            </Button>
          )}
          <Button onPress={() => onPutAway(plan.id)}>{t('parts:word.dismiss')}</Button>
        </Row>
      }
    >
      {first !== undefined && <p>{describe(first, title).meaning}</p>}
      {unknown > 0 && <p>{t('outcome.unclear', { count: unknown })}</p>}
    </Banner>
  );
}
