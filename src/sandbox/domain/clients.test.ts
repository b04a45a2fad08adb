import { describe, expect, it } from 'vitest';
import { openDesk } from '../testing/desk.ts';

const client = { id: 'lanaro', name: 'Lanaro S.p.A.', country: 'IT' };

describe('decisions §6.1 creating a client organisation', () => {
  it('also creates its root legal entity', async () => {
    const desk = openDesk();
    const created = {
      ...client,
      domains: ['lanaro.example'],
      allow_password_login: false,
      is_test_organisation: false,
    };
    const body = { ...client, domains: ['lanaro.example'], allow_password_login: false };
    expect(await desk.post('/client-organisations/', body)).toMatchObject({ status: 201, body: created });
    expect((await desk.get('/client-organisations/')).body).toMatchObject({
      count: 3,
      results: [{}, {}, created],
    });
    expect((await desk.get('/client-organisations/lanaro/legal-entities/')).body).toEqual({
      count: 1,
      next: null,
      previous: null,
      results: [{ ...client, parent_id: null }],
    });
  });
  it.each([
    [
      {},
      {
        id: ['This field is required.'],
        name: ['This field is required.'],
        country: ['This field is required.'],
      },
    ],
    [{ ...client, id: null }, { id: ['This field may not be null.'] }],
    [{ ...client, id: '' }, { id: ['This field may not be blank.'] }],
    [{ ...client, country: 'it' }, { country: ['"it" is not a valid choice.'] }],
    [{ ...client, country: 'ITA' }, { country: ['"ITA" is not a valid choice.'] }],
    [{ ...client, name: '  ' }, { name: ['This field may not be blank.'] }],
    [{ ...client, domains: 'x.example' }, { domains: ['Expected a list of items but got type "str".'] }],
    [{ ...client, domains: ['a.example', 5] }, { domains: { 1: ['Not a valid string.'] } }],
    [{ ...client, allow_password_login: 1 }, { allow_password_login: ['Must be a valid boolean.'] }],
  ])('%j is 400', async (body, faults) => {
    const received = await openDesk().post('/client-organisations/', body);
    expect(received.status).toBe(400);
    expect(received.body).toEqual(faults);
  });
  it('decisions §4.3 a duplicate is 409', async () => {
    expect(await openDesk().post('/client-organisations/', { ...client, id: 'group' })).toMatchObject({
      status: 409,
      body: { detail: 'A client organisation with this id already exists.' },
    });
  });
  it('sandbox.md duplicate_id_status 400', async () => {
    const desk = openDesk((fixture) => ({ ...fixture, variants: { duplicate_id_status: 400 } }));
    expect(await desk.post('/client-organisations/', { ...client, id: 'group' })).toMatchObject({
      status: 400,
      body: { id: ['client organisation with this id already exists.'] },
    });
  });
});

describe('decisions §6.2 legal entities', () => {
  it('name their parent, null for the root', async () => {
    expect((await openDesk().get('/client-organisations/group/legal-entities/')).body).toMatchObject({
      results: [
        { id: 'group', name: 'Groep N.V.', country: 'NL', parent_id: null },
        { id: 'sub', name: 'Dochter B.V.', country: 'NL', parent_id: 'group' },
        { id: 'leaf', name: 'Foglia S.r.l.', country: 'IT', parent_id: 'sub' },
      ],
    });
  });
});
