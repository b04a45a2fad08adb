import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDesk } from '../sandbox/testing/desk.ts';
import { creation } from '../sandbox/testing/two-firms.ts';
import type { Reply } from '../shared/error.ts';
import { draft, openApp, planOf, secret } from './testing/app.ts';

// The app with two connections: one leads to a service that is in order, the other to one that answers whatever it likes.

let folder = '';
let close = async (): Promise<void> => {};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'audit-desk-hostile-'));
});
afterEach(async () => {
  await close();
  rmSync(folder, { recursive: true });
});

const hostile = 'https://hostile.example';
const json = { 'Content-Type': 'application/json' };

/** What the service in order says is changed by `twist`; what the other one says is its token, and `answer`. */
function open(
  token: string,
  {
    answer = () => Response.json({ results: [] }),
    twist = async (_, given) => given,
  }: {
    readonly answer?: (request: Request) => Response;
    readonly twist?: (request: Request, given: Response) => Promise<Response>;
  } = {},
) {
  const desk = openDesk();
  const app = openApp(folder, {
    ...desk,
    sandbox: {
      fetch: async (request) => {
        if (!request.url.startsWith(hostile))
          return twist(request, await desk.sandbox.fetch(request.clone()));
        if (!request.url.includes('/oauth/')) return answer(request);
        return Response.json({ access_token: token, expires_in: 3600, token_type: 'Bearer' });
      },
    },
  });
  close = app.close;
  const connect = async (baseUrl: string, entered = secret): Promise<string> => {
    const saved = (await app.call('connections.save', { ...draft, baseUrl, secret: entered })) as Reply<{
      readonly id: string;
    }>;
    if (!saved.ok) throw new Error(saved.error.code);
    return saved.value.id;
  };
  return { ...app, desk, connect };
}

test('security 45: a token that is a word of ours is refused, with a sentence of its own', async () => {
  const { call, readList, connect } = open('interrupted');
  const connection = await connect(hostile, 'a secret of the hostile service');
  expect(await readList(connection, 'audits.list')).toMatchObject({ error: { code: 'token-unusable' } });
  expect(await call('connections.test', { id: connection })).toMatchObject({
    value: { failed: { layer: 'credentials', error: { code: 'token-unusable' } } },
  });
});

test.each(['interrupted', 'unexpected-answer-20', 'north-client-of-2027', 'audit_engagement_leader'])(
  'security 45: a token "%s" at one connection changes nothing at another',
  async (token) => {
    let lost = 0;
    const { call, readList, connect, desk, records } = open(token, {
      twist: async (request, given) => {
        if (request.method !== 'POST' || !request.url.endsWith('/audits/')) return given;
        lost += 1;
        throw new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNRESET' }) });
      },
    });
    await readList(await connect(hostile, 'a secret of the hostile service'), 'audits.list');
    const connection = await connect(draft.baseUrl);
    await call('plans.submit', planOf(connection, { ...creation, id: token }));
    expect(await call('plans.wait', { id: 'plan-1' })).toMatchObject({
      value: { state: 'ended', counts: { done: 1 } },
    });
    expect(lost).toBe(1);
    expect((await desk.get(`/audits/${token}/`)).status).toBe(200);
    expect(records.changeLog.list({}).results).toMatchObject([{ object: token, outcome: 'done' }]);
    expect(records.requests.list({ outcome: ['interrupted'] }).count).toBe(1);
    expect(await call('audits.read', { connection, path: { audit_id: token } })).toMatchObject({
      value: { id: token },
    });
    await call('settings.export', {});
    expect(filesOf(folder)).not.toContain('[redacted]');
  },
);

test('security 38, 47: a success that repeats secret or token reaches no page, no event and no file', async () => {
  const entered = 'a secret of the hostile service';
  const token = 'Zm9yLXRoaXMtdGVzdC1vbmx5Lg';
  const all = [entered, token].flatMap((one) => [one, encodeURIComponent(one), btoa(one).replace(/=+$/, '')]);
  const seen: unknown[] = [];
  let repeats = '';
  const { call, readList, connect, events, clock } = open(token, {
    answer: () => Response.json({ results: [{ id: 'a', name: `your ${repeats}` }] }),
  });
  const connection = await connect(hostile, entered);
  for (repeats of all) {
    const reply = await readList(connection, 'clients.list');
    expect(reply).toMatchObject({ error: { code: 'unexpected-answer' } });
    seen.push(
      reply,
      await call('mirror.rows', { connection, list: { operation: 'clients.list' }, epoch: null, since: 0 }),
    );
  }
  await call('audits.watch', { connection, ids: ['a'] });
  await clock.advance(60_000);
  const everything = [JSON.stringify([seen, events]), filesOf(folder)].join('\n');
  for (const spelling of all) expect(everything.includes(spelling), spelling).toBe(false);
});

test('security 47: a success of a write that repeats a credential may have been carried out: it is looked for', async () => {
  let twisted = 0;
  const { call, connect, desk, records } = open('', {
    twist: async (request, given) => {
      if (request.method !== 'POST' || !request.url.endsWith('/audits/')) return given;
      twisted += 1;
      const audit = (await given.json()) as object; // an audit as the sandbox answers it
      const authorization = request.headers.get('authorization');
      return new Response(JSON.stringify({ ...audit, authorization }), { status: 201, headers: json });
    },
  });
  const connection = await connect(draft.baseUrl);
  await call('plans.submit', planOf(connection, creation));
  expect(await call('plans.wait', { id: 'plan-1' })).toMatchObject({
    value: { state: 'ended', counts: { done: 1 } },
  });
  expect(twisted).toBe(1);
  expect(records.requests.list({ outcome: ['unexpected-answer'] }).count).toBe(1);
  expect((await desk.get('/audits/')).body).toMatchObject({ count: 3 });
});

function filesOf(path: string): string {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => readFileSync(join(file.parentPath, file.name)).toString('latin1'))
    .join('\n');
}
