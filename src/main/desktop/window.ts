import { BrowserWindow, type Session, screen, type WebContents, webContents } from 'electron';
import { Pair, type SignInWords, signInChannel } from '../../shared/sign-in.ts';
import { isTrustedSender, originOf } from '../bridge/sender.ts';
import type { Log } from '../diagnostics/log.ts';
import type { Page } from '../records/page-print.ts';
import { pulledBack } from './on-screen.ts';
import { type Place, pageAt, placeIn, type WindowMaker } from './windows.ts';

interface WindowSettings {
  readonly page: string;
  readonly preload: string;
  readonly trustedOrigins: readonly string[];
  /** A packaged app has no developer tools. */
  readonly packaged: boolean;
  readonly dark: () => boolean;
  /** How large a page is shown, asked whenever it is loaded. */
  readonly zoom: () => number;
  /** A person wants a window for a place that a page leads to. */
  readonly onOpen: (place: Place) => void;
  readonly onMade: (window: BrowserWindow) => void;
  readonly log: Log;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Makes the windows of the app, at this one place. A window's title is its page's. */
export function windowMaker(settings: WindowSettings): WindowMaker {
  screen.on('display-removed', () => BrowserWindow.getAllWindows().forEach(keepInReach));
  return (name, place, { moved, closed }) => {
    const window = new BrowserWindow({
      name, // by which it gets back its place on the screen
      ...placeBeside(BrowserWindow.getFocusedWindow()),
      windowStatePersistence: true,
      title: 'Audit Desk',
      width: 1_360,
      height: 880,
      minWidth: 640,
      minHeight: 480,
      tabbingIdentifier: 'audit-desk',
      show: false,
      autoHideMenuBar: true,
      backgroundColor: background(settings),
      webPreferences: { ...hardenedPreferences, devTools: !settings.packaged, preload: settings.preload },
    });
    const { webContents: page } = window;
    let here = place;
    lockContents(page, settings);
    page.on('did-navigate-in-page', (_event, url, isMainFrame) => {
      const to = isMainFrame ? placeIn(url, settings.page) : null;
      if (to === null) return;
      here = to;
      moved(to);
    });
    // Chromium's own zoom goes with its profile, so the preference sets it.
    page.on('did-finish-load', () => page.setZoomFactor(settings.zoom()));
    window.on('closed', closed);
    settings.onMade(window);
    recover(window, () => pageAt(settings.page, here), settings);
    showWhenReady(window, pageAt(settings.page, place), settings.log);
    return { toFront: () => bringToFront(window) };
  };
}

export function bringToFront(window: BrowserWindow): void {
  if (window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.focus();
}

/** Shows the window once its page is painted, or loaded: on Wayland a hidden window may never be painted. */
function showWhenReady(window: BrowserWindow, page: string, log: Log): void {
  let isShown = false;
  const show = (): void => {
    if (isShown || window.isDestroyed()) return;
    isShown = true;
    keepInReach(window);
    window.show();
  };
  window.once('ready-to-show', show);
  window
    .loadURL(page)
    .catch((fault: unknown) => log.error('page-not-loaded', { fault }))
    .finally(show);
}

const step = 28; // so that the title bar of the window behind shows

function placeBeside(other: BrowserWindow | null): { readonly x?: number; readonly y?: number } {
  if (other === null || other.isDestroyed() || other.isFullScreen()) return {};
  const { x, y } = other.getBounds();
  return { x: x + step, y: y + step };
}

/** Pulls a window back onto a screen: its own may be gone. */
function keepInReach(window: BrowserWindow): void {
  if (window.isDestroyed() || window.isMaximized() || window.isFullScreen() || window.isMinimized()) return;
  const bounds = window.getBounds();
  const wanted = pulledBack(
    bounds,
    screen.getAllDisplays().map(({ workArea }) => workArea),
  );
  if (wanted !== bounds) window.setBounds(wanted);
}

const mostCrashes = 3; // within a minute; a page that ends again and again is left as it is

/** Loads the page anew when its process has crashed: drafts keep what is not sent, and plans go on in main. */
function recover(window: BrowserWindow, page: () => string, { log, now }: WindowSettings): void {
  let crashes: readonly number[] = [];
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    log.error('page-gone', { reason });
    crashes = [...crashes.filter((at) => now() - at < 60_000), now()];
    if (reason === 'clean-exit' || crashes.length > mostCrashes || window.isDestroyed()) return;
    window.loadURL(page()).catch((fault: unknown) => log.error('page-not-loaded', { fault }));
  });
}

