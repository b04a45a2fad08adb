import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSandbox, type Sandbox } from '../../sandbox/app.ts';
import { readFixture } from '../../sandbox/fixture/fixture.ts';
import { creation, twoFirms } from '../../sandbox/testing/two-firms.ts';
import type { Plan } from '../../shared/plan.ts';
import { hashOf } from '../records/change-log.ts';
import { type CommandTrial, openCommandTrial } from '../testing/command.ts';
import { changeLogEntry } from '../testing/entries.ts';
import type { Desk } from './desk.ts';

// The command as a scheduler starts it, against a sandbox on a port that answers each creation a little later.

vi.setConfig({ testTimeout: 180_000 }); // each command is a process of its own
const slow = 60; // milliseconds
const secret = 'north manager secret';
let sandbox: Sandbox;
let trial: CommandTrial;

beforeEach(async () => {
  const firms = twoFirms();
  const rich = { ...firms, firms: firms.firms.map((firm) => ({ ...firm, credits: 10_000 })) };
  const fixture = readFixture(rich);
  if (!fixture.ok) throw new Error(fixture.faults.join('\n'));
  sandbox = await createSandbox({ fixture: fixture.value, initialisationSeconds: 0 });
  trial = await openCommandTrial(sandbox.fetch, { clientId: 'north-manager', secret, slow });
  trial.keepConnection('test');
});
afterEach(async () => {
  await trial.close();
  await sandbox.close();
});

const withSecret = ['--connection', 'Firm', '--secret-variable', 'DESK_SECRET'] as const;

const ids = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `A-${String(at + 1)}`);

/** Writes down a plan that waits for its secret. */
async function submit(count: number, more: Pick<Plan, 'scheduling'> = {}): Promise<void> {
  const here = await trial.opened(null);
  const steps = ids(count).map((id) => ({
    key: id,
    after: [],
    subject: id,
    task: { kind: 'createAudit' as const, creation: { ...creation, id, name: id } },
  }));
  const reply = await here.call('plans.submit', {
    id: 'plan',
    connection: 'firm',
    title: 'Season',
    ...more,
    steps,
  });
  expect(reply).toMatchObject({ ok: true });
  if (await isTest(here)) await here.call('plans.wait', { id: 'plan' });
  await here.close({ atOnce: true });
}

async function isTest(here: Desk): Promise<boolean> {
  const all = await here.call('connections.list', {});
  return all.ok && all.value[0]?.kind === 'test';
}

async function created(): Promise<readonly string[]> {
  const base = `${trial.baseUrl}/api/v1`;
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
  expect(trial.posts()).toBe(count);
}

/** Resolves when so many more have been made. */
async function made(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) await once(trial.hear, 'made');
}

test('plans are listed, shown and carried out, with nothing but results on standard output', async () => {
  await submit(3);
  const listed = await trial.desk('plans', 'list', '--json');
  expect(listed).toMatchObject({ status: 0, errors: '' });
  expect(JSON.parse(listed.out)).toMatchObject({
    plans: [{ id: 'plan', state: 'paused' }],
    open: [{ about: 'plan', reason: 'credentials' }],
  });
  expect(await trial.desk('plans', 'run')).toMatchObject({
    status: 4,
    out: expect.stringContaining('plan (credentials): The client id and secret'),
  });
  expect(await trial.desk('plans', 'run', ...withSecret)).toEqual({
    status: 0,
    errors: '',
    out: 'plan: ended, 3 of 3 done\n',
  });
  await expectAll(3);
  const shown = await trial.desk('plans', 'show', 'plan');
  expect(shown.out).toMatch(/^Season: ended, 3 of 3 done\n {2}A-1 {2}done {2}createAudit {2}A-1/);
  expect(await trial.desk('plans', 'list')).toMatchObject({
    status: 0,
    out: 'ID  STATE  DONE  DUE  CONNECTION  TITLE\n',
  });
});

test('wrong use ends with 2 and changes nothing; what may be a secret is not repeated', async () => {
  const wrong = [
    ['plans', 'show', 'no-such'],
    ['plans', 'cancel'],
    ['plans', 'dance'],
    ['plans', 'list', 'plan'],
    ['plans', 'show', 'plan', 'other'],
    ['plans', 'run', '--dry-run'],
    ['forecast', 'plan', '--connection', 'Firm'],
    ['plans', 'list', '--data-folder', ''],
    ['fly', '--json'],
    ['--secret=north manager secret', '--json'],
  ];
  for (const words of wrong) {
    const { status, out, errors } = await trial.desk(...words);
    expect([status, out === '' || JSON.parse(out)]).toEqual([
      2,
      words.includes('--json') ? { status: 2, error: errors.trimEnd(), open: [] } : true,
    ]);
    expect(errors).not.toBe('');
    expect(errors).not.toContain(secret);
  }
  expect(await trial.desk('plans', 'run', '--connection', 'Firm', '--secret-variable', 'EMPTY')).toEqual({
    status: 4,
    out: '',
    errors: '--secret-variable: the variable EMPTY is empty or not set.\n',
  });
  expect(await trial.desk('plans', 'run', '--secret-variable', 'DESK_SECRET')).toMatchObject({ status: 2 });
});

