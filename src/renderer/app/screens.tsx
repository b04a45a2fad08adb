import { Activity, Building2, CalendarDays, FileText, type LucideIcon, Settings, Users } from 'lucide-react';
import type { ComponentType } from 'react';
import { type ScreenName, screenNames, screenRow, type screens } from '../../shared/screens.ts';
import type about from '../../words/en-us/screens/about.json';
import type activity from '../../words/en-us/screens/activity.json';
import type auditWizard from '../../words/en-us/screens/audit-wizard.json';
import type audits from '../../words/en-us/screens/audits.json';
import type bulk from '../../words/en-us/screens/bulk.json';
import type clients from '../../words/en-us/screens/clients.json';
import type componentTree from '../../words/en-us/screens/component-tree.json';
import type connections from '../../words/en-us/screens/connections.json';
import type coupling from '../../words/en-us/screens/coupling.json';
import type exportWords from '../../words/en-us/screens/export.json';
import type guides from '../../words/en-us/screens/guides.json';
import type importWords from '../../words/en-us/screens/import.json';
import type inspection from '../../words/en-us/screens/inspection.json';
import type limits from '../../words/en-us/screens/limits.json';
import type link from '../../words/en-us/screens/link.json';
import type network from '../../words/en-us/screens/network.json';
import type palette from '../../words/en-us/screens/palette.json';
import type print from '../../words/en-us/screens/print.json';
import type rollForward from '../../words/en-us/screens/roll-forward.json';
import type season from '../../words/en-us/screens/season.json';
import type settings from '../../words/en-us/screens/settings.json';
import type tables from '../../words/en-us/screens/tables.json';
import type templates from '../../words/en-us/screens/templates.json';
import type tour from '../../words/en-us/screens/tour.json';
import type users from '../../words/en-us/screens/users.json';
import type workPackages from '../../words/en-us/screens/work-packages.json';

/** The words of screens, for the compiler; they are found by their names. */
declare module '../messages/translate.ts' {
  interface ScreenWords {
    about: typeof about;
    activity: typeof activity;
    'audit-wizard': typeof auditWizard;
    audits: typeof audits;
    clients: typeof clients;
    'component-tree': typeof componentTree;
    connections: typeof connections;
    coupling: typeof coupling;
    guides: typeof guides;
    import: typeof importWords;
    inspection: typeof inspection;
    limits: typeof limits;
    link: typeof link;
    network: typeof network;
    bulk: typeof bulk;
    export: typeof exportWords;
    palette: typeof palette;
    print: typeof print;
    'roll-forward': typeof rollForward;
    season: typeof season;
    settings: typeof settings;
    tables: typeof tables;
    templates: typeof templates;
    tour: typeof tour;
    users: typeof users;
    'work-packages': typeof workPackages;
  }
}

interface Page {
  /** Its sign in the sidebar. Its words are at `commands:screens.…`. */
  readonly icon?: LucideIcon;
  /** Loads its page, a chunk of its own, when it is first opened. Without one, the page that it is within stays. */
  readonly load?: () => Promise<ComponentType>;
  /** Loads what stands around its page and around those within. */
  readonly frame?: () => Promise<ComponentType>;
  readonly within?: ScreenName;
}

