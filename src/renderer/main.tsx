import './ui/global.css';
import './ui/tokens.css';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { createRoot } from 'react-dom/client';
import { languageFor, localeOf } from '../words/languages.ts';
import { loadAt, Screens } from './app/router.tsx';
import { createQueryClient } from './data/call.ts';
import { connectionsQuery, firstConnection } from './data/connections.ts';
import { listenToEvents } from './data/events.ts';
import { environmentQuery, preferencesQuery, useChangePreferences } from './data/preferences.ts';
import { changeWriting, localeFor } from './messages/format.ts';
import {
  allMessages,
  changeLanguage,
  startMessages,
  startWords,
  useTranslation,
} from './messages/language.ts';
import { pathTo } from './routes.ts';
import type { ColumnChoice } from './ui/grid/columns.ts';
import { LayoutsProvider } from './ui/grid/layouts.tsx';
import { allowEmptyHtml } from './ui/live-region.tsx';
import { HashNavigation } from './ui/navigation.tsx';
import { UiWordsProvider } from './ui/words.tsx';

allowEmptyHtml(window);
leaveToComposition(window);
const client = createQueryClient();
const root = document.getElementById('root');
void startWords(languageFor(null, navigator.language)); // most likely these: they are on their way while this waits

if (window.auditDesk !== undefined) listenToEvents(window.auditDesk, client);
void start(); // a module that awaited it would keep the chunks waiting that import from it

async function start(): Promise<void> {
  // What fails here is told where it is used: the words of failures are among those of all screens.
  const answers = await Promise.all([
    client.fetchQuery(preferencesQuery).catch(() => undefined),
    client.fetchQuery(environmentQuery).catch(() => undefined),
    client.fetchQuery(connectionsQuery).catch(() => undefined),
  ]);
  const [chosen, found, connections] = answers;
  const first = firstConnection(connections ?? [], chosen?.activeConnection ?? null);
  const address = location.hash.slice(1) || pathTo('start');
  const opensAt = address === pathTo('start') ? pathTo('audits') : address;
  if (first !== null && opensAt === pathTo('audits'))
    void import('./features/audits/audit-list.tsx').then(({ readAuditsAhead }) =>
      readAuditsAhead(client, first),
    );
  changeWriting({ system: found?.locale ?? navigator.language, dates: chosen?.dates ?? 'system' });
  await startMessages(languageFor(chosen?.language ?? null, found?.locale ?? navigator.language));
  if (answers.includes(undefined)) await allMessages();
  if (first !== null) await loadAt(opensAt).catch(() => undefined); // the page tells it when it is drawn
  if (root === null) return;
  createRoot(root).render(
    <QueryClientProvider client={client}>
      <Providers>
        <HashNavigation>
          <Screens />
        </HashNavigation>
      </Providers>
    </QueryClientProvider>,
  );
}

/** Language, theme and density for everything inside, as the preferences have them. */
function Providers({ children }: { readonly children: ReactNode }) {
  const { data: preferences } = useQuery(preferencesQuery);
  const { data: environment } = useQuery(environmentQuery);
  const { t, i18n } = useTranslation();
  const system = environment?.locale ?? navigator.language;
  const dates = preferences?.dates ?? 'system';
  const language = languageFor(preferences?.language ?? null, system);

  useEffect(() => {
    const isWrittenOtherwise = changeWriting({ system, dates });
    if (isWrittenOtherwise || i18n.language !== language) void changeLanguage(language); // which draws all texts anew
  }, [i18n, language, system, dates]);

  useEffect(() => {
    const page = document.documentElement;
    page.lang = localeOf(i18n.language);
    page.dataset.theme = preferences?.theme ?? 'system';
    page.dataset.density = preferences?.density ?? 'compact';
    page.dataset.motion = preferences?.motion ?? 'system';
  }, [i18n.language, preferences?.theme, preferences?.density, preferences?.motion]);

  const change = useChangePreferences();
  const layouts = useMemo(() => {
    const choices = preferences?.columns ?? {};
    return {
      choices,
      keep: (grid: string, choice: ColumnChoice) => void change({ columns: { ...choices, [grid]: choice } }),
    };
  }, [preferences?.columns, change]);
  const words = useMemo(() => t('ui', { returnObjects: true }), [t]);
  return (
    <I18nProvider locale={localeFor(i18n.language, system)}>
      <UiWordsProvider words={words} dates={dates}>
        <LayoutsProvider layouts={layouts}>{children}</LayoutsProvider>
      </UiWordsProvider>
    </I18nProvider>
  );
}

/**
 * Keeps keys that belong to a composition, as Enter that ends one, from everything else that handles keys in a window; the method that
 * composes has them all the same.
 */
function leaveToComposition(window: Window): void {
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation(); // 229: the first and the last key of one
    },
    { capture: true },
  );
}
