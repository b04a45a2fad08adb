import type { BridgeEvent } from '../shared/bridge.ts';
import type { Connection } from '../shared/model/connection.ts';
import type { Licence, Versions } from '../shared/operations/app.ts';
import type { Certificate } from '../shared/operations/inspection.ts';
import type { Fetch } from './api/exchange.ts';
import { createLateStore, openQuotaStore } from './api/quota-store.ts';
import { createQuotaTime } from './api/quota-time.ts';
import { createServices } from './api/services.ts';
import type { Dispatch } from './bridge/dispatch.ts';
import { createDispatch } from './bridge/dispatch.ts';
import { localHandlers, openHandler } from './bridge/handlers.ts';
import type { Clock } from './clock.ts';
import { addOffered, vouchedBy, withinPolicy } from './connections/allowed.ts';
import { demonstrationId, openConnections, withGiven } from './connections/connections.ts';
import { type Question, withConsent } from './connections/consent.ts';
import type { Demonstration } from './connections/demonstration.ts';
import { createKeychain, type Keychain, type Keytar } from './connections/keychain.ts';
import { createPermission } from './connections/permission.ts';
import { probe } from './connections/probe.ts';
import { createSecrets } from './connections/secrets.ts';
import type { OpeningKind } from './desktop/ask.ts';
import type { Updates } from './desktop/updates.ts';
import type { Windows } from './desktop/windows.ts';
import type { Log } from './diagnostics/log.ts';
import type { Redactors } from './diagnostics/redaction.ts';
import { environmentOf } from './diagnostics/versions.ts';
import { createOpenTables } from './imports/open-tables.ts';
import { type Inspections, openInspections } from './inspection/inspections.ts';
import type { InspectionWords } from './inspection/report.ts';
import { createMirror } from './mirror/mirror.ts';
import { type JournalFile, openEngine } from './plans/engine.ts';
import type { Plans, PlansDeps } from './plans/plans.ts';
import { followSeason } from './plans/season.ts';
import type { Policy } from './policy/policy.ts';
import type { Page } from './records/page-print.ts';
import { openDrafts } from './storage/drafts.ts';
import { type Files, openFiles } from './storage/files.ts';
import { openImports } from './storage/imports.ts';
import { openOfConnection } from './storage/of-connection.ts';
import { openPreferences } from './storage/preferences.ts';
import { createQuietWork } from './storage/quiet-work.ts';
import { openSeasonStore } from './storage/season.ts';
import type { ReadingProcess } from './tables/reading-process.ts';

/** The computer that the app runs on: Electron's in the app, plain doubles in tests. */
export interface Ports {
  /** Where the app keeps its files; made where it is missing. */
  readonly folder: string;
  readonly clock: Clock;
  readonly fetch: Fetch;
  /** Whether a new connection is inspected by itself; not unless given. */
  readonly inspectsByItself?: boolean;
  /** The certificate that an address shows. */
  readonly certificate: (baseUrl: string) => Promise<Certificate>;
  readonly random: () => number;
  readonly newId: () => string;
  readonly version: string;
  /** The system's language, BCP 47. */
  readonly locale: () => string;
  readonly person: string;
  /** How long what is deleted can be undone before it is sent; not at all unless given. */
  readonly undoMilliseconds?: number;
  /** Which plans of the journal go on by themselves; all, unless given. */
  readonly takesUp?: PlansDeps['takesUp'];
  /** A connection's secret that is given for this run, in place of the keychain's; null where none is. */
  readonly givenSecret?: (connection: Connection) => string | null;
  readonly log: Log;
  readonly redactors: Redactors;
  /** The languages that this app speaks, and which of them where this one is chosen, null for none. */
  readonly languages: readonly string[];
  readonly languageFor: (chosen: string | null) => string;
  /** What the report of an inspection says in a language. */
  readonly inspectionWords: (language: string) => InspectionWords;
  readonly policy: Policy;
  readonly keychain: { readonly load: () => Promise<Keytar>; readonly service: string };
  /** What the offline copy is sealed by; null where there is none. */
  readonly offlineKey: (keychain: Keychain) => Promise<Uint8Array | null>;
  /** The demonstration service; `onEnd` hears that it has ended by itself. */
  readonly demonstration: (onEnd: () => void) => Demonstration;
  /** A process of its own that reads one table. */
  readonly tableProcess: () => ReadingProcess;
  /** Asks a person in a dialog that no page can answer or cover. */
  readonly ask: (question: Question, language: string) => Promise<boolean>;
}

/** What the interface can have the computer do; needed once there are windows. */
export interface Desktop {
  readonly windows: Pick<Windows, 'open' | 'forget'>;
  readonly versions: Versions;
  readonly licences: () => readonly Licence[];
  readonly updates: Updates;
  readonly restart: () => void;
  /** Where a person wants a file; null where they want none. */
  readonly chooseEvidence: () => Promise<string | null>;
  readonly chooseFile: (name: string) => Promise<string | null>;
  readonly chooseOpening: (kind: OpeningKind) => Promise<string | null>;
  readonly pageOf: (id: number) => Page | null;
}