/** Asks who a person is, in a window of main's own and no page of the app; null where it is closed without. */
export function signInAsker(
  settings: Pick<WindowSettings, 'page' | 'preload' | 'packaged' | 'dark' | 'zoom' | 'log'> & {
    /** Before which window the question stands. */
    readonly owner: () => BrowserWindow | null;
  },
): (words: SignInWords) => Promise<Pair | null> {
  const trustedOrigins = [originOf(settings.page) ?? ''];
  return (words) => {
    const { promise, resolve } = Promise.withResolvers<Pair | null>();
    const parent = settings.owner();
    const window = new BrowserWindow({
      ...(parent === null ? {} : { parent }),
      title: 'Audit Desk',
      width: 480,
      height: 420,
      minimizable: false,
      fullscreenable: false,
      show: false,
      autoHideMenuBar: true,
      backgroundColor: background(settings),
      webPreferences: { ...hardenedPreferences, devTools: !settings.packaged, preload: settings.preload },
    });
    const { webContents: page } = window;
    lockContents(page, { ...settings, trustedOrigins, onOpen: () => {} });
    page.ipc.handle(signInChannel, ({ senderFrame }, given: unknown) => {
      if (!isTrustedSender(senderFrame, trustedOrigins)) throw new Error('Refused.');
      if (given === undefined) return words;
      resolve(Pair.safeParse(given).data ?? null);
      window.destroy();
    });
    page.on('did-finish-load', () => page.setZoomFactor(settings.zoom()));
    window.on('closed', () => resolve(null));
    showWhenReady(window, settings.page, settings.log);
    return promise;
  };
}

function background({ dark }: Pick<WindowSettings, 'dark'>): string {
  return dark() ? '#0e1416' : '#f0f4f5'; // what shows until the page has painted: its own colour
}

/** The settings of every page, spelled out although most are defaults: none may depend on a version of Electron. */
const hardenedPreferences = {
  contextIsolation: true,
  sandbox: true,
  webSecurity: true,
  nodeIntegration: false,
  nodeIntegrationInSubFrames: false,
  nodeIntegrationInWorker: false,
  webviewTag: false,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  spellcheck: false, // it would fetch its dictionaries from a server that nobody has named
} as const;

/** Keeps a page where it is: it opens only this app's windows, goes to no other origin and embeds nothing. */
function lockContents(
  contents: Pick<WebContents, 'on' | 'setWindowOpenHandler'>,
  { page, trustedOrigins, onOpen, log }: Pick<WindowSettings, 'page' | 'trustedOrigins' | 'onOpen' | 'log'>,
): void {
  contents.setWindowOpenHandler(({ url }) => {
    const place = placeIn(url, page);
    if (place !== null) onOpen(place);
    else log.warn('window-refused', { origin: originOf(url) });
    return { action: 'deny' }; // a page's own windows have other rights: this app makes its windows itself
  });
  const stay = (details: { readonly url: string; readonly preventDefault: () => void }): void => {
    if (trustedOrigins.includes(originOf(details.url) ?? '')) return;
    details.preventDefault();
    log.warn('navigation-refused', { origin: originOf(details.url) });
  };
  contents.on('will-navigate', stay);
  contents.on('will-redirect', stay);
  contents.on('will-frame-navigate', stay);
  contents.on('will-attach-webview', (event) => event.preventDefault());
}

/** Denies every permission, device and download, asked for or looked up. */
export function lockSession(
  session: Pick<
    Session,
    | 'setPermissionRequestHandler'
    | 'setPermissionCheckHandler'
    | 'setDevicePermissionHandler'
    | 'setDisplayMediaRequestHandler'
    | 'on'
  >,
): void {
  session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, decide) => decide(null));
  session.on('will-download', (event) => event.preventDefault());
}

/** The page of that number as it is printed; null where it is closed. Head, foot and margins are those of its own styles. */
export function pageOf(id: number): Page | null {
  const contents = webContents.fromId(id);
  if (contents === undefined || contents.isDestroyed()) return null;
  return {
    pdf: (pageSize) =>
      contents.printToPDF({
        pageSize,
        preferCSSPageSize: true,
        printBackground: true,
        generateTaggedPDF: true,
        generateDocumentOutline: true,
      }),
    paper: (pageSize) =>
      new Promise((resolve) => {
        contents.print({ pageSize, printBackground: true }, (success, reason) =>
          resolve(success ? 'printed' : /cancel/i.test(reason) ? 'cancelled' : 'failed'),
        );
      }),
  };
}
