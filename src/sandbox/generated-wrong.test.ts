import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openDesk } from './testing/desk.ts';
import { Creation, Id } from './testing/generated-bodies.ts';

// Generated bodies that are right but for one field, which may hold anything that it may not.

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