export type App = ReturnType<typeof wire>;

/** The whole main process apart from Electron; null if its files cannot be opened. Sends nothing before `serve`. */
export function createApp(ports: Ports, onFault: (fault: unknown) => void): App | null {
  const { folder, clock, log, redactors, version } = ports;
  const news = createNews();
  const onLate = () => news.emit({ type: 'keychain-answered' });
  const keychain = createKeychain({ ...ports.keychain, clock, onLate });
  const key = () => ports.offlineKey(keychain);
  const files = openFiles(folder, { key, redactors, log, now: clock.wall, version }, onFault);
  if (files === null) return null;
  const app = wire(ports, keychain, files, news);
  news.listen((event) => {
    if (!news.isClosed) followAccess(app.plans, event);
  });
  const isBusy = (): boolean => news.isClosed || app.engine.isRunning();
  const quiet = createQuietWork({ clock, isBusy, work: files.checkpoint });
  news.listen(() => {
    if (!news.isClosed) files.written();
    quiet.happened(); // each request and each change of a plan is told
  });
  if (files.journal === null) awaitJournal(clock, () => news.isClosed || hasTaken(files, app, news, log));
  return { ...app, close: () => app.close().finally(quiet.close) };
}

const betweenTries = 5_000; // milliseconds

/** Tries again and again, until it is done. */
function awaitJournal(clock: Clock, isDone: () => boolean): void {
  clock.schedule(betweenTries, () => {
    if (!isDone()) awaitJournal(clock, isDone);
  });
}

/** Takes the journal if it is free; it is left where it cannot be opened for another reason, which the next start tells. */
function hasTaken(files: Files, app: ReturnType<typeof wire>, news: News, log: Log): boolean {
  try {
    const journal = files.tryJournal();
    if (journal === null) return false;
    app.openQuota(journal);
    app.engine.take(journal);
    news.emit({ type: 'journal-opened' });
  } catch (fault) {
    log.error('journal-not-opened', { fault });
  }
  return true;
}

type News = ReturnType<typeof createNews>;

/** The events for windows, and whether the app has ended. */
function createNews() {
  const listeners = new Set<(event: BridgeEvent) => void>();
  return {
    isClosed: false,
    emit: (event: BridgeEvent): void => {
      for (const listener of listeners) listener(event);
    },
    listen: (listener: (event: BridgeEvent) => void): void => {
      listeners.add(listener);
    },
  };
}

/** Connections and the services behind them. They need each other, so callbacks name what is made further down. */
function openAccounts(ports: Ports, keychain: Keychain, files: Files, news: News) {
  const { clock, redactors, policy, log, newId, random } = ports;
  const { store, records, journal } = files;
  const { emit } = news;
  const preferences = openPreferences(store, policy, (changed) => {
    emit({ type: 'preferences-changed', preferences: changed });
    services.reconsider();
  });
  const language = () => ports.languageFor(preferences.read().language);
  const ask = (question: Question) => ports.ask(question, language());
  const time = createQuotaTime(clock);
  const late = createLateStore(time);
  const openQuota = (file: JournalFile) => late.open(openQuotaStore(file.database, clock, time, log));
  if (journal !== null) openQuota(journal);
  const demonstration = ports.demonstration(() => {
    services.forget(demonstrationId);
    emit({ type: 'demonstration-ended' });
  });
  const web = { fetch: ports.fetch, clock };
  const everyConnection = openConnections({
    store,
    secrets: createSecrets(keychain, {
      onSecret: redactors.all.add,
      vouch: ({ baseUrl, clientId }) => ask({ kind: 'unbound-secret', baseUrl, clientId }),
    }),
    demonstration,
    probe: (target) => probe(web, target, redactors.apart(), services.note),
    log,
    now: () => new Date(clock.wall()),
    newId,
    onChange: (forgotten) => {
      if (forgotten !== null) {
        services.forget(forgotten);
        permission.forget(forgotten);
      }
      emit({ type: 'connections-changed' });
    },
  });
  const connections = withinPolicy(
    withConsent(withGiven(everyConnection, ports.givenSecret, redactors.all.add), ask, vouchedBy(policy)),
    policy,
  );
  addOffered(everyConnection, policy, log);
  const permission = createPermission(connections.list);
  const services = createServices({
    wire: web,
    time,
    quotaStore: late,
    headroom: () => preferences.read().bulkHeadroom,
    random,
    place: (id) => connections.list().find((one) => one.id === id) ?? null,
    credentials: connections.credentials,
    redactors,
    emit,
    // An answer that comes after the end finds its files closed.
    onAnswer: (...answer) => news.isClosed || mirror.answered(...answer),
    onList: (...read) => mirror.readElsewhere(...read),
    record: (entry) => news.isClosed || records.requests.record(entry),
    log,
    newId,
  });
  const mirror = createMirror({ clock, connections, services, kept: files.kept, emit });
  news.listen(mirror.heard);
  news.listen((event) => {
    const isUsed = event.type === 'connection-state' && event.state === 'connected';
    if (isUsed && !news.isClosed) connections.used(event.connection);
  });
  return {
    preferences,
    language,
    ask,
    time,
    demonstration,
    connections,
    permission,
    services,
    mirror,
    openQuota,
  };
}

