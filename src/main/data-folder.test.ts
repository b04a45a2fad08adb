import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chooseDataFolder } from './data-folder.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'audit-desk-data-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Electron's paths, which take no folder that is not there. */
function paths() {
  let userData = '/of/electron';
  return {
    getPath: () => userData,
    setPath: (_: 'userData', path: string): void => {
      if (!existsSync(path)) throw new Error('Failed to set path');
      userData = path;
    },
  };
}

test('without a choice it is Electron’s own', () => {
  expect(chooseDataFolder(paths(), null)).toBe('/of/electron');
});

test('a folder that is not there yet is made, for its person alone', () => {
  const app = paths();
  const chosen = join(folder, 'a', 'b');
  expect(chooseDataFolder(app, chosen)).toBe(chosen);
  expect(app.getPath()).toBe(chosen);
  if (process.platform !== 'win32') expect(statSync(chosen).mode & 0o777).toBe(0o700);
});

test('a relative one is meant from where the app was started', () => {
  const app = paths();
  expect(chooseDataFolder(app, relative(process.cwd(), folder))).toBe(folder);
  expect(app.getPath()).toBe(folder);
});

test('one that cannot be made is no fault yet, and no other is taken for it', () => {
  const taken = join(folder, 'file');
  writeFileSync(taken, '');
  expect(chooseDataFolder(paths(), join(taken, 'a'))).toBe(join(taken, 'a'));
});
