import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countryCodes } from '../../shared/model/country.ts';
import { codePoints } from '../../shared/rules/service/audit.ts';
import { openDesk } from '../testing/desk.ts';

// Generated bodies: every one that the specification allows, as odd as it may be, is accepted and kept to the letter; one
// that is right but for one field is refused on that field.

const control = /[\p{Cc}\ud800-\udfff]/u;
/** A text of at most `most` code points that is not blank. */
const Text = (most: number) =>
  fc
    .array(
      fc.oneof(
        { weight: 3, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }) },
        {
          weight: 1,
          arbitrary: fc.constantFrom('é', '𝕏', '\u200f', '&', '"', '\\', '</script>', "'", '%2F', '\u2028'),
        },
      ),
      { minLength: 1, maxLength: most },
    )
    .map((parts) => parts.join(''))
    .filter((text) => text.trim() !== '' && !text.includes('\0') && codePoints(text) <= most);
/** An external id (decisions.md §4.1) that no object of the two firms has. */
const Id = fc
  .oneof(
    Text(40),
    fc.constantFrom(
      'a/b',
      'a?b',
      '#',
      '%',
      '%2e',
      '&',
      'a b',
      '@',
      "'",
      '+',
      '...',
      '__proto__',
      'constructor',
      'ŷ',
      'x'.repeat(255),
      '漢'.repeat(255),
      ' ',
      '-',
      '0',
      'null',
      '😀',
    ),
  )
  .filter(
    (id) =>
      !control.test(id) &&
      id !== '.' &&
      id !== '..' &&
      !['audit', 'consolidated', 'component', 'wide', 'group', 'trial'].includes(id),
  );

const Day = fc
  .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
/** Fields that are ignored (decisions.md §1.4). */
const Unread = fc.dictionary(
  fc.constantFrom('status', 'created_at', 'is_test_organisation', 'group_audit_id', 'firm', 'x'),
  fc.jsonValue(),
);

const values = {
  sampling: fc.boolean(),
  note: fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()),
  sample: fc.integer(),
  threshold: fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom('1.50', '-0.1', '100'),
  ),
  cut_off: Day,
  benchmark: fc.constantFrom('profit', 'revenue'),
  areas: fc.uniqueArray(fc.constantFrom('cash', 'stock')),
};
const Settings = fc.record(values, { requiredKeys: [] });

/** A body that creates an audit of the first firm. */
const Creation = fc
  .record(
    {
      id: Id,
      name: Text(100),
      work_package_id: fc.constant('wp'),
      scoping_package_id: fc.constantFrom('Large', 'Small'),
      client_organisation_id: fc.constant('group'),
      legal_entity_id: fc.constantFrom('group', 'sub', 'leaf'),
      period_start: Day,
      period_end: Day,
      language: fc.constantFrom('nl', 'en-us'),
      unit_of_measurement: fc.oneof(Text(32), fc.constant(null)),
      audit_type: fc.constantFrom('single', 'consolidated', null),
      coupled_component_audit_ids: fc.constantFrom([], null),
      settings: fc.oneof(Settings, fc.constant(null)),
    },
    {
      requiredKeys: [
        'id',
        'name',
        'work_package_id',
        'scoping_package_id',
        'client_organisation_id',
        'legal_entity_id',
        'period_start',
        'period_end',
        'language',
      ],
    },
  )
  .map((body) =>
    body.period_start <= body.period_end
      ? body
      : { ...body, period_start: body.period_end, period_end: body.period_start },
  );

const defaults = {
  sampling: true,
  note: '',
  sample: 25,
  threshold: '5.00',
  cut_off: null,
  benchmark: 'profit',
  areas: [],
};

