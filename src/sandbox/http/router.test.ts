import { describe, expect, it } from 'vitest';
import { manager, openDesk } from '../testing/desk.ts';
import { creation } from '../testing/two-firms.ts';

const noPath = '/nothing/';
const limited = (tier: string) => (fixture: Record<string, unknown>) => ({
  ...fixture,
  rate_limits: { [tier]: { burst: 0 } },
});

describe('decisions §1.1 paths end in a slash', () => {
  it.each(['GET', 'POST', 'PATCH', 'DELETE'])('%s without it is 404, never a redirect', async (method) => {
    const received = await openDesk().call(method, '/audits');
    expect(received).toMatchObject({ status: 404, body: { detail: 'Not found.' } });
    expect(received.headers.get('location')).toBeNull();
  });
});

describe('sandbox.md, what there is to look at', () => {
  const ask = async (path: string, { method = 'GET', control = true } = {}) => {
    const { sandbox } = openDesk(undefined, { control });
    const answer = await sandbox.fetch(new Request(`http://sandbox:1${path}`, { method }));
    return [answer.status, await answer.json()];
  };
  const api = { docs: 'http://sandbox:1/api/v1/docs/', schema: 'http://sandbox:1/api/v1/schema/' };
  it('is named at the root, the workbench where it is open', async () => {
    expect(await ask('/')).toEqual([200, { ...api, workbench: 'http://sandbox:1/__sandbox/' }]);
    expect(await ask('/', { control: false })).toEqual([200, api]);
  });
  it('is only read', async () => {
    expect(await ask('/', { method: 'POST' })).toEqual([405, { detail: 'Method "POST" not allowed.' }]);
  });
});

describe('decisions §1.2 a path segment is one percent-encoded id', () => {
  it.each([
    'a/b',
    'a?b',
    'a#b',
    '100%',
    'a+b',
    'a&b',
    'a b',
    '@',
    "o'brien",
    'Überprüfung',
    '审计',
    '😀',
    '%2F',
    '..a',
  ])('%s round-trips', async (id) => {
    const desk = openDesk();
    expect((await desk.post('/audits/', { ...creation, id })).status).toBe(201);
    const received = await desk.get(`/audits/${encodeURIComponent(id)}/`);
    expect(received.body).toMatchObject({ id });
  });
  it('a broken encoding is 404', async () => {
    expect((await openDesk().get('/audits/%E0%A4%A/')).status).toBe(404);
  });
});

