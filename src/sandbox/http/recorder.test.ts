import { describe, expect, it } from 'vitest';
import type { Exchange, ExchangePage } from '../../shared/workbench.ts';
import { type Desk, openDesk } from '../testing/desk.ts';
import { storeForTest } from '../testing/stores.ts';
import { json, whole } from './exchange.ts';
import { createRecorder, type Observed, type Recorder, type RecorderOptions } from './recorder.ts';

function observed(path: string, body = ''): Observed {
  const answer = json(200, { path });
  return {
    at: 0,
    duration: 1.23456,
    request: {
      method: 'POST',
      path,
      query: '',
      origin: 'http://127.0.0.1',
      header: () => undefined,
      body: new TextEncoder().encode(body),
    },
    handled: { answer, tier: 'read', clientId: 'a' },
    outcome: whole(answer),
    fault: null,
  };
}

async function open(options: RecorderOptions = {}): Promise<Recorder> {
  const database = await storeForTest(0);
  return database?.controls.recorder(options) ?? createRecorder(options);
}

describe('the recorder', () => {
  it('counts from 1, tells what came after a number, and keeps the last ones', async () => {
    const recorder = await open({ capacity: 3 });
    expect(await recorder.after(0)).toMatchObject({ results: [], oldest: 1, newest: 0 });
    const paths = ['/1', '/2', '/3', '/4', '/5'];
    expect(await Promise.all(paths.map(async (path) => recorder.add(observed(path))))).toEqual([
      1, 2, 3, 4, 5,
    ]);
    const { run, ...page } = await recorder.after(0);
    expect(page).toMatchObject({ results: [{ id: 3 }, { id: 4 }, { id: 5 }], oldest: 3, newest: 5 });
    expect(await recorder.after(4)).toMatchObject({
      run,
      results: [{ id: 5, path: '/5', duration_ms: 1.235 }],
    });
    expect(await recorder.after(9)).toMatchObject({ results: [] });
    const found = await Promise.all([2, 3, 5, 6].map(async (id) => recorder.byId(id)));
    expect(found.map((one) => one?.path)).toEqual([undefined, '/3', '/5', undefined]);
  });
  it('tells 1,000 at once, oldest first, so that no answer is long; and the last 1,000 to the API', async () => {
    const recorder = await open();
    for (let at = 1; at <= 2_500; at += 1) {
      const added = recorder.add(observed(at > 2_400 ? '/' : `/api/${String(at)}`));
      if (at % 500 === 0) await added; // so that not too many wait
    }
    const pages = await Promise.all([0, 1_000, 2_000].map(async (after) => recorder.after(after)));
    const ids = pages.map(({ results }) => results.map(({ id }) => id));
    expect(ids.map((page) => [page.length, page[0], page.at(-1)])).toEqual([
      [1_000, 1, 1_000],
      [1_000, 1_001, 2_000],
      [500, 2_001, 2_500],
    ]);
    const requests = await recorder.requests();
    expect([requests.length, requests[0]?.path, requests.at(-1)?.path]).toEqual([
      1_000,
      '/api/1401',
      '/api/2400',
    ]);
  });
  it('holds a list for as many bytes as it may: the bodies of the oldest go first, and their rows stay', async () => {
    const recorder = await open({ characters: 100 });
    const lengths = async (...ids: number[]) => {
      const found = await Promise.all(ids.map(async (id) => recorder.byId(id)));
      return found.map((one) => one?.request.body?.text.length);
    };
    for (const path of ['/1', '/2', '/3']) await recorder.add(observed(path, 'x'.repeat(30)));
    expect(await lengths(1, 2, 3)).toEqual([undefined, 30, 30]);
    await recorder.add(observed('/4', 'x'.repeat(1_000)));
    // The newest is there to be looked at.
    expect(await lengths(1, 2, 3, 4)).toEqual([undefined, undefined, undefined, 1_000]);
    expect((await recorder.after(0)).results).toHaveLength(4);
  });
  it('keeps the beginning of a long body, and says how much is missing', async () => {
    const recorder = await open();
    await recorder.add(observed('/', 'x'.repeat(200_000)));
    expect((await recorder.byId(1))?.request.body).toMatchObject({ omitted: 200_000 - 131_072 });
  });
  it('of another run it has none: its numbers begin again', async () => {
    const recorder = await open();
    await recorder.add(observed('/1'));
    const { run } = await recorder.after(0);
    expect(await recorder.byId(1, run)).toMatchObject({ path: '/1' });
    expect(await recorder.byId(1, 'another')).toBeUndefined();
  });
  it('cleared, it has none, and goes on counting: a page that was open hears of it', async () => {
    const recorder = await open();
    await recorder.add(observed('/1'));
    await recorder.clear();
    expect(await recorder.after(0)).toMatchObject({ results: [], oldest: 2, newest: 1 });
    await recorder.add(observed('/2'));
    expect(await recorder.after(0)).toMatchObject({ results: [{ id: 2 }], oldest: 2, newest: 2 });
  });
});

