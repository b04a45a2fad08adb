import { randomBytes, randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import {
  app,
  BrowserWindow,
  crashReporter,
  dialog,
  nativeTheme,
  net,
  powerMonitor,
  protocol,
  session,
} from 'electron';
import type { CommandId } from '../shared/commands.ts';
import type { AuditLanguage } from '../shared/model/audit.ts';
import { defaultPreferences } from '../shared/model/preferences.ts';
import { linkScheme } from '../shared/rules/deep-link.ts';
import { forgetfulBook, openQuotaBook } from './api/quota-book.ts';
import { createQuotaTime } from './api/quota-time.ts';
import { createServices } from './api/services.ts';
import { createAttention } from './attention.ts';
import { choosing } from './choose-file.ts';
import { systemClock } from './clock.ts';
import { withinPolicy } from './connections/allowed.ts';
import { demonstrationId, openConnections } from './connections/connections.ts';
import { createDemonstration } from './connections/demonstration.ts';
import { createKeychain, loadKeytar } from './connections/keychain.ts';
import { createPermission } from './connections/permission.ts';
import { probe } from './connections/probe.ts';
import { createSecrets } from './connections/secrets.ts';
import { chooseDataFolder } from './data-folder.ts';
import { createDispatch } from './dispatch.ts';
import { openDrafts } from './drafts.ts';
import { openEngine } from './engine.ts';
import { openFiles } from './files.ts';
import { localHandlers, openHandler } from './handlers.ts';
import { answerCalls, broadcast, tellFocused } from './ipc.ts';
import { hearLinks } from './links.ts';
import { logLevel, openLog } from './log.ts';
import { showMenu } from './menu.ts';
import { pageOf } from './paper.ts';
import { policyOfMachine } from './policy-files.ts';
import { openPreferences } from './preferences.ts';
import { appOrigin, declareScheme, serveInterface, startPage } from './protocol.ts';
import { watchQuitting } from './quit.ts';
import { createRedactor } from './redaction.ts';
import { demonstrationDoor } from './sandbox.ts';
import { openTeams } from './teams.ts';
import { openUpdates } from './updater.ts';
import { aboutThis, environmentOf } from './versions.ts';
import { watchMachine } from './wake.ts';
import { lockSession, windowMaker } from './window.ts';
import { OpenWindows, openWindows } from './windows.ts';
import { languageOf, storeFault } from './words.ts';

app.enableSandbox();
app.setName('Audit Desk');
app.setAppUserModelId('app.auditdesk.desktop'); // that of its packages: Windows shows no notices of an app without one
crashReporter.start({ uploadToServer: false }); // a dump stays on this computer, and in no bundle: memory holds secrets
declareScheme(protocol);
const chosenFolder =
  app.commandLine.getSwitchValue('user-data-dir') || unlessPackaged('AUDIT_DESK_USER_DATA');
const dataFolder = chooseDataFolder(app, chosenFolder || null);
const links = hearLinks(app, process.argv); // here and not when it is ready: macOS tells before
if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme);
if (app.requestSingleInstanceLock()) void app.whenReady().then(start);
else app.quit();

/** An environment variable for development and tests; a packaged app knows none of them. */
function unlessPackaged(variable: string): string | undefined {
  return app.isPackaged ? undefined : process.env[variable];
}

function systemLocale(): string {
  return app.getPreferredSystemLanguages()[0] ?? app.getLocale();
}

