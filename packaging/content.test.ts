import { expect, test } from 'vitest';
import { missingFrom, strangersIn } from './content.ts';

const linux = { platform: 'linux', arch: 'x64' } as const;
const whole = [
  'package.json',
  'out/main/index.js',
  'out/main/sandbox.js',
  'out/main/tables.js',
  'out/main/licences.json',
  'out/main/chunks/firm-Ba_zB6Ae.js',
  'out/preload/index.cjs',
  'out/preload/sign-in.cjs',
  'out/renderer/sign-in.html',
  'out/renderer/index.html',
  'out/renderer/assets/index-36v3ecnw.js',
  'out/renderer/assets/style-CKrRruA5.css',
  'node_modules/keytar/package.json',
  'node_modules/keytar/lib/keytar.js',
  'node_modules/keytar/prebuilds/linux-x64/keytar.node',
];

test('security 34: a package as it should be', () => {
  expect(strangersIn(whole, linux)).toEqual([]);
  expect(missingFrom(whole, linux)).toEqual([]);
});

test.each([
  'src/main/index.ts',
  'out/main/index.js.map',
  'out/renderer/assets/index-36v3ecnw.js.map',
  'out/.sources-hash',
  '.env',
  'out/main/.env',
  'out/main/chunks/firm.test.js',
  'out/renderer/assets/list.spec.js',
  'out/renderer/assets/../../secret.js',
  'node_modules/react/index.js',
  'node_modules/keytar/src/main.cc',
  'node_modules/keytar/script/install.js',
  'node_modules/keytar/prebuilds/win32-x64/keytar.node',
  'node_modules/keytar/prebuilds/linux-arm64/keytar.node',
  'e2e/app.ts',
  'audit-desk.db',
  'out/renderer/assets/key.pem',
  'README.md',
])('security 34: %s has no business in a package', (file) => {
  expect(strangersIn([...whole, file], linux)).toEqual([file]);
});

test.each([
  'package.json',
  'out/main/index.js',
  'out/main/sandbox.js',
  'out/main/tables.js',
  'out/main/licences.json',
  'out/preload/index.cjs',
  'out/preload/sign-in.cjs',
  'node_modules/keytar/prebuilds/linux-x64/keytar.node',
])('a package without %s is not whole', (file) => {
  expect(
    missingFrom(
      whole.filter((each) => each !== file),
      linux,
    ),
  ).toEqual([file]);
});
