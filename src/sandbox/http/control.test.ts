import { describe, expect, it } from 'vitest';
import { manager, openDesk, startOfTime } from '../testing/desk.ts';
import { creation } from '../testing/two-firms.ts';

const outOfScope = { in_scope: false, out_of_scope_explanation: 'Small' };

describe('sandbox.md, control plane', () => {
  it('is closed unless asked for', async () => {
    const desk = openDesk(undefined, { control: false });
    for (const path of ['/clock/', '/requests/', '/nothing/'])
      expect(await desk.control('GET', path)).toMatchObject({ status: 404, body: { detail: 'Not found.' } });
    expect((await desk.control('POST', '/reset/')).status).toBe(404);
  });
  it.each([
    ['GET', '/nothing/', 404],
    ['GET', '/clock', 404],
    ['DELETE', '/clock/', 405],
    ['GET', '/faults/', 405],
    ['POST', '/audits/north/none/', 404],
    ['POST', '/audits/none/audit/', 404],
    ['POST', '/firms/none/', 404],
    ['POST', '/firms/none/legal-entities/', 404],
    ['POST', '/service-accounts/none/', 404],
    ['GET', '/content/north/audit/', 404],
    ['GET', '/content/north/none/', 404],
  ])('%s %s is %i', async (method, path, status) => {
    expect((await openDesk().control(method, path, method === 'GET' ? undefined : {})).status).toBe(status);
  });

  it('clock: told, and moved forward', async () => {
    const desk = openDesk();
    expect((await desk.control('GET', '/clock/')).body).toEqual({ now: '2027-01-15T09:00:00.000Z' });
    const moved = await desk.control('POST', '/clock/', { advance_seconds: 61.5 });
    expect(moved).toMatchObject({ status: 200, body: { now: '2027-01-15T09:01:01.500Z' } });
    expect((await desk.control('GET', '/clock/')).body).toEqual({ now: '2027-01-15T09:01:01.500Z' });
  });
  it('clock: answers of the API tell it once it is not the machine’s', async () => {
    const desk = openDesk();
    expect((await desk.get('/roles/')).headers.has('date')).toBe(false); // the server tells the machine's
    await desk.control('POST', '/clock/', { advance_seconds: 600 });
    expect((await desk.get('/roles/')).headers.get('date')).toBe('Fri, 15 Jan 2027 09:10:00 GMT');
    await desk.control('POST', '/reset/');
    expect((await desk.get('/roles/')).headers.has('date')).toBe(false);
  });

  it.each([{}, { advance_seconds: -1 }, { advance_seconds: '5' }, { advance_seconds: null }])(
    'clock: %j is 400',
    async (body) => {
      const received = await openDesk().control('POST', '/clock/', body);
      expect(received).toMatchObject({ status: 400, body: { advance_seconds: [expect.any(String)] } });
    },
  );

  it('clock: it does not leave the years that a date can be written in', async () => {
    const desk = openDesk(undefined, { machineTime: () => Date.UTC(9_999, 11, 31, 23, 59, 58) });
    const beyond = await desk.control('POST', '/clock/', { advance_seconds: 2 });
    expect(beyond).toMatchObject({ status: 400, body: { advance_seconds: [expect.any(String)] } });
    await desk.advance(1);
    expect((await desk.control('GET', '/clock/')).body).toEqual({ now: '9999-12-31T23:59:59.000Z' });
  });

  it.each([
    ['/faults/', { kind: 'drop_before', pth: '/api/v1/audits/' }, 'pth'],
    ['/firms/north/', { credit: 0 }, 'credit'],
    ['/clock/', { advance: 5 }, 'advance'],
    ['/audits/north/audit/', { state: 'archived' }, 'state'],
    ['/snapshots/', { name: 'one', title: 'One' }, 'title'],
  ])('%s: a field that is not known is 400, by its name, and changes nothing', async (path, body, field) => {
    const desk = openDesk();
    const received = await desk.control('POST', path, body);
    expect(received).toEqual(
      expect.objectContaining({
        status: 400,
        body: { [field]: [expect.stringMatching(/^There is no such field\. These are known: [a-z_, ]+\.$/)] },
      }),
    );
    expect((await desk.control('POST', '/firms/north/', {})).body).toMatchObject({ credits: 100 });
    expect((await desk.get('/audits/audit/')).body).toMatchObject({ status: 'open' });
  });

  it('firms: credits too large for a number are 400', async () => {
    const desk = openDesk();
    const received = await desk.call('POST', '/../../__sandbox/firms/north/', { body: '{"credits":1e400}' });
    expect(received).toMatchObject({ status: 400, body: { credits: [expect.any(String)] } });
    expect((await desk.control('POST', '/firms/north/', {})).body).toMatchObject({ credits: 100 });
  });

  it('reset: back to the fixture, tokens revoked, windows, faults and log emptied, clock as started', async () => {
    const desk = openDesk((fixture) => ({
      ...fixture,
      rate_limits: { ...fixture.rate_limits, read: { burst: 1 } },
    }));
    const before = (await desk.get('/audits/')).text;
    await desk.get('/audits/audit/');
    await desk.post('/audits/', creation);
    await desk.call('DELETE', '/audits/audit/');
    await desk.control('POST', '/firms/north/', { credits: 1 });
    await desk.control('POST', '/faults/', { kind: 'drop_before', times: null });
    await desk.advance(10);
    expect(await desk.control('POST', '/reset/')).toMatchObject({ status: 200, body: {} });
    expect((await desk.control('GET', '/clock/')).body).toEqual({ now: new Date(startOfTime).toISOString() });
    expect((await desk.control('GET', '/requests/')).body).toEqual({ results: [] });
    expect((await desk.get('/audits/')).status).toBe(401);
    const headers = { Authorization: `Bearer ${await desk.token(manager)}` };
    expect((await desk.call('GET', '/audits/', { as: null, headers })).text).toBe(before);
    expect((await desk.call('GET', '/audits/audit/', { as: null, headers })).status).toBe(200);
    expect((await desk.control('POST', '/firms/north/', {})).body).toMatchObject({ credits: 100 });
  });

  it('audits: status and scope lock, also of components', async () => {
    const desk = openDesk();
    expect(await desk.control('POST', '/audits/north/audit/', { status: 'archived' })).toMatchObject({
      status: 200,
      body: { id: 'audit', status: 'archived', scope_locked: false },
    });
    await desk.control('POST', '/audits/north/component/', { status: 'archived', scope_locked: true });
    expect((await desk.get('/audits/consolidated/component-audits/')).body).toMatchObject({
      results: [{ id: 'component', status: 'archived' }, {}],
    });
    expect((await desk.get('/audits/audit/', 'south-manager')).body).toMatchObject({ status: 'open' });
    expect(await desk.control('POST', '/audits/north/audit/', { status: 'closed' })).toMatchObject({
      status: 400,
      body: { status: ['"closed" is not a valid choice.'] },
    });
  });

  it('firms: wrong limits are 400 and change nothing', async () => {
    const desk = openDesk();
    for (const rate_limits of [{ reading: {} }, { read: { burst: -1 } }, { read: { hourly: 5 } }, 5])
      expect(await desk.control('POST', '/firms/north/', { credits: 5, rate_limits })).toMatchObject({
        status: 400,
        body: { rate_limits: [expect.any(String)] },
      });
    expect((await desk.control('POST', '/firms/north/', {})).body).toMatchObject({ credits: 100 });
  });

  it('legal entities: added last, also under a parent that there is not', async () => {
    const desk = openDesk();
    const entity = { id: 'new', name: 'Nuova S.r.l.', country: 'IT', parent_id: 'nowhere' };
    const path = '/firms/north/legal-entities/';
    expect(await desk.control('POST', path, { client_organisation_id: 'group', ...entity })).toMatchObject({
      status: 201,
      body: entity,
    });
    expect((await desk.get('/client-organisations/group/legal-entities/?page=last')).body).toMatchObject({
      count: 4,
      results: [{}, {}, {}, entity],
    });
    expect((await desk.control('POST', path, { client_organisation_id: 'group', ...entity })).status).toBe(
      409,
    );
    expect(await desk.control('POST', path, { client_organisation_id: 'none', ...entity })).toMatchObject({
      status: 400,
      body: { client_organisation_id: ['Object with id=none does not exist.'] },
    });
  });

  it('service accounts: roles, secret, tokens', async () => {
    const desk = openDesk();
    await desk.get('/audits/');
    await desk.control('POST', '/service-accounts/north-manager/', { roles: [] });
    expect((await desk.post('/audits/', creation)).status).toBe(403);
    await desk.control('POST', '/service-accounts/north-manager/', { client_secret: 'rotated' });
    expect((await desk.get('/audits/')).status).toBe(200);
    const request = { grant_type: 'client_credentials', client_id: 'north-manager' };
    expect((await desk.requestToken({ ...request, client_secret: 'north manager secret' })).status).toBe(401);
    expect((await desk.requestToken({ ...request, client_secret: 'rotated' })).status).toBe(200);
    await desk.control('POST', '/service-accounts/north-manager/', { revoke_tokens: true });
    expect((await desk.get('/audits/')).status).toBe(401);
    expect((await desk.get('/audits/', 'north-assistant')).status).toBe(200);
  });

  it('content of a component', async () => {
    const desk = openDesk();
    await desk.call('PATCH', '/audits/consolidated/component-audits/component/', { body: outOfScope });
    expect((await desk.control('GET', '/content/north/component/')).body).toEqual({
      content_items: 0,
      country: 'NL',
      component_settings: {},
    });
  });

  it('requests: oldest first, never a query, token or secret, nothing of the control plane', async () => {
    const desk = openDesk();
    await desk.get('/audits/?page=1');
    await desk.control('GET', '/clock/');
    await desk.advance(1);
    await desk.call('POST', '/audits/a%20b/users/', { as: null, body: {} });
    await desk.get('/nothing/');
    const { text, body } = await desk.control('GET', '/requests/');
    const entry = { at: '2027-01-15T09:00:00.000Z', client_id: manager, duration_ms: expect.any(Number) };
    const later = { ...entry, at: '2027-01-15T09:00:01.000Z' };
    expect(body).toEqual({
      results: [
        { ...entry, method: 'POST', path: '/api/v1/oauth/token/', status: 200, tier: 'token' },
        { ...entry, method: 'GET', path: '/api/v1/audits/', status: 200, tier: 'read_heavy' },
        {
          ...later,
          method: 'POST',
          path: '/api/v1/audits/a%20b/users/',
          status: 401,
          tier: 'write',
          client_id: null,
        },
        { ...later, method: 'GET', path: '/api/v1/nothing/', status: 404, tier: null, client_id: null },
      ],
    });
    expect(text).not.toContain('secret');
  });
  it('requests: a client id may have any character, also one that JSON escapes', async () => {
    const desk = openDesk();
    for (const id of ['a\0b', '"path":"/api/', '\\'])
      await desk.requestToken({ grant_type: 'client_credentials', client_id: id, client_secret: 'x' });
    expect((await desk.control('GET', '/requests/')).body).toMatchObject({
      results: [{ client_id: 'a\0b' }, { client_id: '"path":"/api/' }, { client_id: '\\' }],
    });
  });

  it('requests: the last 1,000', async () => {
    const desk = openDesk();
    for (let index = 0; index < 1_005; index += 1)
      await desk.call('GET', `/n${String(index)}/`, { as: null });
    const { body } = await desk.control('GET', '/requests/');
    const paths = (body as { results: readonly { path: string }[] }).results.map(({ path }) => path);
    expect(paths).toHaveLength(1_000);
    expect([paths[0], paths.at(-1)]).toEqual(['/api/v1/n5/', '/api/v1/n1004/']);
  });
});
