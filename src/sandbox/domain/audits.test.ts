import { describe, expect, it } from 'vitest';
import { openDesk } from '../testing/desk.ts';
import { creation } from '../testing/two-firms.ts';

const required = 'This field is required.';
const choice = (value: string) => `"${value}" is not a valid choice.`;
const missing = (id: string) => `Object with id=${id} does not exist.`;

describe('specification, Audit: creation', () => {
  it('answers 201 with every field', async () => {
    const desk = openDesk();
    const expected = {
      id: 'new',
      name: 'Jaarrekening 2026',
      work_package_id: 'wp',
      scoping_package_id: 'Small',
      client_organisation_id: 'group',
      legal_entity_ids: ['leaf'],
      period_start: '2026-01-01',
      period_end: '2026-12-31',
      language: 'en-us',
      unit_of_measurement: null,
      settings: {
        sampling: true,
        note: '',
        sample: 25,
        threshold: '5.00',
        cut_off: null,
        benchmark: 'profit',
        areas: [],
      },
      status: 'initializing',
      audit_type: 'single',
      created_at: '2027-01-15T09:00:00.000Z',
      group_audit_id: null,
      coupled_component_audit_ids: [],
    };
    expect(await desk.post('/audits/', creation)).toMatchObject({ status: 201, body: expected });
    const read = await desk.get('/audits/new/');
    expect(read.status).toBe(200);
    expect(read.body).toEqual(expected);
    expect((await desk.get('/audits/?page=last')).body).toMatchObject({
      results: expect.arrayContaining([expected]),
    });
  });
  it('decisions §2 several fields are all reported in one answer', async () => {
    expect(await openDesk().post('/audits/', {})).toMatchObject({
      status: 400,
      body: {
        name: [required],
        work_package_id: [required],
        scoping_package_id: [required],
        client_organisation_id: [required],
        legal_entity_id: [required],
        period_start: [required],
        period_end: [required],
        language: [required],
      },
    });
  });
  it('decisions §2 and nothing else', async () => {
    const { body } = await openDesk().post('/audits/', { ...creation, name: null, language: 'de' });
    expect(body).toEqual({ name: ['This field may not be null.'], language: [choice('de')] });
  });
});

describe('decisions §4 ids', () => {
  it.each([
    ['empty', '', 'This field may not be blank.'],
    ['too long', 'x'.repeat(256), 'Ensure this field has no more than 255 characters.'],
    ['a number', 5, 'Not a valid string.'],
    ['a list', ['x'], 'Not a valid string.'],
    ['half a character', '\ud800', 'Not a valid string.'],
  ])('decisions §4.1 %s', async (_, id, message) => {
    const received = await openDesk().post('/audits/', { ...creation, id });
    expect(received.status).toBe(400);
    expect(received.body).toEqual({ id: [message] });
  });
  it.each(['a\nb', 'a\u0000b', 'a\u007fb', 'a\u0085b'])(
    'decisions §4.1 control characters: %j',
    async (id) => {
      expect(await openDesk().post('/audits/', { ...creation, id })).toMatchObject({
        status: 400,
        body: { id: [expect.any(String)] },
      });
    },
  );
  it.each(['x'.repeat(255), '😀'.repeat(255), ' ', 'AUDIT', 'e\u0301'])(
    'decisions §4.1 kept to the letter: %s',
    async (id) => {
      const desk = openDesk();
      expect((await desk.post('/audits/', { ...creation, id })).body).toMatchObject({ id });
      expect((await desk.get(`/audits/${encodeURIComponent(id)}/`)).body).toMatchObject({ id });
    },
  );
  it('decisions §4.1 audits and components share one id space', async () => {
    expect((await openDesk().post('/audits/', { ...creation, id: 'component' })).status).toBe(409);
  });
  it('decisions §4.2 without an id one is generated', async () => {
    const desk = openDesk();
    const bodies = [
      await desk.post('/audits/', { ...creation, id: undefined }),
      await desk.post('/audits/', { ...creation, id: undefined }),
    ].map(({ body }) => body as { id: string });
    const [first, second] = bodies.map(({ id }) => id);
    expect(first).not.toBe(second);
    expect((await desk.get(`/audits/${first ?? ''}/`)).status).toBe(200);
  });
  it('decisions §4.3 a repeated creation is 409 and changes nothing', async () => {
    const desk = openDesk();
    await desk.post('/audits/', creation);
    expect(await desk.post('/audits/', { ...creation, name: 'Another' })).toMatchObject({
      status: 409,
      body: { detail: 'An audit with this id already exists.' },
    });
    expect((await desk.get('/audits/new/')).body).toMatchObject({ name: 'Jaarrekening 2026' });
    expect((await desk.control('POST', '/firms/north/', {})).body).toMatchObject({ credits: 90 });
  });
  it('sandbox.md duplicate_id_status 400', async () => {
    const desk = openDesk((fixture) => ({ ...fixture, variants: { duplicate_id_status: 400 } }));
    expect(await desk.post('/audits/', { id: 'audit' })).toMatchObject({
      status: 400,
      body: { id: ['audit with this id already exists.'] },
    });
  });
  it('of two simultaneous creations with one id exactly one wins', async () => {
    const desk = openDesk();
    const statuses = await Promise.all(
      Array.from({ length: 5 }, async () => (await desk.post('/audits/', creation)).status),
    );
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409]);
  });
});