test('what a person decides is not decided: production, and a plan that somebody has paused', async () => {
  trial.keepConnection('production');
  await submitUnallowed();
  expect(await trial.desk('plans', 'run', ...withSecret)).toMatchObject({ status: 0, out: '' });
  trial.keepConnection('test');
  await submit(2);
  expect(await trial.desk('plans', 'pause', 'plan')).toMatchObject({ status: 0 });
  trial.keepConnection('production');
  const left = await trial.desk('plans', 'run', ...withSecret);
  expect(left).toMatchObject({ status: 5, out: expect.stringContaining('A person has to decide:\n  plan') });
  const refused = await trial.desk('plans', 'run', 'plan', ...withSecret);
  expect(refused).toMatchObject({ status: 5, out: expect.stringContaining('plan (confirmation-needed)') });
  expect(trial.posts()).toBe(0);
  expect(await trial.desk('plans', 'run', 'plan', '--production', ...withSecret)).toMatchObject({
    status: 0,
  });
  await expectAll(2);
});

async function submitUnallowed(): Promise<void> {
  const here = await trial.opened(null);
  const steps = [{ key: 'a', after: [], subject: 'a', task: { kind: 'createAudit' as const, creation } }];
  const reply = await here.call('plans.submit', { id: 'other', connection: 'firm', title: 'Other', steps });
  expect(reply).toMatchObject({ ok: false, error: { code: 'confirmation-needed' } });
  await here.close({ atOnce: true });
}

test('two commands at once: one carries out, the other hands over to it, and nothing is made twice', async () => {
  await submit(12);
  const isHandedOver = Promise.withResolvers<void>(); // until then the first has something left to do
  trial.answersAfter(isHandedOver.promise);
  trial.hear.on('said', (words: string) => {
    if (words.includes('it carries out')) isHandedOver.resolve();
  });
  const both = await Promise.all([
    trial.desk('plans', 'run', ...withSecret),
    trial.desk('plans', 'run', ...withSecret),
  ]);
  expect(both.map(({ status }) => status)).toEqual([0, 0]);
  expect(both.map(({ errors }) => errors).filter((errors) => errors.includes('it carries out'))).toHaveLength(
    1,
  );
  await expectAll(12);
});

test('beside the app that is open, the app carries out, and the command waits for the outcome', async () => {
  await submit(4);
  const app = await trial.opened(secret);
  const { status, out, errors } = await trial.desk('plans', 'run');
  expect([status, out]).toEqual([0, 'plan: ended, 4 of 4 done\n']);
  expect(errors).toContain('Audit Desk is open');
  await app.close({ atOnce: true });
  await expectAll(4);
});

test.each(['SIGTERM', 'SIGHUP'] as const)(
  '%s: what is under way is finished, the status tells what is left',
  async (signal) => {
    await submit(30);
    const { child, status } = trial.begin('plans', 'run', ...withSecret);
    await made(3);
    child.kill(signal);
    expect(await status).toBe(6);
    const before = trial.posts();
    expect(before).toBeLessThan(30);
    expect((await trial.desk('plans', 'run', ...withSecret)).status).toBe(0);
    await expectAll(30);
  },
);

test('killed again and again at random: nothing is lost, nothing is made twice', async () => {
  const times = 4;
  await submit(40);
  for (let at = 0; at < times; at += 1) {
    const { child, status } = trial.begin('plans', 'run', ...withSecret);
    await Promise.race([made(3), status]); // on a fast computer nothing may be left
    await wait(Math.random() * slow * 2);
    child.kill('SIGKILL');
    await status;
  }
  expect((await trial.desk('plans', 'run', ...withSecret)).status).toBe(0);
  await expectAll(40);
});

test('a forecast tells when plans are done that no process carries out, and which are late', async () => {
  await submit(2, { scheduling: { deadline: '2099-12-31', priority: 0 } });
  const here = await trial.opened(secret);
  await here.call('plans.act', { act: 'resume', id: 'plan' });
  await here.close({ atOnce: true }); // while it is under way
  const { status, out } = await trial.desk('forecast', ...withSecret);
  expect([status, out]).toEqual([
    0,
    expect.stringMatching(
      /^ID +READY +DUE.*\nplan +20\d\d-\d\d-\d\d +2099-12-31 +2099-12-31 +yes +Season\n$/,
    ),
  ]);
  expect(trial.posts()).toBeLessThanOrEqual(2);
  expect((await trial.desk('forecast')).status).toBe(2);
  await trial.desk('plans', 'pause', 'plan');
  expect(await trial.desk('forecast', ...withSecret)).toMatchObject({
    status: 1,
    out: expect.stringMatching(/\nplan +- +2099-12-31 +- +no +Season\n$/),
  });
});

