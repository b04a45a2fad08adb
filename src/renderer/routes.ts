import { generatePath, matchPath, useParams } from 'react-router';
import type { ViewedList } from '../shared/model/list-setup.ts';
import type { ImportKind } from '../shared/rules/tables/columns.ts';
import { fromSegment, segment } from '../shared/rules/texts/segment.ts';
import { type ScreenName, screenNames, screens } from '../shared/screens.ts';

type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
type IdsOf<Name extends ScreenName> = Names<(typeof screens)[Name]['path']>;

/** The address of a screen; ids are given as they are. */
export function pathTo<Name extends ScreenName>(
  name: Name,
  ...ids: [IdsOf<Name>] extends [never] ? [] : [Readonly<Record<IdsOf<Name>, string>>]
): string {
  const given = Object.entries(ids[0] ?? {}).map(([key, id]) => [key, segment(String(id))]);
  return generatePath<string>(screens[name].path, Object.fromEntries(given));
}

/** The address of a client's network, with the way from one of its audits to the top. */
export function networkPath(client: string, audit: string): string {
  return `${pathTo('clientNetwork', { clientId: client })}?${new URLSearchParams({ audit })}`;
}

/** The address of the import, for a table of a kind. */
export function importPath(kind: ImportKind): string {
  return `${pathTo('import')}?${new URLSearchParams({ of: kind })}`;
}

/** The address of a list, as one of its views shows it; null for the whole list. */
export function viewPath(list: ViewedList, view: string | null): string {
  return view === null ? pathTo(list) : `${pathTo(list)}?${new URLSearchParams({ view })}`;
}

/** Where audits are rolled forward with their networks, one or several. */
export function rollForwardPath(audits: readonly string[]): string {
  const [only, second] = audits;
  if (only !== undefined && second === undefined) return pathTo('rollForward', { auditId: only });
  return `${pathTo('rollForwardMany')}?${new URLSearchParams(audits.map((id) => ['audit', id])).toString()}`;
}

/** The address where a template is made of an audit. */
export function templatePath(audit: string): string {
  return `${pathTo('templates')}?${new URLSearchParams({ from: audit })}`;
}

/** The screen of an address; null where it is none's. */
export function screenOf(pathname: string): ScreenName | null {
  return screenNames.find((name) => matchPath(screens[name].path, pathname) !== null) ?? null;
}

/** An id of the address that is open; the empty text where the address has none. */
export function useRouteId(name: IdsOf<ScreenName>): string {
  return fromSegment(useParams()[name] ?? '');
}
