import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSandbox, type Sandbox } from '../../sandbox/app.ts';
import { readFixture } from '../../sandbox/fixture/fixture.ts';
import { creation, twoFirms } from '../../sandbox/testing/two-firms.ts';
import { contentOf } from '../../shared/rules/roll-forward/draft.ts';
import { nothingOwn, nothingShared, type OwnDecisions } from '../../shared/rules/roll-forward/many.ts';
import { StoredConnection } from '../connections/stored-connection.ts';
import { hashOf } from '../records/change-log.ts';
import { openStore } from '../storage/store.ts';
import { changeLogEntry } from '../testing/entries.ts';
import { createFakeLog } from '../testing/log.ts';
import { type FakeServer, serve } from '../testing/server.ts';
import { type Desk, openDesk } from './desk.ts';

// The command as a scheduler starts it, against a sandbox on a port that answers each creation a little later.

vi.setConfig({ testTimeout: 180_000 }); // each command is a process of its own
const slow = 60; // milliseconds
let folder = '';
let sandbox: Sandbox;
let service: FakeServer;
let posts = 0;
const hear = new EventEmitter(); // `made` at each creation, `said` with what a command tells while it runs
let mayAnswer = Promise.resolve(); // to a creation
let running: ChildProcess[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'audit-desk-command-'));
  const firms = twoFirms();
  const fixture = readFixture({ ...firms, firms: firms.firms.map((firm) => ({ ...firm, credits: 10_000 })) });
  if (!fixture.ok) throw new Error(fixture.faults.join('\n'));
  sandbox = await createSandbox({ fixture: fixture.value, initialisationSeconds: 0 });
  [posts, running, mayAnswer] = [0, [], Promise.resolve()];
  hear.removeAllListeners();
  service = await serve((request, response) => {
    const answer = async (): Promise<void> => {
      const { method = 'GET', url = '/', headers } = request;
      const isCreation = method === 'POST' && url === '/api/v1/audits/';
      const sent = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
      const body = method === 'GET' ? null : await text(request);
      const own = await sandbox.fetch(
        new Request(`http://${headers.host ?? ''}${url}`, {
          method,
          headers: [...sent].map((pair) => [...pair]),
          body,
        }),
      );
      if (isCreation && own.status === 201) {
        posts += 1;
        hear.emit('made');
      }
      if (isCreation) await Promise.all([wait(slow), mayAnswer]);
      response.writeHead(own.status, [...own.headers].flat());
      response.end(Buffer.from(await own.arrayBuffer()));
    };
    void answer();
  });
  keepConnection('test');
});
afterEach(async () => {
  for (const each of running) each.kill('SIGKILL');
  await service.close();
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

function keepConnection(kind: 'test' | 'production'): void {
  const store = openStore(join(folder, 'audit-desk.db'), createFakeLog(), Date.now);
  store.collection('connections', StoredConnection).put('firm', {
    id: 'firm',
    name: 'Firm',
    baseUrl: `http://127.0.0.1:${String(service.port)}`,
    clientId: 'north-manager',
    kind,
    access: 'read-write',
    place: 'keychain',
    account: '',
    addedAt: '2026-01-01T00:00:00.000Z',
    lastUsedAt: null,
  });
  store.close();
}

const secret = 'north manager secret';
const own = {
  AUDIT_DESK_KEYCHAIN_SERVICE: 'audit-desk-no-such',
  DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere',
};

function begin(...words: readonly string[]) {
  const command = join(import.meta.dirname, 'cli.ts');
  const args = ['--disable-warning=ExperimentalWarning', command, ...words, '--data-folder', folder];
  const env = { ...process.env, ...own, DESK_SECRET: secret, EMPTY: '' };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  running.push(child);
  child.stderr.on('data', (part) => hear.emit('said', String(part)));
  const status = new Promise<number | null>((resolve) => {
    child.once('exit', resolve);
  });
  return { child, status };
}

async function desk(...words: readonly string[]) {
  const { child, status } = begin(...words);
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { out, errors, status: await status };
}

const withSecret = ['--connection', 'Firm', '--secret-variable', 'DESK_SECRET'] as const;

/** The data as this very process opens it, as the app does. */
async function opened(givenSecret: string | null): Promise<Desk> {
  const found = await openDesk({
    folder,
    environment: own,
    takesUp: () => false,
    givenSecret: () => givenSecret,
    answers: () => false,
  });
  if (found === null || 'fault' in found) throw new Error('The data cannot be opened.');
  return found;
}

const ids = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `A-${String(at + 1)}`);

/** Writes down a plan that waits for its secret. */
async function submit(count: number): Promise<void> {
  const here = await opened(null);
  const steps = ids(count).map((id) => ({
    key: id,
    after: [],
    subject: id,
    task: { kind: 'createAudit' as const, creation: { ...creation, id, name: id } },
  }));
  const reply = await here.call('plans.submit', { id: 'plan', connection: 'firm', title: 'Season', steps });
  expect(reply).toMatchObject({ ok: true });
  if (await isTest(here)) await here.call('plans.wait', { id: 'plan' });
  await here.close({ atOnce: true });
}

async function isTest(here: Desk): Promise<boolean> {
  const all = await here.call('connections.list', {});
  return all.ok && all.value[0]?.kind === 'test';
}

async function created(): Promise<readonly string[]> {
  const base = `http://127.0.0.1:${String(service.port)}/api/v1`;
  const token = await fetch(`${base}/oauth/token/`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'north-manager',
      client_secret: secret,
    }),
  });
  const { access_token: bearer } = (await token.json()) as { readonly access_token: string }; // the specification
  const answer = await fetch(`${base}/audits/?page_size=100`, {
    headers: { Authorization: `Bearer ${bearer}` },
  });
  const { results } = (await answer.json()) as { readonly results: readonly { readonly id: string }[] };
  return results.map(({ id }) => id).filter((id) => id.startsWith('A-'));
}

