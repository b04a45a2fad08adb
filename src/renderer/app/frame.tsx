import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { Outlet, useNavigate } from 'react-router';
import { useAskedAddress, useAskedOfAudits, useAskedTour } from '../data/asked.ts';
import { useIsUnreachable } from '../data/connection-state.ts';
import { useActiveConnection, useFixedConnection } from '../data/connections.ts';
import { useOfflineQuestion } from '../data/plans.ts';
import { useTranslation, withMessages } from '../messages/language.ts';
import { idle, later } from '../ui/later.tsx';
import { Row, Stack } from '../ui/layout.tsx';
import { announce, LiveRegion } from '../ui/live-region.tsx';
import { useIsOpening } from '../ui/navigation.tsx';
import { PageTitleProvider } from '../ui/page-title.tsx';
import { EnvironmentBand } from './environment-band.tsx';
import styles from './frame.module.css';
import { keepFocus } from './keep-focus.ts';
import { Sidebar } from './sidebar.tsx';
import { StatusBar } from './status-bar.tsx';
import { useCommands } from './use-commands.ts';

const Away = later(async () => (await import('./frame-notices.tsx')).Away);
const Dialogs = later(async () => (await withMessages(import('./dialogs.tsx'))).Dialogs);
const Tour = later(async () => (await withMessages(import('./tour.tsx'))).Tour);
const Copying = later(
  async () => (await withMessages(idle().then(() => import('../parts/export/copying.tsx')))).Copying,
);
const Palette = later(async () => (await withMessages(import('./palette/palette.tsx'))).Palette);

/** The window: environment band, navigation, the screen that is open, status bar. */
export function Frame() {
  const { t } = useTranslation();
  const active = useActiveConnection();
  useFixedConnection();
  const content = useRef<HTMLElement>(null);
  const { palette, closePalette, showsShortcuts, hideShortcuts, helpTopic, hideHelp } = useCommands();
  const isTouring = useAskedTour(({ isAsked }) => isAsked);
  const isAsking = [
    useOfflineQuestion(({ question }) => question !== null),
    useAskedOfAudits(({ asked }) => asked !== null),
    showsShortcuts,
    helpTopic !== null,
  ].includes(true);
  const [hasDialogs, setHasDialogs] = useState(false);
  if (isAsking && !hasDialogs) setHasDialogs(true); // from the first on they stay: each closes by itself
  useAskedAddressPage();
  useEffect(() => keepFocus(document), []);
  const isOpening = useIsOpening();
  const place =
    active === null
      ? t('frame.noConnection')
      : `${active.access === 'read-only' ? `${t('band.read-only')} · ` : ''}${t(`kind.${active.kind}`)}: ${active.name}`;
  const format = useCallback(
    (page: string, hasError: boolean) => {
      const title = t('title.page', { page, place });
      return hasError ? t('title.error', { title }) : title;
    },
    [t, place],
  );
  return (
    <PageTitleProvider format={format}>
      <Stack gap="0" className={styles.frame}>
        <button type="button" className={styles.skip} onClick={() => content.current?.focus()}>
          {t('frame.skip')}
        </button>
        <EnvironmentBand connection={active} />
        {active !== null && <OfflineBanner key={active.id} connection={active.id} />}
        <Row isLine align="stretch" gap="0" className={styles.middle}>
          <Sidebar connection={active} />
          <main
            ref={content}
            className={styles.content}
            data-region="content"
            tabIndex={-1}
            aria-busy={isOpening}
          >
            <Suspense>
              <Outlet />
            </Suspense>
          </main>
        </Row>
        <StatusBar connection={active} />
        <LiveRegion />
        {active !== null && <Copying />}
        {palette !== null && <Palette reasonAgainst={palette} onClose={closePalette} />}
        {isTouring && <Tour />}
        {hasDialogs && (
          <Dialogs
            helpTopic={helpTopic}
            onHideHelp={hideHelp}
            showsShortcuts={showsShortcuts}
            onHideShortcuts={hideShortcuts}
          />
        )}
      </Stack>
    </PageTitleProvider>
  );
}

/** Goes where a pressed notice or a link leads; what is unsaved is asked about as for every way out. */
function useAskedAddressPage(): void {
  const navigate = useNavigate();
  const address = useAskedAddress((asked) => asked.address);
  useEffect(() => {
    if (address === null) return;
    useAskedAddress.setState({ address: null });
    void navigate(address);
  }, [address, navigate]);
}

const settlesWithin = 1_000; // milliseconds: a single failure that is over by then is not worth a banner

/** Says since when the service has not been reached. It disappears by itself when the service answers. */
function OfflineBanner({ connection }: { readonly connection: string }) {
  const { t } = useTranslation('offline');
  const isAway = useIsUnreachable(connection);
  const [isShown, setShown] = useState(false);
  const back = t('back');
  useEffect(() => {
    if (!isAway) return undefined;
    const timer = setTimeout(() => setShown(true), settlesWithin);
    return () => {
      clearTimeout(timer);
      setShown(false);
    };
  }, [isAway]);
  useEffect(() => (isShown ? () => announce(back) : undefined), [isShown, back]);
  return isShown && <Away connection={connection} />;
}
