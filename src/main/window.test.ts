import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { createFakeLog } from './fakes/log.ts';

class FakeWindow extends EventEmitter {
  static made: FakeWindow[] = [];
  readonly options: Record<string, unknown>;
  readonly loaded: string[] = [];
  readonly webContents = Object.assign(new EventEmitter(), {
    setWindowOpenHandler: vi.fn(),
    setZoomFactor: vi.fn(),
  });
  readonly show = vi.fn();
  constructor(options: Record<string, unknown>) {
    super();
    this.options = options;
    FakeWindow.made.push(this);
  }
  static load: () => Promise<void>;
  isDestroyed(): boolean {
    return false;
  }
  loadURL(url: string): Promise<void> {
    this.loaded.push(url);
    return FakeWindow.load();
  }
}
vi.mock('electron', () => ({ BrowserWindow: FakeWindow }));
const { lockSession, openWindow } = await import('./window.ts');

beforeEach(() => {
  FakeWindow.load = () => Promise.withResolvers<void>().promise; // never settles
});

let time = 0;

function open(dark = false) {
  const log = createFakeLog();
  openWindow({
    page: 'app://audit-desk/index.html',
    preload: '/preload.cjs',
    trustedOrigins: ['app://audit-desk'],
    dark,
    zoom: () => 1.5,
    log,
    now: () => time,
  });
  const window = FakeWindow.made.at(-1);
  if (window === undefined) throw new Error('no window was made');
  return { window, log };
}

test('security 2: the preferences of every page', () => {
  expect(open().window.options.webPreferences).toEqual({
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
    preload: '/preload.cjs',
  });
});

test('a page is as large as the person wants it, whenever it is loaded', () => {
  const { window } = open();
  window.webContents.emit('did-finish-load');
  expect(window.webContents.setZoomFactor).toHaveBeenCalledExactlyOnceWith(1.5);
});

test('security 16: the page is the own one; the window shows itself when that is painted', () => {
  const { window } = open();
  expect(window.loaded).toEqual(['app://audit-desk/index.html']);
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
  await vi.waitFor(() => expect(window.show).toHaveBeenCalledOnce());
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
  const tokens = readFileSync(join(import.meta.dirname, '../renderer/ui/tokens.css'), 'utf8');
  const canvas = /--canvas: light-dark\(oklch\((.+?)\), oklch\((.+?)\)\)/.exec(tokens)?.slice(1) ?? [];
  const colours = canvas.map((colour) => {
    const [lightness = 0, chroma = 0, hue = 0] = colour.split(' ').map(Number);
    return hexOf(lightness, chroma, hue);
  });
  expect([false, true].map((dark) => open(dark).window.options.backgroundColor)).toEqual(colours);
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

test('security 23: no page opens a window', () => {
  const decide: (details: { url: string }) => unknown =
    open().window.webContents.setWindowOpenHandler.mock.calls[0]?.[0];
  expect(decide({ url: 'app://audit-desk/index.html' })).toEqual({ action: 'deny' });
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
  crash('oom');
  expect(window.loaded).toHaveLength(5);
});