/** Has a connection inspected that answers. */
function inspectAnswered({ answered }: Pick<Inspections, 'answered'>): (event: BridgeEvent) => void {
  return (event) => {
    if (event.type === 'connection-state' && event.state === 'connected') answered(event.connection);
  };
}

/** Plans that cannot be sent without a secret rest at once where it is refused, and go on where it is there again. */
function followAccess({ refused, resumeAfter }: Plans, event: BridgeEvent): void {
  if (event.type === 'keychain-answered') resumeAfter('keychain-timeout');
  if (event.type !== 'connection-state') return;
  if (event.state === 'credentials-rejected') refused(event.connection);
  if (event.state === 'connected') resumeAfter('credentials-rejected', event.connection);
}

/** Begins what the first window would wait for the longest: the demonstration's process, and what the offline copy has of the first screen. */
function warmUp({ preferences, connections, mirror }: ReturnType<typeof openAccounts>): void {
  const { activeConnection } = preferences.read();
  if (activeConnection !== null) void mirror.audits(activeConnection);
  const isOurs = ({ id, secret }: Connection) => id === activeConnection && secret === 'built-in';
  if (connections.list().some(isOurs)) void connections.demonstrate();
}

/** What goes on by itself beside the plans: the tables that windows import, and the deadlines that plans get from the season. */
function openFollowers(
  { clock }: Ports,
  accounts: ReturnType<typeof openAccounts>,
  { plans, store }: { readonly plans: Plans; readonly store: Files['store'] },
  { emit, listen }: News,
) {
  const imports = openImports(store, () => new Date(clock.wall()));
  const season = openSeasonStore(
    store,
    (connection) => emit({ type: 'items-changed', of: 'season', connection }),
    () => new Date(clock.wall()),
  );
  const seasonFollower = followSeason({ plans, season, audits: accounts.mirror.audits, clock });
  const openTables = createOpenTables({
    ...accounts,
    clock,
    plans,
    imports,
    groups: seasonFollower.groups,
    emit,
  });
  listen(openTables.heard);
  listen(seasonFollower.heard);
  const close = (): void => {
    openTables.close();
    seasonFollower.close();
  };
  return { imports, openTables, season, seasonFollower, close };
}

function wire(ports: Ports, keychain: Keychain, files: Files, news: News) {
  const { clock, redactors, policy, log, newId, random, person, undoMilliseconds = 0 } = ports;
  const { store, records, journal } = files;
  const accounts = openAccounts(ports, keychain, files, news);
  const { preferences, language, time, demonstration, connections, permission, services } = accounts;
  const { emit } = news;
  const now = (): Date => new Date(clock.wall());
  const drafts = openDrafts(
    store,
    (connection) => emit({ type: 'items-changed', of: 'drafts', connection }),
    now,
  );
  const { changeLog } = records;
  const plansNeed = { journal, services, connections, permission, changeLog, drafts, emit, time, person };
  const inspections = openInspections({ ...ports, store, connections, services, emit });
  if (ports.inspectsByItself === true) news.listen(inspectAnswered(inspections));
  const engine = openEngine({ ...plansNeed, clock, random, log, undoMilliseconds, takesUp: ports.takesUp });

  const { close, ...followers } = openFollowers(ports, accounts, { plans: engine.plans, store }, news);

  const serve = (desktop: Desktop): Dispatch =>
    createDispatch({
      local: localHandlers({
        ...desktop,
        ...accounts,
        environment: () => environmentOf(desktop.versions, ports.locale(), ports.folder),
        files,
        policy,
        languages: ports.languages,
        drafts,
        ...openOfConnection(store, (of, connection) => emit({ type: 'items-changed', of, connection })),
        tableProcess: ports.tableProcess,
        ...followers,
        inspections,
        inspectionWords: () => ports.inspectionWords(language()),
        keychain,
        clock,
        log,
        records,
        aside: files.aside,
        redactors,
        now,
        newId,
        locale: ports.locale,
        engine,
      }),
      open: openHandler(connections, services),
      log,
      newId,
    });

  return {
    serve,
    listen: news.listen,
    language,
    keychain,
    preferences,
    connections,
    engine,
    plans: engine.plans,
    openQuota: accounts.openQuota,
    warmUp: () => warmUp(accounts),
    /** The machine slept, or has a network again. */
    machine: { resumed: services.resumed, online: services.online },
    store,
    records,
    now,
    /** Begins nothing any more, waits a little for answers and until they are kept, and closes all files. */
    close: () => {
      inspections.close();
      close();
      return engine.close(accounts.mirror.written()).finally(() => {
        news.isClosed = true;
        demonstration.stop();
        files.close();
      });
    },
  };
}
