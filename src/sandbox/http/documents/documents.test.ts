import { describe, expect, it } from 'vitest';
import { openDesk } from '../../testing/desk.ts';

describe('sandbox.md, Documents: /api/v1/schema/', () => {
  it('is OpenAPI 3.1 in JSON, with the address by which it was asked', async () => {
    const received = await openDesk().get('/schema/');
    expect(received.status).toBe(200);
    expect(received.headers.get('content-type')).toBe('application/json');
    expect(received.body).toMatchObject({
      openapi: '3.1.0',
      servers: [{ url: 'http://127.0.0.1:4000' }],
      paths: { '/api/v1/audits/': { post: { operationId: 'audits.create' } } },
    });
  });
  it('needs a token', async () => {
    const received = await openDesk().call('GET', '/schema/', { as: null });
    expect(received).toMatchObject({ status: 401, body: { detail: expect.any(String) } });
    expect(received.headers.get('www-authenticate')).toBe('Bearer');
  });
  it('is only read, and has no other address', async () => {
    const received = await openDesk().call('POST', '/schema/', { body: {} });
    expect(received.status).toBe(405);
    expect(received.headers.get('allow')).toBe('GET');
    expect((await openDesk().get('/schema')).status).toBe(404);
  });
  it('is logged like any other, and counts against no tier', async () => {
    const desk = openDesk((fixture) => ({
      ...fixture,
      rate_limits: { ...fixture.rate_limits, reference: { burst: 1 }, read: { burst: 1 } },
    }));
    for (let times = 0; times < 3; times += 1) expect((await desk.get('/schema/')).status).toBe(200);
    expect((await desk.get('/roles/')).status).toBe(200);
    expect((await desk.control('GET', '/requests/')).body).toMatchObject({
      results: expect.arrayContaining([
        expect.objectContaining({
          path: '/api/v1/schema/',
          status: 200,
          tier: null,
          client_id: 'north-manager',
        }),
      ]),
    });
  });
  it.each(['status', 'not_json'])('a fault %s meets it too', async (kind) => {
    const desk = openDesk();
    await desk.control('POST', '/faults/', { kind, status: 503, path: '/api/v1/schema/' });
    const received = await desk.get('/schema/');
    expect([received.status, received.body]).toEqual(
      kind === 'status' ? [503, { detail: 'Status 503.' }] : [200, null],
    );
  });
});
