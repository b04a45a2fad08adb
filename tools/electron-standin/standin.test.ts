import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';

// What the fixture's page has: the bridge of its preload, and what its scripts have left.
declare global {
  interface Window {
    readonly fixture: {
      readonly call: (channel: string, ...args: unknown[]) => Promise<unknown>;
      readonly listen: (listener: (value: unknown) => void) => () => void;
    };
    readonly externalRan?: boolean;
    readonly inlineRan?: boolean;
    heard?: unknown[];
  }
}

const fixture = join(import.meta.dirname, 'fixture');
const userData = mkdtempSync(join(tmpdir(), 'standin-test-'));
const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...headless } = process.env;

let app: ElectronApplication;
let window: Page;
const call = (channel: string, ...args: unknown[]): Promise<unknown> =>
  window.evaluate(([name, list]) => globalThis.window.fixture.call(name, ...list), [channel, args] as const);
// The fixture's main process keeps what it was asked in `globalThis.fixture.log`.
const log = (): Promise<string[]> => app.evaluate(() => Reflect.get(globalThis, 'fixture').log.splice(0));

beforeAll(async () => {
  process.env['ELECTRON_OVERRIDE_DIST_PATH'] = import.meta.dirname;
  const args = [fixture, `--user-data-dir=${userData}`];
  // The environment has no names without values; Node's type allows for them.
  app = await _electron.launch({ args, env: { ...headless } as Record<string, string>, colorScheme: null });
  window = await app.firstWindow();
  await window.waitForFunction(() => globalThis.window.externalRan);
});

afterAll(async () => {
  await app.close();
  rmSync(userData, { recursive: true, force: true, maxRetries: 3 });
});

test('names itself and its version as its package does', async () => {
  expect(await app.evaluate(({ app: main }) => [main.name, main.getVersion()])).toEqual(['Fixture', '1.2.3']);
});

test('serves its own scheme with its own policy: its script runs, an inline one does not', async () => {
  expect(await window.evaluate(() => [globalThis.window.externalRan, globalThis.window.inlineRan])).toEqual([
    true,
    undefined,
  ]);
  const urls = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map(({ webContents }) => webContents.getURL()),
  );
  expect(urls).toEqual(['app://fixture/?name=one']);
});

test('has a window of the size and title that were asked for', async () => {
  expect(await window.evaluate(() => [innerWidth, innerHeight, document.title])).toEqual([900, 600, 'one']);
  const titles = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((each) => each.getTitle()),
  );
  expect(titles).toEqual(['one']);
});

test('exposes a frozen bridge and nothing of how it is made', async () => {
  expect(await window.evaluate(() => Object.isFrozen(globalThis.window.fixture))).toBe(true);
  expect(
    await window.evaluate(() => Object.keys(globalThis).filter((name) => name.startsWith('standin'))),
  ).toEqual([]);
  expect(await window.evaluate(() => typeof Reflect.get(globalThis, 'require'))).toBe('undefined');
});

test('carries a call and its answer', async () => {
  const value = { text: 'é', list: [1, Number.NaN], nothing: undefined, date: new Date(0) };
  expect(await call('echo', value)).toEqual(value);
});

test("says who called: the window's main frame, by its own address", async () => {
  expect(await call('sender')).toEqual({
    url: 'app://fixture/?name=one',
    origin: 'app://fixture',
    parent: null,
    detached: false,
    isMain: true,
    title: 'one',
  });
});

test('lets only the message of an error cross', async () => {
  const broken = await window.evaluate(() =>
    globalThis.window.fixture
      .call('fail')
      .catch((error: Error) => [error.message, Reflect.get(error, 'secret')]),
  );
  expect(broken).toEqual(["Error invoking remote method 'fail': TypeError: broken", undefined]);
  await expect(call('unknown')).rejects.toThrow("No handler registered for 'unknown'");
});

test('pushes events to a window', async () => {
  await window.evaluate(() => {
    globalThis.window.heard = [];
    globalThis.window.fixture.listen((value) => globalThis.window.heard?.push(value));
  });
  await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map(({ webContents }) => webContents.send('news', { n: 1 })),
  );
  const heard = await window.waitForFunction(() => globalThis.window.heard?.[0]);
  expect(await heard.jsonValue()).toEqual({ n: 1 });
});

test('asks the app before it leaves, and stays where that refuses', async () => {
  await log();
  await window.click('#away');
  await expect.poll(log).toEqual(['navigate https://elsewhere.example/']);
  expect(window.url()).toContain('name=one');
  expect(await call('echo', 1)).toBe(1);
});

test('opens no window for a page: neither from a script nor from a link', async () => {
  await log();
  expect(await window.evaluate(() => open('https://script.example/'))).toBeNull();
  await expect.poll(log).toEqual(['open https://script.example/']);
  await window.click('#blank');
  await expect.poll(log).toEqual(['open https://elsewhere.example/']);
  await expect.poll(() => app.windows().length).toBe(1);
});

test('grants a page what the app grants', async () => {
  const states = await window.evaluate(() =>
    Promise.all(
      (['camera', 'clipboard-read', 'geolocation', 'notifications'] as const).map(
        // TypeScript's list of names lags behind Chromium's.
        async (name) => (await navigator.permissions.query({ name: name as 'geolocation' })).state,
      ),
    ),
  );
  expect(states).toEqual(['denied', 'denied', 'denied', 'denied']);
});

