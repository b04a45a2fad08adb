import type { Operation, Operations } from '../../shared/api.ts';
import { auditCreation } from '../audit-creation.ts';
import { formSchema, type Shape } from '../form.ts';
import { clientCreation } from '../handlers/clients.ts';
import { componentCreation, outOfScope } from '../handlers/components.ts';
import { assignment, roleChange } from '../handlers/users.ts';
import type { JsonSchema } from '../json-schema.ts';

/** Operations whose row has a body, which therefore need a schema here: without one this does not compile. */
export type BodyOperation = {
  [Name in Operation]: Operations[Name] extends { readonly body: unknown } ? Name : never;
}[Operation];

interface Body {
  readonly name: string;
  readonly schema: JsonSchema;
}

type Notes<Of extends Shape> = Readonly<Partial<Record<keyof Of, JsonSchema>>>;

/** The body that a shape reads, with what is to be said of its fields. */
function bodyOf<Of extends Shape>(name: string, shape: Of, notes: Notes<Of>): Body {
  const schema = formSchema(shape);
  const properties = Object.entries(schema.properties ?? {}).map(([field, own]) => [
    field,
    { ...own, ...notes[field] },
  ]);
  return {
    name,
    schema: { ...schema, properties: Object.fromEntries(properties) as Record<string, JsonSchema> },
  }; // of pairs as they were
}

const said = (description: string): JsonSchema => ({ description });

/** The body of each operation, from the very shapes that read it. */
export const bodies: Readonly<Record<BodyOperation, Body>> = {
  'tokens.issue': {
    name: 'TokenRequest',
    schema: {
      type: 'object',
      properties: {
        grant_type: { type: 'string', const: 'client_credentials' },
        client_id: { type: 'string', minLength: 1 },
        client_secret: { type: 'string', minLength: 1, format: 'password' },
      },
      required: ['grant_type', 'client_id', 'client_secret'],
    },
  },
  'clients.create': bodyOf('ClientCreation', clientCreation, {
    id: said('Also the id of its root legal entity, which is created with it.'),
  }),
  'audits.create': bodyOf('AuditCreation', auditCreation, {
    id: said(
      'Unique within the firm, and never changed. Send one: it makes a creation safe to repeat. Without it the service makes one up.',
    ),
    work_package_id: said('Of a work package; the newest is the one to take.'),
    scoping_package_id: said('One of the labels of the work package.'),
    legal_entity_id: said('Of a legal entity of the client.'),
    period_start: said('Inclusive.'),
    period_end: said('Inclusive; not before `period_start`.'),
    language: said('Also one of the languages of the work package.'),
    unit_of_measurement: said('For amounts; normally a currency, as its ISO 4217 code.'),
    audit_type: said('Also one of the types of the work package.'),
    coupled_component_audit_ids: {
      description: 'Component audits to couple. Coupling is possible only now; see the rules of coupling.',
      uniqueItems: true,
    },
    settings: said('Value by setting id of the work package. What is left out, or null, has its default.'),
  }),
  'components.create': bodyOf('ComponentCreation', componentCreation, {
    legal_entity_ids: {
      description:
        'Of the client of the group audit. The order is kept: the first is the primary legal entity.',
      uniqueItems: true,
    },
    name: said('Without it: the names of the legal entities, joined with ` & `.'),
    country: said('Without it: the country of the first legal entity.'),
    component_settings: said(
      '`component_auditor_works_in_audit` may be true only with `inter_office` or `inter_firm`.',
    ),
  }),
  'components.setOutOfScope': bodyOf('OutOfScope', outOfScope, {
    in_scope: { description: 'Nothing sets a component audit back in scope.', const: false },
  }),
  'users.assign': bodyOf('UserAssignment', assignment, {
    id: said('E-mail address of a user of the firm, in any case.'),
    role: said('Name of a role whose `associated_model` is `Audit`.'),
  }),
  'users.change': bodyOf('RoleChange', roleChange, {
    role: said('Name of a role whose `associated_model` is `Audit`.'),
  }),
};
