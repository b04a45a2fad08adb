import { createHashRouter, Navigate, type RouteObject } from 'react-router';
import { allMessages } from '../messages/language.ts';
import { pathTo, routes } from '../routes.ts';
import { Connected } from './connected.tsx';
import { CrashScreen, NowhereScreen } from './crash-screen.tsx';
import { Frame } from './frame.tsx';

/** What is shown at each address. Every screen is a chunk of its own, loaded when it is first opened. */
const screens: readonly RouteObject[] = [
  {
    element: <Connected />,
    children: [
      { path: routes.start, element: <Navigate to={pathTo('audits')} replace /> },
      {
        path: routes.audits,
        lazy: async () => ({ Component: (await import('../features/audits/audit-list.tsx')).AuditList }),
      },
      {
        path: routes.audit,
        lazy: async () => ({ Component: (await import('../features/audits/audit-frame.tsx')).AuditFrame }),
        children: [
          {
            index: true,
            lazy: async () => ({
              Component: (await import('../features/audits/audit-detail.tsx')).AuditDetail,
            }),
          },
          {
            path: routes.auditComponents,
            lazy: async () => ({
              Component: (await import('../features/component-tree/component-tree.tsx')).ComponentTree,
            }),
          },
          {
            path: routes.scopeReport,
            lazy: async () => ({
              Component: (await import('../features/component-tree/scope-report.tsx')).ScopeReport,
            }),
          },
          {
            path: routes.auditUsers,
            lazy: async () => ({ Component: (await import('../features/users/audit-users.tsx')).AuditUsers }),
          },
        ],
      },
      {
        path: routes.users,
        lazy: async () => ({ Component: (await import('../features/users/matrix-screen.tsx')).MatrixScreen }),
      },
      {
        path: routes.teams,
        lazy: async () => ({ Component: (await import('../features/users/team-list.tsx')).TeamList }),
      },
      {
        path: routes.applyTeam,
        lazy: async () => ({ Component: (await import('../features/users/apply-team.tsx')).ApplyTeam }),
      },
      {
        path: routes.auditCreated,
        lazy: async () => ({ Component: (await import('../features/audits/audit-result.tsx')).AuditResult }),
      },
      {
        path: routes.newAudit,
        lazy: async () => ({
          Component: (await import('../features/audit-wizard/audit-wizard.tsx')).AuditWizard,
        }),
      },
      {
        path: routes.coupling,
        lazy: async () => ({
          Component: (await import('../features/coupling-check/coupling-check.tsx')).CouplingCheck,
        }),
      },
      {
        path: routes.limits,
        lazy: async () => ({
          Component: (await import('../features/limits/limits-screen.tsx')).LimitsScreen,
        }),
      },
      {
        path: routes.clients,
        lazy: async () => ({ Component: (await import('../features/clients/client-list.tsx')).ClientList }),
      },
      {
        path: routes.client,
        lazy: async () => ({
          Component: (await import('../features/clients/client-detail.tsx')).ClientDetail,
        }),
      },
      {
        path: routes.network,
        lazy: async () => ({
          Component: (await import('../features/network/network-choice.tsx')).NetworkChoice,
        }),
      },
      {
        path: routes.clientNetwork,
        lazy: async () => ({
          Component: (await import('../features/network/network-screen.tsx')).NetworkScreen,
        }),
      },
      {
        path: routes.workPackages,
        lazy: async () => ({
          Component: (await import('../features/work-packages/work-package-browser.tsx')).WorkPackageBrowser,
        }),
        children: [{ path: routes.workPackage, element: null }], // the browser stays, at the one of the address
      },
    ],
  },
  {
    path: routes.activity,
    lazy: async () => ({
      Component: (await import('../features/activity/activity-frame.tsx')).ActivityFrame,
    }),
    children: [
      {
        index: true,
        lazy: async () => ({ Component: (await import('../features/activity/plan-list.tsx')).PlanList }),
      },
      {
        path: routes.requests,
        lazy: async () => ({
          Component: (await import('../features/activity/requests-page.tsx')).RequestsPage,
        }),
      },
      {
        path: routes.trail,
        lazy: async () => ({ Component: (await import('../features/activity/trail-page.tsx')).TrailPage }),
      },
    ],
  },
  {
    path: routes.plan,
    lazy: async () => ({ Component: (await import('../features/activity/plan-page.tsx')).PlanPage }),
  },
  {
    path: routes.connections,
    lazy: async () => ({
      Component: (await import('../features/connections/connection-list.tsx')).ConnectionList,
    }),
  },
  {
    path: routes.newConnection,
    lazy: async () => ({
      Component: (await import('../features/connections/connection-editor.tsx')).NewConnection,
    }),
  },
  {
    path: routes.connection,
    lazy: async () => ({
      Component: (await import('../features/connections/connection-editor.tsx')).EditConnection,
    }),
  },
  {
    path: routes.settings,
    lazy: async () => ({
      Component: (await import('../features/settings/settings-screen.tsx')).SettingsScreen,
    }),
  },
  {
    path: routes.about,
    lazy: async () => ({ Component: (await import('../features/about/about-screen.tsx')).AboutScreen }),
  },
  {
    path: routes.help,
    lazy: async () => ({ Component: (await import('../features/help/help-index.tsx')).HelpIndex }),
  },
  {
    path: routes.helpTopic,
    lazy: async () => ({ Component: (await import('../features/help/help-page.tsx')).HelpPageScreen }),
  },
  { path: routes.link, lazy: async () => ({ Component: (await import('./link-screen.tsx')).LinkScreen }) },
  { path: '*', element: <NowhereScreen /> },
];

/** A route whose screen opens when its texts are there, too: the first screen alone has its own from the start. */
function withMessages(route: RouteObject): RouteObject {
  const { lazy, children } = route;
  return {
    ...route,
    ...(typeof lazy === 'function'
      ? { lazy: async () => (await Promise.all([lazy(), allMessages()]))[0] }
      : {}),
    ...(children === undefined ? {} : { children: children.map(withMessages) }),
  } as RouteObject; // index and path routes are two types, and it stays of its own
}

/** The addresses of the app, in the hash of the one page. */
export function createRouter() {
  return createHashRouter([
    {
      element: <Frame />,
      errorElement: <CrashScreen isWhole />,
      hydrateFallbackElement: <span />,
      children: [{ errorElement: <CrashScreen />, children: screens.map(withMessages) }],
    },
  ]);
}
