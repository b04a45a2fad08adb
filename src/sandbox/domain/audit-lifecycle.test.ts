import { describe, expect, it } from 'vitest';
import { openDesk, startOfTime } from '../testing/desk.ts';
import { creation } from '../testing/two-firms.ts';

describe('decisions §7.4 initialisation', () => {
  const status = async (desk: ReturnType<typeof openDesk>, id = 'new') =>
    ((await desk.get(`/audits/${id}/`)).body as { status?: string }).status;

  it('takes three seconds by the clock of the service', async () => {
    const desk = openDesk();
    await desk.post('/audits/', creation);
    expect(await status(desk)).toBe('initializing');
    await desk.advance(2.999);
    expect(await status(desk)).toBe('initializing');
    await desk.advance(0.001);
    expect(await status(desk)).toBe('open');
  });
  it('0 opens at once', async () => {
    const desk = openDesk(undefined, { initialisationSeconds: 0 });
    expect((await desk.post('/audits/', creation)).body).toMatchObject({ status: 'open' });
  });
  it('a status that the control plane sets stays', async () => {
    const desk = openDesk();
    await desk.post('/audits/', creation);
    await desk.control('POST', '/audits/north/new/', { status: 'initializing' });
    await desk.advance(1_000);
    expect(await status(desk)).toBe('initializing');
  });
  it.each(['initializing', 'archived', 'deleting'])(
    'a status that a fixture sets stays: %s',
    async (kept) => {
      const desk = openDesk((fixture) => ({
        ...fixture,
        firms: fixture.firms.map((firm) => ({
          ...firm,
          audits: firm.audits.map((audit) => ({ ...audit, status: kept })),
        })),
      }));
      await desk.advance(1_000);
      expect(await status(desk, 'audit')).toBe(kept);
    },
  );
  it('created_at is the time of the service', async () => {
    const desk = openDesk();
    await desk.advance(90);
    const { body } = await desk.post('/audits/', creation);
    expect(body).toMatchObject({ created_at: new Date(startOfTime + 90_000).toISOString() });
  });
});

describe('decisions §7.5 deletion', () => {
  it('204, deleting for the same time, then gone; its id is free again', async () => {
    const desk = openDesk();
    const first = await desk.call('DELETE', '/audits/audit/');
    expect(first).toMatchObject({ status: 204, text: '' });
    expect((await desk.get('/audits/audit/')).body).toMatchObject({ status: 'deleting' });
    await desk.advance(2);
    expect((await desk.call('DELETE', '/audits/audit/')).status).toBe(204);
    expect((await desk.post('/audits/', { ...creation, id: 'audit' })).status).toBe(409);
    await desk.advance(1);
    expect((await desk.get('/audits/audit/')).status).toBe(404);
    expect((await desk.call('DELETE', '/audits/audit/')).status).toBe(404);
    expect((await desk.get('/audits/audit/users/')).status).toBe(404);
    expect((await desk.get('/audits/')).body).toMatchObject({ count: 1 });
    expect((await desk.post('/audits/', { ...creation, id: 'audit' })).status).toBe(201);
    expect((await desk.get('/audits/audit/users/')).body).toMatchObject({ count: 0 });
  });
  it('at once where creating takes no time', async () => {
    const desk = openDesk(undefined, { initialisationSeconds: 0 });
    expect((await desk.call('DELETE', '/audits/audit/')).status).toBe(204);
    expect((await desk.get('/audits/audit/')).status).toBe(404);
  });
  it.each(['initializing', 'open', 'archived', 'deleting'])('possible in the status %s', async (status) => {
    const desk = openDesk();
    await desk.control('POST', '/audits/north/audit/', { status });
    expect((await desk.call('DELETE', '/audits/audit/')).status).toBe(204);
    await desk.advance(3);
    expect((await desk.get('/audits/audit/')).status).toBe(404);
  });
  it('a group takes its components with it', async () => {
    const desk = openDesk();
    await desk.call('DELETE', '/audits/consolidated/');
    expect((await desk.get('/audits/component/')).body).toMatchObject({ status: 'deleting' });
    await desk.advance(3);
    expect((await desk.get('/audits/component/')).status).toBe(404);
    expect((await desk.get('/audits/consolidated/component-audits/')).status).toBe(404);
  });
  it("a component audit's id is 404", async () => {
    const desk = openDesk();
    expect((await desk.call('DELETE', '/audits/component/')).status).toBe(404);
    expect((await desk.get('/audits/component/')).status).toBe(200);
  });
});

describe('decisions §7.6 credits', () => {
  const credits = async (desk: ReturnType<typeof openDesk>) =>
    ((await desk.control('POST', '/firms/north/', {})).body as { credits: number }).credits;

  it.each([
    ['a single audit', {}, 90],
    ['a consolidated audit', { audit_type: 'consolidated' }, 60],
    ['a package without prices', { work_package_id: 'wp-nl', language: 'nl' }, 100],
    ['a test organisation', { client_organisation_id: 'trial', legal_entity_id: 'trial' }, 100],
  ])('decisions §5.4 %s', async (_, change, left) => {
    const desk = openDesk();
    expect((await desk.post('/audits/', { ...creation, ...change })).status).toBe(201);
    expect(await credits(desk)).toBe(left);
  });
  it('402 when they do not suffice, exactly enough is enough, no refund', async () => {
    const desk = openDesk();
    await desk.control('POST', '/firms/north/', { credits: 19.5 });
    expect((await desk.post('/audits/', creation)).status).toBe(201);
    expect(await desk.post('/audits/', { ...creation, id: 'second' })).toMatchObject({
      status: 402,
      body: { detail: expect.any(String) },
    });
    expect((await desk.get('/audits/second/')).status).toBe(404);
    await desk.call('DELETE', '/audits/new/');
    await desk.advance(3);
    expect(await credits(desk)).toBe(9.5);
    await desk.control('POST', '/firms/north/', { credits: 10 });
    expect((await desk.post('/audits/', { ...creation, id: 'second' })).status).toBe(201);
    expect(await credits(desk)).toBe(0);
  });
  it('never for a test organisation', async () => {
    const desk = openDesk();
    await desk.control('POST', '/firms/north/', { credits: 0 });
    const body = { ...creation, client_organisation_id: 'trial', legal_entity_id: 'trial' };
    expect((await desk.post('/audits/', body)).status).toBe(201);
  });
});

it('a list that was read before shows every change since', async () => {
  const desk = openDesk();
  const listed = async () => {
    const { results } = (await desk.get('/audits/')).body as {
      readonly results: readonly { readonly id: string; readonly status: string }[];
    };
    return Object.fromEntries(results.map(({ id, status }) => [id, status]));
  };
  await desk.post('/audits/', { ...creation, id: 'new' });
  expect(await listed()).toMatchObject({ new: 'initializing' });
  await desk.advance(3);
  expect(await listed()).toMatchObject({ new: 'open' });
  await desk.control('POST', '/audits/north/new/', { status: 'archived' });
  expect(await listed()).toMatchObject({ new: 'archived' });
  await desk.call('DELETE', '/audits/new/');
  expect(await listed()).toMatchObject({ new: 'deleting' });
  await desk.advance(3);
  expect(await listed()).not.toHaveProperty('new');
});
