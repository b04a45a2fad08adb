import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countryCodes } from '../shared/model/country.ts';
import { openDesk } from './testing/desk.ts';
import { Creation, Id, Text, Unread } from './testing/generated-bodies.ts';

// Generated bodies: every one that the specification allows is accepted and kept to the letter.

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