/** The page of every screen. */
export const pages = {
  audits: {
    icon: FileText,
    load: async () => (await import('../features/audits/audit-list.tsx')).AuditList,
  },
  clients: {
    icon: Building2,
    load: async () => (await import('../features/clients/client-list.tsx')).ClientList,
  },
  network: {
    load: async () => (await import('../features/network/network-choice.tsx')).NetworkChoice,
  },
  users: {
    icon: Users,
    load: async () => (await import('../features/users/team-list.tsx')).TeamList,
  },
  workPackages: {
    load: async () => (await import('../features/work-packages/work-package-browser.tsx')).WorkPackageBrowser,
  },
  season: {
    icon: CalendarDays,
    load: async () => (await import('../features/season/season-screen.tsx')).SeasonScreen,
  },
  activity: {
    icon: Activity,
    frame: async () => (await import('../features/activity/activity-frame.tsx')).ActivityFrame,
    load: async () => (await import('../features/activity/plan-list.tsx')).PlanList,
  },
  limits: {
    load: async () => (await import('../features/limits/limits-screen.tsx')).LimitsScreen,
  },
  connections: {
    load: async () => (await import('../features/connections/connection-list.tsx')).ConnectionList,
  },
  settings: {
    icon: Settings,
    load: async () => (await import('../features/settings/settings-screen.tsx')).SettingsScreen,
  },
  help: { load: async () => (await import('../features/help/help-index.tsx')).HelpIndex },

  start: {}, // leads on to the audits
  audit: {
    frame: async () => (await import('../features/audits/audit-frame.tsx')).AuditFrame,
    load: async () => (await import('../features/audits/audit-detail.tsx')).AuditDetail,
  },
  auditComponents: {
    within: 'audit',
    load: async () => (await import('../features/component-tree/component-tree.tsx')).ComponentTree,
  },
  scopeReport: {
    within: 'audit',
    load: async () => (await import('../features/component-tree/scope-report.tsx')).ScopeReport,
  },
  groupAudits: {
    load: async () => (await import('../features/audit-wizard/group-audits.tsx')).GroupAudits,
  },
  rollForward: {
    load: async () => (await import('../features/roll-forward/roll-forward-screen.tsx')).RollForwardScreen,
  },
  rollForwardMany: {
    load: async () =>
      (await import('../features/roll-forward/roll-forward-screen.tsx')).RollForwardManyScreen,
  },
  auditUsers: {
    within: 'audit',
    load: async () => (await import('../features/users/audit-users.tsx')).AuditUsers,
  },
  auditCreated: { load: async () => (await import('../features/audits/audit-result.tsx')).AuditResult },
  newAudit: { load: async () => (await import('../features/audit-wizard/audit-wizard.tsx')).AuditWizard },
  client: {
    frame: async () => (await import('../features/clients/client-page.tsx')).ClientFrame,
    load: async () => (await import('../features/clients/client-page.tsx')).ClientOverview,
  },
  clientEntities: {
    within: 'client',
    load: async () => (await import('../features/clients/legal-entities.tsx')).LegalEntities,
  },
  clientNetwork: { load: async () => (await import('../features/network/network-screen.tsx')).NetworkScreen },
  workPackage: { within: 'workPackages' }, // the browser, at the one of the address
  templates: {
    load: async () => (await import('../features/templates/template-list.tsx')).TemplateList,
  },
  userMatrix: { load: async () => (await import('../features/users/matrix-screen.tsx')).MatrixScreen },
  applyTeam: { load: async () => (await import('../features/users/apply-team.tsx')).ApplyTeam },
  plan: { load: async () => (await import('../features/activity/plan-page.tsx')).PlanPage },
  requests: {
    within: 'activity',
    load: async () => (await import('../features/activity/requests-page.tsx')).RequestsPage,
  },
  changeLog: {
    within: 'activity',
    load: async () => (await import('../features/activity/change-log-page.tsx')).ChangeLogPage,
  },
  import: { load: async () => (await import('../features/import/import-screen.tsx')).ImportScreen },
  newConnection: {
    load: async () => (await import('../features/connections/connection-form.tsx')).NewConnection,
  },
  connection: {
    load: async () => (await import('../features/connections/connection-form.tsx')).EditConnection,
  },
  inspection: {
    load: async () => (await import('../features/connections/inspection-screen.tsx')).InspectionScreen,
  },
  about: { load: async () => (await import('../features/about/about-screen.tsx')).AboutScreen },
  helpTopic: { load: async () => (await import('../features/help/help-page.tsx')).HelpPageScreen },
  guide: { load: async () => (await import('../features/help/guide-page.tsx')).GuidePage },
  link: { load: async () => (await import('./link-screen.tsx')).LinkScreen },
} as const satisfies Record<ScreenName, Page>;

export function pageOf(name: ScreenName): Page {
  return pages[name];
}

export type SidebarScreen = {
  [Name in ScreenName]: (typeof screens)[Name] extends { readonly stands: readonly ['sidebar'] }
    ? Name
    : never;
}[ScreenName];
export const sidebarScreens = screenNames.filter(
  (name): name is SidebarScreen => screenRow(name).stands?.includes('sidebar') === true,
);
