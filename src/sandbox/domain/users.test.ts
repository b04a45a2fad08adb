import { describe, expect, it } from 'vitest';
import { openDesk } from '../testing/desk.ts';

const pat = "o'brien+audit@firm.example";
const path = '/audits/audit/users/';
const assignment = { id: pat, role: 'audit_auditor' };
const encoded = encodeURIComponent(pat);

describe('decisions §10.1 an assignment', () => {
  it("has the service's spelling of the address, a role and a name", async () => {
    expect((await openDesk().get(path)).body).toMatchObject({
      count: 1,
      results: [{ id: 'Anna.Smit@firm.example', role: 'audit_auditor', name: 'Anna Smit' }],
    });
  });
  it('addresses compare without case', async () => {
    const desk = openDesk();
    const received = await desk.post(path, { ...assignment, id: pat.toUpperCase() });
    expect(received.status).toBe(201);
    expect(received.body).toEqual({ id: pat, role: 'audit_auditor', name: "Pat O'Brien" });
    expect((await desk.call('DELETE', `${path}${encoded.toUpperCase()}/`)).status).toBe(204);
    expect((await desk.get(path)).body).toMatchObject({ count: 1 });
  });
});

describe('decisions §10.2', () => {
  it.each([
    [
      { ...assignment, id: 'nobody@firm.example' },
      { id: ['Object with id=nobody@firm.example does not exist.'] },
    ],
    [
      { ...assignment, role: 'api_account_manager' },
      { role: ['"api_account_manager" is not a valid choice.'] },
    ],
    [{ ...assignment, role: 'none' }, { role: ['"none" is not a valid choice.'] }],
    [
      { id: 5, role: null },
      { id: ['Not a valid string.'], role: ['This field may not be null.'] },
    ],
  ])('%j is 400', async (body, faults) => {
    const received = await openDesk().post(path, body);
    expect(received.status).toBe(400);
    expect(received.body).toEqual(faults);
  });
  it('already assigned: 409, the role stays', async () => {
    const desk = openDesk();
    const again = { id: 'ANNA.SMIT@firm.example', role: 'audit_engagement_leader' };
    expect((await desk.post(path, again)).status).toBe(409);
    expect((await desk.get(path)).body).toMatchObject({ count: 1, results: [{ role: 'audit_auditor' }] });
  });
  it('PATCH changes the role', async () => {
    const desk = openDesk();
    const received = await desk.call('PATCH', `${path}anna.smit%40firm.example/`, {
      body: { role: 'audit_engagement_leader' },
    });
    expect(received.status).toBe(200);
    const changed = { id: 'Anna.Smit@firm.example', role: 'audit_engagement_leader', name: 'Anna Smit' };
    expect(received.body).toEqual(changed);
    expect((await desk.get(path)).body).toMatchObject({ results: [changed] });
  });
  it.each([
    [{}, ['This field is required.']],
    [{ role: 'none' }, ['"none" is not a valid choice.']],
  ])('PATCH %j is 400', async (body, role) => {
    const received = await openDesk().call('PATCH', `${path}anna.smit%40firm.example/`, { body });
    expect(received.status).toBe(400);
    expect(received.body).toEqual({ role });
  });
  it('one who is not assigned is 404', async () => {
    const desk = openDesk();
    expect((await desk.call('PATCH', `${path}${encoded}/`, { body: { role: 'audit_auditor' } })).status).toBe(
      404,
    );
    expect((await desk.call('DELETE', `${path}${encoded}/`)).status).toBe(404);
  });
  it.each(['initializing', 'archived', 'deleting'])(
    'a change while the audit is %s is 409',
    async (status) => {
      const desk = openDesk();
      await desk.control('POST', '/audits/north/audit/', { status });
      const one = `${path}anna.smit%40firm.example/`;
      expect([
        (await desk.post(path, assignment)).status,
        (await desk.call('PATCH', one, { body: { role: 'audit_auditor' } })).status,
        (await desk.call('DELETE', one)).status,
        (await desk.get(path)).status,
      ]).toEqual([409, 409, 409, 200]);
    },
  );
  it.each([
    ['consolidated', 409],
    ['component', 409],
    ['audit', 201],
  ])('users of a component while %s is archived: %i', async (id, status) => {
    const desk = openDesk();
    await desk.control('POST', `/audits/north/${id}/`, { status: 'archived' });
    expect((await desk.post('/audits/component/users/', assignment)).status).toBe(status);
  });
});
