import { randomBytes, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { url as inspectorAddress } from 'node:inspector';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import {
  app,
  BrowserWindow,
  type Certificate,
  dialog,
  nativeTheme,
  net,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  type Session,
  session,
} from 'electron';
import type { CommandId } from '../shared/commands.ts';
import { defaultPreferences, type Preferences } from '../shared/model/preferences.ts';
import { linkScheme } from '../shared/rules/texts/deep-link.ts';
import { languageFor, languages } from '../words/languages.ts';
import { type App, createApp, type Ports } from './app.ts';
import type { Dispatch } from './bridge/dispatch.ts';
import { keepHandover } from './bridge/handover.ts';
import { answerCalls, broadcast, tellFocused } from './bridge/ipc.ts';
import { systemClock } from './clock.ts';
import { createDemonstration } from './connections/demonstration.ts';
import { loadKeytar } from './connections/keychain.ts';
import { askPerson, askWhich, choosing, owner } from './desktop/ask.ts';
import { type Attention, createAttention, showAddress } from './desktop/attention.ts';
import { createBackground } from './desktop/background.ts';
import { type CertificateChoices, watchCertificates } from './desktop/client-certificate.ts';
import { watchForCrashes } from './desktop/crash.ts';
import { hearLinks, type Links } from './desktop/links.ts';
import { setLoginItem } from './desktop/login.ts';
import { setMenu } from './desktop/menu.ts';
import { openNetwork } from './desktop/network.ts';
import { demonstrationProcess, forkTableReader } from './desktop/processes.ts';
import { appOrigin, declareScheme, serveInterface, signInPage, startPage } from './desktop/protocol.ts';
import { createProxyLogin, isActOfPerson, type ProxyLogin } from './desktop/proxy-login.ts';
import { certificateWords, proxyWords, questionWords } from './desktop/question-words.ts';
import { watchQuitting } from './desktop/quit.ts';
import { doNotStart, whyNotToStart } from './desktop/start-guard.ts';
import { createTray } from './desktop/tray.ts';
import { openUpdates } from './desktop/updater.ts';
import { watchMachine } from './desktop/wake.ts';
import { lockSession, pageOf, signInAsker, windowMaker } from './desktop/window.ts';
import { OpenWindows, openWindows, type Windows } from './desktop/windows.ts';
import {
  crashWords,
  desktopWords,
  inspectionWords,
  refusedStart,
  storeFault,
  storeFaultLine,
} from './desktop/words.ts';
import { type Log, logLevel, openLog } from './diagnostics/log.ts';
import { createRedactors, type Redactors } from './diagnostics/redaction.ts';
import { aboutThis } from './diagnostics/versions.ts';
import { certificateOf } from './inspection/certificate.ts';
import { policyOfMachine } from './policy/policy-files.ts';
import { chooseDataFolder, closeToOthers } from './storage/data-folder.ts';
import { keyInKeychain } from './storage/sealing.ts';

// While much is read, the young part of the heap grows to more than a hundred megabytes, which V8 keeps; nothing is faster for it (`npm run bench -- list`).
setFlagsFromString('--semi-space-growth-factor=1');

const developmentPage = unlessPackaged('ELECTRON_RENDERER_URL') ?? null; // set by electron-vite's development server
const trustedOrigins = [appOrigin, ...(developmentPage === null ? [] : [new URL(developmentPage).origin])];

const chosenCertificates: CertificateChoices = new Map();
let proxies: ProxyLogin | null = null; // once there is a desktop

// Over these Chromium repeats what it sends even on a connection of its own (`desktop/network.ts`).
const repeatingProtocols = ['disable-http2', 'disable-quic'];

const refusal = app.isPackaged
  ? whyNotToStart({
      platform: process.platform,
      args: process.argv.slice(1),
      environment: process.env,
      isInspected: inspectorAddress() !== undefined,
    })
  : null;
const witnesses = {
  terminal: (line: string): void => void process.stderr.write(line),
  box: (words: string): void => dialog.showErrorBox('Audit Desk', words),
  end: (): void => app.exit(1),
} as const;
if (refusal === null) begin();
else doNotStart(witnesses, refusedStart(systemLanguage(), refusal));

/** What has to be decided before Electron is ready. */
function begin(): void {
  process.umask(0o077); // whatever is written from now on, by whichever library, is this person's alone
  // Otherwise Electron forgets that it was told so, and each of its processes ends where there is no sandbox, as for root.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  for (const one of repeatingProtocols) app.commandLine.appendSwitch(one);
  app.setName('Audit Desk');
  app.setAppUserModelId('app.auditdesk.desktop'); // that of its packages: Windows shows no notices of an app without one
  declareScheme(protocol);
  const chosenFolder =
    app.commandLine.getSwitchValue('user-data-dir') || unlessPackaged('AUDIT_DESK_USER_DATA');
  const dataFolder = chooseDataFolder(app, chosenFolder || null);
  const links = hearLinks(app, process.argv); // here and not when it is ready: macOS tells before
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme);
  if (app.requestSingleInstanceLock())
    void app
      .whenReady()
      .then(() => start(dataFolder, links))
      .catch((fault: unknown) =>
        setImmediate(() => {
          throw fault; // told as any other that nobody caught, and not left without a window
        }),
      );
  else app.quit();
}