describe('decisions §1.3 order of checks', () => {
  const closedDesk = () =>
    openDesk((fixture) => ({ ...fixture, rate_limits: { ...fixture.rate_limits, lifecycle: { burst: 0 } } }));

  it('unknown path before the token', async () => {
    expect((await openDesk().call('GET', noPath, { as: null })).status).toBe(404);
  });
  it('token before the method', async () => {
    const received = await openDesk().call('PUT', '/audits/', { as: null });
    expect(received.status).toBe(401);
    expect(received.headers.get('www-authenticate')).toBe('Bearer');
  });
  it.each([
    ['PUT', '/audits/', 'GET, POST'],
    ['HEAD', '/audits/', 'GET, POST'],
    ['OPTIONS', '/audits/', 'GET, POST'],
    ['POST', '/audits/audit/', 'GET, DELETE'],
    ['GET', '/audits/audit/users/x/', 'PATCH, DELETE'],
    ['GET', '/oauth/token/', 'POST'],
  ])('wrong method %s %s is 405 with Allow', async (method, path, allow) => {
    const received = await openDesk().call(method, path);
    expect(received.status).toBe(405);
    expect(received.headers.get('allow')).toBe(allow);
  });
  it('method before permission', async () => {
    expect((await closedDesk().call('PATCH', '/audits/', { as: 'north-assistant' })).status).toBe(405);
  });
  it('permission before limit', async () => {
    expect((await closedDesk().post('/audits/', creation, 'north-assistant')).status).toBe(403);
  });
  it('limit before the object in the path', async () => {
    expect((await closedDesk().call('DELETE', '/audits/none/')).status).toBe(429);
  });
  it('object in the path before the content type', async () => {
    const received = await openDesk().call('POST', '/audits/none/users/', {
      headers: { 'Content-Type': 'text/plain' },
    });
    expect(received.status).toBe(404);
  });
  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'])(
    'content type %s before the body',
    async (type) => {
      const received = await openDesk().call('POST', '/audits/', {
        body: '{',
        headers: { 'Content-Type': type },
      });
      expect(received).toMatchObject({
        status: 415,
        body: { detail: `Unsupported media type "${type}" in request.` },
      });
    },
  );
  it('missing content type is 415', async () => {
    expect((await openDesk().call('POST', '/audits/')).status).toBe(415);
  });
  it('a content type with parameters is fine', async () => {
    const received = await openDesk().call('POST', '/audits/', {
      body: creation,
      headers: { 'Content-Type': 'Application/JSON; charset=utf-8' },
    });
    expect(received.status).toBe(201);
  });
  it('an id that exists before field validation', async () => {
    expect((await openDesk().post('/audits/', { id: 'audit', name: 5 })).status).toBe(409);
    expect((await openDesk().post('/client-organisations/', { id: 'group' })).status).toBe(409);
  });
  it('field validation before the state', async () => {
    const closed = openDesk();
    await closed.control('POST', '/audits/north/audit/', { status: 'archived' });
    expect((await closed.post('/audits/audit/users/', { id: 'nobody@firm.example', role: 'x' })).status).toBe(
      400,
    );
  });
  it('field validation before credits', async () => {
    const poor = openDesk();
    await poor.control('POST', '/firms/north/', { credits: 0 });
    expect((await poor.post('/audits/', { ...creation, name: '' })).status).toBe(400);
    expect((await poor.post('/audits/', creation)).status).toBe(402);
  });

  it('a request that passes the limit counts, whatever it answers; one refused before does not', async () => {
    const two = openDesk((fixture) => ({ ...fixture, rate_limits: { lifecycle: { burst: 2 } } }));
    const statuses: number[] = [];
    statuses.push((await two.call('PUT', '/audits/')).status);
    statuses.push((await two.call('POST', '/audits/', { as: null })).status);
    statuses.push((await two.post('/audits/', creation, 'north-assistant')).status);
    statuses.push((await two.post('/audits/', 'not json')).status);
    statuses.push((await two.call('DELETE', '/audits/none/')).status);
    statuses.push((await two.post('/audits/', creation)).status);
    expect(statuses).toEqual([405, 401, 403, 400, 404, 429]);
  });

  it('a refused request changes nothing', async () => {
    const desk = openDesk();
    const before = (await desk.get('/audits/?page_size=100')).text;
    await desk.post('/audits/', { ...creation, name: '' });
    await desk.control('POST', '/firms/north/', { credits: 9 });
    expect((await desk.post('/audits/', creation)).status).toBe(402);
    expect((await desk.get('/audits/?page_size=100')).text).toBe(before);
    expect((await desk.control('POST', '/firms/north/', {})).body).toMatchObject({ credits: 9 });
  });

  it('the tiers are counted apart', async () => {
    const closed = openDesk(limited('read_heavy'));
    expect((await closed.get('/audits/')).status).toBe(429);
    expect((await closed.get('/audits/audit/')).status).toBe(200);
  });
});

