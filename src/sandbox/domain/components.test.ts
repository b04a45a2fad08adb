import { describe, expect, it } from 'vitest';
import { openDesk } from '../testing/desk.ts';
import { creation } from '../testing/two-firms.ts';

const path = '/audits/consolidated/component-audits/';
const component = { legal_entity_ids: ['leaf', 'sub'], auditor_relation: 'inter_firm' };
const outOfScope = { in_scope: false, out_of_scope_explanation: 'Too small' };

describe('decisions §8.1 the parent', () => {
  it.each(['audit', 'component'])('%s is not consolidated: 400', async (id) => {
    const received = await openDesk().post(`/audits/${id}/component-audits/`, component);
    expect(received.status).toBe(400);
    expect(received.body).toEqual({ non_field_errors: [expect.any(String)] });
  });
  it.each(['initializing', 'archived', 'deleting'])('%s: 409', async (status) => {
    const desk = openDesk();
    await desk.control('POST', '/audits/north/consolidated/', { status });
    expect(await desk.post(path, component)).toMatchObject({
      status: 409,
      body: { detail: expect.any(String) },
    });
  });
  it('listing the components of any other audit is empty', async () => {
    const desk = openDesk();
    for (const id of ['audit', 'component'])
      expect(await desk.get(`/audits/${id}/component-audits/`)).toMatchObject({
        status: 200,
        body: { count: 0, results: [] },
      });
  });
});

describe('decisions §8.2–5 creation', () => {
  it('answers 201 with the fields of the specification and no other', async () => {
    const desk = openDesk();
    const received = await desk.post(path, component);
    expect(received.status).toBe(201);
    expect(received.body).toEqual({
      id: expect.stringMatching(/./),
      name: 'Foglia S.r.l. & Dochter B.V.',
      legal_entity_ids: ['leaf', 'sub'],
      in_scope: true,
      out_of_scope_explanation: '',
      auditor_relation: 'inter_firm',
      status: 'open',
      coupled_entity_audit_id: null,
    });
    expect((await desk.get(path)).body).toMatchObject({ count: 3, results: [{}, {}, received.body] });
  });
  it('decisions §8.3 the default country is that of the first entity; the control plane shows it', async () => {
    const desk = openDesk();
    const settings = { component_auditor_works_in_audit: true };
    const { body } = await desk.post(path, { ...component, component_settings: settings });
    const { id } = body as { id: string };
    expect((await desk.control('GET', `/content/north/${id}/`)).body).toEqual({
      content_items: 12,
      country: 'IT',
      component_settings: settings,
    });
  });
  it('decisions §8.3 name and country as given', async () => {
    const desk = openDesk();
    const name = 'x'.repeat(300);
    const { body } = await desk.post(path, { ...component, name, country: 'BE' });
    expect(body).toMatchObject({ name });
    const { id } = body as { id: string };
    expect((await desk.control('GET', `/content/north/${id}/`)).body).toMatchObject({ country: 'BE' });
  });
  it.each([
    ['legal_entity_ids', [], ['This list may not be empty.']],
    ['legal_entity_ids', 'sub', ['Expected a list of items but got type "str".']],
    ['legal_entity_ids', ['sub', 5], { 1: ['Not a valid string.'] }],
    ['legal_entity_ids', ['sub', 'none'], ['Object with id=none does not exist.']],
    ['legal_entity_ids', ['trial'], ['Object with id=trial does not exist.']],
    ['legal_entity_ids', ['sub', 'leaf', 'sub'], [expect.stringContaining('sub')]],
    ['country', 'XX', ['"XX" is not a valid choice.']],
    ['country', 'nl', ['"nl" is not a valid choice.']],
    ['name', ' ', ['This field may not be blank.']],
    ['auditor_relation', 'other', ['"other" is not a valid choice.']],
    ['component_settings', [], { non_field_errors: ['Invalid data. Expected a dictionary, but got list.'] }],
    [
      'component_settings',
      { component_auditor_works_in_audit: 'yes' },
      { component_auditor_works_in_audit: ['Must be a valid boolean.'] },
    ],
  ])('%s %j', async (field, value, message) => {
    const received = await openDesk().post(path, { ...component, [field]: value });
    expect(received.status).toBe(400);
    expect(received.body).toEqual({ [field]: message });
  });
  it('decisions §8.4 auditor_relation has no default', async () => {
    expect((await openDesk().post(path, {})).body).toEqual({
      legal_entity_ids: ['This field is required.'],
      auditor_relation: ['This field is required.'],
    });
  });
  it.each([
    ['self', true, 400],
    ['self', false, 201],
    ['self', null, 201],
    ['inter_office', true, 201],
    ['inter_firm', true, 201],
  ])('decisions §8.4 %s with component_auditor_works_in_audit %s is %i', async (relation, works, status) => {
    const received = await openDesk().post(path, {
      ...component,
      auditor_relation: relation,
      component_settings: { component_auditor_works_in_audit: works },
    });
    expect(received.status).toBe(status);
    if (status === 400)
      expect(received.body).toEqual({
        component_settings: { component_auditor_works_in_audit: [expect.any(String)] },
      });
  });
});

