import { describe, expect, it } from 'vitest';
import { openDesk } from '../testing/desk.ts';
import { creation } from '../testing/two-firms.ts';

type Desk = ReturnType<typeof openDesk>;
const field = 'coupled_component_audit_ids';

/** What the component audit `component` of the fixture asks of a request. */
const matching = { ...creation, scoping_package_id: 'Large', language: 'nl', legal_entity_id: 'sub' };
const couple = (desk: Desk, ids: readonly unknown[], change = {}, as?: string) =>
  desk.post('/audits/', { ...matching, [field]: ids, ...change }, as);

async function addComponent(desk: Desk, group: string, entities: readonly string[]): Promise<string> {
  const { body } = await desk.post(`/audits/${group}/component-audits/`, {
    legal_entity_ids: entities,
    auditor_relation: 'inter_office',
  });
  return (body as { id: string }).id; // the components' tests prove the answer
}

/** A group audit of `entity` that is coupled to a component of the group above, so that both form one network. */
async function addTier(desk: Desk, id: string, above: string, entity: string): Promise<void> {
  const component = await addComponent(desk, above, [entity]);
  const tier = { id, audit_type: 'consolidated', legal_entity_id: entity };
  expect((await couple(desk, [component], tier)).status).toBe(201);
  await desk.advance(3);
}

const credits = async (desk: Desk) =>
  ((await desk.control('POST', '/firms/north/', {})).body as { credits: number }).credits;

describe('specification, Coupling rules', () => {
  it('a coupled audit shows its components, each component its audit; the coupled price applies', async () => {
    const desk = openDesk();
    expect(await couple(desk, ['component'])).toMatchObject({
      status: 201,
      body: { id: 'new', coupled_component_audit_ids: ['component'] },
    });
    expect((await desk.get('/audits/new/')).body).toMatchObject({ [field]: ['component'] });
    expect((await desk.get('/audits/consolidated/component-audits/')).body).toMatchObject({
      results: [{ id: 'component', coupled_entity_audit_id: 'new' }, { coupled_entity_audit_id: null }],
    });
    expect((await desk.get('/audits/component/')).body).toMatchObject({ [field]: [] });
    expect(await credits(desk)).toBe(97);
  });

  it('decisions §9.7 components of three tiers, compared with the highest, whatever the order', async () => {
    const desk = openDesk();
    await addTier(desk, 'tier-2', 'consolidated', 'sub');
    const low = await addComponent(desk, 'tier-2', ['leaf']);
    const high = await addComponent(desk, 'consolidated', ['leaf']);
    // The request has to name the own entity of the initialising component, not that of its group.
    const wrong = await couple(desk, [low, high], { legal_entity_id: 'group' });
    expect(wrong.status).toBe(400);
    expect(wrong.body).toEqual({ legal_entity_id: [expect.stringContaining(high)] });
    expect((await couple(desk, [low, high], { legal_entity_id: 'leaf' })).body).toMatchObject({
      [field]: [low, high],
    });
  });

  it('decisions §9.1 violations of other fields are reported in the same answer, and those fields not compared', async () => {
    const { status, body } = await couple(openDesk(), ['none', 'wide', 'wide'], {
      name: '',
      period_start: 'x',
      language: 'de',
      legal_entity_id: 'none',
    });
    expect(status).toBe(400);
    expect(body).toEqual({
      name: ['This field may not be blank.'],
      period_start: ['Date has wrong format. Use YYYY-MM-DD.'],
      language: ['"de" is not a valid choice.'],
      legal_entity_id: ['Object with id=none does not exist.'],
      [field]: [
        expect.stringContaining('none'),
        expect.stringContaining('wide'),
        expect.stringContaining('wide'),
      ],
    });
  });

  it('decisions §1.6, §9.2 unknown, foreign and top-level ids get the one text of what does not exist', async () => {
    const desk = openDesk();
    const theirs = await desk.post(
      '/audits/consolidated/component-audits/',
      { legal_entity_ids: ['sub'], auditor_relation: 'self' },
      'south-manager',
    );
    const { id } = theirs.body as { id: string };
    for (const one of ['none', id, 'audit', 'consolidated'])
      expect(await couple(desk, [one])).toMatchObject({
        status: 400,
        body: { [field]: [`Object with id=${one} does not exist.`] },
      });
  });

  it('decisions §9.3 [] equals absent', async () => {
    const desk = openDesk();
    expect((await couple(desk, [])).status).toBe(201);
    expect(await credits(desk)).toBe(90);
  });

  it('components of two networks', async () => {
    const desk = openDesk();
    expect(
      (
        await desk.post('/audits/', {
          ...matching,
          id: 'other',
          audit_type: 'consolidated',
          legal_entity_id: 'group',
        })
      ).status,
    ).toBe(201);
    await desk.advance(3);
    const other = await addComponent(desk, 'other', ['sub']);
    const { status, body } = await couple(desk, ['component', other]);
    expect(status).toBe(400);
    expect(body).toEqual({ [field]: [expect.stringContaining('component'), expect.stringContaining(other)] });
  });

  it.each([
    ['component', { status: 'archived' }],
    ['consolidated', { status: 'archived' }],
    ['consolidated', { status: 'deleting' }],
  ])('decisions §9.4 %s %j', async (id, change) => {
    const desk = openDesk();
    await desk.control('POST', `/audits/north/${id}/`, change);
    const { status, body } = await couple(desk, ['component']);
    expect(status).toBe(400);
    expect(body).toEqual({ [field]: [expect.stringContaining('component')] });
  });

  it.each([
    ['scoping_package_id', 'Small'],
    ['period_start', '2026-02-01'],
    ['period_end', '2026-11-30'],
    ['own legal entity', 'leaf'],
  ])('decisions §9.5 components that differ in %s', async (name, value) => {
    // Couplings of a fixture are taken as given, and so one network may hold what no request could make.
    const own = name === 'own legal entity' ? value : 'sub';
    const desk = openDesk((fixture) => ({
      ...fixture,
      firms: fixture.firms.map((firm) => ({
        ...firm,
        audits: [
          ...firm.audits,
          {
            ...firm.audits.find(({ id }) => id === 'consolidated'),
            ...(name === 'own legal entity' ? {} : { [name]: value }),
            id: 'below',
            coupled_component_audit_ids: ['wide'],
            components: [{ id: 'other', legal_entity_ids: [own], auditor_relation: 'self' }],
          },
        ],
      })),
    }));
    expect((await couple(desk, ['other', 'component'])).body).toMatchObject({
      [field]: expect.arrayContaining([expect.stringMatching(/(?=.*other)(?=.*component)/)]) as unknown,
    });
    expect((await couple(desk, ['component'])).status).toBe(201);
  });

  it('decisions §9.6 a component of several legal entities', async () => {
    const { status, body } = await couple(openDesk(), ['wide'], { legal_entity_id: 'leaf' });
    expect(status).toBe(400);
    expect(body).toEqual({ [field]: [expect.stringContaining('wide')] });
  });

  it('decisions §9.10 an out of scope component may be coupled', async () => {
    const desk = openDesk();
    await desk.call('PATCH', '/audits/consolidated/component-audits/component/', {
      body: { in_scope: false, out_of_scope_explanation: 'Small' },
    });
    expect((await couple(desk, ['component'])).status).toBe(201);
  });

  it('a refusal leaves credits and couplings untouched', async () => {
    const desk = openDesk();
    await desk.control('POST', '/firms/north/', { credits: 2 });
    expect((await couple(desk, ['component'])).status).toBe(402);
    await desk.control('POST', '/firms/north/', { credits: 100 });
    expect((await couple(desk, ['component'], { period_end: '2026-11-30' })).status).toBe(400);
    expect(await credits(desk)).toBe(100);
    expect((await couple(desk, ['component'])).status).toBe(201);
  });
});

