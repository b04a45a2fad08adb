import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDesk, startOfTime } from '../../sandbox/testing/desk.ts';
import { fail, type Reply, succeed } from '../../shared/error.ts';
import { mostRequests } from '../../shared/inspection.ts';
import type { Connection } from '../../shared/model/connection.ts';
import type { Inspection } from '../../shared/operations/inspection.ts';
import { draft, openApp, secret } from '../testing/app.ts';
import { createFakeClock } from '../testing/clock.ts';

// Inspections as the interface asks for them: through dispatch, quota, request log and files, against the sandbox.

let folder = '';
let close = async (): Promise<void> => {};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'audit-desk-inspections-'));
});
afterEach(async () => {
  await close();
  rmSync(folder, { recursive: true });
});

type Twist = (request: Request, answer: () => Promise<Response>) => Promise<Response>;

/** The app with a connection to a sandbox, which `twist` may answer for. */
async function open(
  twist: Twist = (_, answer) => answer(),
  access: Connection['access'] = 'read-write',
  change?: Parameters<typeof openDesk>[0],
  clock = createFakeClock(),
  inspectsByItself = false,
) {
  const desk = openDesk(change);
  const sandbox = { fetch: (request: Request) => twist(request, async () => desk.sandbox.fetch(request)) };
  const app = openApp(folder, { ...desk, sandbox }, clock, null, { inspectsByItself });
  close = app.close;
  const saved = (await app.call('connections.save', { ...draft, access })) as Reply<{ readonly id: string }>;
  if (!saved.ok) throw new Error(saved.error.code);
  const { id } = saved.value;
  const inspect = async () => (await app.call('connections.inspect', { id })) as Reply<Inspection>;
  return { ...app, desk, id, inspect, last: () => app.call('connections.inspection', { id }) };
}

test('an inspection is kept with its time, counts in the quota, is in the request log, and tells its progress', async () => {
  const { call, id, inspect, last, records, events } = await open();
  expect(await last()).toEqual(succeed(null));
  const found = await inspect();
  expect(found).toMatchObject({
    value: {
      ended: null,
      certificate: { state: 'none' },
      token: { seconds: 3_600, scopes: ['read', 'write'], untold: 0 },
      limits: { lifecycle: { burst: null, sustained: null, daily: null } },
      clockSkewSeconds: null,
    },
  });
  expect(found.ok && found.value.areas.every(({ state }) => state === 'read')).toBe(true);
  expect(await last()).toEqual(found);
  const sent = found.ok ? found.value.requests : 0;
  expect(sent).toBeGreaterThan(15);
  expect(sent).toBeLessThanOrEqual(mostRequests);
  // All but the service's own document, which is no operation.
  expect(records.requests.list({ connection: id }).count).toBe(sent - 1);
  const quota = (await call('quota.read', { connection: id })) as Reply<{
    readonly tiers: readonly {
      readonly tier: string;
      readonly windows: readonly { readonly used: number }[];
    }[];
  }>;
  const used = quota.ok && quota.value.tiers.find(({ tier }) => tier === 'token')?.windows[0]?.used;
  expect(used).toBe(1);
  const progress = events.flatMap((event) => (event.type === 'inspecting' ? [event.done] : []));
  expect(progress).toEqual([...Array.from({ length: sent + 1 }, (_, at) => at), 0]);
});

test('it outlives the app, is another for another address, and goes with its connection', async () => {
  const { id, inspect, desk, close: end } = await open();
  const found = await inspect();
  await end();
  const again = openApp(folder, desk);
  close = again.close;
  expect(await again.call('connections.inspection', { id })).toEqual(found);
  await again.call('connections.save', { ...draft, id, clientId: 'north-reader', secret: 'x' });
  expect(await again.call('connections.inspection', { id })).toEqual(succeed(null));
});

test('one of an older version, whose evidence is English sentences, counts as none, until the next takes its place', async () => {
  const { call, id, inspect, last } = await open();
  const found = await inspect();
  const file = new DatabaseSync(join(folder, 'audit-desk.db'));
  const findings = found.ok && found.value.findings.map((one) => ({ ...one, evidence: ['no count'] }));
  const body = JSON.stringify({ ...(found.ok && found.value), findings });
  file.prepare('UPDATE inspections SET body = ? WHERE id = ?').run(body, id);
  expect(await last()).toEqual(succeed(null));
  expect(await call('connections.saveInspection', { id, format: 'text' })).toMatchObject({
    error: { code: 'not-found-here' },
  });
  expect(file.prepare('SELECT body FROM inspections').all()).toEqual([{ body }]);
  file.close();
  const again = await inspect();
  expect(again.ok).toBe(true);
  expect(await last()).toEqual(again);
});

