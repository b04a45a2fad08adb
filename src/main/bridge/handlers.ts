import type { InputOf } from '../../shared/api.ts';
import { type AppError, fail, type Reply, succeed } from '../../shared/error.ts';
import type { Connection, ConnectionDraft } from '../../shared/model/connection.ts';
import type { Licence } from '../../shared/operations/app.ts';
import type { Service } from '../api/service.ts';
import type { Services } from '../api/services.ts';
import { type Clock, unlessGivenUp } from '../clock.ts';
import { readAddress } from '../connections/address.ts';
import { type Connections, demonstrationId } from '../connections/connections.ts';
import { demonstrationSeason, demonstrationTeams } from '../connections/demonstration-data.ts';
import type { Keychain } from '../connections/keychain.ts';
import type { Permission } from '../connections/permission.ts';
import { dependantsOf, type RemovalDeps, removeConnection } from '../connections/removal.ts';
import type { OpeningKind } from '../desktop/ask.ts';
import type { Updates } from '../desktop/updates.ts';
import type { Windows } from '../desktop/windows.ts';
import type { Log } from '../diagnostics/log.ts';
import type { createOpenTables } from '../imports/open-tables.ts';
import { type Inspections, saveInspection } from '../inspection/inspections.ts';
import type { InspectionWords } from '../inspection/report.ts';
import type { Mirror } from '../mirror/mirror.ts';
import type { SeasonFollower } from '../plans/season.ts';
import { viewOf } from '../policy/policy.ts';
import type { DraftStore } from '../storage/drafts.ts';
import type { ImportStore } from '../storage/imports.ts';
import { type LossDeps, lossHandlers } from '../storage/lost-store.ts';
import type { OfConnectionStores } from '../storage/of-connection.ts';
import type { SeasonStore } from '../storage/season.ts';
import type { ReadingProcess } from '../tables/reading-process.ts';
import { createTableReader } from '../tables/table-reader.ts';
import { type CareDeps, careHandlers } from './care-handlers.ts';
import type { LocalHandlers, OpenHandler } from './dispatch.ts';
import { type PlanDeps, planHandlers, unfinished } from './plan-handlers.ts';
import { type RecordDeps, recordHandlers } from './record-handlers.ts';

interface HandlerDeps extends RecordDeps, PlanDeps, CareDeps, LossDeps, RemovalDeps {
  readonly windows: Pick<Windows, 'open' | 'forget'>;
  readonly files: RemovalDeps['files'] & LossDeps['files'];
  readonly licences: () => readonly Licence[];
  readonly drafts: DraftStore;
  readonly teams: OfConnectionStores['teams'];
  readonly templates: OfConnectionStores['templates'];
  readonly views: OfConnectionStores['views'];
  readonly deadlineRules: OfConnectionStores['deadlineRules'];
  readonly season: SeasonStore;
  readonly seasonFollower: Pick<SeasonFollower, 'change' | 'expected'>;
  readonly imports: ImportStore;
  readonly inspections: Inspections;
  readonly inspectionWords: () => InspectionWords;
  readonly tableProcess: () => ReadingProcess;
  readonly openTables: Pick<ReturnType<typeof createOpenTables>, 'handlers' | 'hold'>;
  readonly log: Log;
  readonly keychain: Pick<Keychain, 'state' | 'entries'>;
  readonly connections: Connections;
  readonly permission: Pick<Permission, 'allow'>;
  readonly clock: Pick<Clock, 'schedule'>;
  readonly chooseOpening: (kind: OpeningKind) => Promise<string | null>;
  readonly mirror: Mirror;
  readonly updates: Updates;
}

/** Who answers which operation of this app. */
export function localHandlers(deps: HandlerDeps): LocalHandlers {
  const { environment, preferences, policy, windows, updates } = deps;
  return {
    ...recordHandlers(deps),
    ...planHandlers(deps),
    ...careHandlers(deps),
    ...lossHandlers(deps),
    ...connectionHandlers(deps),
    ...inspectionHandlers(deps),
    ...serviceHandlers(deps),
    ...deps.mirror.handlers,
    ...deps.openTables.handlers,
    'environment.read': () => succeed(environment()),
    'window.open': (place) => succeed({ opened: windows.open(place) }),
    'licences.read': () => succeed(deps.licences()),
    'preferences.read': () => succeed(preferences.read()),
    'preferences.change': (changes) => preferences.changeAsking(changes, deps.ask),
    'policy.read': () => succeed(viewOf(policy)),
    'updates.act': async ({ act }) => succeed(await updates[act]()),
    ...itemHandlers(deps),
    'season.change': deps.seasonFollower.change,
    ...importHandlers(deps),
  };
}