/** The windows of the app, without a question that stands before one of them. */
function ownWindows(): readonly BrowserWindow[] {
  return BrowserWindow.getAllWindows().filter((window) => window.getParentWindow() === null);
}

/** Has the app opened again once it has ended: under `npm start` by its launcher, which keeps display and terminal (scripts/launch.mjs). */
function startAgain(): void {
  const launcher = unlessPackaged('AUDIT_DESK_LAUNCHER');
  if (launcher === undefined) app.relaunch();
  else writeFileSync(launcher, '');
}

function unlessPackaged(variable: string): string | undefined {
  return app.isPackaged ? undefined : process.env[variable];
}

/** Before Electron is ready, too: only `getLocale` is empty until then. */
function systemLanguage(): string {
  return languageFor(null, systemLocale());
}

function systemLocale(): string {
  return app.getPreferredSystemLanguages()[0] ?? app.getLocale();
}

/** Everything in its order: what tells of failures, the app on this computer, then its desktop. */
function start(dataFolder: string, links: Links): void {
  const redactors = createRedactors();
  let { logMebibytes } = defaultPreferences;
  const log = openLog(
    join(dataFolder, 'logs'),
    logLevel(unlessPackaged('AUDIT_DESK_LOG_LEVEL')),
    redactors.all,
    () => new Date(),
    () => logMebibytes,
  );
  let language = systemLanguage; // until it is known what a person chose
  let isClosed = false;
  watchForCrashes(process, {
    log,
    isClosed: () => isClosed,
    age: () => process.uptime() * 1_000,
    tell: (again) => {
      const logs = join(dataFolder, 'logs');
      witnesses.terminal(`${crashWords('en-us', again, logs)}\n`);
      witnesses.box(crashWords(language(), again, logs));
    },
    relaunch: startAgain,
    end: witnesses.end,
  });

  const about = aboutThis(app.getVersion(), import.meta.dirname);
  log.info('started', { ...about.versions, isPackaged: app.isPackaged });
  const open = closeToOthers(dataFolder);
  if (open.length > 0) log.warn('files-open-to-others', { count: open.length });
  const ports = portsOf(dataFolder, log, redactors);
  const desk = createApp(ports, (fault) =>
    doNotStart(witnesses, storeFault(systemLanguage(), dataFolder, fault), storeFaultLine(dataFolder, fault)),
  );
  if (desk === null) return;
  language = desk.language;
  desk.listen((event) => {
    if (event.type === 'preferences-changed') logMebibytes = event.preferences.logMebibytes;
  });
  logMebibytes = desk.preferences.read().logMebibytes;
  desk.warmUp();
  showDesktop({
    desk,
    ports,
    about,
    links,
    closed: () => {
      isClosed = true;
      log.info('ended');
    },
  });
}

function portsOf(folder: string, log: Log, redactors: Redactors): Ports {
  const spoken = languages.map(({ id }) => id);
  return {
    folder,
    clock: systemClock,
    fetch: openNetwork<Session>({
      request: (options) => net.request(options),
      openLine: (number) => {
        const line = session.fromPartition(`line-${number}`, { cache: false }); // in memory alone
        lockSession(line);
        return line;
      },
      login: async (by, refused) => proxies?.answer(by, refused) ?? null,
      onCertificateRefused: () => chosenCertificates.clear(),
    }),
    inspectsByItself: unlessPackaged('AUDIT_DESK_INSPECTS') !== 'off', // tests that count requests ask for none of these
    certificate: (baseUrl) => certificateOf(baseUrl, 'system'),
    random: Math.random,
    newId: randomUUID,
    version: app.getVersion(),
    locale: systemLocale,
    person: userInfo().username,
    undoMilliseconds: 10_000,
    log,
    redactors,
    languages: spoken,
    languageFor: (chosen) => languageFor(chosen, systemLocale()),
    inspectionWords,
    policy: policyOfMachine(unlessPackaged('AUDIT_DESK_POLICY'), spoken, log),
    keychain: { load: loadKeytar, service: unlessPackaged('AUDIT_DESK_KEYCHAIN_SERVICE') ?? 'Audit Desk' },
    offlineKey: (keychain) => keyInKeychain(keychain, 'offline-copy', redactors.all.add),
    demonstration: (onEnd) => {
      const data = join(folder, 'demonstration.db');
      const door = demonstrationProcess(join(import.meta.dirname, 'sandbox.js'), data, log);
      return createDemonstration({ ...door, clock: systemClock, onEnd });
    },
    tableProcess: () => forkTableReader(join(import.meta.dirname, 'tables.js'), log),
    ask: (question, language) =>
      askPerson(questionWords(question, desktopWords(language).questions), 'warning'),
  };
}

