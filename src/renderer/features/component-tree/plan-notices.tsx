import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { TreePlan } from '../../data/components.ts';
import { cancelPlan, resumePlan } from '../../data/plans.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { PlanWait } from '../../parts/plan-wait.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Row } from '../../ui/page.tsx';
import { type Change, failedChanges } from './staging.ts';

export interface PlanNoticesProps {
  readonly plans: readonly TreePlan[];
  readonly onPutAway: (plan: string) => void;
  readonly onStageAgain: (changes: readonly Change[]) => void;
}

/** How the plans of a tree stand, as far as that needs somebody: one that rests, and what did not come about. */
export function PlanNotices(props: PlanNoticesProps) {
  return props.plans.map((tree) => <PlanNotice key={tree.plan.id} {...props} tree={tree} />);
}

function PlanNotice({ tree, onPutAway, onStageAgain }: PlanNoticesProps & { readonly tree: TreePlan }) {
  const { t } = useTranslation('component-tree');
  const { t: shared } = useTranslation();
  const describe = useErrorWords();
  const { plan, steps } = tree;
  const resume = useMutation({ mutationFn: () => resumePlan(plan) });
  const cancel = useMutation({ mutationFn: () => cancelPlan(plan.id) });
  if (plan.state === 'paused') {
    const refused = resume.data?.ok === false ? resume.data.error : null;
    const error = refused ?? plan.pause?.error ?? null;
    return (
      <Banner
        tone="warning"
        role="status"
        title={shared('plans.resting', {
          title: plan.title,
          reason: shared(`plans.reason.${plan.pause?.reason ?? 'person'}`),
        })}
        actions={
          <Row>
            <Button isPending={resume.isPending} onPress={() => resume.mutate()}>
              {shared('plans.resume')}
            </Button>
            <Button isPending={cancel.isPending} onPress={() => cancel.mutate()}>
              {shared('plans.cancel')}
            </Button>
          </Row>
        }
      >
        {error !== null && describe(error).meaning}
      </Banner>
    );
  }
  if (plan.state === 'running') return <PlanWait plan={plan} />;
  const undone = steps.filter(({ state, task }) => task.kind !== 'awaitOpen' && state !== 'done');
  if (undone.length === 0) return null;
  const again = failedChanges(steps, () => crypto.randomUUID());
  const [first] = undone.flatMap(({ error }) => error ?? []);
  const unclear = undone.filter(({ state }) => state === 'unclear').length;
  return (
    <Banner
      tone="danger"
      role="status"
      title={t('outcome.title', { count: undone.length })}
      actions={
        <Row>
          {again.length > 0 && (
            <Button
              onPress={() => {
                onStageAgain(again);
                onPutAway(plan.id);
              }}
            >
              {t('outcome.again', { count: again.length })}
            </Button>
          )}
          <Button onPress={() => onPutAway(plan.id)}>{t('outcome.putAway')}</Button>
        </Row>
      }
    >
      {first !== undefined && <p>{describe(first).meaning}</p>}
      {unclear > 0 && <p>{t('outcome.unclear', { count: unclear })}</p>}
    </Banner>
  );
}