test('a table is imported where nothing in it stands open, and nothing of it otherwise', async () => {
  const file = join(trial.folder, 'clients.csv');
  const rows = ['client_id,client_name,country', 'C-1,One,NL', 'C-2,Two,IT'];
  writeFileSync(file, `${[...rows, 'C-3,Three,Nowhere'].join('\n')}\n`);
  const clients = ['import', file, '--kind', 'clients', ...withSecret] as const;
  const refused = await trial.desk(...clients);
  expect(refused).toMatchObject({ status: 5, out: expect.stringContaining('country (unread): “Nowhere”') });
  writeFileSync(file, 'client_id,client_name,country,wachtwoord,Fee\nC-1,CafÃ©,NL,x,1\n');
  const dropped = JSON.parse((await trial.desk(...clients, '--dry-run', '--json')).out);
  expect(dropped).toMatchObject({
    status: 5,
    unused: ['wachtwoord', 'Fee'],
    open: [{ reason: 'wrong-letters' }, { about: 'wachtwoord', reason: 'unused' }],
  });
  writeFileSync(file, `${rows.join('\n')}\n`);
  const dry = await trial.desk(...clients, '--dry-run', '--json');
  expect(JSON.parse(dry.out)).toMatchObject({ status: 0, counts: { new: 2 }, steps: 2 });
  trial.keepConnection('production');
  expect((await trial.desk(...clients)).status).toBe(5);
  const sent = await trial.desk(...clients, '--production');
  expect(sent).toMatchObject({ status: 0, out: expect.stringContaining('2 of 2 done') });
  const again = await trial.desk(...clients, '--json');
  expect(JSON.parse(again.out)).toMatchObject({ status: 0, counts: { unchanged: 2 }, steps: 0 });
  expect((await trial.desk('import', file, ...withSecret)).status).toBe(2);
});

test('a pipe that closes ends no work', async () => {
  await submit(5);
  const { child, status } = trial.begin('plans', 'run', ...withSecret);
  child.stdout.destroy();
  child.stderr.destroy();
  expect(await status).toBe(2);
  await expectAll(5);
});

test('a journal of a later version is read as far as this one knows it', async () => {
  await submit(2);
  const journal = new DatabaseSync(join(trial.folder, 'journal.db'));
  journal.exec('ALTER TABLE plan ADD COLUMN later TEXT; PRAGMA user_version = 99');
  journal.close();
  expect((await trial.desk('plans', 'run', ...withSecret)).status).toBe(0);
  await expectAll(2);
});

test('evidence of the change log is verified without the data of the app', async () => {
  const path = join(trial.folder, 'trail.jsonl');
  const rows = [{ step: 'a' }, { step: 'b' }].map(changeLogEntry);
  let previous = '';
  const lines = rows.map((entry, at) => {
    const line = { row: at + 1, previous, hash: hashOf(previous, JSON.stringify(entry)), entry };
    previous = line.hash;
    return JSON.stringify(line);
  });
  writeFileSync(path, `${lines.join('\n')}\n`);
  expect(await trial.desk('verify', path)).toMatchObject({
    status: 0,
    out: '2 entries, each as it was written. No row is left out up to the last.\n',
  });
  writeFileSync(path, lines.join('\n').replace('"step":"a"', '"step":"z"'));
  const changed = await trial.desk('verify', path, '--json');
  expect([changed.status, JSON.parse(changed.out)]).toMatchObject([
    1,
    { entries: 0, broken: { line: 1, why: 'changed' } },
  ]);
  writeFileSync(path, `${JSON.stringify(changeLogEntry())}\n`);
  expect(await trial.desk('verify', path)).toMatchObject({
    status: 1,
    out: expect.stringContaining('no line of evidence that this version can verify'),
  });
  writeFileSync(path, '');
  expect(await trial.desk('verify', path)).toMatchObject({
    status: 1,
    out: expect.stringContaining('no entries'),
  });
  // A folder opens, and cannot be read.
  expect(await trial.desk('verify', trial.folder)).toMatchObject({
    status: 3,
    errors: `${trial.folder}: That is a folder. Name a file in it.\n`,
  });
  const none = join(trial.folder, 'none.jsonl');
  expect(await trial.desk('verify', none)).toMatchObject({
    status: 3,
    errors: `${none}: There is no such file. Look at its name and folder.\n`,
  });
  expect((await trial.desk('verify')).status).toBe(2);
  expect(await trial.desk('--help')).toMatchObject({
    status: 0,
    out: expect.stringContaining('verify FILE'),
    errors: '',
  });
});