interface DesktopDeps {
  readonly desk: App;
  readonly ports: Ports;
  readonly about: ReturnType<typeof aboutThis>;
  readonly links: Links;
  readonly closed: () => void;
}

/** Menus, windows, notifications, and how the app is opened and ended. */
function showDesktop(deps: DesktopDeps): void {
  const { desk, ports, links, closed } = deps;
  const { log, locale } = ports;
  const { preferences } = desk;
  askForCertificates(desk);
  proxies = askForProxies(desk, ports);
  const openAt = (address: string): void => {
    if (!quitting.isEnding()) windows.open({ address, connection: null });
  };
  const attention = attentionOf(desk, openAt);
  // macOS has a menu without windows, too.
  const runCommand = (id: CommandId) => tellFocused({ type: 'command', id }) || windows.toFront();
  const menu = { packaged: app.isPackaged, mac: process.platform === 'darwin', run: runCommand };
  const show = (preferred: Preferences): void => {
    nativeTheme.themeSource = preferred.theme;
    const language = languageFor(preferred.language, locale());
    setMenu({ ...menu, language, keys: preferred.shortcuts });
    for (const window of BrowserWindow.getAllWindows()) window.webContents.setZoomFactor(preferred.zoom);
  };
  desk.listen((event) => {
    if (event.type === 'preferences-changed') show(event.preferences);
    broadcast(event);
    if (event.type === 'plan-changed') attention.seen(event.plan);
    if (event.type === 'plan-changed' || event.type === 'preferences-changed') background.look();
  });

  const windows = openWindows({
    collection: desk.store.collection('windows', OpenWindows),
    log,
    make: windowMaker({
      page: developmentPage ?? startPage,
      preload: join(import.meta.dirname, '../preload/index.cjs'),
      trustedOrigins,
      packaged: app.isPackaged,
      dark: () => nativeTheme.shouldUseDarkColors,
      zoom: () => preferences.read().zoom,
      onMade: (window) => {
        quitting.watch(window, () => ownWindows().length === 1);
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
    whenClosed: () => preferences.read().whenClosed,
    askWhenClosed: async (plans) => {
      const whenClosed = await attention.askWhenClosed(plans);
      if (whenClosed !== null) preferences.change({ whenClosed });
      return whenClosed;
    },
    onStay: () => ownWindows().length > 0 || windows.toFront(),
    onBegin: windows.quitting,
    onRefused: windows.staying,
    close: () => {
      background.close();
      shutHandover();
      return desk.close().finally(closed);
    },
  });
  powerMonitor.on('shutdown', quitting.allow);

  const shutHandover = servePages(deps, windows);
  show(preferences.read());
  if (!isAtLogin()) windows.restore();
  links.follow((address) => quitting.isEnding() || showAddress(address, openAt));
  attention.begin(desk.plans.list({}));
  const background = goOnBehind(deps, attention, windows, quitting.isEnding);

  app.on('second-instance', (_event, commandLine) => {
    // Of what the second one was started with nothing is looked at but a link, and that it was for no person.
    const isForPerson = !commandLine.includes('--hidden');
    if (!quitting.isEnding() && !links.arrived(commandLine) && isForPerson) windows.toFront();
  });
  app.on('activate', () => quitting.isEnding() || windows.toFront());
}

function attentionOf({ plans, preferences, connections, language }: App, openAt: (address: string) => void) {
  return createAttention({
    read: (id) => plans.read(id),
    language,
    mayNotify: () => preferences.read().notifyWhenDone,
    writesProduction: ({ connection }) =>
      connections.list().some(({ id, kind }) => id === connection && kind === 'production'),
    openAt,
  });
}

/** Whether nobody has asked for a window: the app was started at login. */
function isAtLogin(): boolean {
  if (process.platform === 'darwin') return app.getLoginItemSettings().wasOpenedAtLogin;
  return app.commandLine.hasSwitch('hidden');
}

/** What plans do beside windows: an icon of the system, a computer that stays awake, and the end of an app that has neither window nor plan. */
function goOnBehind(
  { desk, ports }: DesktopDeps,
  attention: Attention,
  windows: Windows,
  isEnding: () => boolean,
) {
  const { preferences, plans } = desk;
  // What a person has put into the list of the system is left alone, until this app has put itself there or a policy decides.
  let isSet = ports.policy.locked.includes('startAtLogin') ? null : false;
  const setLogin = (): void => {
    const isWanted = preferences.read().startAtLogin;
    if (!app.isPackaged || isSet === isWanted) return;
    isSet = isWanted;
    const { platform, env: environment, execPath: program } = process;
    try {
      setLoginItem(app, isWanted, { platform, environment, home: homedir(), program });
    } catch (fault) {
      ports.log.warn('login-item-not-set', { fault });
    }
  };
  desk.listen((event) => {
    if (event.type === 'preferences-changed') setLogin();
  });
  setLogin();
  const background = createBackground({
    clock: ports.clock,
    unended: attention.unended,
    show: createTray({
      language: desk.language,
      open: windows.toFront,
      pauseAll: () => {
        for (const { id } of attention.running()) plans.pause(id);
      },
      quit: () => app.quit(),
    }),
    mayKeepAwake: () => preferences.read().keepAwake && !powerMonitor.isOnBatteryPower(),
    keepAwake: () => {
      const id = powerSaveBlocker.start('prevent-app-suspension');
      return () => powerSaveBlocker.stop(id);
    },
    onIdle: () => {
      const isNeeded = process.platform === 'darwin' || ownWindows().length > 0;
      if (!isNeeded && !isEnding()) app.quit();
    },
  });
  const stopWatching = watchMachine(powerMonitor, () => net.isOnline(), systemClock, desk.machine);
  background.look();
  return {
    ...background,
    close: () => {
      stopWatching();
      background.close();
    },
  };
}

/** A person chooses the certificate with which the app shows a service who it is. */
function askForCertificates({ language }: App): void {
  watchCertificates<Certificate>(app, {
    choices: chosenCertificates,
    words: (url, certificates, hasOthers) =>
      certificateWords(url, certificates, hasOthers, desktopWords(language()).questions),
    ask: (words) => askWhich(words, 'warning'),
  });
}

/** A person says to a proxy who asks, in a window that is no page of the app. */
function askForProxies(
  { keychain, language, preferences }: App,
  { policy, redactors, log }: Ports,
): ProxyLogin {
  const ask = signInAsker({
    page: developmentPage === null ? signInPage : new URL('sign-in.html', developmentPage).href,
    preload: join(import.meta.dirname, '../preload/sign-in.cjs'),
    packaged: app.isPackaged,
    dark: () => nativeTheme.shouldUseDarkColors,
    zoom: () => preferences.read().zoom,
    owner,
    log,
  });
  return createProxyLogin({
    keychain,
    keeps: policy.secrets,
    ask: (question) => ask(proxyWords(question, language(), desktopWords(language()).questions)),
    onSecret: redactors.all.add,
    log,
  });
}

/** Answers pages, and the command where it is used meanwhile; what it answers ends the latter. */
function servePages({ desk, ports, about }: DesktopDeps, windows: Windows): () => void {
  const updates = () => desk.preferences.read().updates;
  const served = desk.serve({
    ...about,
    ...choosing,
    windows,
    updates: openUpdates(
      app,
      ports.fetch,
      unlessPackaged,
      ports.policy.updates,
      updates,
      desk.now,
      ports.log,
    ),
    restart: () => {
      startAgain();
      app.quit();
    },
    pageOf,
  });
  const dispatch: Dispatch = (operation, input, ...rest) => {
    if (isActOfPerson(operation, input)) proxies?.acted();
    return served(operation, input, ...rest);
  };
  answerCalls(dispatch, trustedOrigins, ports.log);
  lockSession(session.defaultSession);
  const newNonce = () => randomBytes(16).toString('base64');
  serveInterface(protocol, join(import.meta.dirname, '../renderer'), newNonce);
  return keepHandover(desk, ports.folder, served, ports.log);
}
