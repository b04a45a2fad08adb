import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { extractAll } from '@electron/asar';
import { _electron, expect } from '@playwright/test';
import { archiveOf, executableOf, faultsOf, type PackedApp } from '../packaging/after-pack.ts';
import { packHollow } from '../packaging/testing/pack.ts';
import { test } from './app.ts';
import { smallFirm } from './fixtures/small-firm.ts';
import { connect } from './journeys.ts';
import { storedSecrets } from './keychain.ts';
import { openThroughSettings } from './through-settings.ts';

test.use({ firm: smallFirm() });

test('security 34: what a package holds is all that the app needs, keychain and demonstration too', async ({
  launch,
  sandbox,
  keychainService,
}, testInfo) => {
  // Not in the folder that is searched for secrets: the demonstration's, which is open to all, is part of the app.
  const packed = packHollow(testInfo.outputPath('packed'), 'linux', 'production');
  const place = testInfo.outputPath('unpacked');
  extractAll(archiveOf(packed), place);
  const { window } = await launch({ place });
  await window.getByRole('button', { name: 'Try the demo' }).click();
  await expect(window.getByText(/^(5\d|6\d) shown of (5\d|6\d)$/)).toBeVisible();
  await openThroughSettings(window, 'Connections');
  await expect(window.getByRole('heading', { level: 1, name: 'Connections' })).toBeVisible();
  await connect(window, sandbox);
  await expect(window.getByText('2 shown of 2')).toBeVisible();
  expect(await storedSecrets(keychainService)).toHaveLength(1);
});

// The rest needs packages around real Electron, in the two folders that the environment names: docs/release.md.
function packaged(name: 'AUDIT_DESK_PACKAGED' | 'AUDIT_DESK_PACKAGED_E2E'): PackedApp {
  const { arch, platform } = process;
  if (platform !== 'linux' && platform !== 'darwin' && platform !== 'win32')
    throw new Error(`There are no packages for ${platform}.`);
  const folder = process.env[name];
  test.skip(folder === undefined, `${name} names no packaged app`);
  return {
    platform,
    arch,
    folder: folder ?? '',
    executable: platform === 'linux' ? 'audit-desk' : 'Audit Desk',
  };
}

/** The file that a person would start. */
function programOf(app: PackedApp): string {
  return app.platform === 'darwin'
    ? join(executableOf(app), 'Contents', 'MacOS', app.executable)
    : executableOf(app);
}

/** The environment without what a packaged app would refuse to start with. */
function plainEnvironment(): Readonly<Record<string, string>> {
  const kept = Object.entries(process.env).filter(
    (each): each is [string, string] => each[1] !== undefined && !/^(AUDIT_DESK|ELECTRON)_/.test(each[0]),
  );
  return Object.fromEntries(kept);
}