describe('decisions §9.8 permission for more than one', () => {
  it.each([
    [['component', 'wide'], 403],
    [['component', 'component'], 403],
    [['component'], 201],
    [[], 201],
  ])('without it %j is %i', async (ids, status) => {
    expect((await couple(openDesk(), ids, {}, 'north-single')).status).toBe(status);
  });
  it('comes after a duplicate id and before field validation', async () => {
    const desk = openDesk();
    expect((await couple(desk, ['a', 'b'], { id: 'audit' }, 'north-single')).status).toBe(409);
    expect((await couple(desk, ['a', 'b'], { name: '' }, 'north-single')).status).toBe(403);
  });
  it('counts against the tier', async () => {
    const desk = openDesk((fixture) => ({ ...fixture, rate_limits: { lifecycle: { burst: 1 } } }));
    expect((await couple(desk, ['a', 'b'], {}, 'north-single')).status).toBe(403);
    expect((await couple(desk, ['component'])).status).toBe(429);
  });
});

describe('decisions §9.9 simultaneous requests', () => {
  it('of two for one component exactly one wins', async () => {
    const desk = openDesk();
    const answers = await Promise.all(
      ['one', 'two', 'three'].map((id) => couple(desk, ['component'], { id })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400, 400]);
    expect(answers.find(({ status }) => status === 400)?.body).toEqual({
      [field]: [expect.stringContaining('component')],
    });
    expect(await credits(desk)).toBe(97);
  });
});

describe('decisions §7.5, §8.8 deletion and couplings', () => {
  it('a group with a coupled component is not deleted, nor is the component', async () => {
    const desk = openDesk();
    await couple(desk, ['component']);
    expect((await desk.call('DELETE', '/audits/consolidated/')).status).toBe(409);
    expect((await desk.call('DELETE', '/audits/consolidated/component-audits/component/')).status).toBe(409);
    expect((await desk.get('/audits/consolidated/')).body).toMatchObject({ status: 'open' });
  });
  it('deleting the coupled audit frees its components at once, and it shows [] from then on', async () => {
    const desk = openDesk();
    await couple(desk, ['component']);
    expect((await desk.call('DELETE', '/audits/new/')).status).toBe(204);
    expect((await desk.get('/audits/new/')).body).toMatchObject({ status: 'deleting', [field]: [] });
    expect((await couple(desk, ['component'], { id: 'again' })).status).toBe(201);
    expect((await desk.get('/audits/again/')).body).toMatchObject({ [field]: ['component'] });
  });
  it('couplings of a fixture are taken as given', async () => {
    const desk = openDesk((fixture) => ({
      ...fixture,
      firms: fixture.firms.map((firm) => ({
        ...firm,
        audits: firm.audits.map((audit) =>
          audit.id === 'audit' ? { ...audit, coupled_component_audit_ids: ['wide'] } : audit,
        ),
      })),
    }));
    expect((await desk.get('/audits/audit/')).body).toMatchObject({ [field]: ['wide'] });
    expect((await desk.get('/audits/consolidated/component-audits/')).body).toMatchObject({
      results: [{}, { id: 'wide', coupled_entity_audit_id: 'audit' }],
    });
  });
});
