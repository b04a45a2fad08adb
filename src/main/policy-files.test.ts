import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { policyFiles } from './policy-files.ts';

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'policy-'));
  path = join(folder, 'policy.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a file that is not there is none, a folder in its place is an error', () => {
  expect(policyFiles.read(path)).toBeNull();
  expect(policyFiles.read(join(import.meta.filename, 'policy.json'))).toBeNull();
  expect(() => policyFiles.read(folder)).toThrow();
  writeFileSync(path, '{}');
  expect(policyFiles.read(path)).toBe('{}');
});

const isSystem = process.getuid?.() === 0;

test.runIf(isSystem).each([
  [0o644, 0o755, true],
  [0o664, 0o755, false],
  [0o646, 0o755, false],
  [0o644, 0o777, false],
])('a file of the system with mode %o in a folder with mode %o: protected %s', (file, parent, expected) => {
  writeFileSync(path, '{}');
  chmodSync(path, file);
  chmodSync(folder, parent);
  expect(policyFiles.isProtected(path)).toBe(expected);
});

test.runIf(isSystem)('a link to a file that anybody may write is not protected', () => {
  const target = join(folder, 'target');
  writeFileSync(target, '{}');
  chmodSync(target, 0o666);
  symlinkSync(target, path);
  expect(policyFiles.isProtected(path)).toBe(false);
});

test.skipIf(isSystem || process.platform === 'win32')('a file of a person is not protected', () => {
  writeFileSync(path, '{}');
  expect(policyFiles.isProtected(path)).toBe(false);
});
