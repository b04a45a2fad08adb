import type { Difference, PlanProgress, StepProgress } from '../../../shared/plan.ts';
import { isWaiting } from '../../../shared/rules/plans/plan.ts';
import { useConnections } from '../../data/connections.ts';
import { useCurrentStep } from '../../data/plan-steps.ts';
import { describeError, type ErrorWords } from '../../messages/describe-error.ts';
import { useDifferenceWords } from '../../messages/difference-words.ts';
import { useTranslation } from '../../messages/language.ts';
import { useRoleWords } from '../../messages/role-words.ts';
import { taskWords } from '../../messages/task-words.ts';
import type { Translate } from '../../messages/translate.ts';
import { useWriteRefusals } from '../../parts/write-refusal.ts';
import type { StepFilter } from './plan-status.ts';

/** The words of the filters of steps. */
export const stepFilterWords = {
  all: 'parts:word.all',
  open: 'steps.open',
  done: 'parts:state.done',
  failed: 'steps.failed',
  unclear: 'parts:state.unclear',
  cancelled: 'parts:state.cancelled',
} as const satisfies Readonly<Record<StepFilter | 'all', string>>;

type Judged = Pick<StepProgress, 'state' | 'error' | 'attempts' | 'task' | 'differences'>;

const saysItself: readonly string[] = ['made-twice', 'accepted-unseen', 'made-meanwhile', 'status-unread'];

/** Why a step stands as it does, in a sentence or two; empty where there is nothing to say (ux B8). */
export function reasonWords(
  { state, error, attempts, task, differences }: Judged,
  t: Translate<'activity'>,
  describe: (error: NonNullable<StepProgress['error']>) => Pick<ErrorWords, 'happened' | 'meaning'>,
  differenceWords: (difference: Difference) => string,
): string {
  const said = error === null ? '' : Object.values(describe(error)).join(' ');
  switch (state) {
    case 'done':
      if (differences.length > 0) return differences.map(differenceWords).join(' ');
      return attempts === 0 && !isWaiting(task) ? t('reason.there') : '';
    case 'sending':
      return '';
    case 'waiting':
    case 'failed':
      return said;
    case 'resolving':
      return t('reason.resolving');
    case 'blocked':
      return t('parts:word.blocked');
    case 'cancelled':
      return t('reason.cancelled');
    case 'unclear':
      if (error?.code === 'already-there') return t('reason.same');
      if (error !== null && saysItself.includes(error.code)) return said;
      if (error === null || error.code === 'unknown-outcome') return t('reason.unclear');
      // Without a request it is what the app looked at before that it could not read.
      return attempts === 0 && !isWaiting(task)
        ? `${describe(error).happened} ${t('reason.unsent')}`
        : `${t('reason.unclear')} ${said}`;
  }
}

export function useReasonWords(): (step: Judged) => string {
  const { t } = useTranslation('activity');
  const { t: errors } = useTranslation('errors');
  const roleWords = useRoleWords();
  const differenceWords = useDifferenceWords();
  return (step) => {
    const describe = (error: NonNullable<StepProgress['error']>) => {
      const { happened, meaning } = describeError(error, errors);
      return { happened, meaning: [meaning, ...fieldWords(error.fields, roleWords)].join(' ') };
    };
    return reasonWords(step, t, describe, differenceWords);
  };
}

function fieldWords(
  fields: NonNullable<StepProgress['error']>['fields'],
  roleWords: (role: string) => string,
): readonly string[] {
  return Object.entries(fields ?? {}).map(
    ([name, texts]) => `${name}: ${(name === 'role' ? texts.map(roleWords) : texts).join(' ')}`,
  );
}

/** What a plan is doing, in words; nothing while it is paused or has ended. */
export function CurrentWords({ plan }: { readonly plan: PlanProgress }) {
  const { t } = useTranslation('activity');
  const current = useCurrentStep(plan);
  if (current === null) return null;
  const { step, isSent } = current;
  const about = { task: t(taskWords[step.task.kind]), subject: step.subject };
  if (isWaiting(step.task)) return t(step.task.kind === 'awaitGone' ? 'now.leaving' : 'now.opening', about);
  if (step.state === 'resolving') return t('now.resolving', about);
  return isSent ? `${about.task}: ${about.subject}` : t('now.next', about);
}

/** Why plans can send nothing now, for what would have one send; undefined where it can (ux T7). */
export function usePlanRefusals(): (plan: Pick<PlanProgress, 'connection'>) => string | undefined {
  const { t } = useTranslation('activity');
  const connections = useConnections();
  const refusalOf = useWriteRefusals();
  return ({ connection }) =>
    connections.some(({ id }) => id === connection) ? refusalOf(connection) : t('connection.isRemoved');
}

/** The same of one plan. */
export function usePlanRefusal(plan: PlanProgress): string | undefined {
  return usePlanRefusals()(plan);
}
