import type { Chord } from './chord.ts';

/** The sidebar, a link in Settings, the band on top, the status bar, or what it is a view of: a client or group, the wizard, the connections. */
type Stand = 'sidebar' | 'settings' | 'band' | 'statusBar' | 'view';

interface ScreenRow {
  /** Its address; ids of the service stand in it by `segment`. */
  readonly path: string;
  /** Whether it shows a connection's data. Without a connection, its command says so. */
  readonly needsConnection?: true;
  /** Its place in the menu “Go”, and the keys that lead to it. */
  readonly go?: { readonly part: 2 | 3 | 4 | 5; readonly keys: readonly Chord[] };
  /** Where it is reached, beside the palette and the menu “Go”. */
  readonly stands?: readonly Stand[];
  /** Whether it is a list or a tree, which keys of their own lead through: its help names them. */
  readonly isList?: true;
}

/**
 * Every screen, once, in the order of the menu “Go” and of the sidebar; their keys count in it, and the parts of the menu are those of the sidebar. `renderer/app/screens.tsx` has the page and the icon of each; the router,
 * the sidebar, the `go-…` commands, the help and the tests of all screens are made from both.
 */
export const screens = {
  start: { path: '/', needsConnection: true },
  audits: {
    path: '/audits',
    needsConnection: true,
    go: { part: 2, keys: ['Mod+1'] },
    stands: ['sidebar'],
    isList: true,
  },
  audit: { path: '/audits/one/:auditId', needsConnection: true },
  auditComponents: { path: '/audits/one/:auditId/components', needsConnection: true, isList: true },
  scopeReport: { path: '/audits/one/:auditId/components/scope-report', needsConnection: true },
  groupAudits: { path: '/audits/one/:auditId/components/audits', needsConnection: true, isList: true },
  rollForward: { path: '/audits/one/:auditId/roll-forward', needsConnection: true },
  rollForwardMany: { path: '/audits/roll-forward', needsConnection: true },
  auditUsers: { path: '/audits/one/:auditId/users', needsConnection: true },
  auditCreated: { path: '/audits/one/:auditId/created', needsConnection: true },
  newAudit: { path: '/audits/new', needsConnection: true },
  templates: { path: '/audits/templates', needsConnection: true, isList: true },
  clients: {
    path: '/clients',
    needsConnection: true,
    go: { part: 2, keys: ['Mod+2'] },
    stands: ['sidebar'],
    isList: true,
  },
  client: { path: '/clients/one/:clientId', needsConnection: true },
  clientEntities: { path: '/clients/one/:clientId/entities', needsConnection: true, isList: true },
  season: {
    path: '/season',
    needsConnection: true,
    go: { part: 2, keys: ['Mod+3'] },
    stands: ['sidebar'],
    isList: true,
  },
  users: {
    path: '/users',
    needsConnection: true,
    go: { part: 2, keys: ['Mod+4'] },
    stands: ['sidebar'],
    isList: true,
  },
  userMatrix: { path: '/users/audits', needsConnection: true, isList: true },
  applyTeam: { path: '/users/teams/one/:teamId/apply', needsConnection: true },
  activity: { path: '/activity', go: { part: 3, keys: ['Mod+5'] }, stands: ['sidebar'], isList: true },
  plan: { path: '/activity/plans/one/:planId', isList: true },
  requests: { path: '/activity/requests', isList: true },
  changeLog: { path: '/activity/trail', isList: true },
  network: {
    path: '/network',
    needsConnection: true,
    go: { part: 4, keys: ['Mod+6'] },
    stands: ['view'],
  },
  clientNetwork: { path: '/network/client/:clientId', needsConnection: true, stands: ['view'] },
  workPackages: {
    path: '/work-packages',
    needsConnection: true,
    go: { part: 4, keys: ['Mod+7'] },
    stands: ['settings', 'view'],
    isList: true,
  },
  workPackage: { path: '/work-packages/one/:workPackageId', needsConnection: true, stands: ['view'] },
  limits: {
    path: '/limits',
    needsConnection: true,
    go: { part: 4, keys: ['Mod+8'] },
    stands: ['settings', 'statusBar'],
  },
  import: { path: '/import', needsConnection: true, isList: true },
  connections: {
    path: '/connections',
    go: { part: 4, keys: ['Mod+9'] },
    stands: ['settings', 'band', 'statusBar'],
  },
  newConnection: { path: '/connections/new' },
  connection: { path: '/connections/one/:connectionId' },
  inspection: {
    path: '/connections/inspection',
    needsConnection: true,
    go: { part: 4, keys: [] },
    stands: ['view'],
  },
  settings: { path: '/settings', go: { part: 5, keys: ['Mod+,'] }, stands: ['sidebar'] },
  about: { path: '/about' },
  help: { path: '/help', stands: ['settings'] },
  helpTopic: { path: '/help/one/:topic' },
  guide: { path: '/help/guides/one/:guide' },
  link: { path: '/link' },
} as const satisfies Record<string, ScreenRow>;

export type ScreenName = keyof typeof screens;
export const screenNames = Object.keys(screens) as readonly ScreenName[]; // keys of a literal: exactly these

export function screenRow(name: ScreenName): ScreenRow {
  return screens[name];
}
