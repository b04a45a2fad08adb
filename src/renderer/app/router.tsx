import {
  createHashRouter,
  Navigate,
  Outlet,
  type RouteObject,
  useNavigate,
  useRouteError,
} from 'react-router';
import { type ScreenName, screenNames, screenRow } from '../../shared/screens.ts';
import { CallFailure } from '../data/call.ts';
import { useActiveConnection, useConnections } from '../data/connections.ts';
import { Welcome } from '../features/connections/welcome.tsx';
import { useErrorWords } from '../messages/describe-error.ts';
import { allMessages, useTranslation } from '../messages/language.ts';
import { pathTo } from '../routes.ts';
import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Page, PageHeader } from '../ui/page.tsx';
import { Frame } from './frame.tsx';
import { pageOf } from './screens.tsx';

type Lazy = Pick<RouteObject & { readonly index?: false }, 'lazy'>;

/** A page opens when its texts are there, too: the first screen alone has its own from the start. */
function lazy(load: ReturnType<typeof pageOf>['load']): Lazy {
  if (load === undefined) return {};
  return { lazy: async () => ({ Component: (await Promise.all([load(), allMessages()]))[0] }) };
}

function routeOf(name: ScreenName): RouteObject {
  const { path } = screenRow(name);
  if (name === 'start') return { path, element: <Navigate to={pathTo('audits')} replace /> };
  const { load, frame } = pageOf(name);
  const inside = screenNames.filter((other) => pageOf(other).within === name).map(routeOf);
  if (frame !== undefined)
    return { path, ...lazy(frame), children: [{ index: true, ...lazy(load) }, ...inside] };
  return load === undefined ? { path, element: null } : { path, ...lazy(load), children: inside };
}

const outermost = screenNames.filter((name) => pageOf(name).within === undefined);

function routesOf(needsConnection: boolean): RouteObject[] {
  return outermost
    .filter((name) => (screenRow(name).needsConnection === true) === needsConnection)
    .map(routeOf);
}

export function createRouter() {
  const children = [
    { element: <Connected />, children: routesOf(true) },
    ...routesOf(false),
    { path: '*', element: <NowhereScreen /> },
  ];
  return createHashRouter([
    {
      element: <Frame />,
      errorElement: <CrashScreen isWhole />,
      hydrateFallbackElement: <span />,
      children: [{ errorElement: <CrashScreen />, children }],
    },
  ]);
}

/** The screens of a connection. Without any connection the first screen of all shows instead. */
function Connected() {
  const active = useActiveConnection();
  const connections = useConnections();
  if (active !== null) return <Outlet key={active.id} />;
  if (connections.length > 0) return <Navigate to={pathTo('connections')} replace />;
  return <Welcome />;
}

/** What shows instead of a screen that failed; `isWhole` where the frame itself did. */
function CrashScreen({ isWhole = false }: { readonly isWhole?: boolean }) {
  const { t } = useTranslation();
  const describe = useErrorWords();
  const navigate = useNavigate();
  const cause = useRouteError();
  const words =
    cause instanceof CallFailure
      ? describe(cause.error)
      : {
          happened: t('crash.title'),
          meaning: t('crash.meaning'),
          remedy: t('crash.remedy'),
          details: cause instanceof Error ? [{ name: cause.name, value: cause.message }] : [],
        };
  return (
    <Page>
      <PageHeader title={t('crash.title')} hasErrors />
      <ErrorNotice
        {...words}
        role="alert"
        action={
          <>
            <Button variant="primary" onPress={() => location.reload()}>
              {t('crash.reopen')}
            </Button>
            {!isWhole && (
              <Button onPress={() => void navigate(pathTo('audits'))}>{t('crash.goAudits')}</Button>
            )}
          </>
        }
      />
    </Page>
  );
}

function NowhereScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Page>
      <PageHeader
        title={t('crash.nowhere')}
        description={t('crash.nowhereMeaning')}
        actions={
          <Button variant="primary" onPress={() => void navigate(pathTo('audits'))}>
            {t('crash.goAudits')}
          </Button>
        }
      />
    </Page>
  );
}
