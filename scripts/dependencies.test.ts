import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

// What the project lets in: versions, sources, licences, scripts at installation, and which Electron.

const root = dirname(import.meta.dirname);
const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));

interface Locked {
  readonly version: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly hasInstallScript?: boolean;
}
// The files of npm and of the project itself.
const lock = read('package-lock.json') as { readonly packages: Readonly<Record<string, Locked>> };
const manifest = read('package.json') as Readonly<Record<string, Readonly<Record<string, string>>>>;
const locked = Object.entries(lock.packages).filter(([path]) => path !== '');
const paths = (wanted: (entry: Locked) => boolean) =>
  locked.filter(([, entry]) => wanted(entry)).map(([path]) => path);

/** Licences that allow what is done with a package: to give it on inside the app, or to work with it. */
const given = [
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'Python-2.0',
  'OFL-1.1', // of a font, which may be given on inside a program
];
const workedWith = [
  ...given,
  'MPL-2.0',
  'CC-BY-4.0',
  'MIT OR Apache-2.0',
  '(MIT OR CC0-1.0)',
  'WTFPL',
  '(WTFPL OR MIT)',
  'WTFPL OR ISC',
];

/**
 * Binaries of tools for other systems: the registry by which the lockfile was made gives none of them, and so no hash. Whoever
 * has another one adds what `npm view NAME@VERSION dist.integrity` says. None of them is in what is given out.
 */
const withoutHash: Readonly<Record<string, string>> = {
  '@biomejs/cli-':
    'android-arm64 android-x64 darwin-arm64 darwin-x64 linux-arm64-musl linux-x64-musl win32-arm64 win32-x64',
  '@oxc-parser/binding-':
    'android-arm-eabi android-arm64 darwin-arm64 darwin-x64 freebsd-x64 linux-arm-gnueabihf linux-arm-musleabihf linux-ppc64-gnu linux-riscv64-gnu linux-riscv64-musl linux-s390x-gnu openharmony-arm64 win32-arm64-msvc win32-ia32-msvc win32-x64-msvc',
  '@oxlint-tsgolint/': 'darwin-arm64 darwin-x64 win32-arm64 win32-x64',
  '@oxlint/binding-':
    'android-arm-eabi android-arm64 darwin-arm64 darwin-x64 freebsd-x64 linux-arm-gnueabihf linux-arm-musleabihf linux-ppc64-gnu linux-riscv64-gnu linux-riscv64-musl linux-s390x-gnu openharmony-arm64 win32-arm64-msvc win32-ia32-msvc win32-x64-msvc',
};

describe('security 43: dependencies', () => {
  test('are named by one exact version each', () => {
    const versions = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
      Object.values(manifest[kind] ?? {}),
    );
    expect(versions.filter((version) => !/^(npm:@[\w/-]+@)?\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  test('come from the registry, and from nowhere else', () => {
    expect(paths(({ resolved }) => resolved !== undefined)).toEqual([]);
  });

  test('have a hash each, but for those that are listed', () => {
    const listed = Object.entries(withoutHash).flatMap(([scope, names]) =>
      names.split(' ').map((name) => `node_modules/${scope}${name}`),
    );
    const without = locked.filter(([, { integrity }]) => integrity === undefined);
    expect(without.map(([path]) => path)).toEqual(listed);
    expect(
      without.filter(([, { dev, optional, os }]) => dev !== true || optional !== true || os === undefined),
    ).toEqual([]);
    const hashes = locked.flatMap(([, { integrity }]) => integrity ?? []);
    expect(hashes.filter((hash) => !/^sha512-[\w+/]{86}==$/.test(hash))).toEqual([]);
  });

  test('are locked without the name of a registry', () => {
    expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).not.toMatch(/"resolved"|registry/);
  });

  test('run nothing when they are installed: those that would are known, and scripts are off', () => {
    expect(paths(({ hasInstallScript }) => hasInstallScript === true)).toEqual([
      'node_modules/@scarf/scarf', // tells its makers of the installation
      'node_modules/electron-winstaller', // unpacks a tool for a kind of installer that is not made here
      'node_modules/keytar', // copies a binary that is loaded from where it is
    ]);
    expect(readFileSync(join(root, 'scripts', 'packages.mjs'), 'utf8')).toContain(
      "npm('ci', '--ignore-scripts'",
    );
    expect(readFileSync(join(root, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
  });

  test('are not what runs before or after a command: npm leaves that out with the scripts of packages', () => {
    const { scripts } = read('package.json') as { readonly scripts: Readonly<Record<string, string>> };
    const names = Object.keys(scripts);
    expect(names.filter((name) => names.some((one) => [`pre${one}`, `post${one}`].includes(name)))).toEqual(
      [],
    );
    for (const name of ['start', 'test', 'sandbox', 'check', 'bench', 'torture'])
      expect(scripts[name]).toMatch(/^node scripts\/setup\.mjs /);
    expect(scripts['package']).toMatch(/^node scripts\/build\.mjs && /);
  });

  test('inside the app have a licence that lets them be given on', () => {
    const inside = locked.filter(([, { dev, optional }]) => dev !== true && optional !== true);
    expect(inside.filter(([, { license }]) => !given.includes(license ?? '')).map(([path]) => path)).toEqual(
      [],
    );
  });

  test('that are worked with have a licence that is known', () => {
    const unknown = locked.filter(([, { license, os }]) =>
      license === undefined ? os === undefined : !workedWith.includes(license),
    );
    // Its manifest has none; the head of its code has Apache-2.0.
    expect(unknown.map(([path]) => path)).toEqual(['node_modules/@react-aria/optimize-locales-plugin']);
  });
});

/**
 * The majors of Electron that get security fixes, which are always the last three, and the least version of each that has
 * the fixes that are known (GHSA-hq2x-r82h-9wj4 and GHSA-gr2m-v5gq-v685, pop-up windows without a sandbox). Looked through with
 * each new Electron: docs/release.md.
 */
const supported: Readonly<Record<number, string>> = { 43: '43.4.1', 44: '44.0.0', 45: '45.0.0' };

const isAtLeast = (version: string, least: string): boolean =>
  version.localeCompare(least, 'en', { numeric: true }) >= 0 && !version.includes('-');

/** Whether a version of Electron is of a major that gets fixes, and has those that are known. */
function isSupported(version: string): boolean {
  const least = supported[Number(version.split('.', 1)[0])];
  return least !== undefined && isAtLeast(version, least);
}

describe('security 35: Electron', () => {
  test('is of a major that gets fixes, with the fixes that are known', () => {
    expect(isSupported(String(manifest['devDependencies']?.['electron']))).toBe(true);
  });

  test.each([
    ['45.3.2', true],
    ['43.4.1', true],
    ['43.4.0', false],
    ['43.10.0', true],
    ['42.9.9', false],
    ['46.0.0', false],
    ['44.0.0-beta.5', false],
  ])('%s: %s', (version, expected) => {
    expect(isSupported(version)).toBe(expected);
  });
});
