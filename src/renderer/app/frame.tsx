import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useNavigation } from 'react-router';
import { useActiveConnection, useOwnConnectionKept } from '../data/connections.ts';
import { useOfflineQuestion } from '../data/offline-question.ts';
import { useProductionQuestion } from '../data/production-question.ts';
import { LiveRegion } from '../ui/live-region.tsx';
import { PageTitleProvider } from '../ui/page-title.tsx';
import { EnvironmentBand } from './environment-band.tsx';
import styles from './frame.module.css';
import { keepFocus } from './keep-focus.ts';
import { OfflineBanner } from './offline-banner.tsx';
import { Sidebar } from './sidebar.tsx';
import { StatusBar } from './status-bar.tsx';
import { useAskedPlanPage } from './use-asked-plan.ts';
import { useCommands } from './use-commands.ts';

const Dialogs = lazy(async () => ({ default: (await import('./dialogs.tsx')).Dialogs }));
const Palette = lazy(async () => ({ default: (await import('./palette/palette.tsx')).Palette }));

/** The window: environment band, navigation, the screen that is open, status bar. */
export function Frame() {
  const { t } = useTranslation();
  const active = useActiveConnection();
  useOwnConnectionKept();
  const content = useRef<HTMLElement>(null);
  const { palette, closePalette, showsShortcuts, hideShortcuts, helpTopic, hideHelp } = useCommands();
  const isAsking = [
    useOfflineQuestion(({ question }) => question !== null),
    useProductionQuestion(({ question }) => question !== null),
    showsShortcuts,
    helpTopic !== null,
  ].includes(true);
  const [hasDialogs, setHasDialogs] = useState(false);
  if (isAsking && !hasDialogs) setHasDialogs(true); // from the first on they stay: each closes by itself
  useAskedPlanPage();
  useEffect(() => keepFocus(document), []);
  const navigation = useNavigation();
  const place = active === null ? t('frame.noConnection') : `${t(`kind.${active.kind}`)}: ${active.name}`;
  const format = useCallback(
    (page: string, hasError: boolean) => {
      const title = t('title.page', { page, place });
      return hasError ? t('title.error', { title }) : title;
    },
    [t, place],
  );
  return (
    <PageTitleProvider format={format}>
      <div className={styles.frame}>
        <button type="button" className={styles.skip} onClick={() => content.current?.focus()}>
          {t('frame.skip')}
        </button>
        <EnvironmentBand connection={active} />
        {active !== null && <OfflineBanner key={active.id} connection={active.id} />}
        <div className={styles.middle}>
          <Sidebar connection={active} />
          <main
            ref={content}
            className={styles.content}
            data-region="content"
            tabIndex={-1}
            aria-busy={navigation.state === 'loading'}
          >
            <Outlet />
          </main>
        </div>
        <StatusBar connection={active} />
        <LiveRegion />
        {palette !== null && (
          <Suspense>
            <Palette reasonAgainst={palette} onClose={closePalette} />
          </Suspense>
        )}
        {hasDialogs && (
          <Suspense>
            <Dialogs
              helpTopic={helpTopic}
              onHideHelp={hideHelp}
              showsShortcuts={showsShortcuts}
              onHideShortcuts={hideShortcuts}
            />
          </Suspense>
        )}
      </div>
    </PageTitleProvider>
  );
}