describe('decisions §7.1–2 fields', () => {
  it.each([
    ['name', 'x'.repeat(101), 'Ensure this field has no more than 100 characters.'],
    ['name', '😀'.repeat(101), 'Ensure this field has no more than 100 characters.'],
    ['name', '', 'This field may not be blank.'],
    ['name', ' \t\n', 'This field may not be blank.'],
    ['name', 5, 'Not a valid string.'],
    ['name', true, 'Not a valid string.'],
    ['name', {}, 'Not a valid string.'],
    ['period_start', '2026-02-29', 'Date has wrong format. Use YYYY-MM-DD.'],
    ['period_start', '2026-1-1', 'Date has wrong format. Use YYYY-MM-DD.'],
    ['period_start', '2026-01-01T00:00:00Z', 'Date has wrong format. Use YYYY-MM-DD.'],
    ['period_end', 20261231, 'Date has wrong format. Use YYYY-MM-DD.'],
    ['period_end', '', 'Date has wrong format. Use YYYY-MM-DD.'],
    ['language', 'de', choice('de')],
    ['language', 'NL', choice('NL')],
    ['language', 5, choice('5')],
    ['language', 'it', choice('it')],
    ['audit_type', 'component', choice('component')],
    ['audit_type', true, choice('True')],
    ['scoping_package_id', 'Medium', choice('Medium')],
    ['scoping_package_id', 5, 'Not a valid string.'],
    ['work_package_id', 'none', missing('none')],
    ['work_package_id', '', 'This field may not be blank.'],
    ['client_organisation_id', 'none', missing('none')],
    ['legal_entity_id', 'trial', missing('trial')],
    ['unit_of_measurement', '', 'This field may not be blank.'],
    ['unit_of_measurement', '   ', 'This field may not be blank.'],
    ['unit_of_measurement', 'x'.repeat(33), 'Ensure this field has no more than 32 characters.'],
    ['coupled_component_audit_ids', 'x', 'Expected a list of items but got type "str".'],
    ['coupled_component_audit_ids', { a: 1 }, 'Expected a list of items but got type "dict".'],
    ['coupled_component_audit_ids', 5, 'Expected a list of items but got type "int".'],
    ['settings', [], 'Expected a dictionary of items but got type "list".'],
  ])('%s %j', async (field, value, message) => {
    const received = await openDesk().post('/audits/', { ...creation, [field]: value });
    expect(received.status).toBe(400);
    expect(received.body).toEqual({ [field]: [message] });
  });
  it('decisions §2 wrong list items are keyed by their index', async () => {
    const ids = ['component', 5, null, ''];
    const { status, body } = await openDesk().post('/audits/', {
      ...creation,
      coupled_component_audit_ids: ids,
    });
    expect(status).toBe(400);
    expect(body).toEqual({
      coupled_component_audit_ids: {
        1: ['Not a valid string.'],
        2: ['This field may not be null.'],
        3: ['This field may not be blank.'],
      },
    });
  });
  it.each([
    ['name', 'x'.repeat(100)],
    ['name', '😀'.repeat(100)],
    ['name', ' untrimmed '],
    ['name', '<img onerror=alert(1)>'],
    ['period_start', '2024-02-29'],
    ['period_start', '2026-12-31'],
    ['unit_of_measurement', 'x'.repeat(32)],
    ['unit_of_measurement', 'm³'],
  ])('%s %j is taken to the letter', async (field, value) => {
    expect(await openDesk().post('/audits/', { ...creation, [field]: value })).toMatchObject({
      status: 201,
      body: { [field]: value },
    });
  });
  it('decisions §7.1 an end before the start is told at period_end', async () => {
    const received = await openDesk().post('/audits/', { ...creation, period_end: '2025-12-31' });
    expect(received.status).toBe(400);
    expect(Object.keys(received.body as object)).toEqual(['period_end']);
  });
  it('decisions §7.2 a type that the package does not have', async () => {
    const body = { ...creation, work_package_id: 'wp-nl', language: 'nl', audit_type: 'consolidated' };
    expect(await openDesk().post('/audits/', body)).toMatchObject({
      status: 400,
      body: { audit_type: [choice('consolidated')] },
    });
  });
});

