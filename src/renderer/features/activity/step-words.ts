import type { TFunction } from 'i18next';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { StepProgress } from '../../../shared/plan.ts';
import { describeError, type ErrorWords } from '../../messages/describe-error.ts';

type Judged = Pick<StepProgress, 'state' | 'error'>;

/** Why a step stands as it does, in a sentence or two; empty where there is nothing to say (ux B8). */
export function reasonWords(
  { state, error }: Judged,
  t: TFunction<'activity'>,
  describe: (error: NonNullable<StepProgress['error']>) => Pick<ErrorWords, 'happened' | 'meaning'>,
): string {
  const said = error === null ? '' : Object.values(describe(error)).join(' ');
  switch (state) {
    case 'done':
    case 'sending':
      return '';
    case 'waiting':
    case 'failed':
      return said;
    case 'resolving':
      return t('reason.resolving');
    case 'blocked':
      return t('reason.blocked');
    case 'cancelled':
      return t('reason.cancelled');
    case 'unclear':
      return error === null || error.code === 'unknown-outcome'
        ? t('reason.unclear')
        : `${t('reason.unclear')} ${said}`;
  }
}

/** `reasonWords` in the language in use. */
export function useReasonWords(): (step: Judged) => string {
  const { t } = useTranslation('activity');
  const { t: errors } = useTranslation('errors');
  return useCallback(
    (step) =>
      reasonWords(step, t, (error) => {
        const { happened, meaning } = describeError(error, errors);
        return { happened, meaning: [meaning, ...fieldWords(error.fields)].join(' ') };
      }),
    [t, errors],
  );
}

function fieldWords(fields: NonNullable<StepProgress['error']>['fields']): readonly string[] {
  return Object.entries(fields ?? {}).map(([name, texts]) => `${name}: ${texts.join(' ')}`);
}
