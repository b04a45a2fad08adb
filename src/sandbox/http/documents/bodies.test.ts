import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { facts } from '../../domain/nouns.ts';
import type { AnyFacts } from '../../domain/operation.ts';
import { formSchema, readForm, type Shape } from '../fields.ts';
import { openApiDocument } from './document.ts';

// A schema says of a body exactly what its reader says: neither lets anything pass that the other refuses.

const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true });
addFormats.default(ajv);
ajv.addVocabulary(['components']);
ajv.addSchema({ $id: 'document', components: openApiDocument('http://127.0.0.1').components });

function validatorOf(shape: Shape) {
  const absolute = JSON.stringify(formSchema(shape)).replaceAll('"#/', '"document#/');
  return ajv.compile(JSON.parse(absolute) as object); // as it was written just before
}

const shapes: Readonly<Record<string, Shape>> = Object.fromEntries(
  Object.values(facts).flatMap(({ body }: AnyFacts) =>
    body?.shape === undefined ? [] : [[body.name, body.shape]],
  ),
);

const difficultTexts = [
  '',
  ' ',
  '\t\n',
  '\u00a0\ufeff\u3000',
  '\u180e', // no white space any more
  '\u200b',
  'a',
  ' a ',
  'a\0',
  'a\u001f',
  'a\u007f',
  'a\u009f',
  '\ud800',
  'a\udfff',
  '😀',
  'x'.repeat(32),
  'x'.repeat(33),
  '😀'.repeat(32),
  'x'.repeat(100),
  'x'.repeat(101),
  '😀'.repeat(100),
  'x'.repeat(255),
  '😀'.repeat(255),
  'x'.repeat(256),
  '2026-01-31',
  '2024-02-29',
  '2025-02-29',
  '1900-02-29',
  '2000-02-29',
  '0000-01-01',
  '0001-01-01',
  '2026-1-1',
  '2026-13-01',
  '2026-04-31',
  '2026-01-01T00:00:00Z',
  '2026-01-01\n',
  '２０２６-01-01',
  'NL',
  'nl',
  'XX',
  'en-us',
  'single',
  'component',
  'self',
];
const values = fc.oneof(
  fc.constantFrom(...difficultTexts),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom(null, undefined, true, false, 0, 1.5, [], {}, [[]]),
  fc.array(fc.oneof(fc.constantFrom(...difficultTexts), fc.constantFrom(null, 1, {})), { maxLength: 3 }),
  fc.record(
    { component_auditor_works_in_audit: fc.constantFrom(true, false, null, 'true') },
    { requiredKeys: [] },
  ),
);

/** A body with the fields of a shape, all right but what it takes from `values`. */
const right: Readonly<Record<string, unknown>> = {
  id: 'id',
  name: 'Name',
  work_package_id: 'wp',
  scoping_package_id: 'Large',
  client_organisation_id: 'client',
  legal_entity_id: 'entity',
  legal_entity_ids: ['entity'],
  period_start: '2026-01-01',
  period_end: '2026-12-31',
  language: 'nl',
  country: 'NL',
  auditor_relation: 'self',
  in_scope: false,
  out_of_scope_explanation: 'Small.',
  role: 'audit_auditor',
};

describe.each(Object.keys(shapes))('%s', (name) => {
  const shape = shapes[name] ?? {};
  const validate = validatorOf(shape);
  const fields = Object.keys(shape);
  const agrees = (body: Readonly<Record<string, unknown>>) => {
    const sent = JSON.parse(JSON.stringify(body)) as Readonly<Record<string, unknown>>; // an object stays one
    const reading = readForm(sent, shape);
    expect(validate(sent), JSON.stringify([sent, reading, validate.errors])).toBe(reading.ok);
    return reading.ok;
  };

  it('the reader and the schema agree on a right body', () => {
    expect(agrees(right)).toBe(true);
  });
  it.each(fields)('and on every difficult text in %s', (field) => {
    for (const text of difficultTexts) {
      agrees({ ...right, [field]: text });
      agrees({ ...right, [field]: [text] });
    }
  });
  it('and on anything else', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...fields),
        values,
        fc.constantFrom(...fields),
        values,
        (one, first, other, second) => {
          agrees({ ...right, [one]: first, [other]: second });
        },
      ),
      { numRuns: 500 },
    );
  });
  it('and on a field that is missing', () => {
    for (const field of fields) agrees({ ...right, [field]: undefined });
    agrees({});
  });
});
