import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, test as base, expect, type Page } from '@playwright/test';
import { answer as fileOf } from '../src/main/desktop/protocol.ts';
import { type Place, pageAt } from '../src/main/desktop/windows.ts';
import type { BridgeEvent } from '../src/shared/bridge.ts';
import type { Reply } from '../src/shared/error.ts';
import type { Connection } from '../src/shared/model/connection.ts';
import type { Draft } from '../src/shared/model/draft.ts';
import type { Preferences } from '../src/shared/model/preferences.ts';
import type { Fixture } from './fixtures/fixture-file.ts';
import { leaksIn } from './leaks.ts';
import { copyOf, desktopOf, type Main, type MainOptions, openMain } from './main-inside.ts';
import type { Service } from './service.ts';
import { openService } from './service-inside.ts';
import type { Message } from './traffic.ts';

// Tests of screens without the app: the built interface in a page of one Chromium, behind its bridge the main process's own
// code in this process (createApp), and the sandbox on a port of this computer. What only a running app can show is in the
// tests of e2e/*.spec.ts: start, keychain, Electron's bridge, windows, menus, kills.

const root = join(import.meta.dirname, '..');

export interface RenderOptions extends MainOptions {
  /** A connection to this service is there, and its list of audits is open; else the first screen is. */
  readonly service?: Pick<Service, 'baseUrl' | 'clientId' | 'clientSecret'>;
  readonly connection?: {
    readonly name?: string;
    readonly kind?: Connection['kind'];
    readonly access?: Connection['access'];
  };
  /** A draft of this connection, there before the first window. */
  readonly draft?: Omit<Draft, 'connection' | 'savedAt'>;
  /** The address of the screen that opens. */
  readonly at?: string;
  /** Where the app keeps its files; another's, to start again on them. A new folder unless given. */
  readonly userData?: string;
}

/** The interface and what is behind it. */
interface Held {
  /** Resolves when main has an answer that is kept. */
  readonly answered: Promise<void>;
  /** Lets it through, or another in its place. */
  readonly release: (instead?: Reply<unknown>) => void;
}

export interface Rendered {
  readonly window: Page;
  readonly userData: string;
  /** The id of the connection that the window shows; null without one. */
  readonly connection: string | null;
  /** Calls main as the interface does. */
  readonly call: (operation: string, input: unknown) => Promise<Reply<unknown>>;
  /** Tells the page what the desktop would: a command of the menu, say. */
  readonly tell: (event: BridgeEvent) => Promise<void>;
  /** Everything that crossed between pages and main so far. */
  readonly traffic: () => readonly Message[];
  /** What the app asked in dialogs of the system so far; the person at it says yes unless told otherwise. */
  readonly nativeQuestions: () => Promise<readonly string[]>;
  readonly answerNatively: (agrees: boolean) => Promise<void>;
  /** Has the person choose this file where the app asks for one to open. */
  readonly chooseToOpen: (path: string) => void;
  /** Keeps main's answers to an operation from the windows. */
  readonly hold: (operation: string) => Held;
  /** Puts the clock of main forward. */
  readonly putForward: (seconds: number) => Promise<void>;
  /** Puts main's keychain in a state: `hanging` answers nothing until it is let. */
  readonly putKeychain: (state: 'unlocked' | 'locked' | 'broken' | 'hanging') => void;
  /** One more window on the same app. */
  readonly openWindow: (address: string) => Promise<Page>;
  /** The windows that are open, with those that the app has opened. */
  readonly windows: () => readonly Page[];
  /** Ends everything as a power cut does; answers the folder with the files as they were at that moment. */
  readonly cutPower: () => Promise<string>;
  /** Ends main as a person who quits does, and closes its windows. */
  readonly close: () => Promise<void>;
}

interface Fixtures {
  readonly firm: Fixture | `demo:${string}` | undefined;
  /** Whether the test moves the clock of its pages, which Playwright does for all pages that have a context in common. */
  readonly movesPageClock: boolean;
  /** A folder of the test's own, gone afterwards. */
  readonly folder: string;
  /** A service for this test alone, started when it is first named. */
  readonly sandbox: Service;
  readonly renderApp: (options?: RenderOptions) => Promise<Rendered>;
}

interface WorkerFixtures {
  /** Where pages come from: one context of Chromium for all tests of a worker, so that the interface is compiled once. */
  readonly stage: Stage;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  firm: [undefined, { option: true }],
  movesPageClock: [false, { option: true }],

  stage: [
    async ({ browser }, provide) => {
      const stage = await openStage(browser);
      await provide(stage);
      await stage.close();
    },
    { scope: 'worker' },
  ],