async function expectAll(count: number): Promise<void> {
  expect((await created()).toSorted()).toEqual(ids(count).toSorted());
  expect(posts).toBe(count);
}

/** Resolves when so many more have been made. */
async function made(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) await once(hear, 'made');
}

test('plans are listed, shown and carried out, with nothing but results on standard output', async () => {
  await submit(3);
  const listed = await desk('plans', 'list', '--json');
  expect(listed).toMatchObject({ status: 0, errors: '' });
  expect(JSON.parse(listed.out)).toMatchObject({
    plans: [{ id: 'plan', state: 'paused' }],
    open: [{ about: 'plan', reason: 'credentials' }],
  });
  expect(await desk('plans', 'run')).toMatchObject({
    status: 4,
    out: expect.stringContaining('plan (credentials): The client id and secret'),
  });
  expect(await desk('plans', 'run', ...withSecret)).toEqual({
    status: 0,
    errors: '',
    out: 'plan: ended, 3 of 3 done\n',
  });
  await expectAll(3);
  const shown = await desk('plans', 'show', 'plan');
  expect(shown.out).toMatch(/^Season: ended, 3 of 3 done\n {2}A-1 {2}done {2}createAudit {2}A-1/);
  expect(await desk('plans', 'list')).toMatchObject({
    status: 0,
    out: 'ID  STATE  DONE  DUE  CONNECTION  TITLE\n',
  });
});

test('wrong use ends with 2 and changes nothing; what may be a secret is not repeated', async () => {
  const wrong = [
    ['plans', 'show', 'no-such'],
    ['plans', 'cancel'],
    ['plans', 'dance'],
    ['fly'],
    ['--secret=north manager secret'],
  ];
  for (const words of wrong) {
    const { status, out, errors } = await desk(...words);
    expect([status, out]).toEqual([2, '']);
    expect(errors).not.toBe('');
    expect(errors).not.toContain(secret);
  }
  expect(await desk('plans', 'run', '--connection', 'Firm', '--secret-variable', 'EMPTY')).toEqual({
    status: 4,
    out: '',
    errors: '--secret-variable: the variable EMPTY is empty or not set.\n',
  });
  expect(await desk('plans', 'run', '--secret-variable', 'DESK_SECRET')).toMatchObject({ status: 2 });
});

