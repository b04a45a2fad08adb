import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { useTranslation } from 'react-i18next';
import { environmentQuery, preferencesQuery } from '../data/preferences.ts';
import { changeLanguage, languageFor, localeOf } from '../messages/language.ts';
import { UiWordsProvider } from '../ui/words.tsx';

/** Language, theme and density for everything inside, as the preferences have them. */
export function Providers({ children }: { readonly children: ReactNode }) {
  const { data: preferences } = useQuery(preferencesQuery);
  const { data: environment } = useQuery(environmentQuery);
  const { t, i18n } = useTranslation();
  const chosen = preferences?.language ?? null;
  const language = languageFor(chosen, environment?.locale ?? navigator.language);

  useEffect(() => {
    if (i18n.language !== language) void changeLanguage(language);
  }, [i18n, language]);

  useEffect(() => {
    const page = document.documentElement;
    page.lang = localeOf(i18n.language);
    page.dataset.theme = preferences?.theme ?? 'system';
    page.dataset.density = preferences?.density ?? 'compact';
    page.dataset.motion = preferences?.motion ?? 'system';
  }, [i18n.language, preferences?.theme, preferences?.density, preferences?.motion]);

  const words = useMemo(() => t('ui', { returnObjects: true }), [t]);
  return (
    <I18nProvider locale={localeOf(i18n.language)}>
      <UiWordsProvider words={words}>{children}</UiWordsProvider>
    </I18nProvider>
  );
}