/** Starts a packaged app on a folder of its own; answers whether it came so far as to open its files there, and what it said. */
async function starts(
  app: PackedApp,
  userData: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly began: boolean; readonly said: string }> {
  const child = spawn(programOf(app), [...args, `--user-data-dir=${userData}`], {
    env: { ...plainEnvironment(), ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  const hasBegun = (): boolean => existsSync(join(userData, 'audit-desk.db'));
  const gone = once(child, 'exit');
  try {
    await Promise.race([gone, expect.poll(hasBegun).toBe(true)]);
    return { began: hasBegun(), said };
  } finally {
    child.kill('SIGKILL');
    await gone;
  }
}

test('security 31, 33, 34: the packaged app is as it was packed', { tag: '@electron' }, async () => {
  expect(await faultsOf(packaged('AUDIT_DESK_PACKAGED'), 'production')).toEqual([]);
});

test('security 32: the packaged app is no Node, loads nothing that its environment names and is not inspected', {
  tag: '@electron',
}, async ({ folder }) => {
  const app = packaged('AUDIT_DESK_PACKAGED');
  const loaded = join(folder, 'loaded');
  const probe = join(folder, 'probe.cjs');
  writeFileSync(probe, `require('node:fs').writeFileSync(${JSON.stringify(loaded)}, '')`);
  const attempts: readonly (readonly [readonly string[], Readonly<Record<string, string>>, boolean])[] = [
    [[probe], { ELECTRON_RUN_AS_NODE: '1' }, true],
    [[], { NODE_OPTIONS: `--require=${probe}` }, true],
    [['-r', probe], {}, false],
    [['--inspect-brk=0'], {}, false],
  ];
  for (const [index, [args, env, begins]] of attempts.entries()) {
    const userData = join(folder, `user-data-${String(index)}`);
    expect((await starts(app, userData, args, env)).began, args.join(' ')).toBe(begins);
    expect(existsSync(loaded), args.join(' ')).toBe(false);
  }
});

test('security 51: the packaged app does not start with a switch or a variable that weakens it, and says so', {
  tag: '@electron',
}, async ({ folder }) => {
  const app = packaged('AUDIT_DESK_PACKAGED');
  const attempts: readonly (readonly [readonly string[], Readonly<Record<string, string>>, string])[] = [
    [['--remote-debugging-port=0'], {}, '--remote-debugging-port'],
    [['--ignore-certificate-errors'], {}, '--ignore-certificate-errors'],
    [[], { SSLKEYLOGFILE: join(folder, 'keys') }, 'SSLKEYLOGFILE'],
    [[], { AUDIT_DESK_POLICY: join(folder, 'policy.json') }, 'AUDIT_DESK_POLICY'],
  ];
  for (const [index, [args, env, name]] of attempts.entries()) {
    const { began, said } = await starts(app, join(folder, `refused-${String(index)}`), args, env);
    expect(began, name).toBe(false);
    expect(said, name).toContain(name);
  }
});

test('security 33: the packaged app does not start with one byte changed', {
  tag: '@electron',
}, async ({ folder }) => {
  test.skip(process.platform === 'linux', 'Electron checks no archive on Linux: docs/security.md');
  const whole = packaged('AUDIT_DESK_PACKAGED');
  const app = { ...whole, folder: join(folder, 'tampered') };
  cpSync(whole.folder, app.folder, { recursive: true, verbatimSymlinks: true });
  expect((await starts(app, join(folder, 'before'))).began).toBe(true);
  const archive = archiveOf(app);
  const bytes = readFileSync(archive);
  const at = bytes.length - 100; // in the last file, as far from the header as can be
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(archive, bytes);
  expect((await starts(app, join(folder, 'after'))).began).toBe(false);
});

test('security 16, 30: the packaged app shows its own page, and has no developer tools by menu or by key', {
  tag: '@electron',
}, async ({ folder }) => {
  const app = await _electron.launch({
    executablePath: programOf(packaged('AUDIT_DESK_PACKAGED_E2E')),
    args: [`--user-data-dir=${join(folder, 'user-data')}`],
    chromiumSandbox: true, // a packaged app refuses the switch that Playwright would add
    env: plainEnvironment(),
  });
  const window = await app.firstWindow();
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
  for (const keys of ['F12', 'ControlOrMeta+Shift+I', 'ControlOrMeta+Alt+I'])
    await window.keyboard.press(keys);
  const state = await app.evaluate(({ BrowserWindow, Menu, app: own }) => ({
    isPackaged: own.isPackaged,
    pages: BrowserWindow.getAllWindows().map(({ webContents }) => new URL(webContents.getURL()).protocol),
    isOpen: BrowserWindow.getAllWindows().some(({ webContents }) => webContents.isDevToolsOpened()),
    roles: (Menu.getApplicationMenu()?.items ?? []).flatMap(
      ({ submenu }) => submenu?.items.map(({ role }) => role?.toLowerCase() ?? '') ?? [],
    ),
  }));
  await app.close();
  expect(state).toMatchObject({ isPackaged: true, isOpen: false, pages: ['app:'] });
  expect(state.roles).not.toContain('toggledevtools');
});
