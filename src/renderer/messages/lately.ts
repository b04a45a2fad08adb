import { useSyncExternalStore } from 'react';
import { momentFormat } from './format.ts';
import { useTranslation } from './language.ts';

/** Writes recent moments: of today the time alone, else the day as well; anew once a day has ended, as the time alone would be of the next one. */
export function useLately(): (milliseconds: number) => string {
  const { language } = useTranslation().i18n;
  const today = useSyncExternalStore(watchDay, dayOf, dayOf);
  return (moment) =>
    momentFormat(language, {
      dateStyle: dayOf(moment) === today ? undefined : 'medium',
      timeStyle: 'medium',
    }).format(moment);
}

function dayOf(moment = Date.now()): string {
  return new Date(moment).toDateString();
}

function watchDay(changed: () => void): () => void {
  const timer = setInterval(changed, 60_000);
  return () => clearInterval(timer);
}
