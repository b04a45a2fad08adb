import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { feedOfPackage } from './updater.ts';

const folder = mkdtempSync(join(tmpdir(), 'audit-desk-updater-'));
afterEach(() => rmSync(join(folder, 'app-update.yml'), { force: true }));

test.each([
  [
    'provider: generic\nurl: https://updates.example/desk/\nupdaterCacheDirName: audit-desk\n',
    'https://updates.example/desk/',
  ],
  ["provider: generic\nurl: 'https://updates.example/'\n", 'https://updates.example/'],
  ['provider: generic\nurl: http://updates.example/\n', null],
  ['provider: github\nowner: somebody\n', null],
  ['', null],
])('a package with %j looks at %s', (text, feed) => {
  writeFileSync(join(folder, 'app-update.yml'), text);
  expect(feedOfPackage(folder)).toBe(feed);
});

test('a package without a place looks nowhere, and neither does what is no package', () => {
  expect(feedOfPackage(folder)).toBeNull();
  expect(feedOfPackage(undefined)).toBeNull();
});
