import type { AppError } from '../../shared/error.ts';
import { useTranslation } from './language.ts';
import { sharedSentences } from './shared-sentences.ts';
import type { Translate } from './translate.ts';

export interface ErrorWords {
  readonly happened: string;
  readonly meaning: string;
  readonly remedy: string;
  /** Plain where a person has decided so themselves: that is no fault. */
  readonly tone: 'danger' | 'info';
  readonly details: readonly { readonly name: string; readonly value: string }[];
}

/** The sentences of a failure: what happened, what it means (with the service's own words), what to do. */
export function describeError(error: AppError, t: Translate<'errors'>): ErrorWords {
  // A refusal means what it means, also where the words that came with it were too much to be read.
  const isUnread = error.reason === 'answer-limit' && error.code !== 'unexpected-answer';
  const reason = isUnread ? undefined : error.reason;
  const [means, act] = sharedSentences(error.code, reason);
  const detail = error.detail?.trim() ?? '';
  const meaning = [
    t(`means.${means}`),
    ...(isUnread ? [t('reasons.answer-limit')] : []),
    ...(detail === '' ? [] : [t('parts:word.serviceSays', { detail })]),
  ];
  return {
    happened: reason === undefined ? t(`codes.${error.code}`) : t(`reasons.${reason}`),
    meaning: meaning.join(' '),
    remedy: t(`acts.${act}`),
    tone: error.code === 'declined' ? 'info' : 'danger',
    details: [
      { name: t('facts.code'), value: error.code },
      ...fact(t('facts.reason'), error.reason),
      ...fact(t('parts:field.operation'), error.operation),
      ...fact(t('parts:field.status'), error.status),
      ...fact(t('facts.tier'), error.tier),
      ...fact(t('facts.words'), error.detail),
      ...Object.entries(error.fields ?? {}).map(([name, texts]) => ({ name, value: texts.join('\n') })),
      ...fact(t('parts:field.request_id'), error.requestId),
    ],
  };
}

/** The same, or under a title that says what the failure kept from happening: what happened itself then begins the meaning. */
export function useErrorWords(): (error: AppError, title?: string) => ErrorWords {
  const { t } = useTranslation('errors');
  return (error, title) => {
    const words = describeError(error, t);
    if (title === undefined) return words;
    return { ...words, happened: title, meaning: `${words.happened} ${words.meaning}` };
  };
}

function fact(name: string, value: string | number | undefined) {
  return value === undefined ? [] : [{ name, value: String(value) }];
}