async function exchanges(desk: Desk): Promise<readonly Exchange[]> {
  const page = (await desk.control('GET', '/exchanges/after/0/')).body as ExchangePage;
  return Promise.all(
    page.results.map(
      async ({ id }) => (await desk.control('GET', `/exchanges/${String(id)}/`)).body as Exchange,
    ),
  );
}

describe('sandbox.md, workbench: what the service keeps of an exchange', () => {
  it('both sides, without the secret and the token', async () => {
    const desk = openDesk();
    const token = await desk.token('north-manager');
    await desk.call('PATCH', `/audits/${token}/?access_token=${token}&page=1`, {
      as: null,
      headers: { Authorization: `Bearer ${token}`, 'X-Api-Key': 'other secret', Cookie: 'a=b' },
      body: { note: `with ${token}`, password: 'p' },
    });
    const [login, call] = await exchanges(desk);
    expect(login).toMatchObject({
      method: 'POST',
      path: '/api/v1/oauth/token/',
      status: 200,
      client_id: 'north-manager',
      request: {
        body: { text: 'grant_type=client_credentials&client_id=north-manager&client_secret=(removed)' },
      },
      answer: { body: { isRedacted: true } },
    });
    expect(call).toMatchObject({
      path: '/api/v1/audits/(removed)/',
      query: 'access_token=(removed)&page=1',
      request: {
        headers: { authorization: 'Bearer (removed)', 'content-type': 'application/json' },
        body: { text: '{"note":"with (removed)","password":"(removed)"}', isRedacted: true },
      },
    });
    const all = JSON.stringify([login, call]);
    for (const secret of [token, 'manager secret', 'other secret', 'a=b']) expect(all).not.toContain(secret);
  });
  it('a token in another way, and a page of the documentation, are not kept', async () => {
    const desk = openDesk();
    const body = '{"client_secret":"north manager secret"';
    await desk.call('POST', '/oauth/token/', { as: null, body });
    await desk.call('GET', '/docs/', { as: null, headers: { Authorization: 'Basic bm9ydGg6c2VjcmV0' } });
    const [login, page] = await exchanges(desk);
    expect(login?.request.body).toBeNull();
    expect(page).toMatchObject({
      request: { headers: { authorization: '(removed)' } },
      answer: { body: null },
    });
  });
  it('what a fault made of the answer', async () => {
    const desk = openDesk();
    await desk.control('POST', '/faults/', { kind: 'status', status: 503, body: { detail: 'Away.' } });
    await desk.control('POST', '/faults/', { kind: 'drop_after' });
    await desk.call('GET', '/roles/', { as: null });
    await desk.call('GET', '/roles/', { as: null }).catch(() => undefined);
    expect(await exchanges(desk)).toMatchObject([
      { status: 503, fault: 'status', answer: { body: { text: '{"detail":"Away."}' } } },
      { status: null, fault: 'drop_after', delivery: 'none', answer: { body: { text: expect.any(String) } } },
    ]);
  });
  it.each(['status', 'drop_before'])(
    'of a request that %s keeps from the service: who sent it, and the fault as the only reason',
    async (kind) => {
      const desk = openDesk();
      await desk.get('/roles/');
      await desk.control('POST', '/faults/', { kind, status: 500, path: '/api/v1/audits/' });
      await desk.advance(10);
      await desk.get('/audits/').catch(() => undefined);
      const last = (await exchanges(desk)).at(-1);
      expect(last).toMatchObject({ rules: ['fault'], client_id: 'north-manager', tier: null });
      if (kind === 'drop_before') expect(last?.answer).toMatchObject({ headers: {}, body: { text: '' } });
    },
  );
  it('nothing of the control plane, and nothing at all after a reset', async () => {
    const desk = openDesk();
    await desk.control('GET', '/clock/');
    expect(await exchanges(desk)).toEqual([]);
    await desk.get('/roles/');
    await desk.control('POST', '/reset/');
    expect(await exchanges(desk)).toEqual([]);
  });
  it.each(['/exchanges/1/', '/exchanges/x/', '/exchanges/after/x/', '/exchanges/after/-1/'])(
    '%s is 404 where there is none',
    async (path) => {
      expect((await openDesk().control('GET', path)).status).toBe(404);
    },
  );
  it('without the control plane there is nothing', async () => {
    const desk = openDesk(undefined, { control: false });
    expect((await desk.control('GET', '/exchanges/after/0/')).status).toBe(404);
    expect((await desk.control('GET', '/')).status).toBe(404);
  });
});