  folder: async ({}, provide) => {
    const folder = await mkdtemp(join(tmpdir(), 'audit-desk-screen-'));
    await provide(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  },

  sandbox: async ({ firm }, provide) => {
    const service = await openService(firm);
    await provide(service);
    await service.end();
  },

  renderApp: async ({ browser, stage: shared, movesPageClock, folder }, provide, testInfo) => {
    const all: Awaited<ReturnType<typeof render>>[] = [];
    const stage = movesPageClock ? await openStage(browser) : shared;
    await provide(async (options = {}) => {
      const userData = options.userData ?? join(folder, `user-data-${all.length + 1}`);
      const rendered = await render({ stage, userData, options });
      all.push(rendered);
      return rendered;
    });
    for (const [index, { windows, close }] of all.entries()) {
      if (testInfo.status !== testInfo.expectedStatus)
        for (const page of windows())
          await page
            .screenshot({ path: testInfo.outputPath(`window-${index + 1}.png`), timeout: 5_000 })
            .catch(() => undefined); // the page may be what failed
      const hasMovedClock = await Promise.all(windows().map(isClockMoved));
      expect(!movesPageClock && hasMovedClock.includes(true), 'a moved clock that later tests get').toBe(
        false,
      );
      await close();
    }
    if (movesPageClock) await stage.close();
    // Security 38, of every test: whatever it did, no secret is left behind by it.
    const traffic = all.flatMap((one) => one.traffic());
    const secrets = [...new Set(all.flatMap((one) => one.secrets()))];
    expect(leaksIn({ folder, output: '', traffic }, secrets), 'secrets that were left behind').toEqual([]);
  },
});

/** Whether Playwright has put its own clock into a page. */
function isClockMoved(page: Page): Promise<boolean> {
  return page.evaluate(() => '__pwClock' in globalThis).catch(() => false); // the page may be gone
}

type Call = (operation: unknown, input: unknown) => Promise<Reply<unknown>>;

interface Stage {
  /** A page of the app whose calls these are; it is empty yet. */
  readonly open: (call: Call) => Promise<Page>;
  /** The address of the interface. */
  readonly page: string;
  readonly close: () => Promise<void>;
}

async function openStage(browser: Browser): Promise<Stage> {
  const { origin, close } = await serveInterface();
  const context = await browser.newContext({
    viewport: { width: 1_360, height: 880 },
    locale: 'en-US',
    colorScheme: null,
    reducedMotion: 'reduce', // a click waits until nothing moves; the app's own tests have motion
  });
  const calls = new Map<Page, Call>();
  await context.exposeBinding('callAuditDesk', ({ page }, operation: unknown, input: unknown) => {
    const call = calls.get(page);
    if (call === undefined) throw new Error('The app of this page has ended.');
    return call(operation, input);
  });
  await context.addInitScript(giveBridge);
  return {
    page: `${origin}/index.html`,
    open: async (call) => {
      const page = await context.newPage();
      calls.set(page, call);
      page.once('close', () => calls.delete(page));
      return page;
    },
    close: async () => {
      await context.close();
      await close();
    },
  };
}

