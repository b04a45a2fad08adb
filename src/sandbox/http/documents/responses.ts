import { type AnyRow, type Operation, operations, pathIdNames } from '../../../shared/api.ts';
import { facts } from '../../domain/nouns.ts';
import type { AnyFacts, Body } from '../../domain/operation.ts';
import { exactly, type JsonSchema, kind, listOf, named, orNull, said } from '../json-schema.ts';

const sentences: JsonSchema = {
  type: 'array',
  minItems: 1,
  items: { type: 'string', minLength: 1 },
};

/** Not by a reference to itself, which many generators cannot follow. */
function partFaults(part: JsonSchema): JsonSchema {
  return {
    type: 'object',
    minProperties: 1,
    additionalProperties: part === sentences ? part : { anyOf: [sentences, part] },
  };
}

/** decisions.md §2 */
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
    anyOf: [sentences, named('PartFaults')],
  },
  PartFaults: partFaults(partFaults(sentences)),
  TokenRefusal: exactly(
    {
      error: { type: 'string', enum: ['invalid_request', 'unsupported_grant_type', 'invalid_client'] },
      error_description: { type: 'string', minLength: 1 },
    },
    { description: 'A refusal as RFC 6749 words it.' },
  ),
} as const satisfies Readonly<Record<string, JsonSchema>>;

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>>;
}
type Responses = Readonly<Record<string, Response | { readonly $ref: string }>>;

const header = (name: string) => ({ $ref: `#/components/headers/${name}` });
const challenge = { 'WWW-Authenticate': header('WWW-Authenticate') };
const uncached = { 'Cache-Control': header('Cache-Control'), Pragma: header('Pragma') };

function json(description: string, schema: JsonSchema, example?: unknown): Response {
  return {
    description,
    content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } },
  };
}

function refusal(description: string, detail: string): Response {
  return json(description, named('Detail'), { detail });
}

export const headers: Readonly<
  Record<string, { readonly description: string; readonly required: true; readonly schema: JsonSchema }>
> = {
  'WWW-Authenticate': {
    description: 'How to come in.',
    required: true,
    schema: { type: 'string', const: 'Bearer' },
  },
  'Retry-After': {
    description:
      'Whole seconds until a request would pass; for `429` the longest wait of all windows that are full.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  Allow: {
    description: 'The methods of the path.',
    required: true,
    schema: { type: 'string', pattern: '^(GET|POST|PATCH|DELETE)(, (GET|POST|PATCH|DELETE))*$' },
  },
  'Cache-Control': {
    description: 'A token is kept by nobody on the way.',
    required: true,
    schema: { type: 'string', const: 'no-store' },
  },
  Pragma: {
    description: 'The same, for old caches.',
    required: true,
    schema: { type: 'string', const: 'no-cache' },
  },
};

export const sharedResponses = {
  NoCredits: refusal('The credits of the firm do not suffice.', 'Insufficient credits.'),
  Unauthorized: {
    ...refusal('The token is missing, unknown or has ended: obtain another.', 'Invalid token.'),
    headers: challenge,
  },
  Forbidden: refusal(
    'The service account lacks the role or the permission.',
    'You do not have permission to perform this action.',
  ),
  NotFound: json(
    'It does not exist, belongs to another firm, or the list has no such page.',
    named('NotFound'),
    { detail: 'Not found.' },
  ),
  MethodNotAllowed: {
    ...refusal('The path does not have this method.', 'Method "PUT" not allowed.'),
    headers: { Allow: header('Allow') },
  },
  TooLarge: refusal('The body has more than 1 MiB.', 'Request body is too large.'),
  UnsupportedMediaType: refusal(
    'The body is of another type, or packed by a content encoding.',
    'Unsupported media type "text/plain" in request.',
  ),
  Throttled: {
    ...refusal('A window of the tier is full.', 'Request was throttled. Expected available in 12 seconds.'),
    headers: { 'Retry-After': header('Retry-After') },
  },
  Unavailable: {
    ...refusal(
      'The service cannot be used now; a change may have been carried out.',
      'The service cannot use its database: it is away.',
    ),
    headers: { 'Retry-After': header('Retry-After') },
  },
} as const satisfies Readonly<Record<string, Response>>;

const shared = (name: keyof typeof sharedResponses) => ({ $ref: `#/components/responses/${name}` });

export function responsesOf(name: Operation): Responses {
  const row: AnyRow = operations[name];
  return {
    ...successOf(row, facts[name]),
    ...(row.form === true ? tokenRefusals : refusalsOf(row, facts[name])),
    405: shared('MethodNotAllowed'),
    503: shared('Unavailable'),
  };
}

const tokenRefusals: Responses = {
  400: {
    ...json('A field is missing, empty or given twice; or the grant is another.', named('TokenRefusal'), {
      error: 'invalid_request',
      error_description: 'Send client_id and client_secret as form fields.',
    }),
    headers: uncached,
  },
  401: {
    ...json('There is no such client, or its secret is another.', named('TokenRefusal'), {
      error: 'invalid_client',
      error_description: 'There is no such client, or its secret is another.',
    }),
    headers: { ...uncached, ...challenge },
  },
  413: shared('TooLarge'),
  415: shared('UnsupportedMediaType'),
  429: shared('Throttled'),
};

function successOf({ list, form, method }: AnyRow, { success, answer }: AnyFacts): Responses {
  if (answer === undefined) return { 204: { description: success } };
  const { name, example } = answer;
  if (list !== undefined) {
    const page = { count: 1, next: null, previous: null, results: [example] };
    return { 200: json(success, named(`${name}Page`), page) };
  }
  const response = json(success, named(name), example);
  if (form === true) return { 200: { ...response, headers: uncached } };
  return method === 'POST' ? { 201: response } : { 200: response };
}

function refusalsOf(
  { list, path }: AnyRow,
  { body, conflict, costsCredits, managerOnly }: AnyFacts,
): Responses {
  return {
    ...(body === undefined ? {} : { 400: badRequest(body) }),
    401: shared('Unauthorized'),
    ...(costsCredits === true ? { 402: shared('NoCredits') } : {}),
    ...(managerOnly === true ? { 403: shared('Forbidden') } : {}),
    ...(list !== undefined || pathIdNames(path).length > 0 ? { 404: shared('NotFound') } : {}),
    ...(conflict === undefined ? {} : { 409: json(conflict, named('Detail')) }),
    ...(body === undefined ? {} : { 413: shared('TooLarge'), 415: shared('UnsupportedMediaType') }),
    429: shared('Throttled'),
  };
}

function badRequest({ name, schema }: Body): Response {
  return json(
    'The body is not JSON; or something in it is wrong: all of it is told at once, by field.',
    { anyOf: [named(`${name}Faults`), named('Unreadable')] },
    { [schema.required?.[0] ?? 'non_field_errors']: ['This field is required.'] },
  );
}

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

export function pageOf(entry: string): JsonSchema {
  const address: JsonSchema = { type: 'string', format: 'uri' };
  return exactly({
    count: said('Entries of the whole list.', kind.count),
    next: said('Address of the next page; null at the end.', orNull(address)),
    previous: said('Address of the page before; null on the first.', orNull(address)),
    results: listOf(named(entry)),
  });
}
