import { generatePath, matchPath, useParams } from 'react-router';
import { fromSegment, segment } from '../shared/rules/segment.ts';

/**
 * Every screen and its address, once. Ids of the service stand in it by `segment`; `app/router` says what is shown.
 */
export const routes = {
  start: '/',
  audits: '/audits',
  audit: '/audits/one/:auditId',
  auditComponents: '/audits/one/:auditId/components',
  scopeReport: '/audits/one/:auditId/components/scope-report',
  auditUsers: '/audits/one/:auditId/users',
  auditCreated: '/audits/one/:auditId/created',
  newAudit: '/audits/new',
  coupling: '/coupling',
  clients: '/clients',
  client: '/clients/one/:clientId',
  network: '/network',
  clientNetwork: '/network/client/:clientId',
  workPackages: '/work-packages',
  workPackage: '/work-packages/one/:workPackageId',
  users: '/users',
  teams: '/users/teams',
  applyTeam: '/users/teams/one/:teamId/apply',
  activity: '/activity',
  plan: '/activity/plans/one/:planId',
  requests: '/activity/requests',
  trail: '/activity/trail',
  limits: '/limits',
  connections: '/connections',
  newConnection: '/connections/new',
  connection: '/connections/one/:connectionId',
  settings: '/settings',
  link: '/link',
  about: '/about',
  help: '/help',
  helpTopic: '/help/one/:topic',
} as const;
export type Route = keyof typeof routes;

type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
type IdName = Names<(typeof routes)[Route]>;

/** The address of a screen; ids are given as they are. */
export function pathTo<Name extends Route>(
  name: Name,
  ...ids: [Names<(typeof routes)[Name]>] extends [never]
    ? []
    : [Readonly<Record<Names<(typeof routes)[Name]>, string>>]
): string {
  const given = Object.entries(ids[0] ?? {}).map(([key, id]) => [key, segment(String(id))]);
  return generatePath<string>(routes[name], Object.fromEntries(given));
}

/** The address of a client's network, with the way from one of its audits to the top. */
export function networkPath(client: string, audit: string): string {
  return `${pathTo('clientNetwork', { clientId: client })}?${new URLSearchParams({ audit })}`;
}

/** The screen of an address; null where it is none's. */
export function routeOf(pathname: string): Route | null {
  const names = Object.keys(routes) as readonly Route[]; // keys of a literal: exactly these
  return names.find((name) => matchPath(routes[name], pathname) !== null) ?? null;
}

/** An id of the address that is open; the empty text where the address has none. */
export function useRouteId(name: IdName): string {
  return fromSegment(useParams()[name] ?? '');
}
