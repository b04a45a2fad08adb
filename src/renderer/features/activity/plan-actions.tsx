import { useMutation } from '@tanstack/react-query';
import { Download, Pause, Play, RotateCcw, Square } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanProgress } from '../../../shared/plan.ts';
import { call } from '../../data/call.ts';
import { allSteps } from '../../data/plan-steps.ts';
import { cancelPlan, pausePlan, resumePlan, retryPlan } from '../../data/plans.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { Button } from '../../ui/button.tsx';
import { announce } from '../../ui/live-region.tsx';
import { planTable } from './plan-table.ts';
import { useReasonWords } from './step-words.ts';
import { StopDialog } from './stop-dialog.tsx';
import { usePlanRefusal } from './use-plan-refusal.ts';

/** What a person can have a plan do, as it stands. */
export function PlanActions({ plan }: { readonly plan: PlanProgress }) {
  const { t } = useTranslation('activity');
  const describe = useErrorWords();
  const refusal = usePlanRefusal(plan);
  const [isStopping, setStopping] = useState(false);
  const pause = useMutation({ mutationFn: () => pausePlan(plan.id) });
  const cancel = useMutation({ mutationFn: () => cancelPlan(plan.id) });
  const resume = useMutation({ mutationFn: () => resumePlan(plan) });
  const retry = useMutation({ mutationFn: () => retryPlan(plan) });
  const save = useExport(plan);
  const failed = plan.counts.failed + plan.counts.blocked;
  const [said] = [resume.data, retry.data, save.data].flatMap((reply) =>
    reply?.ok === false && reply.error.code !== 'confirmation-needed' ? [describe(reply.error)] : [],
  );
  return (
    <>
      {plan.state === 'running' && (
        <Button icon={<Pause aria-hidden />} isPending={pause.isPending} onPress={() => pause.mutate()}>
          {t('action.pause')}
        </Button>
      )}
      {plan.state === 'paused' && (
        <Button
          variant="primary"
          icon={<Play aria-hidden />}
          reason={refusal}
          isPending={resume.isPending}
          onPress={() => resume.mutate()}
        >
          {t('action.resume')}
        </Button>
      )}
      {plan.state !== 'ended' && (
        <Button variant="danger" icon={<Square aria-hidden />} onPress={() => setStopping(true)}>
          {t('action.stop')}
        </Button>
      )}
      {plan.state === 'ended' && failed > 0 && (
        <Button
          variant="primary"
          icon={<RotateCcw aria-hidden />}
          reason={refusal}
          isPending={retry.isPending}
          onPress={() => retry.mutate()}
        >
          {t('action.retry', { count: failed })}
        </Button>
      )}
      <Button icon={<Download aria-hidden />} isPending={save.isPending} onPress={() => save.mutate()}>
        {t('action.export')}
      </Button>
      {said !== undefined && (
        <span role="status">
          {said.happened} {said.remedy}
        </span>
      )}
      <StopDialog
        plan={plan}
        isOpen={isStopping}
        onCancel={() => setStopping(false)}
        onConfirm={() => {
          cancel.mutate();
          setStopping(false);
        }}
      />
    </>
  );
}

/** Saves what became of every step, where the person says. */
function useExport(plan: PlanProgress) {
  const { t } = useTranslation('activity');
  const reasonOf = useReasonWords();
  return useMutation({
    mutationFn: async () => {
      const steps = await allSteps(plan.id);
      const saved = await call('table.export', {
        name: t('export.plan', { title: plan.title }),
        rows: planTable(steps, {
          titles: t('export.columns', { returnObjects: true }),
          task: (kind) => t(`task.${kind}`),
          state: (state) => t(`state.${state}`),
          reason: reasonOf,
        }),
      });
      if (saved.ok && saved.value.saved) announce(t('export.saved'));
      return saved;
    },
  });
}
