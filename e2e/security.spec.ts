import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { hasChromiumSandbox, test } from './app.ts';
import { enterAudit } from './journeys.ts';

// The checks of docs/security.md that show only in the running app.

test('one page of the running app: what it has, what it may not, and what it is protected from', async ({
  launch,
}) => {
  const { app, window, userData } = await launch();
  const heading = window.getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();

  await test.step('security 4: a page has neither Node nor Electron, only the two frozen functions of the bridge', async () => {
    const found = await window.evaluate(() => ({
      globals: ['require', 'process', 'module', 'Buffer', 'electron', 'ipcRenderer'].filter(
        (name) => name in globalThis,
      ),
      bridge: Object.keys(Object(Reflect.get(globalThis, 'auditDesk'))).toSorted(),
      frozen: Object.isFrozen(Reflect.get(globalThis, 'auditDesk')),
    }));
    expect(found).toEqual({ globals: [], bridge: ['call', 'listen'], frozen: true });
  });

  await test.step('security 16: the page is one of the own scheme', async () => {
    const address = await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.getURL(),
    );
    expect(address).toMatch(/^app:\/\/audit-desk\/index\.html/);
  });

  await test.step('security 12: the interface can name operations, and no address, header or token request', async () => {
    const codes = await window.evaluate(async () => {
      interface Door {
        readonly call: (
          operation: string,
          input: unknown,
        ) => Promise<{ readonly ok: boolean; readonly error?: { readonly code: string } }>;
      }
      const door = Reflect.get(globalThis, 'auditDesk') as Door; // the contract of the bridge
      const attempts: readonly (readonly [string, unknown])[] = [
        ['tokens.issue', { connection: 'x', body: {} }],
        ['audits.create', { connection: 'x', body: {} }],
        ['__proto__', {}],
        ['audits.read', { connection: 'x', path: { audit_id: '' } }],
        ['audits.list', { connection: 'x' }],
        ['rateLimits.read', { connection: 'x', url: 'https://example.invalid/' }],
        ['rateLimits.read', { connection: 'x', headers: { Authorization: 'Bearer x' } }],
        ['keychain.get', { id: 'x' }],
      ];
      return Promise.all(
        attempts.map(async ([operation, input]) => (await door.call(operation, input)).error?.code),
      );
    });
    expect(codes).toEqual(codes.map(() => 'invalid-input'));
  });

  await test.step('security 25: every permission is denied', async () => {
    const states = await window.evaluate(async () => {
      // Names that Chromium knows, and TypeScript not all.
      const names = [
        'geolocation',
        'notifications',
        'camera',
        'microphone',
        'clipboard-read',
        'midi',
      ] as const;
      const answers = await Promise.all(
        names.map((name) =>
          navigator.permissions.query({ name: name as PermissionName }).catch(() => ({ state: 'denied' })),
        ),
      );
      return answers.map(({ state }) => state);
    });
    expect(states.filter((state) => state !== 'denied')).toEqual([]);
  });

  await test.step('security 22, 23: the window leaves its page for nothing, and opens no other', async () => {
    const page = window.url();
    await window.evaluate(() => {
      const link = document.createElement('a');
      link.href = 'https://example.invalid/';
      link.target = '_blank';
      document.body.append(link);
      link.click();
      globalThis.open('https://example.invalid/');
      location.href = 'https://example.invalid/';
    });
    await expect(window.getByRole('button', { name: 'Add a connection' })).toBeVisible();
    expect(window.url()).toBe(page);
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  });

  await test.step('security 42: a second start opens nothing by what it was started with, and leaves the first in front', async () => {
    await app.evaluate(({ app: first }) => {
      Reflect.set(globalThis, '__summons', []);
      first.on('second-instance', (_event, argv) => Reflect.get(globalThis, '__summons').push(argv));
    });
    const page = window.url();
    const hostile = [
      '--inspect-brk',
      'https://example.invalid/',
      'file:///etc/passwd',
      '--eval=process.exit(7)',
    ];
    expect(await endOfSecondStart(userData, hostile)).toBe(0);
    await expect
      .poll(() => app.evaluate(() => JSON.stringify(Reflect.get(globalThis, '__summons'))))
      .toContain('file:///etc/passwd');
    expect(window.url()).toBe(page);
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  });

  await test.step('security 19: the policy stops inline script, eval, remote requests and foreign frames', async () => {
    await window.evaluate(() => {
      const violations: string[] = [];
      Reflect.set(globalThis, '__violations', violations);
      document.addEventListener('securitypolicyviolation', (event) =>
        violations.push(event.effectiveDirective),
      );
      const script = document.createElement('script');
      const types: unknown = Reflect.get(globalThis, 'trustedTypes');
      const frame = document.createElement('iframe');
      frame.src = 'https://example.invalid/';
      const pixel = new Image();
      pixel.src = 'https://example.invalid/pixel.png';
      const style = document.createElement('style');
      style.textContent = 'body { display: none }';
      document.body.append(frame, pixel, style);
      void fetch('https://example.invalid/').catch(() => undefined);
      const policyOf = (name: string): void => {
        if (typeof types !== 'object' || types === null) return;
        const create: unknown = Reflect.get(types, 'createPolicy');
        if (typeof create === 'function') Reflect.apply(create, types, [name, { createHTML: String }]);
      };
      for (const attempt of [
        // A policy besides the app's own, and a second one of its name.
        () => policyOf('other'),
        () => policyOf('default'),
        () => script.append('globalThis.__pwned = 1'),
        () => script.setAttribute('src', 'https://example.invalid/script.js'),
        () => document.head.append(script),
        () => document.body.setAttribute('onclick', 'globalThis.__pwned = 1'),
        () => document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="globalThis.__pwned = 1">'),
      ])
        try {
          attempt();
        } catch {
          // what is refused may throw, as it should
        }
      document.body.click();
    });
    const violations = () =>
      window.evaluate(() => Reflect.get(globalThis, '__violations') as readonly string[]); // set above
    for (const directive of [
      'frame-src',
      'img-src',
      'connect-src',
      'require-trusted-types-for',
      'trusted-types',
    ])
      await expect.poll(violations).toContain(directive);
    await expect
      .poll(async () => (await violations()).some((directive) => directive.startsWith('style-src')))
      .toBe(true);
    await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await window.evaluate(() => Reflect.get(globalThis, '__pwned'))).toBeUndefined();
    // In a task of its own: what a test evaluates runs past the policy, what it leaves behind does not.
    await window.evaluate(() => {
      setTimeout(() => {
        try {
          // Whether this is refused is what is tried.
          // oxlint-disable-next-line no-implied-eval
          Reflect.set(globalThis, '__evaluated', new Function('return true')());
        } catch {
          Reflect.set(globalThis, '__evaluated', false);
        }
      });
    });
    await expect
      .poll(() => window.evaluate((): unknown => Reflect.get(globalThis, '__evaluated')))
      .toBe(false);
  });
});