test('what a person decides is not decided: production, and a plan that somebody has paused', async () => {
  keepConnection('production');
  await submitUnallowed();
  expect(await desk('plans', 'run', ...withSecret)).toMatchObject({ status: 0, out: '' });
  keepConnection('test');
  await submit(2);
  expect(await desk('plans', 'pause', 'plan')).toMatchObject({ status: 0 });
  keepConnection('production');
  const left = await desk('plans', 'run', ...withSecret);
  expect(left).toMatchObject({ status: 5, out: expect.stringContaining('A person has to decide:\n  plan') });
  const refused = await desk('plans', 'run', 'plan', ...withSecret);
  expect(refused).toMatchObject({ status: 5, out: expect.stringContaining('plan (confirmation-needed)') });
  expect(posts).toBe(0);
  expect(await desk('plans', 'run', 'plan', '--production', ...withSecret)).toMatchObject({ status: 0 });
  await expectAll(2);
});

async function submitUnallowed(): Promise<void> {
  const here = await opened(null);
  const steps = [{ key: 'a', after: [], subject: 'a', task: { kind: 'createAudit' as const, creation } }];
  const reply = await here.call('plans.submit', { id: 'other', connection: 'firm', title: 'Other', steps });
  expect(reply).toMatchObject({ ok: false, error: { code: 'confirmation-needed' } });
  await here.close({ atOnce: true });
}

test('two commands at once: one carries out, the other hands over to it, and nothing is made twice', async () => {
  await submit(12);
  const isHandedOver = Promise.withResolvers<void>(); // until then the first has something left to do
  mayAnswer = isHandedOver.promise;
  hear.on('said', (words: string) => {
    if (words.includes('it carries out')) isHandedOver.resolve();
  });
  const both = await Promise.all([desk('plans', 'run', ...withSecret), desk('plans', 'run', ...withSecret)]);
  expect(both.map(({ status }) => status)).toEqual([0, 0]);
  expect(both.map(({ errors }) => errors).filter((errors) => errors.includes('it carries out'))).toHaveLength(
    1,
  );
  await expectAll(12);
});

test('beside the app that is open, the app carries out, and the command waits for the outcome', async () => {
  await submit(4);
  const app = await opened(secret);
  const { status, out, errors } = await desk('plans', 'run');
  expect([status, out]).toEqual([0, 'plan: ended, 4 of 4 done\n']);
  expect(errors).toContain('Audit Desk is open');
  await app.close({ atOnce: true });
  await expectAll(4);
});

test.each(['SIGTERM', 'SIGHUP'] as const)(
  '%s: what is under way is finished, the status tells what is left',
  async (signal) => {
    await submit(30);
    const { child, status } = begin('plans', 'run', ...withSecret);
    await made(3);
    child.kill(signal);
    expect(await status).toBe(6);
    const before = posts;
    expect(before).toBeLessThan(30);
    expect((await desk('plans', 'run', ...withSecret)).status).toBe(0);
    await expectAll(30);
  },
);

test('killed again and again at random: nothing is lost, nothing is made twice', async () => {
  const times = 4;
  await submit(40);
  for (let at = 0; at < times; at += 1) {
    const { child, status } = begin('plans', 'run', ...withSecret);
    await Promise.race([made(3), status]); // on a fast computer nothing may be left
    await wait(Math.random() * slow * 2);
    child.kill('SIGKILL');
    await status;
  }
  expect((await desk('plans', 'run', ...withSecret)).status).toBe(0);
  await expectAll(40);
});

test('a forecast tells when plans are done that no process carries out, and which are late', async () => {
  await submit(2);
  const here = await opened(secret);
  await here.call('plans.act', { act: 'resume', id: 'plan' });
  await here.close({ atOnce: true }); // while it is under way
  const { status, out } = await desk('forecast', ...withSecret);
  expect([status, out]).toEqual([
    0,
    expect.stringMatching(/^ID +READY +DUE.*\nplan +20\d\d-\d\d-\d\d +- +- +- +Season\n$/),
  ]);
  expect(posts).toBeLessThanOrEqual(2);
  expect((await desk('forecast')).status).toBe(2);
});