test('what was found is written as text and as JSON where a person says, without secret and token', async () => {
  const { call, id, inspect, tokens } = await open();
  expect(await call('connections.saveInspection', { id, format: 'text' })).toMatchObject({
    error: { code: 'not-found-here' },
  });
  const found = await inspect();
  const day = found.ok ? found.value.at.slice(0, 10) : '';
  for (const [format, ending] of [
    ['text', 'txt'],
    ['json', 'json'],
  ] as const) {
    expect(await call('connections.saveInspection', { id, format })).toEqual(succeed({ saved: true }));
    const written = readFileSync(join(folder, `Firm ${day}.${ending}`), 'utf8');
    expect(written).toContain(draft.baseUrl);
    for (const each of [secret, ...tokens]) expect(written).not.toContain(each);
    if (format === 'json') expect(JSON.parse(written)).toEqual(found.ok && found.value);
    else {
      expect(written).toContain('A token is valid for 3,600 seconds (Limits)');
      // First what is unknown, since nothing is wrong.
      expect(written.indexOf('What this inspection did not show')).toBeLessThan(
        written.indexOf('Service and token'),
      );
      expect(written).toMatch(/Types of audits: .*single.*\n(.*\n)*  Prices in credits: single \d+/);
    }
  }
});

test('a person stops it: nothing more is sent, and nothing is kept', async () => {
  let sent = 0;
  const { call, id, inspect, last } = await open(async (_, answer) => {
    sent += 1;
    if (sent === 4) await call('connections.act', { act: 'stopInspection', id });
    return answer();
  });
  expect(await inspect()).toMatchObject({ error: { code: 'cancelled' } });
  expect(sent).toBe(4);
  expect(await last()).toEqual(succeed(null));
});

test('a service whose clock is ten minutes ahead: the difference is told', async () => {
  const { inspect, desk } = await open(undefined, undefined, undefined, createFakeClock(startOfTime));
  await desk.advance(600);
  expect(await inspect()).toMatchObject({ value: { ended: null, clockSkewSeconds: 600 } });
});

test('a connection that is removed while it is inspected leaves nothing of it: it is stopped, and not kept', async () => {
  let sent = 0;
  const { call, id, inspect, events } = await open(async (_, answer) => {
    sent += 1;
    if (sent === 6) await call('connections.remove', { id });
    return answer();
  });
  expect(await inspect()).toMatchObject({ ok: false });
  expect(sent).toBe(6);
  expect(events.filter(({ type }) => type === 'inspecting').at(-1)).toMatchObject({ done: 0, most: 0 });
  const file = new DatabaseSync(join(folder, 'audit-desk.db'));
  expect(file.prepare('SELECT count(*) AS rows FROM inspections').get()).toEqual({ rows: 0 });
  file.close();
});

describe('by itself', () => {
  const quiet = 15_000; // milliseconds
  const openNew = (twist?: Twist) => open(twist, undefined, undefined, undefined, true);
  type Opened = Awaited<ReturnType<typeof openNew>>;
  const ask = ({ readList, id }: Opened) => readList(id, 'roles.list');
  const sentBy = ({ records, id }: Opened) => records.requests.list({ connection: id }).count ?? 0;
  /** Until nothing more comes of what was begun. */
  const ended = async ({ clock, events }: Opened) => {
    await clock.advance(quiet);
    while (events.filter(({ type }) => type === 'inspecting').at(-1)?.type !== undefined) {
      const last = events.findLast((event) => event.type === 'inspecting');
      if (last?.type === 'inspecting' && last.most === 0) return;
      await setImmediate();
    }
  };

  test('a new connection is inspected once, when its first screens have had what they asked for', async () => {
    const app = await openNew();
    await ask(app);
    const first = sentBy(app);
    await app.clock.advance(quiet - 1);
    expect(sentBy(app)).toBe(first);
    await ended(app);
    expect(await app.last()).toMatchObject({ value: { ended: null, unseen: [] } });
    const all = sentBy(app);
    expect(all - first).toBeGreaterThan(15);
    expect(all - first).toBeLessThanOrEqual(25);
    await ask(app);
    await app.clock.advance(10 * quiet);
    expect(sentBy(app)).toBe(all + 1);
  });

  test('where a person has done it, and the demonstration: not', async () => {
    const app = await openNew();
    await app.inspect();
    await ask(app);
    const all = sentBy(app);
    await app.call('demonstration.start', {});
    await app.readList('demonstration', 'roles.list');
    await app.clock.advance(quiet);
    expect(sentBy(app)).toBe(all);
    expect(await app.call('connections.inspection', { id: 'demonstration' })).toEqual(succeed(null));
  });

  test('anew at another address, or for another account', async () => {
    const app = await openNew();
    await ask(app);
    await ended(app);
    const { call, id } = app;
    await call('connections.save', {
      ...draft,
      id,
      clientId: 'north-assistant',
      secret: 'north assistant secret',
    });
    expect(await app.last()).toEqual(succeed(null));
    await ask(app);
    await ended(app);
    expect(await app.last()).toMatchObject({ value: { ended: null } });
  });

  test('an end of the app in the middle of it keeps nothing, and the next one begins it anew', async () => {
    const app = await openNew((request, answer) =>
      request.url.includes('/work-packages/') ? new Promise(() => {}) : answer(),
    );
    await ask(app);
    await app.clock.advance(quiet);
    await app.close();
    const { close: end, call } = openApp(folder, app.desk, undefined, null, { inspectsByItself: true });
    close = end;
    expect(await call('connections.inspection', { id: app.id })).toEqual(succeed(null));
  });
});