test('security 19: nothing that the app itself does runs into the policy', async ({ launch }) => {
  const { window } = await launch();
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
  await window.addInitScript(() => {
    const violations: string[] = [];
    Reflect.set(globalThis, '__violations', violations);
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, sourceFile, lineNumber }) =>
      violations.push(`${effectiveDirective} at ${sourceFile}:${lineNumber}`),
    );
  });
  await window.reload();
  await window.getByRole('button', { name: 'Try the demo' }).click();
  await expect(window.getByText(/^(5\d|6\d) shown of (5\d|6\d)$/)).toBeVisible();
  await window.locator('[role=row][aria-rowindex="2"]').click();
  await expect(window.getByRole('button', { name: 'Duplicate' })).toBeVisible();
  await window.getByRole('link', { name: 'All audits' }).click();
  await enterAudit(window, { type: 'Single audit', client: 'Valkenhorst' });
  expect(await window.evaluate((): unknown => Reflect.get(globalThis, '__violations'))).toEqual([]);
});

test('security 2, 3: the renderer is sandboxed and isolated', { tag: '@electron' }, async ({ launch }) => {
  const { app, window } = await launch();
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
  const preferences = await app.evaluate(({ BrowserWindow }) => {
    // Not in electron.d.ts, and the one place where the preferences in force can be read.
    const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as {
      readonly getLastWebPreferences: () => Readonly<Record<string, unknown>>;
    };
    return contents.getLastWebPreferences();
  });
  expect(preferences).toMatchObject({
    contextIsolation: true,
    sandbox: true,
    webSecurity: true,
    nodeIntegration: false,
  });
});

test('security 3: the operating system confines the renderer', { tag: '@electron' }, async ({ launch }) => {
  test.skip(process.platform !== 'linux', 'only Linux tells it in a file');
  test.skip(!hasChromiumSandbox, 'this system has no sandbox for Chromium');
  const { app, window } = await launch();
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
  const pid = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId(),
  );
  expect(readFileSync(`/proc/${String(pid)}/status`, 'utf8')).toMatch(/^Seccomp:\s+2$/m);
});

test('security 24: a webview stays empty', { tag: '@electron' }, async ({ launch }) => {
  const { app, window } = await launch();
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
  await window.evaluate(() => {
    const view = document.createElement('webview');
    view.setAttribute('src', 'https://example.invalid/');
    document.body.append(view);
  });
  expect(await app.evaluate(({ webContents }) => webContents.getAllWebContents().length)).toBe(1);
});

/** Starts the app on a folder that another one has; answers the status that it ends with. */
async function endOfSecondStart(userData: string, args: readonly string[]): Promise<number | null> {
  const root = join(import.meta.dirname, '..');
  const folder = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  const executable =
    folder === undefined ? join(root, 'node_modules', '.bin', 'electron') : join(folder, 'electron');
  const child = spawn(executable, [root, `--user-data-dir=${userData}`, ...args], {
    cwd: root,
    stdio: 'ignore',
  });
  const [status] = (await once(child, 'exit')) as [number | null]; // as Node documents it
  return status;
}