test('gives every page the theme of the app', async () => {
  const isDark = (): Promise<boolean> =>
    window.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  await call('theme', 'dark');
  await expect.poll(isDark).toBe(true);
  await call('theme', 'light');
  await expect.poll(isDark).toBe(false);
});

test('prints a page to a tagged PDF, and leaves the printer to the system', async () => {
  const printed = await app.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const pdf = await contents?.printToPDF({ pageSize: 'A4', generateTaggedPDF: true });
    const outcome = await new Promise((resolve) => {
      contents?.print({}, (success, reason) => resolve([success, reason]));
    });
    const uncovered = await contents?.printToPDF({ scale: 2 }).then(String, String);
    const text = pdf?.toString('latin1') ?? '';
    return { text: text.slice(0, 5), tagged: text.includes('/StructTreeRoot'), outcome, uncovered };
  });
  expect(printed).toEqual({
    text: '%PDF-',
    tagged: true,
    outcome: [false, 'Print job canceled'],
    uncovered: "Error: The stand-in for Electron does not cover printToPDF's scale",
  });
});

test('runs a utility process and hears its messages and its end', async () => {
  expect(await call('twice', 4)).toEqual({ twice: 8, type: 'utility' });
});

test('has several windows, each with its own page, closed one by one', async () => {
  const opened = app.waitForEvent('window');
  await app.evaluate(() => {
    Reflect.get(globalThis, 'fixture').open('two');
  });
  const second = await opened;
  await second.waitForFunction(() => globalThis.window.externalRan);
  expect(await second.title()).toBe('two');
  const found = await app.browserWindow(second);
  expect(await found.evaluate(({ webContents }) => webContents.getURL())).toBe('app://fixture/?name=two');
  await second.close();
  await expect.poll(() => app.windows().length).toBe(1);
  expect(await call('echo', 'still here')).toBe('still here');
});

test('has a window in front until it loses the focus or is closed, and then none', async () => {
  const title = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getFocusedWindow()?.getTitle());
  const first = await app.browserWindow(window);
  await first.evaluate((each) => each.show());
  expect(await title()).toBe('one');
  await first.evaluate((each) => each.blur());
  expect(await title()).toBeUndefined();
  await first.evaluate((each) => each.focus());
  expect(await title()).toBe('one');
  const opened = app.waitForEvent('window');
  await app.evaluate(() => {
    Reflect.get(globalThis, 'fixture').open('two');
  });
  const second = await opened;
  await second.waitForFunction(() => globalThis.window.externalRan);
  expect(await title()).toBe('two');
  await second.close();
  await expect.poll(title).toBeUndefined();
});

test('refuses what Electron refuses once the app is ready, and knows its locale only then', async () => {
  const answers = await app.evaluate(({ app: main, protocol }) => {
    const refusal = (act: () => void): string => {
      try {
        act();
        return 'done';
      } catch (error) {
        return String(error);
      }
    };
    const before: unknown = Reflect.get(globalThis, 'fixture').localeBefore;
    return [
      refusal(() => protocol.registerSchemesAsPrivileged([])),
      refusal(() => main.enableSandbox()),
      before,
      main.getLocale() !== '',
    ];
  });
  expect(answers).toEqual([
    'Error: protocol.registerSchemesAsPrivileged should be called before app is ready',
    'Error: app.enableSandbox() can only be called before app is ready',
    '',
    true,
  ]);
});

test("refuses a redirect that is not to be followed in Electron's words", async () => {
  const server = createServer((_request, response) => response.writeHead(302, { location: '/' }).end());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A server on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  const message = await app.evaluate(
    ({ net }, url) =>
      net.fetch(url, { redirect: 'manual' }).then(
        ({ status }) => String(status),
        (error: unknown) => String(error),
      ),
    `http://127.0.0.1:${port}/`,
  );
  server.close();
  expect(message).toBe('Error: Redirect was cancelled');
});

test('answers a question as somebody who cancels it, and shows neither notices nor progress', async () => {
  const answers = await app.evaluate(async ({ BrowserWindow, dialog, Notification }) => {
    const notice = new Notification({ title: 'Done', body: '8 of 8' });
    const heard: string[] = [];
    notice.on('show', () => heard.push(`${notice.title}: ${notice.body}`));
    notice.show();
    for (const each of BrowserWindow.getAllWindows()) each.setProgressBar(0.5, { mode: 'paused' });
    const question = { message: 'Quit?', buttons: ['Quit', 'Stay'], cancelId: 1 };
    const { response } = await dialog.showMessageBox(question);
    return [Notification.isSupported(), heard, response];
  });
  expect(answers).toEqual([true, ['Done: 8 of 8'], 1]);
});

test('throws by name for what it does not cover', async () => {
  const messages = await app.evaluate(({ app: main, dialog, shell }) =>
    [() => dialog.showMessageBoxSync({ message: '' }), () => shell.beep(), () => main.setBadgeCount(1)].map(
      (use) => {
        try {
          return typeof use();
        } catch (error) {
          return String(error);
        }
      },
    ),
  );
  expect(messages).toEqual([
    'Error: The stand-in for Electron does not cover dialog.showMessageBoxSync',
    'Error: The stand-in for Electron does not cover shell.beep',
    'Error: The stand-in for Electron does not cover StandInApp.setBadgeCount',
  ]);
});