test('two windows that ask for it share one', async () => {
  const { inspect, records, id } = await open();
  const [one, other] = await Promise.all([inspect(), inspect()]);
  expect(other).toEqual(one);
  expect(records.requests.list({ connection: id, operation: ['tokens.issue'] }).count).toBe(1);
});

test.each([
  ['a minute is waited for', { burst: 2 }, 'as-decided', []],
  ['an hour is not: what it would have shown is unknown', { sustained: 2 }, 'unknown', ['limits']],
] as const)('a tier without room: %s', async (_, limits, expected, gaps) => {
  const { inspect, clock, desk, records, id } = await open(undefined, 'read-write', (fixture) => ({
    ...fixture,
    rate_limits: { ...fixture.rate_limits, read_heavy: limits },
  }));
  const replies: Reply<Inspection>[] = [];
  void inspect().then((reply) => replies.push(reply));
  while (replies.length === 0) {
    await setImmediate();
    await desk.advance(1);
    await clock.advance(1_000);
  }
  const [found = fail('internal')] = replies;
  expect(found).toMatchObject({
    value: { ended: null, gaps, limits: { read_heavy: { burst: null, sustained: null, ...limits } } },
  });
  expect(statesOf(found)).toMatchObject({
    auditFields: 'as-decided',
    beyondTheEnd: expected,
    withoutSlash: expected,
    userFields: 'as-decided',
  });
  expect(records.requests.list({ connection: id, outcome: ['throttled'] }).count).toBe(0);
});

function statesOf(reply: Reply<Inspection>): Readonly<Record<string, string>> {
  return reply.ok
    ? Object.fromEntries(reply.value.findings.map(({ name, state }) => [name, state]))
    : { failed: reply.error.code };
}

const html: Twist = async () =>
  new Response('<h1>Welcome</h1>', { headers: { 'Content-Type': 'text/html' } });
const nobody: Twist = async () => {
  throw new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ENOTFOUND' }) });
};
const refusing: Twist = async (request, answer) =>
  request.url.endsWith('/token/') ? Response.json({ error: 'invalid_client' }, { status: 401 }) : answer();

test.each([
  ['a page', html, { code: 'not-json' }, 1],
  ['nobody', nobody, { code: 'unreachable', reason: 'name' }, 1],
  ['a service that refuses the credentials', refusing, { code: 'credentials-rejected' }, 2],
] as const)('%s answers: why it ended is said, and the last one stays', async (_, twist, error, requests) => {
  let isTwisted = false;
  const { inspect, last } = await open((request, answer) => (isTwisted ? twist(request, answer) : answer()));
  const before = await inspect();
  isTwisted = true;
  expect(await inspect()).toMatchObject({ value: { ended: error, requests } });
  expect(await last()).toEqual(before);
});

test('without a secret nothing is sent but a greeting; a read-only connection is inspected like any other', async () => {
  const { call, id, inspect, keytar } = await open(undefined, 'read-only');
  expect(await inspect()).toMatchObject({ value: { ended: null } });
  keytar.entries.clear();
  expect(await call('connections.inspect', { id })).toMatchObject({
    value: { ended: { code: 'no-secret' }, requests: 1 },
  });
});

test('a connection that is not there, and one that a policy forbids', async () => {
  const { call, close: end, desk, id } = await open();
  expect(await call('connections.inspect', { id: 'nobody' })).toMatchObject({
    error: { code: 'not-found-here' },
  });
  await end();
  const policy = JSON.stringify({ allowedAddresses: ['https://audits.example.com'] });
  const managed = openApp(folder, desk, undefined, policy);
  close = managed.close;
  expect(await managed.call('connections.inspect', { id })).toMatchObject({ error: { code: 'managed' } });
});