test('a table is imported where nothing in it stands open, and nothing of it otherwise', async () => {
  const file = join(folder, 'clients.csv');
  const rows = ['client_id,client_name,country', 'C-1,One,NL', 'C-2,Two,IT'];
  writeFileSync(file, `${[...rows, 'C-3,Three,Nowhere'].join('\n')}\n`);
  const clients = ['import', file, '--kind', 'clients', ...withSecret] as const;
  const refused = await desk(...clients);
  expect(refused).toMatchObject({ status: 5, out: expect.stringContaining('country (unread): “Nowhere”') });
  writeFileSync(file, `${rows.join('\n')}\n`);
  const dry = await desk(...clients, '--dry-run', '--json');
  expect(JSON.parse(dry.out)).toMatchObject({ status: 0, counts: { new: 2 }, steps: 2 });
  keepConnection('production');
  expect((await desk(...clients)).status).toBe(5);
  const sent = await desk(...clients, '--production');
  expect(sent).toMatchObject({ status: 0, out: expect.stringContaining('2 of 2 done') });
  const again = await desk(...clients, '--json');
  expect(JSON.parse(again.out)).toMatchObject({ status: 0, counts: { unchanged: 2 }, steps: 0 });
  expect((await desk('import', file, ...withSecret)).status).toBe(2);
});

/** Keeps what a person has decided of a group, as the window does. */
async function keepDraft(here: Desk, decided: Partial<OwnDecisions>): Promise<void> {
  const owns = new Map([['consolidated', { ...nothingOwn, ...decided }]]);
  const content = contentOf(['consolidated'], { shared: nothingShared, owns });
  const draft = { id: 'd', kind: 'roll-forward', connection: 'firm', title: 'Group audit', content } as const;
  expect(await here.call('drafts.save', draft)).toMatchObject({ ok: true });
}

const decided: Partial<OwnDecisions> = {
  scopes: new Map([
    ['component', { as: 'in' }],
    ['wide', { as: 'left' }],
  ]),
  works: new Map([['component', true]]),
  additions: new Map([['leaf', { as: 'left' }]]),
};

const group = ['roll-forward', 'Group audit', ...withSecret] as const;

test('a group is rolled forward where a draft decides all of it, and nothing of it otherwise', async () => {
  const listed = await desk(...group, '--json');
  const open = ['scope', 'works', 'scope'].map((reason) => ({ reason }));
  expect([listed.status, JSON.parse(listed.out)]).toMatchObject([
    5,
    { groups: [{ id: 'consolidated', state: 'open' }], open },
  ]);
  const here = await opened(null);
  await keepDraft(here, { ...decided, works: new Map() });
  await here.close({ atOnce: true });
  expect(await desk(...group)).toMatchObject({
    status: 5,
    out: expect.stringContaining('component (works): Dochter B.V.: Whether the component auditor works'),
  });
  expect((await desk('roll-forward', 'no-such', ...withSecret)).status).toBe(2);
  expect((await desk('roll-forward', ...withSecret)).status).toBe(2);
  const later = await opened(null);
  await keepDraft(later, decided);
  await later.close({ atOnce: true });
  expect(await desk(...group, '--dry-run')).toMatchObject({
    status: 0,
    out: expect.stringMatching(/consolidated-2027 +- +Group audit 2027\n.* in +Dochter B.V.\n$/),
  });
  keepConnection('production');
  expect((await desk(...group)).status).toBe(5);
  expect(posts).toBe(0);
  const sent = await desk(...group, '--production', '--json');
  expect(JSON.parse(sent.out)).toMatchObject({ status: 0, plans: [{ state: 'ended', counts: { done: 3 } }] });
  const again = await desk(...group, '--json');
  expect(JSON.parse(again.out)).toMatchObject({
    status: 0,
    groups: [{ state: 'rolled', successor: 'consolidated-2027', by: 'remembered' }],
    creations: [],
  });
  expect(posts).toBe(1);
});

