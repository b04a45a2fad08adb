import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { createFakeLog } from '../testing/log.ts';
import type { Place } from './windows.ts';

class FakeWindow extends EventEmitter {
  static made: FakeWindow[] = [];
  readonly options: Record<string, unknown>;
  readonly loaded: string[] = [];
  readonly webContents = Object.assign(new EventEmitter(), {
    setWindowOpenHandler: vi.fn(),
    setZoomFactor: vi.fn(),
    ipc: { handle: vi.fn() },
  });
  readonly destroy = vi.fn();
  readonly show = vi.fn();
  constructor(options: Record<string, unknown>) {
    super();
    this.options = options;
    FakeWindow.made.push(this);
  }
  static focused: FakeWindow | null = null;
  static getAllWindows(): FakeWindow[] {
    return FakeWindow.made.slice(-1);
  }
  static getFocusedWindow(): FakeWindow | null {
    return FakeWindow.focused;
  }
  static load: () => Promise<void>;
  bounds = { x: 0, y: 25, width: 1_360, height: 800 };
  getBounds() {
    return this.bounds;
  }
  setBounds(bounds: FakeWindow['bounds']): void {
    this.bounds = bounds;
  }
  isMaximized = (): boolean => false;
  isFullScreen = (): boolean => false;
  isMinimized = (): boolean => false;
  isDestroyed(): boolean {
    return false;
  }
  loadURL(url: string): Promise<void> {
    this.loaded.push(url);
    return FakeWindow.load();
  }
}
const screenGone: (() => void)[] = [];
vi.mock('electron', () => ({
  BrowserWindow: FakeWindow,
  screen: {
    on: (_: string, listener: () => void) => screenGone.push(listener),
    getAllDisplays: () => [{ workArea: { x: 0, y: 25, width: 1_440, height: 875 } }],
  },
}));
vi.resetModules(); // another test of this worker may have loaded it with its own Electron
const { lockSession, signInAsker, windowMaker } = await import('./window.ts');

beforeEach(() => {
  FakeWindow.load = () => Promise.withResolvers<void>().promise; // never settles
});

let time = 0;

const start: Place = { address: '/', connection: null };

function open({ dark = false, place = start, packaged = false } = {}) {
  const log = createFakeLog();
  const [onOpen, onMade, moved, closed] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
  const make = windowMaker({
    page: 'app://audit-desk/index.html',
    preload: '/preload.cjs',
    trustedOrigins: ['app://audit-desk'],
    packaged,
    dark: () => dark,
    zoom: () => 1.5,
    onOpen,
    onMade,
    log,
    now: () => time,
  });
  const handle = make('window-2', place, { moved, closed });
  const window = FakeWindow.made.at(-1);
  if (window === undefined) throw new Error('no window was made');
  return { window, handle, log, onOpen, onMade, moved, closed };
}

test('a window has the name by which Electron keeps its place on the screen, and tells where it is', () => {
  const { window, onMade, moved, closed } = open();
  expect(onMade).toHaveBeenCalledExactlyOnceWith(window);
  expect(window.options).toMatchObject({ name: 'window-2', windowStatePersistence: true });
  const move = (url: string, isMainFrame = true) =>
    window.webContents.emit('did-navigate-in-page', {}, url, isMainFrame);
  move('app://audit-desk/index.html?connection=c#/clients');
  move('app://audit-desk/index.html#/users', false);
  move('about:blank#/users');
  expect(moved.mock.calls).toEqual([[{ address: '/clients', connection: 'c' }]]);
  window.emit('closed');
  expect(closed).toHaveBeenCalledOnce();
});

test('a further window does not cover the one that a person is in', () => {
  FakeWindow.focused = open().window;
  FakeWindow.focused.bounds = { x: 40, y: 60, width: 1_360, height: 880 };
  expect(open().window.options).toMatchObject({ x: 68, y: 88 });
  FakeWindow.focused.isFullScreen = () => true;
  expect(open().window.options).not.toHaveProperty('x');
  FakeWindow.focused = null;
  expect(open().window.options).not.toHaveProperty('x');
});

test('a window that no screen shows is pulled back, when it is shown and when a screen goes, but not one that fills its screen', () => {
  const { window } = open();
  window.bounds = { x: 5_000, y: 100, width: 1_360, height: 800 };
  window.emit('ready-to-show');
  expect(window.bounds).toEqual({ x: 80, y: 100, width: 1_360, height: 800 });
  window.bounds = { x: 5_000, y: 100, width: 1_360, height: 800 };
  screenGone.at(-1)?.();
  expect(window.bounds.x).toBe(80);
  window.bounds = { x: 5_000, y: 100, width: 1_360, height: 800 };
  window.isMaximized = () => true;
  screenGone.at(-1)?.();
  expect(window.bounds.x).toBe(5_000);
});

