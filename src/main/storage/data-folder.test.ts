import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chooseDataFolder, closeToOthers } from './data-folder.ts';

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

test.runIf(process.platform !== 'win32')(
  'security 53: what a version before let others read is closed to them, through no link, and nothing else is touched',
  () => {
    const data = join(folder, 'data');
    mkdirSync(join(data, 'logs'), { recursive: true });
    const mine = [
      'audit-desk.db',
      'journal.db-wal',
      'records.db.backup-v1-5',
      'mirror.db',
      'logs/main.log.1',
    ];
    for (const name of [...mine, 'of-somebody-else']) writeFileSync(join(data, name), 'x');
    for (const name of [...mine, 'of-somebody-else', 'logs', '.']) chmodSync(join(data, name), 0o755);
    symlinkSync(join(data, 'of-somebody-else'), join(data, 'records.db'));
    expect(closeToOthers(data)).toEqual([]);
    const mode = (name: string) => statSync(join(data, name)).mode & 0o777;
    for (const name of [...mine, 'logs', '.']) expect(mode(name), name).toBe(0o700);
    expect(mode('of-somebody-else')).toBe(0o755);
  },
);

test.runIf(process.platform !== 'win32')('security 53: a folder that is for everybody stays so', () => {
  chmodSync(folder, 0o1777);
  expect(closeToOthers(folder)).toEqual([]);
  expect(statSync(folder).mode & 0o7777).toBe(0o1777);
  expect(closeToOthers(join(folder, 'none'))).toEqual([]);
});

test('security 53: crash dumps that are there are removed', () => {
  mkdirSync(join(folder, 'Crashpad', 'completed'), { recursive: true });
  writeFileSync(join(folder, 'Crashpad', 'completed', 'a.dmp'), 'memory');
  closeToOthers(folder);
  expect(readdirSync(folder)).toEqual([]);
});
