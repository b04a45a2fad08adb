import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { type Listener, listen } from '../../sandbox/listen.ts';
import { type Desk, openDesk } from '../../sandbox/testing/desk.ts';
import { creation as body } from '../../sandbox/testing/two-firms.ts';
import { succeed } from '../../shared/error.ts';
import type { AuditCreation } from '../../shared/model/audit.ts';
import type { Clock } from '../clock.ts';
import { unmeasured } from '../fakes/quota.ts';
import { createServices } from './services.ts';
import { createSubmissions } from './submission.ts';

const creation: AuditCreation = { ...body, settings: { sampling: false, threshold: '7.5' } };
const client = { id: 'molen', name: 'Molen B.V.', country: 'NL' };

/** A clock that does not wait: every pause is over at once, except the deadlines of requests, which real time keeps. */
const hasty: Clock = {
  wall: () => Date.now(),
  monotonic: () => performance.now(),
  schedule: (milliseconds, callback) => {
    if (milliseconds >= 15_000) return () => {};
    const timer = setTimeout(callback, 0);
    return () => clearTimeout(timer);
  },
};

let listener: Listener | null = null;
afterEach(async () => {
  await listener?.close();
  listener = null;
});

/** Submissions to a sandbox on a real port, whose faults are real ones of the connection. */
async function open(desk: Desk = openDesk(), clock: Clock = hasty) {
  const opened = await listen(desk.sandbox, 0);
  listener = opened;
  const services = createServices({
    wire: { fetch, clock },
    ...unmeasured(clock),
    place: () => null,
    credentials: async () =>
      succeed({ baseUrl: opened.baseUrl, clientId: 'north-manager', secret: 'north manager secret' }),
    onIssue: () => {},
    emit: () => {},
    record: () => {},
    newId: () => 'r',
  });
  const fault = (fields: Readonly<Record<string, unknown>>) =>
    desk.control('POST', '/faults/', { method: 'POST', path: '/api/v1/audits/', ...fields });
  const requests = async (): Promise<readonly string[]> => {
    const log = (await desk.control('GET', '/requests/')).body as {
      readonly results: readonly { method: string; path: string; status: number | null }[];
    };
    return log.results
      .filter(({ path }) => !path.includes('/oauth/'))
      .map(({ method, path, status }) => `${method} ${path.replace('/api/v1', '')} ${status}`);
  };
  const audits = async (): Promise<number> => {
    const list = (await desk.get('/audits/')).body as { readonly count: number };
    return list.count - 2; // the fixture has two
  };
  return { desk, submissions: createSubmissions(services, clock), fault, requests, audits };
}

test('an audit is created', async () => {
  const { submissions, requests } = await open();
  expect(await submissions.createAudit('c', creation)).toMatchObject({
    ok: true,
    value: { id: 'new', status: 'initializing' },
  });
  expect(await requests()).toEqual(['POST /audits/ 201']);
});

test.each([
  ['drop_before', ['POST /audits/ null', 'GET /audits/new/ 404', 'POST /audits/ 201']],
  ['drop_after', ['POST /audits/ null', 'GET /audits/new/ 200']],
  ['truncate', ['POST /audits/ 201', 'GET /audits/new/ 200']],
  ['not_json', ['POST /audits/ 200', 'GET /audits/new/ 200']],
])('fault %s at the creation ends with exactly one audit', async (kind, expected) => {
  const { submissions, fault, requests, audits } = await open();
  await fault({ kind });
  expect(await submissions.createAudit('c', creation)).toMatchObject({ ok: true, value: { id: 'new' } });
  expect((await requests()).slice(0, expected.length)).toEqual(expected);
  expect(await audits()).toBe(1);
});

test.each(['drop_before', 'drop_after', 'truncate', 'not_json'])(
  'fault %s at the creation and at the look after it',
  async (kind) => {
    const { submissions, fault, desk, audits } = await open();
    await fault({ kind });
    await desk.control('POST', '/faults/', { method: 'GET', path: '/api/v1/audits/new/', times: 2, kind });
    expect(await submissions.createAudit('c', creation)).toMatchObject({ ok: true, value: { id: 'new' } });
    expect(await audits()).toBe(1);
  },
);

test('a 500 that is carried out no matter what is looked after too', async () => {
  const { submissions, fault, audits } = await open();
  await fault({ kind: 'status', status: 500 });
  expect(await submissions.createAudit('c', creation)).toMatchObject({ ok: true, value: { id: 'new' } });
  expect(await audits()).toBe(1);
});

test('an answer that comes after the deadline', async () => {
  const desk = openDesk();
  let armed = false;
  /** The deadline for headers is over as soon as the service has carried the creation out. */
  const impatient: Clock = {
    ...hasty,
    schedule: (milliseconds, callback) => {
      if (milliseconds !== 30_000 || !armed) return hasty.schedule(milliseconds, callback);
      armed = false;
      const expire = async (): Promise<void> => {
        while ((await desk.get('/audits/new/')).status !== 200) await setImmediate();
        callback();
      };
      void expire();
      return () => {};
    },
  };
  const { submissions, fault, audits } = await open(desk, impatient);
  await submissions.createClient('c', client); // and with it a token is there
  await fault({ kind: 'delay', seconds: 1 });
  armed = true;
  expect(await submissions.createAudit('c', creation)).toMatchObject({ ok: true, value: { id: 'new' } });
  expect(await audits()).toBe(1);
});

