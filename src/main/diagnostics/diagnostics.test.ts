import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDesk } from '../../sandbox/testing/desk.ts';
import { creation } from '../../sandbox/testing/two-firms.ts';
import { fail, type Reply } from '../../shared/error.ts';
import type { DiagnosticsFile } from '../../shared/operations/settings.ts';
import { connect, openApp, planOf, secret } from '../testing/app.ts';
import { leastTime } from '../testing/least-time.ts';
import { createAliases } from './aliases.ts';
import { newestLines } from './diagnostics.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'diagnostics-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

type Preview = Reply<{ readonly id: string; readonly files: readonly DiagnosticsFile[] }>;

test('security 38: a bundle holds no secret, no token, no name, no address and no folder; it is saved as it was previewed', async () => {
  const desk = openDesk();
  const app = openApp(folder, desk);
  const { call, readList, tokens, log } = app;
  const connection = await connect(call);
  await readList(connection, 'audits.list');
  await desk.control('POST', '/faults/', {
    path: '/api/v1/audits/',
    method: 'POST',
    kind: 'status',
    status: 400,
    body: { detail: `${secret} ${tokens[0]}` },
  });
  await call('plans.submit', planOf(connection, creation));
  await call('plans.wait', { id: 'plan-1' });
  log.warn('leak', {
    text: `${secret} at ${folder}, ${homedir()}/x, anna@firm.example`,
    of: tokens[0],
    connection,
  });
  const preview = (await call('diagnostics.preview', {})) as Preview;
  if (!preview.ok) throw new Error(preview.error.code);
  const { id, files } = preview.value;
  expect(files.map(({ name }) => name)).toEqual([
    'app.json',
    'settings.json',
    'connections.json',
    'plans.json',
    'requests.jsonl',
    'log.jsonl',
  ]);
  const text = files.map((file) => file.text).join('\n');
  expect(tokens.length).toBeGreaterThan(0);
  for (const canary of [secret, ...tokens])
    for (const spelling of [
      canary,
      encodeURIComponent(canary),
      new URLSearchParams({ a: canary }).toString().slice(2),
      JSON.stringify(canary).slice(1, -1),
      ...[0, 1, 2].map((shift) =>
        Buffer.concat([Buffer.alloc(shift), Buffer.from(canary)])
          .toString('base64')
          .slice(shift === 0 ? 0 : 4, -4),
      ),
      Buffer.from(canary, 'utf16le').toString('latin1'),
    ])
      expect(text.includes(spelling), spelling).toBe(false);
  for (const identifying of [
    folder,
    homedir(),
    'north-manager',
    'anna@firm.example',
    connection,
    'plan-1',
    '"New"',
  ])
    expect(text.includes(identifying), identifying).toBe(false);
  expect(text).toContain('<data folder>');
  expect(text).toContain('"outcome":"validation"');
  expect(JSON.parse(files[2]?.text ?? '')).toMatchObject([
    { connection: 1, kind: 'test', secret: { isKept: 'keychain' } },
  ]);

  expect(await call('diagnostics.save', { id: 'another', files: ['app.json'] })).toEqual(
    fail('not-found-here'),
  );
  expect(await call('diagnostics.save', { id, files: ['app.json', 'log.jsonl'] })).toMatchObject({
    ok: true,
  });
  const zip = unzipSync(readFileSync(join(folder, 'audit-desk-diagnostics-2026-01-05.zip')));
  expect(Object.fromEntries(Object.entries(zip).map(([name, bytes]) => [name, strFromU8(bytes)]))).toEqual(
    Object.fromEntries(
      files.filter(({ name }) => /app|log/.test(name)).map((file) => [file.name, file.text]),
    ),
  );
  await app.close();
});

test('what identifies is replaced as a whole word, the longest first, also where it is encoded', () => {
  const { hide, connection, plan } = createAliases({
    connections: [
      {
        id: 'c-1',
        name: 'Noord & Co.',
        baseUrl: 'https://audits.noord.example/firm',
        clientId: 'noord',
        kind: 'test',
        access: 'read-write',
        secret: 'keychain',
        addedAt: '',
        lastUsedAt: null,
      },
    ],
    plans: [],
    dataFolder: 'C:\\Users\\anna\\AppData\\Audit Desk',
    home: 'C:\\Users\\anna',
    person: 'anna',
    machine: 'WS-12',
  });
  expect(connection('c-1')).toBe(1);
  expect(connection('gone')).toBeNull();
  expect(plan('gone')).toBeNull();
  for (const [text, expected] of [
    ['GET https://audits.noord.example/firm/api', 'GET <address of connection 1>/api'],
    ['audits.noord.example:443', '<host of connection 1>:443'],
    ['by noord, not noorderling', 'by <client id of connection 1>, not noorderling'],
    ['Noord & Co. / Noord%20%26%20Co.', '<name of connection 1> / <name of connection 1>'],
    ['C:\\Users\\anna\\AppData\\Audit Desk\\logs', '<data folder>\\logs'],
    ['{"path":"C:\\\\Users\\\\anna\\\\x"}', '{"path":"<home folder>\\\\x"}'],
    ['anna and hanna on WS-12', '<person> and hanna on <computer>'],
    ['piet.jansen+x@kantoor.example.nl', '<e-mail address>'],
  ] as const)
    expect(hide(text)).toBe(expected);
});

test.each([
  ['one word', 'a', ''],
  ['one word with points', 'a.', ''],
  ['a domain without an end', 'a', 'x@'],
  ['many that are none', 'a@', ''],
])('what takes addresses out takes as long as the text is: %s', async (_, letters, before) => {
  const { hide } = createAliases({
    connections: [],
    plans: [],
    dataFolder: '/data',
    home: '/home',
    person: 'anna',
    machine: 'WS-12',
  });
  const time = (length: number): Promise<number> => {
    const text = before + letters.repeat(length);
    return leastTime(() => hide(text));
  };
  await time(1_000);
  // Eight times the text: some eight times as long, and sixty-four times where each letter looks at all others.
  expect((await time(160_000)) / (await time(20_000))).toBeLessThan(24);
});

test('the newest lines of a log, over its files, from the beginning of one', () => {
  const [newer, older] = [join(folder, 'main.log'), join(folder, 'main.log.1')];
  expect(newestLines([newer, older], 100)).toBe('');
  writeFileSync(older, 'one\ntwo\n');
  writeFileSync(newer, 'three\nfour\n');
  expect(newestLines([newer, older], 100)).toBe('one\ntwo\nthree\nfour\n');
  expect(newestLines([newer, older], 14)).toBe('three\nfour\n');
  expect(newestLines([newer, older], 7)).toBe('four\n');
});
