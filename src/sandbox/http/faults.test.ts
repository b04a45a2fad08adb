import { describe, expect, it } from 'vitest';
import { openDesk } from '../testing/desk.ts';
import { creation } from '../testing/two-firms.ts';

const add = (desk: ReturnType<typeof openDesk>, fault: unknown) => desk.control('POST', '/faults/', fault);
const statuses = async (desk: ReturnType<typeof openDesk>, count: number) => {
  const seen: number[] = [];
  for (let index = 0; index < count; index += 1) seen.push((await desk.get('/audits/audit/')).status);
  return seen;
};

describe('sandbox.md, faults', () => {
  it('one is removed, and the others go on waiting', async () => {
    const desk = openDesk();
    await add(desk, { kind: 'status', status: 500, times: null });
    await add(desk, { kind: 'status', status: 502, times: null });
    expect(await statuses(desk, 1)).toEqual([500]);
    expect((await desk.control('DELETE', '/faults/1/')).status).toBe(200);
    expect(await statuses(desk, 1)).toEqual([502]);
    for (const id of ['1', '7', 'waiting'])
      expect((await desk.control('DELETE', `/faults/${id}/`)).status).toBe(404);
  });

  it('status: that answer, the operation is not carried out and counts against no tier', async () => {
    const desk = openDesk((fixture) => ({
      ...fixture,
      rate_limits: { ...fixture.rate_limits, lifecycle: { burst: 1 } },
    }));
    await desk.get('/audits/');
    const added = await add(desk, {
      method: 'POST',
      path: '/api/v1/audits/',
      kind: 'status',
      status: 503,
      body: { detail: 'Maintenance.' },
      headers: { 'Retry-After': '7' },
    });
    expect(added).toMatchObject({ status: 201, body: { id: expect.any(String) } });
    const received = await desk.post('/audits/', creation);
    expect(received).toMatchObject({ status: 503, body: { detail: 'Maintenance.' } });
    expect(received.headers.get('retry-after')).toBe('7');
    expect((await desk.get('/audits/new/')).status).toBe(404);
    expect((await desk.post('/audits/', creation)).status).toBe(201);
  });
  it('status: a text as it is, of the type that is asked for', async () => {
    const desk = openDesk();
    const headers = { 'content-type': 'text/html' };
    await add(desk, { kind: 'status', status: 502, body: '<h1>Bad gateway</h1>', headers });
    const received = await desk.call('GET', '/audits/', { as: null });
    expect(received).toMatchObject({ status: 502, text: '<h1>Bad gateway</h1>' });
    expect(received.headers.get('content-type')).toBe('text/html');
  });
  it('drop_before: reset, nothing carried out', async () => {
    const desk = openDesk();
    await desk.get('/audits/');
    await add(desk, { method: 'POST', kind: 'drop_before' });
    await expect(desk.post('/audits/', creation)).rejects.toThrow('fetch failed');
    expect((await desk.get('/audits/new/')).status).toBe(404);
  });
  it('drop_after: carried out in full, then reset; the log has no status', async () => {
    const desk = openDesk();
    await desk.get('/audits/');
    await add(desk, { method: 'POST', kind: 'drop_after' });
    await expect(desk.post('/audits/', creation)).rejects.toThrow('fetch failed');
    expect((await desk.get('/audits/new/')).status).toBe(200);
    expect((await desk.control('GET', '/requests/')).body).toMatchObject({
      results: [{}, {}, { method: 'POST', path: '/api/v1/audits/', status: null, tier: 'lifecycle' }, {}],
    });
  });
  it('truncate: carried out, half of the body is sent', async () => {
    const desk = openDesk();
    await desk.get('/audits/');
    await add(desk, { method: 'POST', kind: 'truncate' });
    await expect(desk.post('/audits/', creation)).rejects.toThrow('fetch failed');
    expect((await desk.get('/audits/new/')).status).toBe(200);
  });
  it('not_json: carried out, 200 with a page', async () => {
    const desk = openDesk();
    await desk.get('/audits/');
    await add(desk, { method: 'POST', kind: 'not_json' });
    const received = await desk.post('/audits/', creation);
    expect(received.status).toBe(200);
    expect(received.headers.get('content-type')).toMatch(/^text\/html/);
    expect(received.text).toContain('<html');
    expect((await desk.get('/audits/new/')).status).toBe(200);
  });
  it('delay: carried out, answered later in real time', async () => {
    const desk = openDesk();
    await desk.get('/audits/');
    await add(desk, { path: '/api/v1/audits/', kind: 'delay', seconds: 0.05 });
    const started = performance.now();
    expect((await desk.get('/audits/')).status).toBe(200);
    expect(performance.now() - started).toBeGreaterThanOrEqual(49);
  });

  it('skip lets requests pass first, times says how many are met', async () => {
    const desk = openDesk();
    await desk.get('/audits/');
    await add(desk, { kind: 'status', status: 500, skip: 2, times: 3 });
    expect(await statuses(desk, 7)).toEqual([200, 200, 500, 500, 500, 200, 200]);
  });
  it('times null is for ever, until the faults are removed', async () => {
    const desk = openDesk();
    await desk.get('/audits/');
    await add(desk, { kind: 'status', status: 500, times: null });
    expect(await statuses(desk, 5)).toEqual([500, 500, 500, 500, 500]);
    expect((await desk.control('DELETE', '/faults/')).status).toBe(200);
    expect(await statuses(desk, 1)).toEqual([200]);
  });
  it('of several the first added wins', async () => {
    const desk = openDesk();
    await desk.get('/audits/');
    await add(desk, { kind: 'status', status: 500 });
    await add(desk, { kind: 'status', status: 502, path: '/api/v1/audits/audit/' });
    expect(await statuses(desk, 3)).toEqual([500, 502, 200]);
  });
  it('method and path choose the requests; the path is a prefix of the raw one', async () => {
    const desk = openDesk();
    await desk.get('/audits/');
    await add(desk, { method: 'GET', path: '/api/v1/audits/a', kind: 'status', status: 500, times: null });
    expect((await desk.call('DELETE', '/audits/audit/')).status).toBe(204);
    expect((await desk.get('/audits/')).status).toBe(200);
    expect((await desk.get('/audits/%61udit/')).status).toBe(200);
    expect((await desk.get('/audits/audit/users/')).status).toBe(500);
  });
  it('is matched before anything else is checked', async () => {
    const desk = openDesk();
    await add(desk, { kind: 'status', status: 418 });
    expect((await desk.call('PUT', '/nothing', { as: null })).status).toBe(418);
  });

  const acting = async (fault: object, count = 400): Promise<readonly number[]> => {
    const desk = openDesk();
    await desk.get('/audits/');
    await add(desk, { kind: 'status', status: 500, times: null, ...fault });
    return (await statuses(desk, count)).flatMap((status, at) => (status === 500 ? [at] : []));
  };
  it('probability: about so many of the requests, and the same ones with the same seed', async () => {
    for (const probability of [0.1, 0.5, 0.9]) {
      const acted = await acting({ probability, seed: 7 });
      // Four standard deviations: a wrong probability is far outside, and what the seed draws never changes.
      const spread = 4 * Math.sqrt(400 * probability * (1 - probability));
      expect(Math.abs(acted.length - 400 * probability)).toBeLessThan(spread);
      expect(await acting({ probability, seed: 7 })).toEqual(acted);
      expect(await acting({ probability, seed: 8 })).not.toEqual(acted);
    }
  });
  it('probability: of neighbouring seeds and of neighbouring requests, one tells nothing of the other', async () => {
    const series = await Promise.all([1, 2, 3].map((seed) => acting({ probability: 0.5, seed })));
    const sets = series.map((one) => new Set(one));
    for (const [one, other] of [
      [0, 1],
      [1, 2],
      [0, 2],
    ] as const) {
      const both = [...(sets[one] ?? [])].filter((at) => sets[other]?.has(at) === true).length;
      expect(Math.abs(both - 100)).toBeLessThan(40);
    }
    for (const set of sets)
      expect(Math.abs([...set].filter((at) => set.has(at + 1)).length - 100)).toBeLessThan(40);
  });
  it('probability: `skip` is before the draw, and `times` counts what it acted on', async () => {
    const all = await acting({ probability: 0.5, seed: 3 });
    expect(await acting({ probability: 0.5, seed: 3, skip: 10 })).toEqual(
      all.map((at) => at + 10).filter((at) => at < 400),
    );
    expect(await acting({ probability: 0.5, seed: 3, times: 4 })).toEqual(all.slice(0, 4));
  });
  it('tier: only requests of that tier, by method and path alone', async () => {
    const desk = openDesk();
    await desk.get('/audits/');
    await add(desk, { kind: 'status', status: 500, tier: 'lifecycle', times: null });
    expect((await desk.get('/audits/audit/')).status).toBe(200);
    expect((await desk.get('/nothing/')).status).toBe(404);
    expect((await desk.post('/audits/', creation)).status).toBe(500);
    expect((await desk.call('DELETE', '/audits/audit/', { as: null })).status).toBe(500);
  });
  it('they can be listed, with what is left of them', async () => {
    const desk = openDesk();
    await desk.get('/audits/');
    await add(desk, {
      kind: 'status',
      status: 500,
      skip: 1,
      times: 5,
      probability: 1,
      seed: 4,
      tier: 'read',
    });
    await add(desk, { kind: 'drop_before', times: null, path: '/x' });
    await add(desk, { kind: 'delay', seconds: 5, path: '/y' });
    await statuses(desk, 3);
    const fault = {
      method: null,
      path: '',
      tier: 'read',
      probability: 1,
      seed: 4,
      kind: 'status',
      status: 500,
    };
    expect((await desk.control('GET', '/faults/waiting/')).body).toEqual({
      results: [
        { ...fault, id: '1', skip: 0, times: 3, met: 2, taken: 2 },
        {
          id: '2',
          kind: 'drop_before',
          path: '/x',
          method: null,
          tier: null,
          probability: 1,
          seed: expect.any(Number),
          skip: 0,
          times: null,
          met: 0,
          taken: 0,
        },
        expect.objectContaining({ kind: 'delay', seconds: 5 }),
      ],
    });
  });

  it.each([
    [{}, 'kind'],
    [{ kind: 'drop_before', probability: 0 }, 'probability'],
    [{ kind: 'drop_before', probability: 1.1 }, 'probability'],
    [{ kind: 'drop_before', seed: -1 }, 'seed'],
    [{ kind: 'drop_before', tier: 'slow' }, 'tier'],
    [{ kind: 'explode' }, 'kind'],
    [{ kind: 'status' }, 'status'],
    [{ kind: 'status', status: 99 }, 'status'],
    [{ kind: 'status', status: '500' }, 'status'],
    [{ kind: 'delay' }, 'seconds'],
    [{ kind: 'delay', seconds: -1 }, 'seconds'],
    [{ kind: 'status', status: 500, headers: { 'X-A': 'a\r\nb' } }, 'headers'],
    [{ kind: 'status', status: 500, headers: { 'content-LENGTH': '5' } }, 'headers'],
    [{ kind: 'drop_before', times: 0 }, 'times'],
    [{ kind: 'drop_before', skip: 1.5 }, 'skip'],
    [{ kind: 'drop_before', method: 5 }, 'method'],
  ])('%j is 400', async (fault, field) => {
    const received = await add(openDesk(), fault);
    expect(received.status).toBe(400);
    expect(Object.keys(received.body as object)).toEqual([field]);
  });
});