test('a page is as large as the person wants it, whenever it is loaded', () => {
  const { window } = open();
  window.webContents.emit('did-finish-load');
  expect(window.webContents.setZoomFactor).toHaveBeenCalledExactlyOnceWith(1.5);
});

test('security 2: the preferences of every page', () => {
  expect(open().window.options['webPreferences']).toEqual({
    contextIsolation: true,
    sandbox: true,
    webSecurity: true,
    nodeIntegration: false,
    nodeIntegrationInSubFrames: false,
    nodeIntegrationInWorker: false,
    webviewTag: false,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    spellcheck: false,
    devTools: true,
    preload: '/preload.cjs',
  });
});

test('security 30: a page of a packaged app has no developer tools, whoever asks for them', () => {
  expect(open({ packaged: true }).window.options['webPreferences']).toMatchObject({ devTools: false });
});

test('security 16: the page is the own one; the window shows itself when that is painted', () => {
  const { window } = open();
  expect(window.loaded).toEqual(['app://audit-desk/index.html#/']);
  expect(window.options.show).toBe(false);
  window.emit('ready-to-show');
  expect(window.show).toHaveBeenCalledOnce();
});

test.each([
  ['loaded without being painted while hidden, as on Wayland', () => Promise.resolve(), 0],
  ['not loaded', () => Promise.reject(new Error('net::ERR_FAILED')), 1],
])('the window shows itself, once, when its page is %s', async (_, load, faults) => {
  FakeWindow.load = load;
  const { window, log } = open();
  await expect.poll(() => window.show).toHaveBeenCalledOnce();
  window.emit('ready-to-show');
  expect(window.show).toHaveBeenCalledOnce();
  expect(log.events).toHaveLength(faults);
});

