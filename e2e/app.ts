import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type ElectronApplication, expect, type Page } from '@playwright/test';
import { _electron } from 'playwright';
import type { Fixture } from './fixtures/fixture-file.ts';
import { emptyKeychain } from './keychain.ts';
import { leaksIn, takeSecrets } from './leaks.ts';
import { type Service, startService } from './service.ts';
import { type Message, readTraffic } from './traffic.ts';

const root = join(import.meta.dirname, '..');

/** Whether these tests run on the stand-in; tests tagged `@electron` are skipped there, by name. */
export const onStandIn = process.env['ELECTRON_OVERRIDE_DIST_PATH'] !== undefined;

/** Whether Chromium's sandbox is on in these tests: on Electron, where the system has what it needs (scripts/e2e.mjs). */
export const hasChromiumSandbox = process.env['E2E_CHROMIUM_SANDBOX'] !== undefined;

export interface LaunchOptions {
  /** The folder that holds the app; the project unless given. */
  readonly place?: string;
  /** Where the app keeps its files; another launch's, to start it again on them. A new folder unless given. */
  readonly userData?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The system's language, BCP 47; `en-US` unless given. */
  readonly locale?: string;
  /** Whether `putForward` can move the clock of its main process. */
  readonly hasMovableClock?: boolean;
}

/** A running app. */
export interface Running {
  readonly app: ElectronApplication;
  readonly window: Page;
  readonly userData: string;
  /** Everything that it wrote to its output so far. */
  readonly output: () => string;
  /** Everything that crossed between pages and main so far. */
  readonly traffic: () => readonly Message[];
  /** What the app asked in dialogs of the system so far; the person at it says yes. */
  readonly nativeQuestions: () => Promise<readonly string[]>;
  /** Puts the clock of its main process forward; for a launch with a movable clock only. */
  readonly putForward: (seconds: number) => Promise<void>;
  /** Ends it as a person does. */
  readonly close: () => Promise<void>;
  /** Ends it as a power cut does. */
  readonly kill: () => Promise<void>;
}

interface Options {
  /** The firm in the test's `sandbox`; the demonstration's unless given. */
  readonly firm: Fixture | undefined;
}

interface Fixtures {
  /** A folder of the test's own, gone afterwards: the app's files, temporary ones and Chromium's are all in it. */
  readonly folder: string;
  /** The name under which the app of this test keeps secrets in the keychain. */
  readonly keychainService: string;
  /** A service for this test alone, started when it is first named. */
  readonly sandbox: Service;
  /** Starts the app and answers when its first window has its page; what still runs at the end is killed. */
  readonly launch: (options?: LaunchOptions) => Promise<Running>;
  readonly skippedOnStandIn: undefined;
}

export const test = base.extend<Fixtures & Options>({
  firm: [undefined, { option: true }],

  skippedOnStandIn: [
    async ({}, provide, testInfo) => {
      // By name, with this reason in the report; `npm test` lists them.
      testInfo.skip(onStandIn && testInfo.tags.includes('@electron'), 'needs real Electron');
      await provide(undefined);
    },
    { auto: true },
  ],

  folder: async ({}, provide) => {
    const folder = await mkdtemp(join(tmpdir(), 'audit-desk-'));
    await provide(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  },

  keychainService: async ({}, provide) => {
    const service = `Audit Desk test ${randomUUID()}`;
    await provide(service);
    await emptyKeychain(service);
  },

  sandbox: async ({ firm }, provide) => {
    const service = await startService(firm);
    await provide(service);
    await service.end();
  },

  launch: async ({ folder, keychainService }, provide, testInfo) => {
    const running: Running[] = [];
    const launches = new Set<string>();
    const trafficFile = testInfo.outputPath('traffic.jsonl');
    const secretsFile = testInfo.outputPath('secrets.jsonl');
    await provide(async (options = {}) => {
      const userData = options.userData ?? join(folder, `user-data-${launches.size + 1}`);
      launches.add(userData);
      testInfo.annotations.push({ type: 'launch' }); // `npm test` counts them
      const recorded = { AUDIT_DESK_TRAFFIC: trafficFile, AUDIT_DESK_SECRETS: secretsFile };
      const started = await start(folder, keychainService, userData, recorded, options);
      running.push(started);
      return started;
    });
    for (const { app, kill } of running) {
      if (testInfo.status !== testInfo.expectedStatus)
        for (const [index, page] of app.windows().entries())
          await page
            .screenshot({ path: testInfo.outputPath(`window-${index + 1}.png`), timeout: 5_000 })
            .catch(() => undefined); // the window may be what failed
      await kill();
    }
    // Security 38, of every test: whatever it did, no secret is left behind by it.
    const remains = {
      folder,
      output: running.map(({ output }) => output()).join(''),
      traffic: readTraffic(trafficFile),
    };
    expect(leaksIn(remains, takeSecrets(secretsFile)), 'secrets that were left behind').toEqual([]);
  },
});

async function start(
  folder: string,
  keychainService: string,
  userData: string,
  recorded: Readonly<Record<string, string>>,
  { place = root, args = [], env = {}, locale = 'en-US', hasMovableClock = false }: LaunchOptions,
): Promise<Running> {
  const temporary = join(folder, 'tmp');
  await mkdir(temporary, { recursive: true });
  const inherited = Object.entries(process.env).filter(
    (each): each is [string, string] => each[1] !== undefined,
  );
  const app = await _electron.launch({
    args: [
      '-r',
      join(import.meta.dirname, 'traffic-recorder.cjs'),
      '-r',
      join(import.meta.dirname, 'secrets-recorder.cjs'),
      '-r',
      join(import.meta.dirname, 'native-dialogs.cjs'),
      ...(hasMovableClock ? ['-r', join(import.meta.dirname, 'movable-clock.cjs')] : []),
      place,
      `--user-data-dir=${userData}`,
      `--lang=${locale}`,
      ...args,
    ],
    chromiumSandbox: hasChromiumSandbox,
    cwd: root,
    env: {
      ...Object.fromEntries(inherited),
      TMPDIR: temporary,
      LANGUAGE: locale.replace('-', '_'),
      AUDIT_DESK_KEYCHAIN_SERVICE: keychainService,
      AUDIT_DESK_INSPECTS: 'off',
      ...recorded,
      ...env,
    },
    colorScheme: null, // the app's own theme, and not Playwright's
  });
  const main = app.process();
  const written: string[] = [];
  for (const stream of [main.stdout, main.stderr])
    stream?.on('data', (text: Buffer) => written.push(text.toString()));
  const gone = new Promise<void>((resolve) => {
    if (main.exitCode !== null || main.signalCode !== null) resolve();
    main.once('exit', () => resolve());
  });
  const window = await app.firstWindow();
  await window.waitForURL(({ protocol }) => protocol !== 'about:'); // on a slow machine it has no page yet, and loads that later
  return {
    app,
    window,
    userData,
    output: () => written.join(''),
    traffic: () => readTraffic(recorded['AUDIT_DESK_TRAFFIC'] ?? ''),
    // By native-dialogs.cjs.
    nativeQuestions: () => app.evaluate((): string[] => Reflect.get(globalThis, 'nativeDialogs').asked),
    putForward: (seconds) =>
      app.evaluate(
        (_, milliseconds): Promise<void> => Reflect.get(globalThis, 'putClockForward')(milliseconds), // movable-clock.cjs
        seconds * 1_000,
      ),
    close: async () => {
      await app.close();
      await gone;
    },
    kill: async () => {
      main.kill('SIGKILL');
      await gone;
    },
  };
}
