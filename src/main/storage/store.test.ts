import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { fail } from '../../shared/error.ts';
import type { AuditTemplate } from '../../shared/model/template.ts';
import { createFakeLog } from '../testing/log.ts';
import { openDrafts } from './drafts.ts';
import { openOfConnection } from './of-connection.ts';
import { openPreferences } from './preferences.ts';
import { openStore } from './store.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'audit-desk-store-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = (log = createFakeLog()) => openStore(join(folder, 'audit-desk.db'), log, () => 1_700);
const Thing = z.strictObject({ a: z.number() });

test('what was put is there when the store is opened again', () => {
  const first = open();
  first.collection('drafts', Thing).put('x', { a: 1 });
  first.collection('drafts', Thing).put('y', { a: 2 });
  first.collection('drafts', Thing).put('x', { a: 3 });
  first.collection('drafts', Thing).remove('y');
  first.close();
  const again = open();
  expect(again.collection('drafts', Thing).list()).toEqual([{ a: 3 }]);
  expect(again.collection('drafts', Thing).read('y')).toBeNull();
  expect(again.collection('connections', Thing).list()).toEqual([]);
  again.close();
});

test('a row that cannot be read is skipped, said, and left as it is', () => {
  const log = createFakeLog();
  const store = open(log);
  store.collection('drafts', z.unknown()).put('of-another-version', { b: 'x' });
  const raw = new DatabaseSync(join(folder, 'audit-desk.db'));
  raw.prepare('INSERT INTO drafts (id, body) VALUES (?, ?)').run('no-json', '{');
  store.collection('drafts', Thing).put('good', { a: 1 });
  expect(store.collection('drafts', Thing).list()).toEqual([{ a: 1 }]);
  expect(store.collection('drafts', Thing).read('no-json')).toBeNull();
  const unread = log.events.filter(({ event }) => event === 'row-unreadable');
  expect(unread.map(({ facts }) => facts.id)).toEqual(['of-another-version', 'no-json', 'no-json']);
  expect(raw.prepare('SELECT count(*) AS n FROM drafts').get()).toEqual({ n: 3 });
  raw.close();
  store.close();
});

test.each([
  ['no database', 'this is not a database '.repeat(100)],
  ['half a header', 'SQLite format 3\0'.padEnd(4_096, 'x')],
])('a file that is %s is set aside, not deleted', (_, content) => {
  writeFileSync(join(folder, 'audit-desk.db'), content);
  const log = createFakeLog();
  const store = open(log);
  store.collection('drafts', Thing).put('x', { a: 1 });
  store.close();
  expect(readFileSync(join(folder, 'audit-desk.db.damaged-1700'), 'utf8')).toBe(content);
  expect(log.events.map(({ event }) => event)).toEqual(['database-set-aside', 'database-opened']);
});

test('a file with a damaged page is set aside', () => {
  const store = open();
  for (let row = 0; row < 200; row += 1)
    store.collection('drafts', z.unknown()).put(`${row}`, 'x'.repeat(2_000));
  store.close();
  const path = join(folder, 'audit-desk.db');
  const bytes = readFileSync(path);
  bytes.fill(0xa5, 8_192, 40_960);
  writeFileSync(path, bytes);
  const log = createFakeLog();
  const afresh = open(log);
  expect(afresh.collection('drafts', z.unknown()).list()).toEqual([]);
  expect(log.events.map(({ event }) => event)).toEqual(['database-set-aside', 'database-opened']);
  expect(readdirSync(folder)).toContain('audit-desk.db.damaged-1700');
  afresh.close();
});

test('a file of a later version is read as far as it is known', () => {
  const store = open();
  store.collection('drafts', Thing).put('x', { a: 1 });
  store.close();
  const raw = new DatabaseSync(join(folder, 'audit-desk.db'));
  raw.exec('PRAGMA user_version = 99; CREATE TABLE plans (id TEXT)');
  raw.close();
  const again = open();
  expect(again.collection('drafts', Thing).list()).toEqual([{ a: 1 }]);
  again.close();
});

test('a folder that is not there is an error, not an empty store', () => {
  expect(() => openStore(join(folder, 'missing', 'a.db'), createFakeLog(), () => 0)).toThrow();
});