describe('decisions §3.4, §8.6 a component read as an audit', () => {
  it("has its group's values and its own entities", async () => {
    expect((await openDesk().get('/audits/wide/')).body).toMatchObject({
      id: 'wide',
      name: 'Foglia S.r.l. & Dochter B.V.',
      work_package_id: 'wp',
      scoping_package_id: 'Large',
      client_organisation_id: 'group',
      legal_entity_ids: ['leaf', 'sub'],
      period_start: '2026-01-01',
      period_end: '2026-12-31',
      language: 'nl',
      unit_of_measurement: 'EUR',
      settings: { sampling: true },
      status: 'open',
      audit_type: 'component',
      group_audit_id: 'consolidated',
      coupled_component_audit_ids: [],
    });
  });
  it('is not in the list of audits', async () => {
    expect((await openDesk().get('/audits/')).body).toMatchObject({ count: 2 });
  });
});

describe('decisions §8.7 out of scope', () => {
  const patch = (desk: ReturnType<typeof openDesk>, body: unknown) =>
    desk.call('PATCH', `${path}component/`, { body });

  it('clears the content; repeating it replaces the explanation', async () => {
    const desk = openDesk();
    const content = async () => (await desk.control('GET', '/content/north/component/')).body;
    expect(await content()).toMatchObject({ content_items: 12 });
    expect(await patch(desk, outOfScope)).toMatchObject({
      status: 200,
      body: { id: 'component', in_scope: false, out_of_scope_explanation: 'Too small' },
    });
    expect(await content()).toMatchObject({ content_items: 0 });
    expect((await patch(desk, { ...outOfScope, out_of_scope_explanation: 'Sold' })).status).toBe(200);
    expect((await desk.get(path)).body).toMatchObject({
      results: [{ id: 'component', in_scope: false, out_of_scope_explanation: 'Sold' }, { in_scope: true }],
    });
  });
  it.each([
    [{}, { in_scope: ['This field is required.'], out_of_scope_explanation: ['This field is required.'] }],
    [{ ...outOfScope, in_scope: true }, { in_scope: [expect.any(String)] }],
    [{ ...outOfScope, in_scope: 'false' }, { in_scope: ['Must be a valid boolean.'] }],
    [
      { ...outOfScope, out_of_scope_explanation: ' \n' },
      { out_of_scope_explanation: ['This field may not be blank.'] },
    ],
  ])('%j is 400', async (body, faults) => {
    const received = await patch(openDesk(), body);
    expect(received.status).toBe(400);
    expect(received.body).toEqual(faults);
  });
  it.each([
    ['the group is archived', 'consolidated', { status: 'archived' }],
    ['the group is initializing', 'consolidated', { status: 'initializing' }],
    ['the component is archived', 'component', { status: 'archived' }],
    ['the scope is locked', 'consolidated', { scope_locked: true }],
    ['its own scope is locked', 'component', { scope_locked: true }],
  ])('409 when %s, and nothing changes', async (_, id, change) => {
    const desk = openDesk();
    await desk.control('POST', `/audits/north/${id}/`, change);
    expect(await patch(desk, outOfScope)).toMatchObject({
      status: 409,
      body: { detail: expect.any(String) },
    });
    expect((await desk.control('GET', '/content/north/component/')).body).toMatchObject({
      content_items: 12,
    });
  });
  it('under another group it is 404', async () => {
    const desk = openDesk();
    expect(
      (await desk.call('PATCH', '/audits/audit/component-audits/component/', { body: outOfScope })).status,
    ).toBe(404);
  });
});

describe('decisions §8.8 deletion', () => {
  it('204 and gone at once, with its users', async () => {
    const desk = openDesk();
    await desk.post('/audits/component/users/', { id: 'anna.smit@firm.example', role: 'audit_auditor' });
    expect((await desk.call('DELETE', `${path}component/`)).status).toBe(204);
    expect((await desk.get('/audits/component/')).status).toBe(404);
    expect((await desk.get(path)).body).toMatchObject({ count: 1 });
    expect((await desk.call('DELETE', `${path}component/`)).status).toBe(404);
    expect((await desk.post('/audits/', { ...creation, id: 'component' })).status).toBe(201);
    expect((await desk.get('/audits/component/users/')).body).toMatchObject({ count: 0 });
  });
  it.each(['archived', 'initializing', 'deleting'])('409 when the group is %s', async (status) => {
    const desk = openDesk();
    await desk.control('POST', '/audits/north/consolidated/', { status });
    expect((await desk.call('DELETE', `${path}component/`)).status).toBe(409);
  });
});

describe('sandbox.md state_conflict_status 400', () => {
  it('gives the text under non_field_errors', async () => {
    const desk = openDesk((fixture) => ({ ...fixture, variants: { state_conflict_status: 400 } }));
    await desk.control('POST', '/audits/north/consolidated/', { status: 'archived' });
    const received = await desk.post(path, component);
    expect(received.status).toBe(400);
    expect(received.body).toEqual({ non_field_errors: ['The group audit is archived, not open.'] });
    expect((await desk.post('/audits/', { id: 'audit' })).status).toBe(409); // the duplicate id has its own variant
  });
});