test('when nothing can be found out, it says so', async () => {
  const { submissions, fault, desk, requests } = await open();
  await fault({ kind: 'drop_after' });
  await desk.control('POST', '/faults/', {
    method: 'GET',
    path: '/api/v1/audits/',
    times: null,
    kind: 'drop_before',
  });
  expect(await submissions.createAudit('c', creation)).toMatchObject({
    ok: false,
    error: { code: 'unknown-outcome' },
  });
  expect((await requests()).filter((line) => line.startsWith('POST'))).toHaveLength(1); // never blindly again
});

test('when it never arrives, it is tried three times and said', async () => {
  const { submissions, fault, requests, audits } = await open();
  await fault({ kind: 'drop_before', times: null });
  expect(await submissions.createAudit('c', creation)).toMatchObject({ error: { code: 'unknown-outcome' } });
  expect((await requests()).filter((line) => line.startsWith('POST'))).toHaveLength(3);
  expect(await audits()).toBe(0);
});

test.each([
  ['400', { ...creation, language: 'it' }, 'validation'],
  ['400 on the id, which nobody has', { ...creation, id: 'x'.repeat(256) }, 'validation'],
])('a refusal, %s, is passed on with its fields', async (_, wrong, code) => {
  const { submissions, requests } = await open();
  expect(await submissions.createAudit('c', wrong)).toMatchObject({
    error: { code, status: 400, fields: expect.any(Object) },
  });
  expect((await requests()).filter((line) => line.startsWith('POST'))).toHaveLength(1);
});

test('decisions §4.3: a 409 of the same audit is success', async () => {
  const { submissions, audits } = await open();
  await submissions.createAudit('c', creation);
  expect(await submissions.createAudit('c', creation)).toMatchObject({ ok: true, value: { id: 'new' } });
  expect(await audits()).toBe(1);
});

test('decisions §4.3: a 400 on the id is one too', async () => {
  const { submissions } = await open(
    openDesk((fixture) => ({ ...fixture, variants: { duplicate_id_status: 400 } })),
  );
  await submissions.createAudit('c', creation);
  expect(await submissions.createAudit('c', creation)).toMatchObject({ ok: true, value: { id: 'new' } });
});

test('decisions §4.3: another audit under the id is another audit', async () => {
  const { submissions } = await open();
  await submissions.createAudit('c', creation);
  expect(
    await submissions.createAudit('c', { ...creation, name: 'Other', period_end: '2026-06-30' }),
  ).toEqual({
    ok: false,
    error: { code: 'differs', fields: { name: [], period_end: [] } },
  });
});

test('credits that ran out while an answer was lost: the audit is found, not refused', async () => {
  const { submissions, fault, desk } = await open(
    openDesk((fixture) => ({ ...fixture, firms: fixture.firms.map((firm) => ({ ...firm, credits: 10 })) })),
  );
  await fault({ kind: 'drop_after' });
  // The first look finds nothing yet, as on a replica that lags behind.
  await desk.control('POST', '/faults/', {
    method: 'GET',
    path: '/api/v1/audits/new/',
    kind: 'status',
    status: 404,
    body: { detail: 'Not found.' },
  });
  expect(await submissions.createAudit('c', creation)).toMatchObject({ ok: true, value: { id: 'new' } });
});

test('ten clicks are one submission; another audit under the id waits for it', async () => {
  const { submissions, requests } = await open();
  const clicks = Array.from({ length: 10 }, () => submissions.createAudit('c', creation));
  const other = submissions.createAudit('c', { ...creation, name: 'Other' });
  const replies = await Promise.all(clicks);
  expect(new Set(replies.map((reply) => reply.ok && reply.value.id))).toEqual(new Set(['new']));
  expect(await other).toMatchObject({ error: { code: 'differs' } });
  expect(await requests()).toEqual(['POST /audits/ 201', 'POST /audits/ 409', 'GET /audits/new/ 200']);
});

test('a 429 of a creation is waited out and the creation sent again', async () => {
  const { submissions, fault, requests } = await open();
  await fault({ kind: 'status', status: 429, headers: { 'Retry-After': '5' } });
  expect(await submissions.createAudit('c', creation)).toMatchObject({ ok: true });
  const creations = (await requests()).filter((line) => line.startsWith('POST'));
  expect(creations).toEqual(['POST /audits/ 429', 'POST /audits/ 201']);
});

test.each(['drop_before', 'drop_after', 'truncate', 'not_json'])(
  'fault %s at the creation of a client ends with exactly one',
  async (kind) => {
    const { submissions, desk } = await open();
    await desk.control('POST', '/faults/', { method: 'POST', path: '/api/v1/client-organisations/', kind });
    expect(await submissions.createClient('c', client)).toMatchObject({ ok: true, value: client });
    expect((await desk.get('/client-organisations/')).body).toMatchObject({ count: 3 });
  },
);

test('decisions §4.3: another client under the id is another client', async () => {
  const { submissions } = await open();
  expect(await submissions.createClient('c', { ...client, id: 'group' })).toMatchObject({
    error: { code: 'differs', fields: { name: [] } },
  });
});
