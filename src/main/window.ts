import { BrowserWindow, type Session, type WebContents } from 'electron';
import type { Log } from './log.ts';
import { originOf } from './sender.ts';

interface WindowSettings {
  readonly page: string;
  readonly preload: string;
  readonly trustedOrigins: readonly string[];
  readonly dark: boolean;
  /** How large its page is shown, asked whenever it is loaded. */
  readonly zoom: () => number;
  readonly log: Log;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Opens a window of the app: the only place where one is made. Its title is the page's, which names the environment. */
export function openWindow(settings: WindowSettings): BrowserWindow {
  const { page, preload, trustedOrigins, dark, log } = settings;
  const window = new BrowserWindow({
    name: 'main',
    windowStatePersistence: true,
    title: 'Audit Desk',
    width: 1_360,
    height: 880,
    minWidth: 640,
    minHeight: 480,
    show: false,
    autoHideMenuBar: true,
    backgroundColor: dark ? '#0e1416' : '#f0f4f5', // what shows until the page has painted: its own colour
    webPreferences: { ...hardenedPreferences, preload },
  });
  lockContents(window.webContents, trustedOrigins, log);
  // Chromium keeps a size for an origin, and forgets it with its profile: the preference has it.
  window.webContents.on('did-finish-load', () => window.webContents.setZoomFactor(settings.zoom()));
  recover(window, settings);
  showWhenReady(window, page, log);
  return window;
}

/** Puts a window before all others; answers it. */
export function bringForward(window: BrowserWindow): BrowserWindow {
  if (window.isMinimized()) window.restore();
  window.focus();
  return window;
}

/**
 * Loads the page and shows the window once it is painted, or at the latest when it is loaded: on Wayland a hidden window
 * may never be painted, and one whose page fails must not stay hidden either.
 */
function showWhenReady(window: BrowserWindow, page: string, log: Log): void {
  let isShown = false;
  const show = (): void => {
    if (isShown || window.isDestroyed()) return;
    isShown = true;
    window.show();
  };
  window.once('ready-to-show', show);
  window
    .loadURL(page)
    .catch((fault: unknown) => log.error('page-not-loaded', { fault }))
    .finally(show);
}

const mostCrashes = 3; // within a minute; a page that ends again and again is left as it is

/** Loads the page anew when its process has crashed: what is unsent is in drafts, and plans go on outside of it. */
function recover(window: BrowserWindow, { page, log, now }: WindowSettings): void {
  let crashes: readonly number[] = [];
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    log.error('page-gone', { reason });
    crashes = [...crashes.filter((at) => now() - at < 60_000), now()];
    if (reason === 'clean-exit' || crashes.length > mostCrashes || window.isDestroyed()) return;
    window.loadURL(page).catch((fault: unknown) => log.error('page-not-loaded', { fault }));
  });
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

/** Keeps a page where it is: it opens no window, goes to no other origin and embeds no other content. */
function lockContents(
  contents: Pick<WebContents, 'on' | 'setWindowOpenHandler'>,
  trustedOrigins: readonly string[],
  log: Log,
): void {
  contents.setWindowOpenHandler(({ url }) => {
    log.warn('window-refused', { origin: originOf(url) });
    return { action: 'deny' };
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
