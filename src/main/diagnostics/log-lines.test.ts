import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDesk } from '../../sandbox/testing/desk.ts';
import { creation } from '../../sandbox/testing/two-firms.ts';
import type { Plan, PlanProgress } from '../../shared/plan.ts';
import { draft, openApp, secret } from '../testing/app.ts';
import { createFakeClock } from '../testing/clock.ts';
import { openLog } from './log.ts';
import { createRedactor } from './redaction.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'log-lines-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

type Line = Readonly<Record<string, unknown>>;

function start(desk = openDesk()) {
  const clock = createFakeClock();
  const app = openApp(folder, desk, clock);
  const text = (): string => readFileSync(join(folder, 'logs', 'main.log'), 'utf8');
  const lines = (event: RegExp): readonly Line[] =>
    text()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line) // a log of lines of JSON objects
      .filter((line) => event.test(String(line.event)));
  const events = (event: RegExp): readonly unknown[] => lines(event).map((line) => line.event);
  const until = async (holds: (plan: PlanProgress) => boolean): Promise<void> => {
    for (let turn = 0; turn < 400; turn += 1) {
      const now = app.events.findLast(({ type }) => type === 'plan-changed');
      if (now?.type === 'plan-changed' && holds(now.plan)) return;
      await clock.advance(1_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    throw new Error(text());
  };
  return { ...app, text, lines, events, until };
}

/** Everything in this plan that the service or a person has named is a canary. */
function canaryPlan(connection: string): Plan {
  const audit = { ...creation, id: 'canary-audit', name: 'Canary name' };
  const assignment = { id: 'canary@firm.example', role: 'audit_auditor' };
  return {
    id: 'plan-1',
    connection,
    title: 'Canary title',
    steps: [
      {
        key: 'canary-key',
        after: [],
        subject: 'Canary subject',
        task: { kind: 'createAudit', creation: audit },
      },
      {
        key: 'canary-user',
        after: ['canary-key'],
        subject: 'canary@firm.example',
        task: { kind: 'assignUser', audit: 'canary-audit', assignment },
      },
    ],
  };
}

test('a plan leaves when it began, rested, why, went on, what failed and how it ended; nobody’s name and no id of the service', async () => {
  const desk = openDesk();
  const app = start(desk);
  const { call, events, lines, until } = app;
  const saved = await call('connections.save', { ...draft, name: 'Canary & Co.' });
  if (!saved.ok) throw new Error(saved.error.code);
  const { id: connection } = saved.value as { readonly id: string };
  const refusal = (path: string, status: number) =>
    desk.control('POST', '/faults/', {
      path,
      method: 'POST',
      kind: 'status',
      status,
      body: { detail: `Canary words, ${secret}, ${app.tokens[0] ?? ''}` },
    });
  await refusal('/api/v1/audits/', 403);
  await refusal('/api/v1/audits/canary-audit/users/', 400);
  await call('plans.submit', canaryPlan(connection));
  await until(({ state }) => state === 'paused');
  await call('plans.act', { act: 'resume', id: 'plan-1' });
  await until(({ state }) => state === 'ended');
  await call('connections.remove', { id: connection });
  await app.close();

  const about = { plan: 'plan-1', connection };
  expect(lines(/^(plan|step)-/)).toMatchObject([
    { event: 'plan-begun', ...about, tasks: { createAudit: 1, assignUser: 1 } },
    { event: 'plan-paused', ...about, why: 'forbidden', code: 'forbidden', status: 403 },
    { event: 'plan-resumed', ...about },
    { event: 'step-failed', ...about, step: 1, task: 'assignUser', code: 'validation', status: 400 },
    { event: 'plan-ended', ...about, counts: { done: 1, failed: 1 } },
    { event: 'plan-forgotten', ...about },
  ]);
  expect(lines(/^plan-begun/)[0]).toMatchObject({ level: 'info' });
  expect(events(/^connection|token/)).toEqual([
    'connection-saved',
    'connection-state',
    'token-given',
    'connection-removed',
  ]);
  expect(lines(/^database/).map(({ file }) => file)).toEqual(
    expect.arrayContaining(['audit-desk.db', 'journal.db', 'records.db']),
  );
  for (const canary of [/canary/i, secret, 'north-manager', draft.baseUrl, folder, ...app.tokens])
    expect(app.text()).not.toMatch(canary);
});

test('a connection without a secret or with a refused one is told once a cause, and so is a plan that rests for it', async () => {
  const desk = openDesk();
  const app = start(desk);
  const { call, keytar, lines } = app;
  const saved = await call('connections.save', { ...draft, secret: 'wrong secret, a canary' });
  if (!saved.ok) throw new Error(saved.error.code);
  const { id: connection } = saved.value as { readonly id: string };
  await app.readList(connection, 'audits.list');
  await app.readList(connection, 'audits.list');
  await call('plans.submit', canaryPlan(connection));
  await app.until(({ state }) => state === 'paused');
  keytar.entries.clear();
  await call('connections.save', { ...draft, id: connection, secret: undefined, name: 'Other' });
  await app.readList(connection, 'audits.list');
  await app.readList(connection, 'audits.list');
  await app.close();
  expect(lines(/^no-token|^connection-state|^plan-paused/)).toMatchObject([
    { event: 'no-token', connection, code: 'credentials-rejected', status: 401 },
    { event: 'connection-state', connection, state: 'credentials-rejected' },
    { event: 'plan-paused', why: 'credentials', code: 'credentials-rejected' },
    { event: 'no-token', connection, code: 'no-secret' },
  ]);
  expect(app.text()).not.toMatch(/canary|north-manager/i);
});

test('what goes on from before the start is told, and a file that is damaged', async () => {
  const first = start();
  const saved = await first.call('connections.save', draft);
  if (!saved.ok) throw new Error(saved.error.code);
  const { id: connection } = saved.value as { readonly id: string };
  await first.call('plans.submit', canaryPlan(connection));
  await first.close();
  writeFileSync(join(folder, 'records.db'), 'this is not a database '.repeat(100));
  const again = start();
  await again.close();
  expect(again.lines(/^plan-taken-up|^database-set-aside/)).toMatchObject([
    { event: 'database-set-aside', aside: expect.stringMatching(/^records\.db\.damaged-\d+$/) },
    { event: 'plan-taken-up', plan: 'plan-1', connection },
  ]);
});

test('a fault names its file without the folders in which a person’s name is', () => {
  const log = openLog(join(folder, 'logs'), 'info', createRedactor(), () => new Date(0));
  log.error('fault', {
    fault: new Error(`EACCES: '${join(folder, 'journal.db')}', '${join(homedir(), 'a.csv')}'`),
  });
  const text = readFileSync(join(folder, 'logs', 'main.log'), 'utf8');
  expect(text).toContain(`'<data folder>/journal.db', '<home folder>/a.csv'`);
});