describe('decisions §1.4–5 bodies', () => {
  it('unknown and read-only fields are ignored', async () => {
    const received = await openDesk().post('/client-organisations/', {
      id: 'c',
      name: 'C',
      country: 'NL',
      is_test_organisation: true,
      colour: 'red',
    });
    expect(received.status).toBe(201);
    expect(received.body).toEqual({
      id: 'c',
      name: 'C',
      country: 'NL',
      domains: [],
      allow_password_login: true,
      is_test_organisation: false,
    });
  });
  it('null for an optional field means absent', async () => {
    const received = await openDesk().post('/audits/', {
      ...creation,
      id: null,
      unit_of_measurement: null,
      audit_type: null,
      settings: null,
      coupled_component_audit_ids: null,
    });
    expect(received).toMatchObject({
      status: 201,
      body: { unit_of_measurement: null, audit_type: 'single', coupled_component_audit_ids: [] },
    });
  });
  it('an empty body is {}', async () => {
    const received = await openDesk().call('POST', '/audits/audit/users/', { body: '' });
    expect(received).toMatchObject({
      status: 400,
      body: { id: ['This field is required.'], role: ['This field is required.'] },
    });
  });
  it.each(['{', '{"a":NaN}', '\ufeff{}', "{'a':1}", '[1,]', '['.repeat(600) + ']'.repeat(600)])(
    'decisions §2 %j is not JSON',
    async (body) => {
      const received = await openDesk().post('/audits/', body);
      expect(received.status).toBe(400);
      expect(received.body).toEqual({ detail: expect.stringMatching(/^JSON parse error - /) });
    },
  );
  it.each([
    ['[]', 'list'],
    ['"x"', 'str'],
    ['5', 'int'],
    ['5.5', 'float'],
    ['true', 'bool'],
    ['null', 'NoneType'],
  ])('decisions §2 %s is not an object', async (body, type) => {
    expect(await openDesk().post('/audits/', body)).toMatchObject({
      status: 400,
      body: { non_field_errors: [`Invalid data. Expected a dictionary, but got ${type}.`] },
    });
  });
  it('a body over 1 MiB is 413', async () => {
    const received = await openDesk().post('/audits/', { ...creation, name: 'x'.repeat(1_048_576) });
    expect(received).toMatchObject({ status: 413, body: { detail: expect.any(String) } });
  });
});

describe('decisions §1.6 foreign and missing objects are indistinguishable', () => {
  it.each([
    ['GET', '/audits/X/'],
    ['DELETE', '/audits/X/'],
    ['GET', '/audits/X/component-audits/'],
    ['POST', '/audits/X/component-audits/'],
    ['GET', '/audits/X/users/'],
    ['POST', '/audits/X/users/'],
    ['GET', '/client-organisations/X/legal-entities/'],
  ])('%s %s', async (method, template) => {
    const desk = openDesk();
    await desk.post('/audits/', { ...creation, id: 'theirs' }, 'south-manager');
    await desk.post('/client-organisations/', { id: 'theirs', name: 'T', country: 'NL' }, 'south-manager');
    const answers = await Promise.all(
      ['theirs', 'nobodys'].map((id) => desk.call(method, template.replace('X', id), { as: manager })),
    );
    const [theirs, nobodys] = answers.map(({ status, text, headers }) => ({
      status,
      text,
      headers: [...headers],
    }));
    expect(theirs).toEqual(nobodys);
    expect(theirs?.status).toBe(404);
  });
  it('in a body both are 400 with one text', async () => {
    const desk = openDesk();
    await desk.post('/client-organisations/', { id: 'theirs', name: 'T', country: 'NL' }, 'south-manager');
    for (const id of ['theirs', 'nobodys'])
      expect(await desk.post('/audits/', { ...creation, client_organisation_id: id })).toMatchObject({
        status: 400,
        body: { client_organisation_id: [`Object with id=${id} does not exist.`] },
      });
  });
  it('equal ids of two firms are two objects', async () => {
    const desk = openDesk();
    const [ours, theirs] = [
      await desk.get('/audits/audit/'),
      await desk.get('/audits/audit/', 'south-manager'),
    ];
    expect(ours.body).toMatchObject({ name: 'Jaarrekening, Noord Accountants' });
    expect(theirs.body).toMatchObject({ name: 'Jaarrekening, Zuid Accountants' });
  });
});
