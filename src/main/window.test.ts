import { EventEmitter } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createFakeLog } from './fakes/log.ts';

class FakeWindow extends EventEmitter {
  static made: FakeWindow[] = [];
  readonly options: Record<string, unknown>;
  readonly loaded: string[] = [];
  readonly webContents = Object.assign(new EventEmitter(), {
    setWindowOpenHandler: vi.fn(),
  });
  readonly show = vi.fn();
  constructor(options: Record<string, unknown>) {
    super();
    this.options = options;
    FakeWindow.made.push(this);
  }
  loadURL(url: string): Promise<void> {
    this.loaded.push(url);
    return Promise.resolve();
  }
}
vi.mock('electron', () => ({ BrowserWindow: FakeWindow }));
const { lockSession, openWindow } = await import('./window.ts');

function open() {
  const log = createFakeLog();
  openWindow({
    page: 'app://audit-desk/index.html',
    preload: '/preload.cjs',
    trustedOrigins: ['app://audit-desk'],
    dark: false,
    log,
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
    preload: '/preload.cjs',
  });
});

test('security 16: the page is the own one; the window shows itself when that is painted', () => {
  const { window } = open();
  expect(window.loaded).toEqual(['app://audit-desk/index.html']);
  expect(window.options.show).toBe(false);
  window.emit('ready-to-show');
  expect(window.show).toHaveBeenCalledOnce();
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
  expect(decisions).toEqual([false, {}]);
  expect(session.setPermissionCheckHandler.mock.calls[0]?.[0](null, 'clipboard-read')).toBe(false);
  expect(session.setDevicePermissionHandler.mock.calls[0]?.[0]({ deviceType: 'hid' })).toBe(false);
  const preventDefault = vi.fn();
  expect(session.on.mock.calls[0]?.[0]).toBe('will-download');
  session.on.mock.calls[0]?.[1]({ preventDefault });
  expect(preventDefault).toHaveBeenCalledOnce();
});

const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: readFileSync(join(import.meta.dirname, file), 'utf8') }));
const filesWith = (pattern: RegExp): readonly string[] =>
  sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

test.each([
  ['security 1', /new BrowserWindow\b/, ['window.ts']],
  ['security 3', /\bapp\.enableSandbox\(\)/, ['index.ts']],
  ['security 7', /\bipcMain\b/, ['ipc.ts']],
  [
    'security 15',
    /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|certificate-error|setCertificateVerifyProc/,
    [],
  ],
  ['security 26', /openExternal/, []],
  ['security 27', /openPath|showItemInFolder/, []],
  ['security 29', /@electron\/remote|register\w+Protocol\b|enableBlinkFeatures/, []],
])('%s: what matches %s is only in %j', (_, pattern, files) => {
  expect(filesWith(pattern)).toEqual(files);
});

test('security 3: the sandbox is on for every page before the app is ready', () => {
  const text = sources.find(({ file }) => file === 'index.ts')?.text ?? '';
  expect(text.indexOf('app.enableSandbox()')).toBeGreaterThan(-1);
  expect(text.indexOf('app.enableSandbox()')).toBeLessThan(text.indexOf('whenReady'));
});
