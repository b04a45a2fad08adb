import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CommandTrial, openCommandTrial } from '../src/main/testing/command.ts';
import { createSandbox, type Sandbox } from '../src/sandbox/app.ts';
import { readFixture } from '../src/sandbox/fixture/fixture.ts';
import { twoFirms } from '../src/sandbox/testing/two-firms.ts';

// The command as others have it: installed without a network into an empty folder, on a computer without a keychain.

const root = dirname(import.meta.dirname);
const secret = 'north manager secret';
const own = Object.entries(process.env).filter(([key]) => !/^VITEST|^NODE_OPTIONS$|^npm_/.test(key)); // it is a run of its own
const env = { ...Object.fromEntries(own), NO_COLOR: '1', AUDIT_DESK_CLIENT_SECRET: secret };
const run = (cwd: string, command: string, ...words: readonly string[]) =>
  spawnSync(command, words, { cwd, encoding: 'utf8', env });

let place = '';
let tarball = '';
let sandbox: Sandbox;
let trial: CommandTrial;
let program = '';

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'desk-package-'));
  const empty = join(place, 'empty');
  mkdirSync(empty);
  const made = run(root, process.execPath, 'scripts/desk-package.mjs', place);
  expect(made).toMatchObject({ status: 0, stderr: '' });
  tarball = made.stdout.trim();
  writeFileSync(join(empty, 'package.json'), '{}');
  const words = ['install', '--offline', '--omit=optional', '--cache', join(place, 'cache'), tarball];
  expect(run(empty, 'npm', ...words)).toMatchObject({ status: 0 });
  expect(readdirSync(join(empty, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
    'audit-desk',
  ]);
  program = join(empty, 'node_modules', 'audit-desk', 'audit-desk.js');
  const fixture = readFixture(twoFirms());
  if (!fixture.ok) throw new Error(fixture.faults.join('\n'));
  sandbox = await createSandbox({ fixture: fixture.value, initialisationSeconds: 0 });
  const account = { clientId: 'north-manager', secret, slow: 0 };
  trial = await openCommandTrial(sandbox.fetch, { ...account, program: [program] });
  trial.keepConnection('test');
}, 120_000);
afterAll(async () => {
  await trial.close();
  await sandbox.close();
  rmSync(place, { recursive: true });
});

test('it has at most 1 MB, and the licences of what is inside', () => {
  expect(statSync(tarball).size).toBeLessThan(1_000_000);
  const licences = readFileSync(join(dirname(program), 'LICENCES.txt'), 'utf8');
  for (const name of ['zod', 'hucre', 'papaparse']) expect(licences).toContain(`${name} `);
});

test('it says what it does, by the name under which it was installed', () => {
  const { status, stdout, stderr } = run(place, process.execPath, program, '--help');
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^audit-desk plans list/);
});

test('a table is read in a process of its own, and becomes a plan that is carried out', async () => {
  const file = join(trial.folder, 'clients.csv');
  const rows = 'Cliëntnummer;Cliënt;Land\nC-1;One;Nederland\nC-2;Two;Italië\n'; // its words come with the package
  writeFileSync(file, rows);
  const words = ['import', file, '--kind', 'clients', '--connection', 'Firm'] as const;
  const sent = await trial.desk(...words, '--secret-variable', 'DESK_SECRET');
  expect(sent).toMatchObject({ status: 0, out: expect.stringContaining('2 of 2 done') });
  const listed = await trial.desk('plans', 'list', '--all', '--json');
  expect(listed).toMatchObject({ status: 0, errors: '' });
  expect(JSON.parse(listed.out)).toMatchObject({ plans: [{ state: 'ended' }] });
}, 60_000);

test('a service is checked', async () => {
  const words = ['--base-url', trial.baseUrl, '--client-id', 'north-manager', '--format', 'json'];
  const child = spawn(process.execPath, [program, 'check', ...words], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [report, [status]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  expect(JSON.parse(report)).toMatchObject({
    baseUrl: trial.baseUrl,
    ended: null,
    findings: expect.arrayContaining([expect.objectContaining({ name: 'limitsValues', state: 'differs' })]),
  });
  expect(status).toBe(1); // this sandbox has no limits
}, 60_000);