function start(): void {
  const now = (): Date => new Date();
  const redactor = createRedactor();
  let { logMebibytes } = defaultPreferences;
  const log = openLog(
    join(dataFolder, 'logs'),
    logLevel(process.env.AUDIT_DESK_LOG_LEVEL),
    redactor,
    now,
    () => logMebibytes,
  );
  process.on('uncaughtException', (fault) => log.error('uncaught', { fault, stack: fault.stack }));
  process.on('unhandledRejection', (fault) => log.error('unhandled', { fault }));

  const files = openFiles(
    dataFolder,
    { redactor, log, now: Date.now, version: app.getVersion() },
    (fault) => {
      dialog.showErrorBox('Audit Desk', storeFault(languageOf(null, systemLocale()), dataFolder, fault));
      app.exit(1);
    },
  );
  if (files === null) return;
  const { store, records, journal, kept } = files;
  const time = createQuotaTime(systemClock);
  const policy = policyOfMachine(unlessPackaged('AUDIT_DESK_POLICY'), log);
  // macOS has a menu without windows, too.
  const runCommand = (id: CommandId) => tellFocused({ type: 'command', id }) || windows.toFront();
  const menu = { locale: systemLocale, packaged: app.isPackaged, run: runCommand };
  const preferences = openPreferences(store, policy, (changed) => {
    logMebibytes = changed.logMebibytes;
    nativeTheme.themeSource = changed.theme;
    showMenu(changed, menu);
    for (const window of BrowserWindow.getAllWindows()) window.webContents.setZoomFactor(changed.zoom);
    broadcast({ type: 'preferences-changed', preferences: changed });
    services.reconsider();
  });
  logMebibytes = preferences.read().logMebibytes;
  nativeTheme.themeSource = preferences.read().theme;
  const drafts = openDrafts(store, now);
  const teams = openTeams(store);

  const wire = { fetch: (url: string, init: RequestInit) => net.fetch(url, init), clock: systemClock };
  const keychain = createKeychain({
    load: loadKeytar,
    service: unlessPackaged('AUDIT_DESK_KEYCHAIN_SERVICE') ?? 'Audit Desk',
    clock: systemClock,
  });
  const demonstration = createDemonstration({
    ...demonstrationDoor(join(import.meta.dirname, 'sandbox.js'), join(dataFolder, 'demonstration.db'), log),
    clock: systemClock,
    onEnd: () => {
      services.forget(demonstrationId);
      broadcast({ type: 'demonstration-ended' });
    },
  });
  const everyConnection = openConnections({
    store,
    secrets: createSecrets(keychain, redactor.add),
    demonstration,
    probe: (target) => probe(wire, target, redactor.add, services.note),
    log,
    now,
    newId: randomUUID,
    onChange: (forgotten) => {
      if (forgotten !== null) {
        services.forget(forgotten);
        permission.forget(forgotten);
      }
      broadcast({ type: 'connections-changed' });
    },
  });
  const connections = withinPolicy(everyConnection, policy);
  const permission = createPermission(connections.list);
  const services = createServices({
    wire,
    time,
    book: journal === null ? forgetfulBook : openQuotaBook(journal.database, systemClock, time, log),
    headroom: () => preferences.read().bulkHeadroom,
    random: Math.random,
    place: (id) => connections.list().find((one) => one.id === id) ?? null,
    credentials: connections.credentials,
    onIssue: (connection, token) => {
      redactor.add(token);
      connections.used(connection);
    },
    emit: broadcast,
    record: records.requests.record,
    newId: randomUUID,
  });

  const language = (): AuditLanguage => languageOf(preferences.read().language, systemLocale());
  const attention = createAttention({
    language,
    mayNotify: () => preferences.read().notifyWhenDone,
    writesProduction: ({ connection }) =>
      connections.list().some(({ id, kind }) => id === connection && kind === 'production'),
    openAt: (address) => quitting.isEnding() || windows.open({ address, connection: null }),
  });
  const engine = openEngine({
    journal,
    services,
    connections,
    permission,
    trail: records.trail,
    drafts,
    emit: (event) => {
      broadcast(event);
      if (event.type === 'plan-changed') attention.seen(event.plan);
    },
    redactor,
    clock: systemClock,
    time,
    random: Math.random,
    log,
    person: userInfo().username,
  });
  const stopWatching = watchMachine(powerMonitor, () => net.isOnline(), systemClock, services);

  const dispatch = createDispatch({
    local: localHandlers({
      environment: () => environmentOf(app.getVersion(), systemLocale(), dataFolder),
      windows: { open: (place) => windows.open(place) },
      ...aboutThis(app.getVersion(), import.meta.dirname),
      preferences,
      policy,
      updates: openUpdates(app, unlessPackaged, policy.updates, () => preferences.read().updates, now, log),
      drafts,
      teams,
      keychain,
      connections,
      permission,
      kept,
      records,
      aside: files.aside,
      ...choosing,
      redactor,
      now,
      newId: randomUUID,
      pageOf,
      locale: systemLocale,
      services,
      engine,
    }),
    open: openHandler(connections, services, kept),
    log,
    redactor,
    newId: randomUUID,
  });

  const developmentPage = unlessPackaged('ELECTRON_RENDERER_URL') ?? null; // set by electron-vite's development server
  const trustedOrigins = [appOrigin, ...(developmentPage === null ? [] : [new URL(developmentPage).origin])];
  answerCalls(dispatch, trustedOrigins, log);
  lockSession(session.defaultSession);
  serveInterface(protocol, join(import.meta.dirname, '../renderer'), () =>
    randomBytes(16).toString('base64'),
  );
  showMenu(preferences.read(), menu);

  const windows = openWindows({
    shelf: store.shelf('windows', OpenWindows),
    log,
    make: windowMaker({
      page: developmentPage ?? startPage,
      preload: join(import.meta.dirname, '../preload/index.cjs'),
      trustedOrigins,
      dark: () => nativeTheme.shouldUseDarkColors,
      zoom: () => preferences.read().zoom,
      onMade: (window) => {
        quitting.watch(window, () => BrowserWindow.getAllWindows().length === 1);
        attention.showAgain();
      },
      onOpen: (place) => windows.open(place),
      log,
      now: Date.now,
    }),
  });
  const quitting = watchQuitting(app, {
    staysOpen: process.platform === 'darwin',
    underWay: attention.running,
    ask: attention.askToQuit,
    onStay: () => BrowserWindow.getAllWindows().length > 0 || windows.toFront(),
    onBegin: windows.quitting,
    onRefused: windows.staying,
    close: () => {
      stopWatching();
      return engine.close().finally(() => {
        demonstration.stop();
        files.close();
      });
    },
  });
  powerMonitor.on('shutdown', quitting.allow);
  windows.restore();
  links.follow((address) => quitting.isEnding() || windows.open({ address, connection: null }));
  attention.begin(engine.plans.list({}));

  app.on('second-instance', (_event, commandLine) => {
    // Of what the second one was started with nothing is looked at but a link.
    if (!quitting.isEnding() && !links.arrived(commandLine)) windows.toFront();
  });
  app.on('activate', () => quitting.isEnding() || windows.toFront());
}
