import { useMemo } from 'react';
import { useTranslation } from './language.ts';

/** Whether a noun did not show a field in a form that can be read: what stands for it then says nothing. */
export function isUnseen<Noun extends { readonly unseen?: readonly string[] }>(
  noun: Noun,
  ...fields: readonly (keyof Noun & string)[]
): boolean {
  return fields.some((field) => noun.unseen?.includes(field) === true);
}

/** What stands where a field was not shown: in a cell, alone, and behind what of it could be read. */
export function useUnseenWords(): Readonly<Record<'short' | 'long' | 'also', string>> {
  const { t } = useTranslation('parts');
  return useMemo(() => ({ short: t('unseen.short'), long: t('unseen.long'), also: t('unseen.also') }), [t]);
}
