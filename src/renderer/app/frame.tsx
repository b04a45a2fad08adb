import { lazy, Suspense, useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useNavigation } from 'react-router';
import { useActiveConnection, useOwnConnectionKept } from '../data/connections.ts';
import { LiveRegion } from '../ui/live-region.tsx';
import { PageTitleProvider } from '../ui/page-title.tsx';
import { EnvironmentBand } from './environment-band.tsx';
import styles from './frame.module.css';
import { HelpDialog } from './help-dialog.tsx';
import { keepFocus } from './keep-focus.ts';
import { OfflineBanner } from './offline-banner.tsx';
import { OfflineDialog } from './offline-dialog.tsx';
import { ProductionDialog } from './production-dialog.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { Sidebar } from './sidebar.tsx';
import { StatusBar } from './status-bar.tsx';
import { useAskedPlanPage } from './use-asked-plan.ts';
import { useCommands } from './use-commands.ts';

const Palette = lazy(async () => ({ default: (await import('./palette/palette.tsx')).Palette }));

/** The window: environment band, navigation, the screen that is open, status bar. */
export function Frame() {
  const { t } = useTranslation();
  const active = useActiveConnection();
  useOwnConnectionKept();
  const content = useRef<HTMLElement>(null);
  const { palette, closePalette, showsShortcuts, hideShortcuts, helpTopic, hideHelp } = useCommands();
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
        <HelpDialog topic={helpTopic} onClose={hideHelp} />
        <OfflineDialog />
        <ProductionDialog />
        <ShortcutsDialog isOpen={showsShortcuts} onClose={hideShortcuts} />
      </div>
    </PageTitleProvider>
  );
}