/** A colour of the design, `oklch(L C h)`, as `#rrggbb` (CSS Color 4, §10). */
function hexOf(lightness: number, chroma: number, hue: number): string {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
  const bytes = linear.map((x) =>
    Math.round(255 * (x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055)),
  );
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

test('until its page has painted, a window has the colour of the page', () => {
  const tokens = readFileSync(join(import.meta.dirname, '../../renderer/ui/tokens.css'), 'utf8');
  const canvas = /--canvas: light-dark\(oklch\((.+?)\), oklch\((.+?)\)\)/.exec(tokens)?.slice(1) ?? [];
  const colours = canvas.map((colour) => {
    const [lightness = 0, chroma = 0, hue = 0] = colour.split(' ').map(Number);
    return hexOf(lightness, chroma, hue);
  });
  expect([false, true].map((dark) => open({ dark }).window.options.backgroundColor)).toEqual(colours);
});

test.each(['will-navigate', 'will-redirect', 'will-frame-navigate'])(
  'security 22: %s leads nowhere but to the app itself',
  (event) => {
    const { window, log } = open();
    const prevented = (url: string): boolean => {
      const preventDefault = vi.fn();
      window.webContents.emit(event, { url, preventDefault });
      return preventDefault.mock.calls.length > 0;
    };
    expect(prevented('app://audit-desk/index.html#/audits')).toBe(false);
    for (const url of [
      'https://evil.example/',
      'file:///etc/passwd',
      'app://other/',
      'about:blank',
      'data:text/html,x',
    ])
      expect(prevented(url), url).toBe(true);
    expect(log.events).toHaveLength(5);
  },
);

test('security 23: no page opens a window; what leads to a place of the app is opened by the app', () => {
  const { window, onOpen, log } = open();
  const decide: (details: { url: string }) => unknown =
    window.webContents.setWindowOpenHandler.mock.calls[0]?.[0];
  for (const url of [
    'app://audit-desk/index.html?connection=c#/audits/one/A',
    'app://other/index.html#/audits',
    'https://evil.example/',
    'about:blank',
  ])
    expect(decide({ url })).toEqual({ action: 'deny' });
  expect(onOpen.mock.calls).toEqual([[{ address: '/audits/one/A', connection: 'c' }]]);
  expect(log.events).toHaveLength(3);
});

test('security 24: no page embeds a webview', () => {
  const preventDefault = vi.fn();
  open().window.webContents.emit('will-attach-webview', { preventDefault });
  expect(preventDefault).toHaveBeenCalledOnce();
});

test('security 25: permissions and devices are denied, asked for and looked up; downloads too', () => {
  const session = {
    setPermissionRequestHandler: vi.fn(),
    setPermissionCheckHandler: vi.fn(),
    setDevicePermissionHandler: vi.fn(),
    setDisplayMediaRequestHandler: vi.fn(),
    on: vi.fn(),
  };
  lockSession(session);
  const decisions: unknown[] = [];
  session.setPermissionRequestHandler.mock.calls[0]?.[0](null, 'geolocation', (granted: unknown) =>
    decisions.push(granted),
  );
  session.setDisplayMediaRequestHandler.mock.calls[0]?.[0](null, (streams: unknown) =>
    decisions.push(streams),
  );
  expect(decisions).toEqual([false, null]);
  expect(session.setPermissionCheckHandler.mock.calls[0]?.[0](null, 'clipboard-read')).toBe(false);
  expect(session.setDevicePermissionHandler.mock.calls[0]?.[0]({ deviceType: 'hid' })).toBe(false);
  const preventDefault = vi.fn();
  expect(session.on.mock.calls[0]?.[0]).toBe('will-download');
  session.on.mock.calls[0]?.[1]({ preventDefault });
  expect(preventDefault).toHaveBeenCalledOnce();
});

test('reliability F37: a page whose process has crashed is loaded again, but not for ever', () => {
  const { window, log } = open();
  FakeWindow.load = () => Promise.resolve();
  const crash = (reason = 'crashed') => window.webContents.emit('render-process-gone', {}, { reason });
  crash('clean-exit');
  expect(window.loaded).toHaveLength(1);
  time += 60_000;
  for (let crashes = 0; crashes < 5; crashes += 1) crash();
  expect(window.loaded).toHaveLength(4);
  expect(log.events.filter(({ event }) => event === 'page-gone')).toHaveLength(6);
  time += 60_000;
  window.webContents.emit('did-navigate-in-page', {}, 'app://audit-desk/index.html#/clients', true);
  crash('oom');
  expect(window.loaded).toHaveLength(5);
  expect(window.loaded.at(-1)).toBe('app://audit-desk/index.html#/clients'); // where it was
});

function askWho() {
  const log = createFakeLog();
  const words = { language: 'nl', texts: { proxy: 'proxy.example:3128' } };
  const ask = signInAsker({
    page: 'app://sign-in/sign-in.html',
    preload: '/sign-in.cjs',
    packaged: true,
    dark: () => false,
    zoom: () => 1.5,
    owner: () => null,
    log,
  });
  const answered = ask(words);
  const window = FakeWindow.made.at(-1);
  if (window === undefined) throw new Error('no window was made');
  const [, handle] = window.webContents.ipc.handle.mock.calls[0] ?? [];
  const page = { url: 'app://sign-in/sign-in.html', parent: null, detached: false };
  const say = (given?: unknown, senderFrame: unknown = page): unknown => handle({ senderFrame }, given);
  return { answered, window, words, say };
}

test('security 2, 22, 23: the question of a password has a page of its own, as locked as the others', () => {
  const { window } = askWho();
  expect(window.loaded).toEqual(['app://sign-in/sign-in.html']);
  expect(window.options['webPreferences']).toEqual({
    ...(open({ packaged: true }).window.options['webPreferences'] as object),
    preload: '/sign-in.cjs',
  });
  const preventDefault = vi.fn();
  window.webContents.emit('will-navigate', { url: 'app://audit-desk/index.html', preventDefault });
  expect(preventDefault).toHaveBeenCalledOnce();
  const decide: (details: { url: string }) => unknown =
    window.webContents.setWindowOpenHandler.mock.calls[0]?.[0];
  expect(decide({ url: 'app://sign-in/sign-in.html' })).toEqual({ action: 'deny' });
});

test.each<readonly [string, unknown, unknown]>([
  ['an answer', { user: 'me', password: 'right' }, { user: 'me', password: 'right' }],
  ['a no', null, null],
  ['nobody', { user: '', password: 'right' }, null],
  ['more than fits', { user: 'me', password: 'x'.repeat(2_000) }, null],
])('the question of a password ends with %s', async (_, given, answer) => {
  const { answered, window, words, say } = askWho();
  expect(say()).toBe(words);
  expect(window.destroy).not.toHaveBeenCalled();
  say(given);
  expect(await answered).toEqual(answer);
  expect(window.destroy).toHaveBeenCalledOnce();
});

test('the question of a password is not answered by another page; a window that is closed is a no', async () => {
  const { answered, window, say } = askWho();
  const other = { url: 'app://audit-desk/index.html', parent: null, detached: false };
  expect(() => say({ user: 'me', password: 'right' }, other)).toThrow('Refused.');
  window.emit('closed');
  expect(await answered).toBeNull();
});