describe('decisions §7.3 settings', () => {
  it.each([
    ['sampling', 'true', 'Must be a valid boolean.'],
    ['note', 5, 'Not a valid string.'],
    ['sample', '5', 'A valid integer is required.'],
    ['sample', 5.5, 'A valid integer is required.'],
    ['threshold', '5,00', 'A valid number is required.'],
    ['cut_off', '2026-02-30', 'Date has wrong format. Use YYYY-MM-DD.'],
    ['benchmark', 'assets', choice('assets')],
    ['benchmark', [], choice('[]')],
    ['benchmark', ['profit'], expect.stringMatching(/is not a valid choice\.$/)],
    ['areas', 'cash', 'Expected a list of items but got type "str".'],
  ])('%s %j is told under settings', async (id, value, message) => {
    const received = await openDesk().post('/audits/', { ...creation, settings: { [id]: value } });
    expect(received.status).toBe(400);
    expect(received.body).toEqual({ settings: { [id]: [message] } });
  });
  it('every value of a list that is not offered is named', async () => {
    const settings = { areas: ['cars', 'cash', 5] };
    expect((await openDesk().post('/audits/', { ...creation, settings })).body).toEqual({
      settings: { areas: [choice('cars'), choice('5')] },
    });
  });
  it.each([[[]], [['profit']], [['none', 'profit']]])(
    'a list for a single choice is no choice: %j',
    async (value) => {
      const received = await openDesk().post('/audits/', { ...creation, settings: { benchmark: value } });
      expect(received.body).toEqual({
        settings: { benchmark: [expect.stringMatching(/^".*" is not a valid choice\.$/)] },
      });
    },
  );
  it.each(['nothing', '__proto__', 'constructor'])('an unknown one: %s', async (id) => {
    const settings = JSON.parse(`{${JSON.stringify(id)}: 1, "areas": ["cash", "cars"]}`) as unknown;
    const received = await openDesk().post('/audits/', JSON.stringify({ ...creation, settings }));
    expect(received.status).toBe(400);
    expect(Object.keys((received.body as { settings: object }).settings)).toEqual([id, 'areas']);
  });
  it('sandbox.md: null in the settings of a fixture is absent', async () => {
    const desk = openDesk((fixture) => ({
      ...fixture,
      firms: fixture.firms.map((firm) => ({
        ...firm,
        audits: firm.audits.map((audit) => ({ ...audit, settings: { sample: null, note: 'x', none: null } })),
      })),
    }));
    const { body } = await desk.get('/audits/audit/');
    expect(body).toMatchObject({ settings: { sample: 25, note: 'x' } });
    expect(body).not.toHaveProperty('settings.none');
  });
  it.each([
    ['/settings/1/', 'integer', 7],
    ['https://x.example/settings/1/', 'date', '2026-12-31'],
    ['of another type', 'number', 'seven'],
    ['spelled otherwise', 'Boolean', { yes: true }],
  ])('decisions §5.3: "%s" of the type %s takes %j', async (id, type, value) => {
    const desk = openDesk((fixture) => ({
      ...fixture,
      work_packages: fixture.work_packages.map((one) => ({
        ...one,
        settings: [{ id, name: 'Any', type, default: value, options: null }],
      })),
    }));
    const received = await desk.post('/audits/', { ...creation, settings: { [id]: value } });
    expect(received).toMatchObject({ status: 201, body: { settings: { [id]: value } } });
  });
  it('the answer holds defaults merged with what was sent', async () => {
    const settings = {
      sampling: false,
      threshold: 2.5,
      areas: ['stock'],
      cut_off: '2026-12-31',
      sample: null,
    };
    expect((await openDesk().post('/audits/', { ...creation, settings })).body).toMatchObject({
      settings: {
        sampling: false,
        note: '',
        sample: 25,
        threshold: 2.5,
        cut_off: '2026-12-31',
        benchmark: 'profit',
        areas: ['stock'],
      },
    });
  });
});
