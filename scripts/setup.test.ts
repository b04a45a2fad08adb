import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

// The set-up scripts as they are, in a project whose npm, builder and system are small programs that say what they did.

let folder: string;
const at = (...path: string[]): string => join(folder, ...path);
const put = (path: string, text: string, mode?: number): void => {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text, { mode });
};
const did = (): string[] =>
  existsSync(at('did')) ? readFileSync(at('did'), 'utf8').split('\n').slice(0, -1) : [];

const npm = `
const { appendFileSync, existsSync, mkdirSync, writeFileSync } = require('node:fs');
const [, , command, option] = process.argv;
if (command !== 'ping') appendFileSync('did', 'npm ' + command + ' ' + option + '\\n');
if (existsSync('offline')) {
  console.error('npm error code ENOTFOUND');
  process.exit(1);
}
if (command === 'ping') process.exit();
mkdirSync('node_modules/electron-vite/bin', { recursive: true });
writeFileSync('node_modules/electron-vite/bin/electron-vite.js', \`
  require('node:fs').appendFileSync('did', 'build\\\\n');
  require('node:fs').mkdirSync('out', { recursive: true });
\`);
`;

/** What a system has: its commands, each doing nothing, and its package manager, which can bring the others. */
function system(manager: string | null, commands: readonly string[]): void {
  for (const name of ['env', 'sh']) symlinkSync(join('/usr/bin', name), at('bin', name));
  for (const name of [...commands, 'postgres', 'nginx', 'haproxy']) put(`bin/${name}`, '#!/bin/sh\n', 0o755);
  const brings = ['chromium', 'gnome-keyring-daemon', 'dbus-run-session', 'Xvfb'];
  const bring = brings.map(
    (name) => `printf '#!/bin/sh\\n' >${at('bin', name)}\n/bin/chmod +x ${at('bin', name)}`,
  );
  const install = `#!/bin/sh\necho "${manager} $*" >>${at('did')}\ncase "$*" in *install*)\n${bring.join('\n')}\nesac\n`;
  if (manager !== null) put(`bin/${manager}`, install, 0o755);
}

function setUp(...args: string[]): { readonly said: string; readonly status: number | null } {
  const { stdout, stderr, status } = spawnSync(process.execPath, [at('scripts', 'setup.mjs'), ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: at('bin'), npm_execpath: at('npm.cjs') },
  });
  return { said: stdout + stderr, status };
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'audit-desk-setup-'));
  cpSync(import.meta.dirname, at('scripts'), { recursive: true });
  mkdirSync(at('bin'));
  put('npm.cjs', npm);
  put('src/main/index.ts', 'export const a = 1;\n');
  for (const name of ['electron.vite.config.ts', 'package.json', 'package-lock.json', 'tsconfig.base.json'])
    put(name, '{}\n');
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('packages and build', () => {
  test('a fresh clone is installed and built, and said so', () => {
    const { said, status } = setUp();
    expect(said).toBe('Installing the packages of package-lock.json …\nBuilding the app …\n');
    expect(status).toBe(0);
    expect(did()).toEqual(['npm ci --ignore-scripts', 'build']);
  });

  test('what is named behind it runs then: on the project’s own Node, with its arguments and its end', () => {
    put(
      'node_modules/.bin/node',
      `#!/bin/sh\necho own >>${at('did')}\nexec ${process.execPath} "$@"\n`,
      0o755,
    );
    put(
      'then.mjs',
      "import { appendFileSync } from 'node:fs'; appendFileSync('did', process.execArgv + ' ' + process.argv.slice(2).join('|') + '\\n'); process.exit(7);",
    );
    const { status, said } = setUp('--sandbox', '--no-warnings', at('then.mjs'), 'a b', '--test');
    expect({ status, said }).toEqual({ status: 7, said: expect.not.stringContaining('Warning') });
    expect(did()).toEqual(['npm ci --ignore-scripts', 'own', '--no-warnings a b|--test']);
  });

  test('where nothing is to do, nothing is done or said', () => {
    setUp();
    expect(setUp()).toEqual({ said: '', status: 0 });
    expect(did()).toEqual(['npm ci --ignore-scripts', 'build']);
  });

  test('another lockfile is installed', () => {
    setUp();
    put('package-lock.json', '{ "lockfileVersion": 3 }\n');
    setUp();
    expect(did().filter((each) => each.startsWith('npm'))).toHaveLength(2);
  });

  test('without a network it ends with a sentence, and begins again the next time', () => {
    put('offline', '');
    const { said, status } = setUp();
    expect(said).toContain(
      'The packages could not be fetched: check the network or proxy, then run the same command again.\n',
    );
    expect(status).toBe(1);
    rmSync(at('offline'));
    expect(setUp().status).toBe(0);
  });

  test.each([
    ['a changed source', () => appendFileSync(at('src/main/index.ts'), '// more\n'), true],
    ['a new source', () => put('src/main/other.ts', ''), true],
    ['a source less', () => rmSync(at('src/main/index.ts')), true],
    ['a removed build', () => rmSync(at('out'), { recursive: true }), true],
    ['a test', () => put('src/main/index.test.ts', ''), false],
    ['a source with another time', () => utimesSync(at('src/main/index.ts'), 1, 1), false],
  ])('%s decides whether it is built again', (_, change, isBuilt) => {
    setUp();
    change();
    setUp();
    expect(did().filter((each) => each === 'build')).toHaveLength(isBuilt ? 2 : 1);
  });
});