test('beside the app that is open, the app rolls forward, and what was decided is kept no more', async () => {
  const app = await opened(secret);
  await keepDraft(app, decided);
  const { status, out, errors } = await desk(
    'roll-forward',
    'consolidated',
    '--connection',
    'Firm',
    '--json',
  );
  expect([status, errors]).toEqual([0, expect.stringContaining('Audit Desk is open')]);
  const [{ id }] = (JSON.parse(out) as { readonly plans: readonly [{ readonly id: string }] }).plans; // of the result
  const steps = await app.call('plans.steps', { id });
  const component = { component_settings: { component_auditor_works_in_audit: true } };
  expect(steps).toMatchObject({ value: { results: [{}, {}, { task: { creation: component } }] } });
  expect(await app.call('items.list', { of: 'drafts', connection: 'firm' })).toEqual({
    ok: true,
    value: { drafts: [] },
  });
  await app.close({ atOnce: true });
  expect(posts).toBe(1);
});

test('killed in a roll-forward: the next says that a plan creates it, and the plan goes on', async () => {
  const here = await opened(null);
  await keepDraft(here, decided);
  await here.close({ atOnce: true });
  mayAnswer = new Promise(() => {});
  const { child, status } = begin(...group);
  await made(1);
  child.kill('SIGKILL');
  await status;
  mayAnswer = Promise.resolve();
  const told = await desk(...group);
  expect(told).toMatchObject({ status: 6, out: 'consolidated: a plan creates what follows it\n' });
  expect((await desk('plans', 'run', ...withSecret)).status).toBe(0);
  expect(posts).toBe(1);
});

test('a pipe that closes ends no work', async () => {
  await submit(5);
  const { child, status } = begin('plans', 'run', ...withSecret);
  child.stdout.destroy();
  child.stderr.destroy();
  expect(await status).toBe(2);
  await expectAll(5);
});

test('a journal of a later version is read as far as this one knows it', async () => {
  await submit(2);
  const journal = new DatabaseSync(join(folder, 'journal.db'));
  journal.exec('ALTER TABLE plan ADD COLUMN later TEXT; PRAGMA user_version = 99');
  journal.close();
  expect((await desk('plans', 'run', ...withSecret)).status).toBe(0);
  await expectAll(2);
});

test('evidence of the change log is verified without the data of the app', async () => {
  const path = join(folder, 'trail.jsonl');
  const rows = [{ step: 'a' }, { step: 'b' }].map(changeLogEntry);
  let previous = '';
  const lines = rows.map((entry, at) => {
    const line = { row: at + 1, previous, hash: hashOf(previous, JSON.stringify(entry)), entry };
    previous = line.hash;
    return JSON.stringify(line);
  });
  writeFileSync(path, `${lines.join('\n')}\n`);
  expect(await desk('verify', path)).toMatchObject({
    status: 0,
    out: '2 entries, each as it was written. No row is left out up to the last.\n',
  });
  writeFileSync(path, lines.join('\n').replace('"step":"a"', '"step":"z"'));
  const changed = await desk('verify', path, '--json');
  expect([changed.status, JSON.parse(changed.out)]).toMatchObject([
    1,
    { entries: 0, broken: { line: 1, why: 'changed' } },
  ]);
  writeFileSync(path, `${JSON.stringify(changeLogEntry())}\n`);
  expect(await desk('verify', path)).toMatchObject({
    status: 1,
    out: expect.stringContaining('no line of evidence that this version can verify'),
  });
  writeFileSync(path, '');
  expect(await desk('verify', path)).toMatchObject({ status: 1, out: expect.stringContaining('no entries') });
  expect((await desk('verify', folder)).status).toBe(3); // a folder opens, and cannot be read
  expect((await desk('verify', join(folder, 'none.jsonl'))).status).toBe(3);
  expect((await desk('verify')).status).toBe(2);
});
