import type { Reply } from '../../shared/error.ts';
import type { ListSetup } from '../../shared/model/list-setup.ts';
import type { Preferences } from '../../shared/model/preferences.ts';
import type { Dependants } from '../../shared/operations/connections.ts';
import { itemKinds } from '../../shared/operations/items.ts';
import { type PlanDeps, unfinished } from '../bridge/plan-handlers.ts';
import type { Windows } from '../desktop/windows.ts';
import type { Inspections } from '../inspection/inspections.ts';
import type { Mirror } from '../mirror/mirror.ts';
import type { Records } from '../records/records.ts';
import type { Files } from '../storage/files.ts';
import type { ImportStore } from '../storage/imports.ts';
import type { ItemStores } from '../storage/of-connection.ts';
import type { PreferenceStore } from '../storage/preferences.ts';
import type { Connections } from './connections.ts';

export interface RemovalDeps extends Pick<PlanDeps, 'engine'>, ItemStores {
  readonly connections: Pick<Connections, 'remove'>;
  readonly files: Pick<Files, 'copiesOf' | 'leaveNothing'>;
  readonly windows: Pick<Windows, 'forget'>;
  readonly imports: Pick<ImportStore, 'list' | 'remove'>;
  readonly inspections: Pick<Inspections, 'read' | 'remove'>;
  readonly preferences: PreferenceStore;
  readonly records: Pick<Records, 'requests' | 'changeLog'>;
  readonly mirror: Pick<Mirror, 'forget'>;
}

const mostNamed = 20;

/** What goes with a connection, and what of it stays. */
export async function dependantsOf(
  { drafts, teams, templates, views, season, imports, inspections, engine, records, files }: RemovalDeps,
  connection: string,
): Promise<Dependants> {
  const { backups, damaged } = await files.copiesOf(connection);
  const rest = unfinished(engine.plans, connection).map(({ title }) => title);
  const all = engine.plans.list({ connection, pageSize: 1 });
  const one = { connection, pageSize: 1 };
  return {
    drafts: drafts.list(connection).map(({ title }) => title),
    teams: teams.list(connection).map(({ name }) => name),
    templates: templates.list(connection).map(({ name }) => name),
    views: views.list(connection).map(({ name }) => name),
    season: season.list(connection).map(({ name }) => name),
    sentTables: imports.list(connection).length,
    inspection: inspections.read(connection) !== null,
    unfinishedPlans: { count: rest.length, titles: rest.slice(0, mostNamed) },
    finishedPlans: all.ok ? (all.value.count ?? 0) - rest.length : 0,
    requests: records.requests.list(one).count ?? 0,
    changeLog: records.changeLog.list(one).count ?? 0,
    copies: backups.length,
    damaged: damaged.slice(0, mostNamed),
  };
}

/**
 * Removes everything of a connection from this computer, also from free pages and copies. What stays: the change log, damaged files, the log,
 * and for a day the used quota. If the secret cannot be erased, nothing is removed.
 */
export async function removeConnection(deps: RemovalDeps, connection: string): Promise<Reply<null>> {
  const { connections, imports, inspections, preferences, engine, records, mirror, windows, files } = deps;
  const removed = await engine.plans.forget(connection, () => connections.remove(connection));
  if (!removed.ok) return removed;
  for (const kind of itemKinds) for (const { id } of deps[kind].list(connection)) deps[kind].remove(id);
  for (const { id } of imports.list(connection)) imports.remove(id);
  await inspections.remove(connection);
  records.requests.forget(connection);
  await mirror.forget(connection);
  const { activeConnection, recentAudits, starredAudits, lists } = preferences.read();
  const isLeft = (audit: { readonly connection: string }): boolean => audit.connection !== connection;
  preferences.change({
    activeConnection: activeConnection === connection ? null : activeConnection,
    recentAudits: recentAudits.filter(isLeft),
    starredAudits: starredAudits.filter(isLeft),
    recentChoices: [], // among them may be its audits and clients
    lists: listsWithout(lists, connection),
  });
  windows.forget(connection);
  await files.leaveNothing(connection);
  return removed;
}

/** How lists are set up without those of a connection, and without its id among the filters of the others. */
function listsWithout(lists: Preferences['lists'], connection: string): Preferences['lists'] {
  const others = Object.entries(lists).filter(([of]) => of !== connection);
  const clean = (setup: ListSetup): ListSetup => ({
    ...setup,
    filters: Object.fromEntries(
      Object.entries(setup.filters).map(([filter, values]) => [
        filter,
        values.filter((value) => value !== connection),
      ]),
    ),
  });
  return Object.fromEntries(
    others.map(([of, each]) => [
      of,
      Object.fromEntries(Object.entries(each).map(([list, setup]) => [list, clean(setup)])),
    ]),
  );
}