function itemHandlers(deps: HandlerDeps) {
  const { drafts, views, teams, templates, season, deadlineRules } = deps;
  return {
    'items.list': ({ of, connection }) => succeed({ [of]: deps[of].list(connection) }),
    'items.save': (kept) => {
      views.save(kept.views ?? []);
      teams.save(kept.teams ?? []);
      templates.save(kept.templates ?? []);
      season.save(kept.season ?? []);
      deadlineRules.save(kept.deadlineRules ?? []);
      return succeed(null);
    },
    'drafts.save': (draft) => succeed(drafts.save(draft)),
    'items.remove': ({ of, id }) => {
      deps[of].remove(id);
      return succeed(null);
    },
  } satisfies Partial<LocalHandlers>;
}

function importHandlers(deps: HandlerDeps) {
  const { imports, tableProcess, chooseOpening, openTables, clock, newId, log } = deps;
  const tables = createTableReader({
    fork: tableProcess,
    choose: () => chooseOpening('table'),
    clock,
    newId,
    log,
    hold: openTables.hold,
  });
  return {
    'import.open': (wanted, from, gone) => tables.open({ ...wanted, from, gone }),
    'import.drop': ({ connection, ...part }, from, gone) => tables.drop(part, { connection, from, gone }),
    'import.read': ({ id, ...choice }) => tables.read(id, choice),
    'import.sent': ({ connection }) => succeed(imports.list(connection)),
    'import.readSent': ({ id }) => succeed(imports.read(id)),
    'import.readSentRows': ({ id, part }) => succeed(imports.readRows(id, part)),
  } satisfies Partial<LocalHandlers>;
}

function connectionHandlers(deps: HandlerDeps) {
  const { keychain, connections, mirror, services, engine, inspections } = deps;
  return {
    'keychain.check': async () => succeed({ state: await keychain.state() }),
    'connections.list': () => succeed(connections.list()),
    'connections.test': async (wanted) => {
      if ('baseUrl' in wanted) return connections.test(wanted);
      const { id } = wanted;
      const report = await connections.testStored(id);
      if (report.ok) tellTested(deps, id, report.value.failed?.error ?? null);
      return report;
    },
    'connections.save': async (draft) => {
      const known = connections.list().find(({ id }) => id === draft.id);
      if (known === undefined || !leadsElsewhere(known, draft)) return connections.save(draft);
      if (unfinished(engine.plans, known.id).length > 0) return fail('plans-unfinished');
      const saved = await connections.save(draft);
      if (saved.ok) {
        // It is another firm's, or another account's.
        await inspections.remove(known.id);
        await mirror.forget(known.id);
      }
      return saved;
    },
    'connections.rotate': async (change) => {
      const rotated = await connections.rotate(change);
      // The state was that of the former secret.
      if (rotated.ok && rotated.value.report.failed === null) services.of(change.id).tested(true);
      return rotated;
    },
    'connections.dependants': async ({ id }) =>
      connections.knows(id) ? succeed(await dependantsOf(deps, id)) : fail('not-found-here'),
    'connections.remove': ({ id }) => removeConnection(deps, id),
    'demonstration.start': () => demonstrate(deps),
  } satisfies Partial<LocalHandlers>;
}

/** Starts the demonstration; the first time it has a season and teams. */
async function demonstrate({ connections, season, teams }: HandlerDeps): Promise<Reply<Connection>> {
  const isNew = !connections.knows(demonstrationId);
  const started = await connections.demonstrate();
  if (started.ok && isNew) {
    teams.save(demonstrationTeams);
    season.save(demonstrationSeason);
  }
  return started;
}

/** A test or an inspection has shown whether the credentials are accepted. */
function tellTested({ connections, services }: HandlerDeps, id: string, error: AppError | null): void {
  if (!connections.knows(id)) return;
  if (error === null || error.code === 'credentials-rejected') services.of(id).tested(error === null);
}