test('what was put outlives kill -9', async () => {
  const path = join(folder, 'audit-desk.db');
  const program = `
    import { openStore } from ${JSON.stringify(join(import.meta.dirname, 'store.ts'))};
    import { z } from 'zod';
    const log = { error() {}, warn() {}, info() {}, debug() {} };
    const collection = openStore(${JSON.stringify(path)}, log, () => 0).collection('drafts', z.unknown());
    for (let n = 0; ; n += 1) { collection.put('last', { a: n }); process.stdout.write(n + '\\n'); }
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: join(import.meta.dirname, '../../..'),
  });
  let said = '';
  const killed = new Promise((resolve) => {
    child.once('exit', resolve);
    child.stdout.on('data', (chunk: Buffer) => {
      said += String(chunk);
      if (said.split('\n').length > 50) child.kill('SIGKILL');
    });
  });
  await killed;
  const lastSaid = Number(said.slice(0, said.lastIndexOf('\n')).split('\n').at(-1));
  const store = open();
  expect(store.collection('drafts', Thing).read('last')?.a).toBeGreaterThanOrEqual(lastSaid);
  store.close();
});

test('preferences change one at a time, survive, and are told', () => {
  const told: unknown[] = [];
  const store = open();
  const book = openPreferences(store, { preferences: {}, locked: [] }, (changed) => told.push(changed.theme));
  expect(book.read().theme).toBe('system');
  book.change({ theme: 'dark' });
  book.change({ sidebarCollapsed: true, theme: undefined });
  expect(book.read()).toMatchObject({ theme: 'dark', sidebarCollapsed: true, language: null });
  expect(told).toEqual(['dark', 'dark']);
  store.close();
});

test('what a policy decides holds and cannot be changed; what the person chose before is kept for when it no longer does', () => {
  const store = open();
  const told: unknown[] = [];
  const tell = ({ density }: { readonly density: string }): void => {
    told.push(density);
  };
  openPreferences(store, { preferences: {}, locked: [] }, tell).change({ density: 'comfortable' });
  const managed = openPreferences(
    store,
    { preferences: { density: 'compact', bulkHeadroom: 0.5 }, locked: ['density', 'bulkHeadroom'] },
    tell,
  );
  expect(managed.read()).toMatchObject({ density: 'compact', bulkHeadroom: 0.5 });
  expect(managed.change({ density: 'comfortable', theme: 'dark' })).toEqual(fail('managed'));
  expect(managed.read().theme).toBe('system');
  // The same value as the policy's is no change, and does not become the person's own.
  expect(managed.change({ density: 'compact', theme: 'dark' })).toMatchObject({ value: { theme: 'dark' } });
  const free = openPreferences(store, { preferences: {}, locked: [] }, tell);
  expect(free.read()).toMatchObject({ density: 'comfortable', bulkHeadroom: 0.8, theme: 'dark' });
  expect(told).toEqual(['comfortable', 'compact']);
  const broken = openPreferences(store, { preferences: {}, locked: ['density'] }, tell);
  expect(broken.read().density).toBe('comfortable');
  expect(broken.change({ density: 'compact' })).toEqual(fail('managed'));
  store.close();
});

test('drafts are of a connection, the last saved first', () => {
  const store = open();
  let second = 0;
  const removed: unknown[] = [];
  const drafts = openDrafts(
    store,
    (connection) => removed.push(connection),
    () => new Date(Date.UTC(2026, 0, 5, 9, 0, (second += 1))),
  );
  const draft = { kind: 'audit' as const, connection: 'c', title: 't', content: { a: 1 } };
  drafts.save({ ...draft, id: '1' });
  drafts.save({ ...draft, id: '2', connection: 'other' });
  drafts.save({ ...draft, id: '3' });
  expect(drafts.list('c').map(({ id, savedAt }) => [id, savedAt])).toEqual([
    ['3', '2026-01-05T09:00:03.000Z'],
    ['1', '2026-01-05T09:00:01.000Z'],
  ]);
  drafts.remove('3');
  expect(drafts.list('c').map(({ id }) => id)).toEqual(['1']);
  drafts.remove('3');
  expect(removed).toEqual(['c']); // windows are told once
  store.close();
});

test('teams are of a connection, in the order in which they were made, and outlive the app', () => {
  const store = open();
  const { teams } = openOfConnection(store);
  const member = { id: "o'dowd+50%@firm.example", role: 'audit_auditor' };
  const team = { connection: 'c', name: 'Rotterdam', members: [member] };
  teams.save([{ ...team, id: '1' }]);
  teams.save([{ ...team, id: '2', connection: 'other' }]);
  teams.save([{ ...team, id: '3' }]);
  teams.save([{ ...team, id: '1', name: 'Delft' }]);
  store.close();
  const again = open();
  expect(openOfConnection(again).teams.list('c')).toEqual([
    { ...team, id: '1', name: 'Delft' },
    { ...team, id: '3' },
  ]);
  openOfConnection(again).teams.remove('1');
  expect(
    openOfConnection(again)
      .teams.list('c')
      .map(({ id }) => id),
  ).toEqual(['3']);
  again.close();
});

test('templates are of a connection, in the order in which they were made, and outlive the app', () => {
  const store = open();
  const template: AuditTemplate = {
    id: '1',
    connection: 'c',
    name: 'Statutory',
    audit_type: 'consolidated',
    work_package: 'Statutory audit',
    scoping_label: 'Large',
    language: 'nl',
    unit_of_measurement: 'EUR',
    settings: { materiality: '12.5', tags: ['a', 'b'] },
    team: { id: 't', name: 'Rotterdam' },
    components: { reach: 'children', auditor_relation: 'self', name_pattern: '{entity}' },
    name_pattern: '{client} {year}',
    id_pattern: '{client-id}-{number}',
  };
  openOfConnection(store).templates.save([template, { ...template, id: '2', connection: 'other' }]);
  openOfConnection(store).templates.save([
    { ...template, id: '3' },
    { ...template, name: 'Other' },
  ]);
  store.close();
  const again = open();
  expect(openOfConnection(again).templates.list('c')).toEqual([
    { ...template, name: 'Other' },
    { ...template, id: '3' },
  ]);
  openOfConnection(again).templates.remove('1');
  expect(openOfConnection(again).templates.list('c')).toEqual([{ ...template, id: '3' }]);
  again.close();
});
