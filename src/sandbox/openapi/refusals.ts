import type { Operation } from '../../shared/api.ts';
import { exactly, type JsonSchema, named } from '../json-schema.ts';

/** What the service refuses with (decisions.md §2). */
export const refusals = {
  Detail: exactly(
    { detail: { type: 'string', minLength: 1 } },
    { description: 'A refusal of the whole request, in a sentence.' },
  ),
  NotFound: exactly(
    { detail: { type: 'string', enum: ['Not found.', 'Invalid page.'] } },
    { description: 'The same for what does not exist and for what belongs to another firm.' },
  ),
  Unreadable: exactly(
    { detail: { type: 'string', pattern: '^JSON parse error - ' } },
    { description: 'The body is not JSON.' },
  ),
  Faults: {
    description:
      'What is wrong with a field: sentences; or, by their index or name, those of the parts of a list or an object.',
    anyOf: [
      { type: 'array', minItems: 1, items: { type: 'string', minLength: 1 } },
      { type: 'object', minProperties: 1, additionalProperties: named('Faults') },
    ],
  },
  TokenRefusal: exactly(
    { error: { type: 'string', enum: ['invalid_request', 'unsupported_grant_type', 'invalid_client'] } },
    { description: 'A refusal as RFC 6749 words it.' },
  ),
} as const satisfies Readonly<Record<string, JsonSchema>>;

/** Why an operation can conflict with a state, `409`; operations without a reason never do. */
export const conflicts: Readonly<Partial<Record<Operation, string>>> = {
  'clients.create':
    'A client organisation with this id exists. Told before anything else of the body is looked at.',
  'audits.create':
    'An audit with this id exists. Told before anything else of the body is looked at, so that a creation which is repeated because its answer was lost is recognised as one.',
  'audits.delete': 'A component audit of it is coupled.',
  'components.create': 'The group audit is not `open`.',
  'components.setOutOfScope': 'The component audit or its group audit is not `open`, or the scope is locked.',
  'components.delete': 'The component audit is coupled, or its group audit is not `open`.',
  'users.assign':
    'The audit, or the group audit of a component audit, is not `open`; or the user is assigned already.',
  'users.change': 'The audit, or the group audit of a component audit, is not `open`.',
  'users.remove': 'The audit, or the group audit of a component audit, is not `open`.',
};

/** The faults of a body, by field; all of them are told at once. */
export function faultsOf(body: JsonSchema): JsonSchema {
  const fields = [...Object.keys(body.properties ?? {}), 'non_field_errors'];
  return {
    type: 'object',
    description: 'What is wrong, by field, all of it at once.',
    properties: Object.fromEntries(fields.map((name) => [name, named('Faults')])),
    additionalProperties: false,
    minProperties: 1,
  };
}
