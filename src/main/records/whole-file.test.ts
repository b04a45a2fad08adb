import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fail, succeed } from '../../shared/error.ts';
import { fileName, writeWhole } from './whole-file.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'audit-desk-whole-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a file is written whole, and nothing is left beside it', async () => {
  const path = join(folder, 'a.csv');
  expect(await writeWhole(path, ['one ', Buffer.from('two'), ''])).toEqual(succeed(null));
  expect(readFileSync(path, 'utf8')).toBe('one two');
  expect(readdirSync(folder)).toEqual(['a.csv']);
});

test.runIf(process.platform !== 'win32')(
  'security 53: an export is its owner’s alone, also where another one stood before',
  async () => {
    const path = join(folder, 'a.csv');
    writeFileSync(path, 'before', { mode: 0o666 });
    await writeWhole(path, ['after']);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  },
);

test.runIf(process.platform !== 'win32')(
  'security 53: nothing is written through a link, neither that of the file nor one laid at a name that could be guessed',
  async () => {
    const path = join(folder, 'a.csv');
    const elsewhere = join(folder, 'elsewhere');
    writeFileSync(elsewhere, 'of somebody else');
    symlinkSync(elsewhere, path);
    symlinkSync(elsewhere, `${path}.part`);
    expect(await writeWhole(path, ['ours'])).toEqual(succeed(null));
    expect(readFileSync(elsewhere, 'utf8')).toBe('of somebody else');
    expect(readFileSync(path, 'utf8')).toBe('ours');
  },
);

test('what fails leaves the file that was there, and nothing beside it', async () => {
  const path = join(folder, 'a.csv');
  writeFileSync(path, 'before');
  function* broken() {
    yield 'half';
    throw new RangeError('a row that cannot be made');
  }
  await expect(writeWhole(path, broken())).rejects.toThrow('a row that cannot be made');
  expect(readFileSync(path, 'utf8')).toBe('before');
  expect(readdirSync(folder)).toEqual(['a.csv']);
});

test('a folder that is not there, and a name that a folder has, are told apart', async () => {
  expect(await writeWhole(join(folder, 'no', 'a.csv'), ['x'])).toEqual(
    fail('file-not-written', { reason: 'folder-gone' }),
  );
  const taken = join(folder, 'taken');
  mkdirSync(taken);
  expect(await writeWhole(taken, ['x'])).toEqual(fail('file-not-written', { reason: 'file-in-use' }));
  expect(readdirSync(folder)).toEqual(['taken']);
});

// Disks of one's own: Linux lets whoever may have a namespace mount them.
const unshared = ['--map-root-user', '--user', '--mount', 'sh', '-c'];
const canMount =
  process.platform === 'linux' && spawnSync('unshare', [...unshared, 'mount -t tmpfs x /mnt']).status === 0;
const program = `
  const { writeWhole } = await import(process.argv[1]);
  console.log(JSON.stringify(await writeWhole(process.argv[2], Array.from({ length: 64 }, () => 'x'.repeat(4096)))));`;

test.runIf(canMount).each([
  ['a full disk', 'mount -t tmpfs -o size=64k x "$0"', 'disk-full', []],
  ['a disk for reading only', 'mount -t tmpfs x "$0" && mount -o remount,ro "$0"', 'folder-protected', []],
  [
    'a file that is held elsewhere',
    'mount -t tmpfs x "$0" && touch "$0/a.csv" && mount --bind /etc/hostname "$0/a.csv"',
    'file-in-use',
    ['a.csv'],
  ],
] as const)('an export onto %s says so and leaves nothing', (_, mount, reason, left) => {
  const module = join(import.meta.dirname, 'whole-file.ts');
  const done = spawnSync(
    'unshare',
    [...unshared, `${mount} && "$1" --input-type=module -e "$2" "$3" "$0/a.csv" && ls -A "$0"`].concat(
      folder,
      process.execPath,
      program,
      module,
    ),
    { encoding: 'utf8' },
  );
  const [reply = '', ...found] = done.stdout.trim().split('\n');
  expect(JSON.parse(reply), done.stderr).toEqual(fail('file-not-written', { reason }));
  expect(found).toEqual(left);
  expect(existsSync(join(folder, 'a.csv'))).toBe(false); // what was mounted is gone with the process
});

test.each([
  ['../../etc/passwd', 'etc-passwd'],
  ['C:\\temp\\x', 'C-temp-x'],
  ['Società 2026', 'Società 2026'],
  ['...', 'table'],
  ['', 'table'],
  ['a'.repeat(300), 'a'.repeat(80)],
])('names a file after %s', (name, expected) => {
  expect(fileName(name)).toBe(expected);
});
