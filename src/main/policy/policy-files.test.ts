import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readProtected, sourceOn } from './policy-files.ts';

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'policy-'));
  path = join(folder, 'policy.json');
  chmodSync(folder, 0o755);
});
afterEach(() => rmSync(folder, { recursive: true }));

const read = () => readProtected(path, [folder]);
const [notProtected, unreadable] = [{ fault: 'not-protected' }, { fault: 'unreadable' }];
const isSystem = process.getuid?.() === 0;

test.each<[NodeJS.Platform, string]>([
  ['win32', 'HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Audit Desk'],
  ['darwin', '/Library/Application Support/Audit Desk/policy.json'],
  ['linux', '/etc/audit-desk/policy.json'],
  ['freebsd', '/etc/audit-desk/policy.json'],
])('security 50: on %s it is at %s, whatever the environment says', (platform, expected) => {
  process.env['ProgramData'] = 'D:\\Mine';
  expect(sourceOn(platform, undefined).path).toBe(expected);
  delete process.env['ProgramData'];
});

test('a file that is not there is none, a folder in its place is an error', () => {
  expect(read()).toBeNull();
  expect(readProtected(join(import.meta.filename, 'policy.json'), [folder])).toBeNull();
  mkdirSync(path);
  expect(read()).toEqual(unreadable);
});

test.runIf(isSystem)('one of the system is read', () => {
  writeFileSync(path, '{}', { mode: 0o644 });
  expect(read()).toBe('{}');
});

test.runIf(isSystem).each([
  [0o664, 0o755],
  [0o646, 0o755],
  [0o644, 0o777],
  [0o644, 0o775],
])('security 50: a file with mode %o in a folder with mode %o is not obeyed', (file, parent) => {
  writeFileSync(path, '{}');
  chmodSync(path, file);
  chmodSync(folder, parent);
  expect(read()).toEqual(notProtected);
});

test.runIf(isSystem)('security 50: a link is not obeyed, wherever it leads; nor is a file below one', () => {
  const target = join(folder, 'target');
  writeFileSync(target, '{}', { mode: 0o644 });
  symlinkSync(target, path);
  expect(read()).toEqual(notProtected);
  const [real, linked] = [join(folder, 'real'), join(folder, 'linked')];
  mkdirSync(real, { mode: 0o755 });
  writeFileSync(join(real, 'policy.json'), '{}', { mode: 0o644 });
  symlinkSync(real, linked);
  expect(readProtected(join(linked, 'policy.json'), [linked, folder])).toEqual(notProtected);
});

test.runIf(isSystem)('security 50: what belongs to somebody else is not obeyed, file or folder', () => {
  writeFileSync(path, '{}', { mode: 0o644 });
  chownSync(path, 1_000, 1_000);
  expect(read()).toEqual(notProtected);
  chownSync(path, 0, 0);
  expect(read()).toBe('{}');
  chownSync(folder, 1_000, 1_000);
  expect(read()).toEqual(notProtected);
});

test.runIf(isSystem)('a file of 200 MB is not read', () => {
  writeFileSync(path, '{}', { mode: 0o644 });
  truncateSync(path, 200 * 1024 * 1024);
  expect(read()).toEqual(unreadable);
});

test.skipIf(isSystem || process.platform === 'win32')('security 50: a file of a person is not obeyed', () => {
  writeFileSync(path, '{}');
  expect(read()).toEqual(notProtected);
});
