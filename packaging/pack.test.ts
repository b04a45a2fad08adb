import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractFile, statFile, uncacheAll } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { archiveOf, executableOf, faultsOf, finish, type PackedApp, wrongFuses } from './after-pack.ts';
import { changedIn, filesIn, headerHash } from './archive.ts';
import type { Target } from './content.ts';
import { packHollow } from './testing/pack.ts';

// The whole packaging but for the installers, by electron-builder itself, around an Electron without content.

const root = join(import.meta.dirname, '..');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'audit-desk-pack-'));
  execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      "import('./scripts/build.mjs').then(({ ensureBuild }) => process.exit(ensureBuild() ? 0 : 1))",
    ],
    { cwd: root },
  );
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const on: Readonly<Record<FuseV1Options, boolean>> = {
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  [FuseV1Options.WasmTrapHandlers]: true,
};
const wireOf = (fuses: Readonly<Record<number, boolean>>) =>
  Object.fromEntries(
    Object.entries(fuses).map(([index, state]) => [index, (state ? '1' : '0').charCodeAt(0)]),
  );

describe.each(['linux', 'darwin', 'win32'] as const)('a package for %s', (platform: Target['platform']) => {
  let packed: PackedApp;
  beforeAll(() => {
    packed = packHollow(join(folder, platform), platform, 'production');
  }, 180_000);

  test('security 31, 32: all nine fuses are set', async () => {
    expect(await getCurrentFuseWire(executableOf(packed))).toEqual({ version: '1', ...wireOf(on) });
    expect(await wrongFuses(executableOf(packed), 'production')).toEqual([]);
    expect(await wrongFuses(executableOf(packed), 'e2e')).toEqual([
      `${FuseV1Options.EnableNodeCliInspectArguments}: 48`,
    ]);
  });

  test('security 34: only what is built, and the keychain’s package for this system', () => {
    const files = filesIn(archiveOf(packed));
    expect(files.filter((file) => !/^out\/(main|preload|renderer)\//.test(file)).toSorted()).toEqual([
      'node_modules/keytar/LICENSE.md',
      'node_modules/keytar/lib/keytar.js',
      'node_modules/keytar/package.json',
      `node_modules/keytar/prebuilds/${platform}-x64/keytar.node`,
      'package.json',
    ]);
    expect(files).toEqual(
      expect.arrayContaining([
        'out/main/index.js',
        'out/main/sandbox.js',
        'out/main/tables.js',
        'out/preload/index.cjs',
        'out/renderer/index.html',
      ]),
    );
    expect(files.filter((file) => /\.(map|tsx?)$|\.test\.|\.spec\./.test(file))).toEqual([]);
  });

  test('security 34: nothing in it names a map, a machine’s path or a secret of the build', () => {
    const archive = archiveOf(packed);
    const texts = filesIn(archive).filter((file) => !file.endsWith('.node'));
    for (const file of texts) {
      const text = extractFile(archive, file).toString();
      expect(text.includes('sourceMappingURL='), file).toBe(false);
      expect(text.includes(root), file).toBe(false);
    }
    expect(JSON.parse(extractFile(archive, 'package.json').toString())).not.toHaveProperty('scripts');
  });

  test('security 33: each file is as its hash says, and the hash of the whole is in the part that is signed', () => {
    const archive = archiveOf(packed);
    const unpacked = (path: string) =>
      'unpacked' in statFile(archive, path)
        ? readFileSync(join(`${archive}.unpacked`, path))
        : extractFile(archive, path);
    expect(changedIn(archive, unpacked)).toEqual([]);
    const hash = headerHash(archive);
    if (platform === 'win32') expect(readFileSync(executableOf(packed)).includes(hash)).toBe(true);
    if (platform === 'darwin')
      expect(readFileSync(join(executableOf(packed), 'Contents', 'Info.plist'), 'utf8')).toContain(hash);
  });
});

test('security 31: the flavour for tests differs by the one fuse that lets them attach', async () => {
  const packed = packHollow(join(folder, 'e2e'), 'linux', 'e2e');
  expect(await getCurrentFuseWire(executableOf(packed))).toEqual({
    version: '1',
    ...wireOf({ ...on, [FuseV1Options.EnableNodeCliInspectArguments]: true }),
  });
  expect(await wrongFuses(executableOf(packed), 'e2e')).toEqual([]);
}, 180_000);

describe('security 33, 34: a package is refused', () => {
  let packed: PackedApp;
  beforeAll(() => {
    packed = packHollow(join(folder, 'refused'), 'win32', 'production');
  }, 180_000);

  test('whose archive is not the one that the executable names', async () => {
    const archive = archiveOf(packed);
    const bytes = readFileSync(archive);
    const at = bytes.indexOf('"hash":"') + '"hash":"'.length; // of the first file, in the header
    bytes[at] = bytes[at] === 0x30 ? 0x31 : 0x30;
    writeFileSync(archive, bytes);
    uncacheAll();
    expect(await faultsOf(packed, 'production')).toEqual(['app.asar has not the hash that the app expects']);
    await expect(finish(packed, 'production')).rejects.toThrow('not as it should be');
  });

  test('with a fuse that was set otherwise', async () => {
    expect(await faultsOf(packed, 'e2e')).toContain(
      `fuse ${FuseV1Options.EnableNodeCliInspectArguments}: 48`,
    );
  });
});
