import type { TFunction } from 'i18next';
import type { StepProgress } from '../../../shared/plan.ts';
import type { ErrorWords } from '../../messages/describe-error.ts';

/** Why a step about a user came to nothing, in a sentence or two. */
export function undoneWords(
  { state, error }: Pick<StepProgress, 'state' | 'error'>,
  t: TFunction<'users'>,
  describe: (error: NonNullable<StepProgress['error']>) => ErrorWords,
): string {
  if (state === 'cancelled') return t('undone.cancelled');
  if (state === 'unclear') return t('undone.unclear');
  if (error === null) return t('undone.blocked');
  const [role] = error.fields?.['role'] ?? [];
  if (error.code === 'conflict' && role !== undefined) return t('undone.otherRole', { role });
  if (error.code === 'conflict') return said(t('undone.conflict'), error.detail);
  if (error.code === 'validation' && error.fields?.['id'] !== undefined) return t('undone.unknownUser');
  if (error.code === 'validation' && role !== undefined) return t('undone.unknownRole');
  if (error.code === 'validation') {
    const told = [error.detail, ...Object.values(error.fields ?? {}).flat()].filter(Boolean);
    return said(t('undone.refused'), told.join(' '));
  }
  if (error.code === 'missing') return t('undone.missing');
  const { happened, meaning } = describe(error);
  return `${happened} ${meaning}`;
}

function said(sentence: string, detail: string | undefined): string {
  return detail === undefined || detail === '' ? sentence : `${sentence} ${detail}`;
}
