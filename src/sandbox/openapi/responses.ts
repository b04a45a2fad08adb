import { type AnyRow, type Operation, type Operations, operations, pathIdNames } from '../../shared/api.ts';
import { managerOnly } from '../auth.ts';
import { type JsonSchema, named } from '../json-schema.ts';
import { type AnswerName, pageOf } from './answers.ts';
import { type BodyOperation, bodies } from './bodies.ts';
import { descriptions } from './descriptions.ts';
import { answerExamples } from './examples.ts';
import { conflicts } from './refusals.ts';

type AnsweringOperation = {
  [Name in Operation]: Operations[Name] extends { readonly list: unknown } | { readonly item: unknown }
    ? Name
    : never;
}[Operation];

/** What each operation answers with, or a page of it: a row of the table without its schema does not compile. */
export const answerOf: Readonly<
  Record<AnsweringOperation, Exclude<AnswerName, 'SettingDefinition' | 'Price'>>
> = {
  'tokens.issue': 'AccessToken',
  'workPackages.list': 'WorkPackage',
  'workPackages.read': 'WorkPackage',
  'clients.list': 'ClientOrganisation',
  'clients.create': 'ClientOrganisation',
  'legalEntities.list': 'LegalEntity',
  'audits.list': 'Audit',
  'audits.create': 'Audit',
  'audits.read': 'Audit',
  'components.list': 'ComponentAudit',
  'components.create': 'ComponentAudit',
  'components.setOutOfScope': 'ComponentAudit',
  'users.list': 'AuditUser',
  'users.assign': 'AuditUser',
  'users.change': 'AuditUser',
  'roles.list': 'Role',
  'rateLimits.read': 'RateLimits',
};

/** As much of a response object of OpenAPI as this document uses. */
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

/** Headers of the responses. */
export const headers: Readonly<
  Record<string, { readonly description: string; readonly required: true; readonly schema: JsonSchema }>
> = {
  'WWW-Authenticate': {
    description: 'How to come in.',
    required: true,
    schema: { type: 'string', const: 'Bearer' },
  },
  'Retry-After': {
    description: 'Whole seconds until a request would pass: the longest wait of all windows that are full.',
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

/** Responses that are the same wherever they come. */
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
    'The body is of another type.',
    'Unsupported media type "text/plain" in request.',
  ),
  Throttled: {
    ...refusal('A window of the tier is full.', 'Request was throttled. Expected available in 12 seconds.'),
    headers: { 'Retry-After': header('Retry-After') },
  },
} as const satisfies Readonly<Record<string, Response>>;

const shared = (name: keyof typeof sharedResponses) => ({ $ref: `#/components/responses/${name}` });

/** Every status that an operation answers with, in ascending order. */
export function responsesOf(name: Operation): Responses {
  const row: AnyRow = operations[name];
  const refusals = row.form === true ? tokenRefusals : refusalsOf(name, row);
  return { ...successOf(name, row), ...refusals };
}

const tokenRefusals: Responses = {
  400: {
    ...json('A field is missing, empty or given twice; or the grant is another.', named('TokenRefusal'), {
      error: 'invalid_request',
    }),
    headers: uncached,
  },
  401: {
    ...json('There is no such client, or its secret is another.', named('TokenRefusal'), {
      error: 'invalid_client',
    }),
    headers: { ...uncached, ...challenge },
  },
  413: shared('TooLarge'),
  415: shared('UnsupportedMediaType'),
  429: shared('Throttled'),
};

function successOf(name: Operation, row: AnyRow): Responses {
  const { success } = descriptions[name];
  if (!isAnswering(name)) return { 204: { description: success } };
  const answer = answerOf[name];
  const example = answerExamples[answer];
  if (row.list !== undefined) {
    const page = { count: 1, next: null, previous: null, results: [example] };
    return { 200: json(success, named(`${answer}Page`), page) };
  }
  const response = json(success, named(answer), example);
  if (row.form === true) return { 200: { ...response, headers: uncached } };
  return row.method === 'POST' ? { 201: response } : { 200: response };
}

function isAnswering(name: Operation): name is AnsweringOperation {
  return name in answerOf;
}

function refusalsOf(name: Operation, row: AnyRow): Responses {
  const body = isWithBody(name) ? bodies[name] : undefined;
  const conflict = conflicts[name];
  return {
    ...(body === undefined ? {} : { 400: badRequest(body.name, body.schema.required?.[0]) }),
    401: shared('Unauthorized'),
    ...(name === 'audits.create' ? { 402: shared('NoCredits') } : {}),
    ...(managerOnly.has(name) ? { 403: shared('Forbidden') } : {}),
    ...(row.list !== undefined || pathIdNames(row.path).length > 0 ? { 404: shared('NotFound') } : {}),
    ...(conflict === undefined ? {} : { 409: json(conflict, named('Detail')) }),
    ...(body === undefined ? {} : { 413: shared('TooLarge'), 415: shared('UnsupportedMediaType') }),
    429: shared('Throttled'),
  };
}

/** Whether an operation takes a body. */
export function isWithBody(name: Operation): name is BodyOperation {
  return name in bodies;
}

function badRequest(body: string, field = 'non_field_errors'): Response {
  return json(
    'The body is not JSON; or something in it is wrong: all of it is told at once, by field.',
    { anyOf: [named(`${body}Faults`), named('Unreadable')] },
    { [field]: ['This field is required.'] },
  );
}

/** The schemas of the pages of every list. */
export function pageSchemas(): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(
    Object.entries(operations as Readonly<Record<string, AnyRow>>).flatMap(([name, { list }]) => {
      const answer = answerOf[name as AnsweringOperation]; // rows with a list answer with something
      return list === undefined ? [] : [[`${answer}Page`, pageOf(answer)]];
    }),
  );
}