/** Serves the built interface with the headers that it has in the app, but for those that forbid to keep it. */
async function serveInterface() {
  const server = createServer((request, response) => {
    const asked = { method: request.method ?? '', url: `app://audit-desk${request.url ?? ''}` };
    const caching = asked.url.includes('.html') ? {} : { 'Cache-Control': 'max-age=3600, immutable' };
    void fileOf(join(root, 'out/renderer'), asked, randomUUID().replaceAll('-', '')).then(
      ({ status, headers, body }) => response.writeHead(status, { ...headers, ...caching }).end(body),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface RenderDeps {
  readonly stage: Stage;
  readonly userData: string;
  readonly options: RenderOptions;
}

/** The windows on main, what crosses between both, and their end. */
function openWindows({ stage, options }: RenderDeps, main: Main) {
  const { app } = main;
  const messages: Message[] = [];
  const note = (kind: Message['kind'], operation: string | null, value: unknown): void => {
    messages.push({ kind, channel: 'audit-desk', operation, body: JSON.stringify(value) ?? 'null' });
  };
  const pages = new Set<Page>();
  const open = async (place: Place): Promise<Page> => {
    const window = await stage.open(call);
    pages.add(window);
    window.once('close', () => pages.delete(window));
    await show(window, app.preferences.read());
    await window.goto(pageAt(stage.page, place));
    return window;
  };
  const opening: Promise<unknown>[] = [];
  const dispatch = app.serve(
    desktopOf(main, options, (place) => {
      opening.push(open(place).catch(() => undefined)); // closed before it was there
    }),
  );
  const held = new Map<
    string,
    { readonly noteAnswer: () => void; readonly until: Promise<Reply<unknown> | undefined> }
  >();
  const hold = (operation: string): Held => {
    const answered = Promise.withResolvers<void>();
    const released = Promise.withResolvers<Reply<unknown> | undefined>();
    held.set(operation, { noteAnswer: answered.resolve, until: released.promise });
    return {
      answered: answered.promise,
      release: (instead) => {
        held.delete(operation);
        released.resolve(instead);
      },
    };
  };
  const call = async (operation: unknown, input: unknown): Promise<Reply<unknown>> => {
    note('call', String(operation), [input]);
    const own = await dispatch(operation, input);
    const kept = held.get(String(operation));
    kept?.noteAnswer();
    const reply = (await kept?.until) ?? own;
    note('answer', String(operation), reply);
    return reply;
  };
  const tell = async (event: BridgeEvent): Promise<void> => {
    note('event', null, event);
    for (const window of pages) {
      if (event.type === 'preferences-changed') await show(window, event.preferences);
      await window
        .evaluate((told) => Reflect.get(globalThis, 'tellAuditDesk')?.(told), event)
        .catch(() => undefined); // it is just being closed, or loaded
    }
  };
  let told: Promise<unknown> = Promise.resolve();
  app.listen((event) => {
    told = told.then(() => tell(event));
  });
  let isClosed = false;
  const close = async (): Promise<void> => {
    if (isClosed) return;
    isClosed = true;
    await Promise.all(opening);
    for (const window of pages) await window.close();
    await main.end();
  };
  return { call, hold, tell, open, close, traffic: () => messages, windows: () => [...pages] };
}

async function render(deps: RenderDeps): Promise<Rendered & { secrets: () => readonly string[] }> {
  const { userData, options } = deps;
  const main = openMain(userData, options);
  const { open, ...windows } = openWindows(deps, main);
  if (options.service !== undefined) await save(windows.call, options.service, options.connection);
  const connection = main.app.connections.list().at(-1)?.id ?? null;
  if (options.draft !== undefined) await windows.call('drafts.save', { ...options.draft, connection });
  const window = await open({
    address: options.at ?? (connection === null ? '/' : '/audits'),
    connection,
  });
  await window.getByRole('heading', { level: 1 }).waitFor();
  return {
    ...windows,
    window,
    userData,
    connection,
    nativeQuestions: async () => main.person.asked,
    answerNatively: async (agrees) => main.person.answerWith(agrees),
    chooseToOpen: main.person.chooseToOpen,
    putForward: main.putForward,
    putKeychain: main.putKeychain,
    openWindow: (address) => open({ address, connection }),
    cutPower: async () => {
      const left = copyOf(userData);
      main.cutOff();
      await windows.close();
      return left;
    },
    secrets: () => main.secrets,
  };
}

/** Gives a page what the preload gives it, by way of Playwright's binding; runs in the page. */
function giveBridge(): void {
  const listeners = new Set<(event: unknown) => void>();
  Reflect.set(globalThis, 'tellAuditDesk', (event: unknown) => {
    for (const listener of listeners) listener(event);
  });
  const send: unknown = Reflect.get(globalThis, 'callAuditDesk');
  if (typeof send !== 'function') throw new Error('There is no way to main.');
  Object.defineProperty(globalThis, 'auditDesk', {
    value: Object.freeze({
      call: (operation: unknown, input: unknown): unknown => send(operation, input),
      listen: (listener: (event: unknown) => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    }),
    enumerable: true,
  });
}

const looks = new WeakMap<Page, string>();

/** Shows a page as the person has it set: theme and size, as Electron does; another size that a test gave it stays until then. */
async function show(page: Page, { theme, zoom }: Pick<Preferences, 'theme' | 'zoom'>): Promise<void> {
  const look = `${theme} ${zoom}`;
  if (looks.get(page) === look) return;
  looks.set(page, look);
  const size = { width: Math.round(1_360 / zoom), height: Math.round(880 / zoom) };
  await page
    .emulateMedia({ colorScheme: theme === 'system' ? null : theme })
    .then(() => page.setViewportSize(size))
    .catch(() => undefined); // it is just being closed
}

async function save(
  call: Call,
  { baseUrl, clientId, clientSecret: secret }: NonNullable<RenderOptions['service']>,
  {
    name = 'Kantoor Noord',
    kind = 'test',
    access = 'read-write',
  }: NonNullable<RenderOptions['connection']> = {},
): Promise<void> {
  const draft = { name, baseUrl, clientId, kind, access, secret, keep: 'keychain' };
  const saved = await call('connections.save', draft);
  if (!saved.ok) throw new Error(saved.error.code);
}
