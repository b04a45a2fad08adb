import { Component, type ComponentType, lazy, type ReactNode, useState } from 'react';
import {
  type Location,
  matchRoutes,
  Navigate,
  Outlet,
  type RouteObject,
  useLocation,
  useNavigate,
  useRoutes,
} from 'react-router';
import { type ScreenName, screenNames, screenRow } from '../../shared/screens.ts';
import { CallFailure } from '../data/call.ts';
import { useActiveConnection, useConnections } from '../data/connections.ts';
import { useIsDemonstrationStarting } from '../data/demonstration.ts';
import { Welcome } from '../features/connections/welcome.tsx';
import { useErrorWords } from '../messages/describe-error.ts';
import { useTranslation, withMessages } from '../messages/language.ts';
import { pathTo } from '../routes.ts';
import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Page, PageHeader } from '../ui/page.tsx';
import { Frame } from './frame.tsx';
import { pageOf as screenOf } from './screens.tsx';

/** A page, which opens when its code and its texts are there; `handle` loads them before. */
function pageOf(load: ReturnType<typeof screenOf>['load']): Pick<RouteObject, 'element' | 'handle'> {
  if (load === undefined) return { element: undefined };
  let page: ComponentType | null = null;
  const handle = async () => {
    page = await withMessages(load());
    return { default: page };
  };
  const Later = lazy(handle);
  // React shows what it has waited for up to 300 ms late: what is there shows at once.
  const Screen = () => {
    const [Shown] = useState(() => page ?? Later);
    return <Shown />;
  };
  return { element: <Screen />, handle };
}

/** Loads what shows at an address, so that it is drawn together with the frame. */
export async function loadAt(address: string): Promise<void> {
  const found = matchRoutes(routes, address) ?? [];
  await Promise.all(found.map(({ route }) => route.handle?.()));
}

function routeOf(name: ScreenName): RouteObject {
  const { path } = screenRow(name);
  if (name === 'start') return { path, element: <Navigate to={pathTo('audits')} replace /> };
  const { load, frame } = screenOf(name);
  const inside = screenNames.filter((other) => screenOf(other).within === name).map(routeOf);
  if (frame !== undefined)
    return { path, ...pageOf(frame), children: [{ index: true, ...pageOf(load) }, ...inside] };
  return load === undefined ? { path, element: null } : { path, ...pageOf(load), children: inside };
}

const outermost = screenNames.filter((name) => screenOf(name).within === undefined);

function routesOf(needsConnection: boolean): RouteObject[] {
  return outermost
    .filter((name) => (screenRow(name).needsConnection === true) === needsConnection)
    .map(routeOf);
}

const routes: RouteObject[] = [
  {
    element: (
      <Crashes isWhole>
        <Frame />
      </Crashes>
    ),
    children: [
      {
        element: (
          <Crashes>
            <Outlet />
          </Crashes>
        ),
        children: [
          { element: <Connected />, children: routesOf(true) },
          ...routesOf(false),
          { path: '*', element: <NowhereScreen /> },
        ],
      },
    ],
  },
];

/** The screen of the address, in the frame of the window. */
export function Screens() {
  return useRoutes(routes);
}

/** The screens of a connection. Without any connection the first screen of all shows instead. */
function Connected() {
  const active = useActiveConnection();
  const connections = useConnections();
  const isStarting = useIsDemonstrationStarting();
  if (active !== null) return <Outlet key={active.id} />;
  if (connections.length > 0 && !isStarting) return <Navigate to={pathTo('connections')} replace />;
  return <Welcome />;
}

interface CrashProps {
  /** Whether what is inside is the frame of the window itself. */
  readonly isWhole?: boolean;
  readonly children: ReactNode;
}

/** Shows what is inside and, where that fails, what happened, until the window goes elsewhere. */
function Crashes(props: CrashProps) {
  return <CrashBoundary {...props} location={useLocation()} />;
}

interface Crash {
  readonly location: Location;
  readonly crash: { readonly cause: unknown } | null;
}

class CrashBoundary extends Component<CrashProps & Pick<Crash, 'location'>, Crash> {
  static getDerivedStateFromError(cause: unknown): Partial<Crash> {
    return { crash: { cause } };
  }

  static getDerivedStateFromProps({ location }: Pick<Crash, 'location'>, state: Crash): Crash | null {
    return location === state.location ? null : { location, crash: null };
  }

  override state: Crash = { location: this.props.location, crash: null };

  override render() {
    const { isWhole, children } = this.props;
    const { crash } = this.state;
    return crash === null ? children : <CrashScreen isWhole={isWhole === true} cause={crash.cause} />;
  }
}

/** What shows instead of a screen that failed; `isWhole` where the frame itself did. */
function CrashScreen({ isWhole, cause }: { readonly isWhole: boolean; readonly cause: unknown }) {
  const { t } = useTranslation();
  const describe = useErrorWords();
  const navigate = useNavigate();
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
              <Button onPress={() => void navigate(pathTo('audits'))}>
                {t('commands:go', { screen: t('commands:screens.audits') })}
              </Button>
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
            {t('commands:go', { screen: t('commands:screens.audits') })}
          </Button>
        }
      />
    </Page>
  );
}