function inspectionHandlers(deps: HandlerDeps) {
  const { connections, inspections, inspectionWords, chooseFile } = deps;
  return {
    'connections.inspect': async ({ id }, _, gone) => {
      const found = await inspections.run(id, gone);
      if (found.ok) tellTested(deps, id, found.value.ended);
      return found;
    },
    'connections.inspection': ({ id }) => succeed(inspections.read(id)),
    'connections.saveInspection': async ({ id, format }) => {
      const inspection = inspections.read(id);
      const connection = connections.list().find((one) => one.id === id);
      if (inspection === null || connection === undefined) return fail('not-found-here');
      return saveInspection(
        { name: connection.name, words: inspectionWords(), inspection },
        format,
        chooseFile,
      );
    },
  } satisfies Partial<LocalHandlers>;
}

/** What a person has the service of a connection do besides its operations. */
function serviceHandlers(deps: HandlerDeps) {
  const { connections, services } = deps;
  const withService = async (
    id: string,
    act: (service: Service) => Promise<Reply<unknown>> | void,
  ): Promise<Reply<null>> => {
    if (!connections.knows(id)) return fail('not-found-here');
    const reply = await act(services.of(id));
    return reply === undefined || reply.ok ? succeed(null) : reply;
  };
  return {
    'connections.act': ({ id, act }) =>
      withService(id, ({ session, doubt }) => {
        switch (act) {
          case 'newToken':
            session.forget();
            return session.token();
          case 'reconnect':
            return reconnect(deps, id);
          case 'allowWrites':
            return allowWrites(deps, id);
          case 'doubt':
            return doubt();
          case 'stopReading':
            return services.readings.stop(id);
          case 'stopInspection':
            return deps.inspections.stop(id);
        }
      }),
    'waits.act': ({ connection, tier, act }) => withService(connection, ({ waiting }) => waiting[act](tier)),
  } satisfies Partial<LocalHandlers>;
}

const longestReconnect = 20_000; // milliseconds: whoever presses it is told then what it waits for

async function reconnect({ services, clock }: HandlerDeps, id: string): Promise<Reply<null>> {
  services.forget(id);
  const { session, waiting, quota } = services.of(id);
  const asked = session.token();
  waiting.tryNow('token'); // what a service has asked to wait before, a person may try
  const patience = new AbortController();
  const stop = clock.schedule(longestReconnect, () => patience.abort());
  const token = await unlessGivenUp(patience.signal, asked).finally(stop);
  if (token !== 'given-up') return token.ok ? succeed(null) : token;
  const { token: seconds = 0 } = quota()?.expected({ token: 1 }, 'interactive') ?? {};
  return fail('throttled', {
    operation: 'tokens.issue',
    tier: 'token',
    retryAfterSeconds: Math.ceil(seconds),
  });
}

/** Asks a person whether a connection may write to production. If it changed meanwhile, the answer does not count. */
async function allowWrites({ connections, permission, ask }: HandlerDeps, id: string): Promise<Reply<null>> {
  const seen = (): Connection | undefined => connections.list().find((one) => one.id === id);
  const asked = seen();
  if (asked === undefined) return fail('not-found-here');
  const { name, baseUrl, clientId } = asked;
  if (!(await ask({ kind: 'production-writes', name, baseUrl, clientId })))
    return fail('confirmation-needed');
  const now = seen();
  if (now?.baseUrl !== baseUrl || now.clientId !== clientId) return fail('confirmation-needed');
  permission.allow(id);
  return succeed(null);
}

/** Whether plans of a connection would go on at another service, or as somebody else. */
function leadsElsewhere({ baseUrl, clientId }: Connection, draft: ConnectionDraft): boolean {
  const reading = readAddress(draft.baseUrl);
  return reading.ok && (reading.value !== baseUrl || draft.clientId !== clientId);
}

/** Passes the operations of the service on to the connection that they name. */
export function openHandler(connections: Pick<Connections, 'knows'>, services: Services): OpenHandler {
  return async (name, { connection, ...input }) => {
    if (!connections.knows(connection)) return fail('not-found-here');
    const service = services.of(connection);
    // The dispatcher has read the input by the schema of this very operation.
    const signal = services.readings.signal(connection);
    const reading = service.call(name, input as InputOf<typeof name>, { signal });
    const reply = await unlessGivenUp(signal, reading);
    return reply === 'given-up' ? fail('cancelled', { operation: name }) : reply;
  };
}