describe('what the specification allows is accepted and kept to the letter', () => {
  it('audits', async () => {
    await fc.assert(
      fc.asyncProperty(Creation, Unread, async (body, more) => {
        const desk = openDesk(undefined, { initialisationSeconds: 0 });
        const received = await desk.post('/audits/', { ...more, ...body });
        expect(received).toMatchObject({ status: 201 });
        const {
          legal_entity_id: entity,
          settings,
          audit_type: type,
          unit_of_measurement: unit,
          coupled_component_audit_ids: _none,
          ...own
        } = body;
        expect(received.body).toEqual({
          ...own,
          legal_entity_ids: [entity],
          settings: { ...defaults, ...(JSON.parse(JSON.stringify(settings ?? {})) as object) }, // -0 is 0 in JSON
          audit_type: type ?? 'single',
          unit_of_measurement: unit ?? null,
          status: 'open',
          created_at: '2027-01-15T09:00:00.000Z',
          group_audit_id: null,
          coupled_component_audit_ids: [],
        });
        const path = `/audits/${encodeURIComponent(body.id)}/`;
        expect((await desk.get(path)).text).toBe(received.text);
        expect((await desk.post('/audits/', body)).status).toBe(409);
        expect((await desk.call('DELETE', path)).status).toBe(204);
        expect((await desk.get(path)).status).toBe(404);
      }),
      { numRuns: 150 },
    );
  });
  it('client organisations', async () => {
    const Client = fc.record(
      {
        id: Id,
        name: Text(300),
        country: fc.constantFrom(...countryCodes),
        domains: fc.oneof(fc.array(Text(30)), fc.constant(null)),
        allow_password_login: fc.constantFrom(true, false, null),
      },
      { requiredKeys: ['id', 'name', 'country'] },
    );
    await fc.assert(
      fc.asyncProperty(Client, Unread, async (body, more) => {
        const desk = openDesk();
        const received = await desk.post('/client-organisations/', { ...more, ...body });
        expect(received.status).toBe(201);
        const { id, name, country } = body;
        expect(received.body).toEqual({
          id,
          name,
          country,
          domains: body.domains ?? [],
          allow_password_login: body.allow_password_login ?? true,
          is_test_organisation: false,
        });
        const entities = await desk.get(`/client-organisations/${encodeURIComponent(id)}/legal-entities/`);
        expect(entities.body).toMatchObject({ count: 1, results: [{ id, name, country, parent_id: null }] });
      }),
      { numRuns: 100 },
    );
  });
  it('component audits', async () => {
    const Component = fc.record(
      {
        legal_entity_ids: fc.uniqueArray(fc.constantFrom('group', 'sub', 'leaf'), { minLength: 1 }),
        auditor_relation: fc.constantFrom('self', 'inter_office', 'inter_firm'),
        name: fc.oneof(Text(300), fc.constant(null)),
        country: fc.oneof(fc.constantFrom(...countryCodes), fc.constant(null)),
        component_settings: fc.constantFrom(
          {},
          null,
          { component_auditor_works_in_audit: false },
          { component_auditor_works_in_audit: null, x: 1 },
        ),
      },
      { requiredKeys: ['legal_entity_ids', 'auditor_relation'] },
    );
    const names: Readonly<Record<string, string>> = {
      group: 'Groep N.V.',
      sub: 'Dochter B.V.',
      leaf: 'Foglia S.r.l.',
    };
    await fc.assert(
      fc.asyncProperty(Component, Unread, async (body, more) => {
        const desk = openDesk();
        const received = await desk.post('/audits/consolidated/component-audits/', {
          id: 'mine',
          ...more,
          ...body,
        });
        expect(received.status).toBe(201);
        const { legal_entity_ids: ids, auditor_relation: relation } = body;
        expect(received.body).toEqual({
          id: expect.stringMatching(/^(?!mine$)./),
          name: body.name ?? ids.map((id) => names[id]).join(' & '),
          legal_entity_ids: ids,
          in_scope: true,
          out_of_scope_explanation: '',
          auditor_relation: relation,
          status: 'open',
          coupled_entity_audit_id: null,
        });
        const { id } = received.body as { readonly id: string }; // just seen
        const content = await desk.control('GET', `/content/north/${id}/`);
        expect(content.body).toMatchObject({ country: body.country ?? (ids[0] === 'leaf' ? 'IT' : 'NL') });
      }),
      { numRuns: 100 },
    );
  });
  it('an explanation, a role', async () => {
    await fc.assert(
      fc.asyncProperty(
        Text(500),
        fc.constantFrom('audit_auditor', 'audit_engagement_leader'),
        async (text, role) => {
          const desk = openDesk();
          const scope = { in_scope: false, out_of_scope_explanation: text };
          expect(
            await desk.call('PATCH', '/audits/consolidated/component-audits/component/', { body: scope }),
          ).toMatchObject({ status: 200, body: scope });
          expect(
            await desk.call('PATCH', '/audits/audit/users/ANNA.smit@firm.example/', { body: { role } }),
          ).toMatchObject({ status: 200, body: { id: 'Anna.Smit@firm.example', role, name: 'Anna Smit' } });
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('one wrong field is refused, on that field and no other', () => {
  const NoText = fc.oneof(
    fc.integer(),
    fc.boolean(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.dictionary(fc.string(), fc.jsonValue()),
    fc.array(fc.jsonValue()),
  );
  const wrong: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
    name: fc.oneof(NoText, fc.constantFrom('', ' ', 'x'.repeat(101), 'a\0'), fc.constant(undefined)),
    work_package_id: fc.oneof(NoText, Id, fc.constant(undefined)),
    scoping_package_id: fc.oneof(NoText, Id, fc.constant(undefined)),
    client_organisation_id: fc.oneof(NoText, Id, fc.constant(undefined)),
    legal_entity_id: fc.oneof(NoText, Id, fc.constant(undefined)),
    period_start: fc.oneof(NoText, Id, fc.constant(undefined)),
    period_end: fc.oneof(NoText, Id, fc.constant(undefined)),
    language: fc.oneof(NoText, Id, fc.constantFrom('it', undefined)),
    unit_of_measurement: fc.oneof(NoText, fc.constantFrom('', ' ', 'x'.repeat(33))),
    audit_type: fc.oneof(NoText, Id),
    coupled_component_audit_ids: fc.oneof(
      fc.integer(),
      fc.string(),
      fc.boolean(),
      fc.dictionary(fc.string(), fc.integer()),
      fc.array(NoText, { minLength: 1, maxLength: 3 }),
      fc.array(Id, { minLength: 1, maxLength: 3 }),
    ),
    settings: fc.oneof(
      fc.integer(),
      fc.string(),
      fc.array(fc.jsonValue()),
      fc.record({ sampling: fc.oneof(fc.string(), fc.integer()) }),
      fc.record({ note: NoText }),
      fc.record({ sample: fc.oneof(fc.string(), fc.boolean(), fc.constantFrom(1.5)) }),
      fc.record({ cut_off: fc.oneof(NoText, Id) }),
      fc.record({ benchmark: fc.oneof(NoText, Id) }),
      fc.record({ areas: fc.oneof(fc.string(), fc.integer(), fc.array(Id, { minLength: 1 })) }),
      Id.map((id) => Object.fromEntries([[id, 1]])),
    ),
  };
  const answers = (error: unknown): boolean =>
    Array.isArray(error)
      ? error.length > 0 && error.every((one) => typeof one === 'string' && one !== '')
      : typeof error === 'object' &&
        error !== null &&
        Object.keys(error).length > 0 &&
        Object.values(error).every(answers);
  it.each(Object.entries(wrong))('%s', async (field, Wrong) => {
    const desk = openDesk(undefined, { initialisationSeconds: 0 });
    await fc.assert(
      fc.asyncProperty(Creation, Wrong, async (body, value) => {
        const received = await desk.post('/audits/', { ...body, [field]: value });
        expect(received.status).toBe(400);
        expect(Object.keys(received.body as object)).toEqual([field]);
        expect(answers((received.body as Readonly<Record<string, unknown>>)[field])).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});