describe.runIf(process.platform === 'linux')('parts of the system, for the tests', () => {
  test('are left alone where they are', () => {
    system('apt-get', ['google-chrome', 'gnome-keyring-daemon', 'dbus-run-session', 'Xvfb']);
    expect(setUp('--test').status).toBe(0);
    expect(did()).toEqual(['npm ci --ignore-scripts']);
  });

  test('are installed on Debian where it may, the missing ones only', () => {
    system('apt-get', ['dbus-run-session']);
    put('bin/sudo', '#!/bin/sh\nshift\nexec "$@"\n', 0o755); // one that asks nothing, for who is not root
    put('bin/true', '#!/bin/sh\n', 0o755);
    const { said, status } = setUp('--test');
    expect(said).toContain(
      'Installing packages of this system: chromium fonts-liberation gnome-keyring xvfb …\n',
    );
    expect(status).toBe(0);
    expect(did().slice(1)).toEqual([
      'apt-get -qq update',
      'apt-get -qq install -y --no-install-recommends chromium fonts-liberation gnome-keyring xvfb',
      'apt-get -qq install -y --no-install-recommends chromium-headless-shell',
    ]);
  });

  test.each([
    [
      'apt-get',
      "sudo apt-get update && sudo apt-get install -y libgtk-3-0 libnss3 '^libasound2(t64)?$' libgbm1",
    ],
    ['dnf', 'sudo dnf install -y gtk3 nss alsa-lib mesa-libgbm'],
    ['pacman', 'sudo pacman -S --needed gtk3 nss alsa-lib mesa'],
    ['zypper', 'sudo zypper install -y libgtk-3-0 mozilla-nss libasound2 libgbm1'],
  ])('that Electron is linked to are asked for by one exact command with %s', (manager, command) => {
    system(manager, []);
    put('bin/sudo', '#!/bin/sh\nexit 1\n', 0o755);
    // Without the libraries of this computer, and as a person who is not root.
    const text = readFileSync(at('scripts', 'system.mjs'), 'utf8');
    put('scripts/system.mjs', text.replaceAll(/'lib[\w.-]+\.so[.\d]*'/g, "'libnone.so'"));
    put(
      'ask.mjs',
      `process.getuid = () => 1000;
const { ensureSystem } = await import('./scripts/system.mjs');
ensureSystem(['electron']);`,
    );
    const { stderr, status } = spawnSync(process.execPath, [at('ask.mjs')], {
      encoding: 'utf8',
      env: { PATH: at('bin') },
    });
    expect(stderr).toContain(`Run this, then the same command again:\n  ${command}\n`);
    expect(status).toBe(1);
  });

  test.each([
    ['dnf', 'sudo dnf install -y chromium gnome-keyring dbus-daemon xorg-x11-server-Xvfb'],
    ['pacman', 'sudo pacman -S --needed chromium gnome-keyring dbus xorg-server-xvfb'],
    ['zypper', 'sudo zypper install -y chromium gnome-keyring dbus-1 xorg-x11-server-Xvfb'],
  ])('are asked for by one exact command with %s', (manager, command) => {
    system(manager, []);
    const { said, status } = setUp('--test');
    expect(said).toContain(`  ${command}\n`);
    expect(status).toBe(1);
    expect(did()).toEqual(['npm ci --ignore-scripts']);
  });

  test('are named where no package manager is known', () => {
    system(null, []);
    const { said, status } = setUp('--test');
    expect(said).toContain('needs chromium, keyring, bus, display here');
    expect(status).toBe(1);
  });
});
