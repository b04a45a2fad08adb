import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { app, BrowserWindow, dialog, nativeTheme, net, protocol, session } from 'electron';
import type { Preferences } from '../shared/model/preferences.ts';
import { createServices } from './api/services.ts';
import { createSubmissions } from './api/submission.ts';
import { systemClock } from './clock.ts';
import { demonstrationId, openConnections } from './connections/connections.ts';
import { createDemonstration } from './connections/demonstration.ts';
import { createKeychain, loadKeytar } from './connections/keychain.ts';
import { probe } from './connections/probe.ts';
import { createSecrets } from './connections/secrets.ts';
import { chooseDataFolder } from './data-folder.ts';
import { createDispatch } from './dispatch.ts';
import { openDrafts } from './drafts.ts';
import { localHandlers, openHandler } from './handlers.ts';
import { answerCalls, broadcast } from './ipc.ts';
import { logLevel, openLog } from './log.ts';
import { setMenu } from './menu.ts';
import { openPreferences } from './preferences.ts';
import { appOrigin, declareScheme, serveInterface, startPage } from './protocol.ts';
import { createRedactor } from './redaction.ts';
import { forkSandbox, setDemonstrationAside } from './sandbox.ts';
import { openStore } from './store.ts';
import { lockSession, openWindow } from './window.ts';
import { languageOf, menuLabels, storeFault } from './words.ts';

app.enableSandbox();
app.setName('Audit Desk');
declareScheme(protocol);
const chosenFolder =
  app.commandLine.getSwitchValue('user-data-dir') || unlessPackaged('AUDIT_DESK_USER_DATA');
const dataFolder = chooseDataFolder(app, chosenFolder || null);
if (app.requestSingleInstanceLock()) void app.whenReady().then(start);
else app.quit();

/** An environment variable for development and tests; a packaged app knows none of them. */
function unlessPackaged(variable: string): string | undefined {
  return app.isPackaged ? undefined : process.env[variable];
}

function systemLocale(): string {
  return app.getPreferredSystemLanguages()[0] ?? app.getLocale();
}

function showMenu(chosen: Preferences['language']): void {
  const labels = menuLabels[languageOf(chosen, systemLocale())];
  setMenu({ labels, packaged: app.isPackaged, mac: process.platform === 'darwin' });
}

function start(): void {
  const now = (): Date => new Date();
  const redactor = createRedactor();
  const log = openLog(join(dataFolder, 'logs'), logLevel(process.env.AUDIT_DESK_LOG_LEVEL), redactor, now);
  process.on('uncaughtException', (fault) => log.error('uncaught', { fault, stack: fault.stack }));
  process.on('unhandledRejection', (fault) => log.error('unhandled', { fault }));

  const store = openStoreOrQuit();
  if (store === null) return;
  const preferences = openPreferences(store, (changed) => {
    nativeTheme.themeSource = changed.theme;
    showMenu(changed.language);
    broadcast({ type: 'preferences-changed', preferences: changed });
  });
  nativeTheme.themeSource = preferences.read().theme;
  const drafts = openDrafts(store, now);

  const wire = { fetch: (url: string, init: RequestInit) => net.fetch(url, init), clock: systemClock };
  const keychain = createKeychain({
    load: loadKeytar,
    service: unlessPackaged('AUDIT_DESK_KEYCHAIN_SERVICE') ?? 'Audit Desk',
    clock: systemClock,
  });
  const demonstrationFile = join(dataFolder, 'demonstration.db');
  const demonstration = createDemonstration({
    fork: () => forkSandbox(join(import.meta.dirname, 'sandbox.js'), demonstrationFile, log),
    setAside: () => setDemonstrationAside(demonstrationFile, log, Date.now()),
    clock: systemClock,
    onEnd: () => {
      services.forget(demonstrationId);
      broadcast({ type: 'demonstration-ended' });
    },
  });
  const connections = openConnections({
    store,
    secrets: createSecrets(keychain, redactor.add),
    demonstration,
    probe: (target) => probe(wire, target, redactor.add),
    now,
    newId: randomUUID,
    onChange: (forgotten) => {
      if (forgotten !== null) services.forget(forgotten);
      broadcast({ type: 'connections-changed' });
    },
  });
  const services = createServices({
    wire,
    credentials: connections.credentials,
    onIssue: (connection, token) => {
      redactor.add(token);
      connections.used(connection);
    },
    emit: broadcast,
    log,
    newId: randomUUID,
  });

  const environment = () => ({
    version: app.getVersion(),
    platform: process.platform,
    locale: systemLocale(),
    standIn: !('electron' in process.versions), // the stand-in leaves it out
  });
  const dispatch = createDispatch({
    local: localHandlers({
      environment,
      preferences,
      drafts,
      keychain,
      connections,
      services,
      submissions: createSubmissions(services, systemClock),
    }),
    open: openHandler(connections, services),
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
  showMenu(preferences.read().language);

  const open = (): BrowserWindow =>
    openWindow({
      page: developmentPage ?? startPage,
      preload: join(import.meta.dirname, '../preload/index.cjs'),
      trustedOrigins,
      dark: nativeTheme.shouldUseDarkColors,
      log,
    });
  open();

  app.on('second-instance', () => {
    // What the second one was started with is not looked at: this app opens nothing by its arguments.
    const window = BrowserWindow.getAllWindows()[0] ?? open();
    if (window.isMinimized()) window.restore();
    window.focus();
  });
  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) open();
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app.on('will-quit', () => {
    demonstration.stop();
    store.close();
  });

  function openStoreOrQuit() {
    try {
      mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
      return openStore(join(dataFolder, 'audit-desk.db'), log, Date.now);
    } catch (fault) {
      log.error('store-not-opened', { fault });
      dialog.showErrorBox('Audit Desk', storeFault(languageOf(null, systemLocale()), dataFolder));
      app.exit(1);
      return null;
    }
  }
}
