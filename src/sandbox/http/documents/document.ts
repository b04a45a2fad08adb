import { z } from 'zod';
import { type AnyRow, type Operation, operationNames, operations, pathIdNames } from '../../../shared/api.ts';
import { countryCodes } from '../../../shared/model/country.ts';
import { longestId } from '../../../shared/rules/service/audit.ts';
import { curlOf } from '../../../shared/rules/texts/curl.ts';
import { facts } from '../../domain/nouns.ts';
import type { AnyFacts, Body } from '../../domain/operation.ts';
import { type JsonSchema, kind, named } from '../json-schema.ts';
import { faultsOf, headers, pageOf, refusals, responsesOf, sharedResponses } from './responses.ts';

/** The groups of operations in the order of the document. */
const tags: readonly {
  readonly name: string;
  readonly description: string;
  readonly nouns: readonly string[];
}[] = [
  {
    name: 'Tokens',
    description: 'An access token for a service account. Every other request carries it.',
    nouns: ['tokens'],
  },
  {
    name: 'Reference data',
    description: 'The same for every firm: methodologies, roles, limits.',
    nouns: ['workPackages', 'roles', 'rateLimits'],
  },
  {
    name: 'Clients',
    description: 'Client organisations of the firm and their legal entities.',
    nouns: ['clients', 'legalEntities'],
  },
  { name: 'Audits', description: 'Single and consolidated audits.', nouns: ['audits'] },
  {
    name: 'Component audits',
    description: 'The audit units of a consolidated audit.',
    nouns: ['components'],
  },
  { name: 'Users', description: 'Who works on an audit, in which role.', nouns: ['users'] },
];

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly description: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export type OperationObject = ReturnType<typeof operationOf>;

export type Method = 'get' | 'post' | 'patch' | 'delete';
type PathItem = { readonly description: string } & { readonly [Of in Method]?: OperationObject };

/** Operations by path. A path may be in the document only once, so the names of its ids do not count. */
const byPath = Map.groupBy(operationNames, (name) => operations[name].path.replaceAll(/\{\w+\}/g, '{}'));

/** The path of an operation in the document: the spelling of the first row with this path. */
function pathOf(name: Operation): string {
  const same = byPath.get(operations[name].path.replaceAll(/\{\w+\}/g, '{}')) ?? [name];
  return operations[same[0] ?? name].path;
}

/** The document's name for an id of a row. */
function idName(name: Operation, id: string): string {
  return pathIdNames(pathOf(name))[pathIdNames(operations[name].path).indexOf(id)] ?? id;
}

function pathParameters(name: Operation): readonly Parameter[] {
  const { path = {} }: AnyFacts = facts[name];
  return Object.entries(path).map(([id, { description, example, schema = kind.id }]) => ({
    name: idName(name, id),
    in: 'path',
    description,
    required: true,
    schema,
    example,
  }));
}

const paging: readonly Parameter[] = [
  {
    name: 'page',
    in: 'query',
    description: 'Number of a page, from 1; or `last`.',
    required: false,
    schema: {
      anyOf: [
        { type: 'integer', minimum: 1 },
        { type: 'string', const: 'last' },
      ],
      default: 1,
    },
  },
  {
    name: 'page_size',
    in: 'query',
    description:
      'Entries of a page, from 1 to 100; a larger number counts as 100, what is no such number as 20.',
    required: false,
    schema: { type: 'integer', default: 20 },
  },
];

function queryParameters(name: Operation): readonly Parameter[] {
  const { query, list }: AnyRow = operations[name];
  const { query: meanings = {} }: AnyFacts = facts[name];
  const { properties = {} } = query === undefined ? {} : z.toJSONSchema(query);
  const own = Object.entries(properties).map(
    ([parameter, schema]): Parameter => ({
      name: parameter,
      in: 'query',
      description: meanings[parameter] ?? '',
      required: false,
      schema: schema as JsonSchema, // written by zod
    }),
  );
  return [...own, ...(list === undefined ? [] : paging)];
}

function linksOf({ links = {} }: AnyFacts) {
  const entries = Object.entries(links).map(([key, { to, description, parameters }]) => {
    const ids = Object.entries(parameters).map(([id, from]) => [idName(to, id), from] as const);
    return [key, { operationId: to, description, parameters: Object.fromEntries(ids) }] as const;
  });
  return Object.fromEntries(entries);
}

function requestBodyOf({ name, example }: Body, type: string) {
  const media: { readonly schema: JsonSchema; readonly example: unknown } = { schema: named(name), example };
  return { required: true, content: { [type]: media } } as const;
}

/** The request of the operation's examples as a command, where viewers of such documents look for it. */
function codeSamples(name: Operation, type: string, origin: string) {
  const { method, path, form }: AnyRow = operations[name];
  const { path: ids = {}, body }: AnyFacts = facts[name];
  const known = Object.entries(ids).map(
    ([id, { example }]) => [`{${id}}`, encodeURIComponent(example)] as const,
  );
  const text =
    form === true
      ? new URLSearchParams(body?.example as Readonly<Record<string, string>>).toString() // the fields of the form
      : JSON.stringify(body?.example);
  const source = curlOf({
    method,
    address: origin + known.reduce<string>((at, [id, example]) => at.replace(id, example), path),
    hasToken: form !== true,
    body: body === undefined ? undefined : { type, text },
  });
  return [{ lang: 'Shell', label: 'curl', source }] as const;
}

function operationOf(name: Operation, origin: string) {
  const row: AnyRow = operations[name];
  const known: AnyFacts = facts[name];
  const { summary, text = '', body } = known;
  const taken = [...pathParameters(name), ...queryParameters(name)];
  const type = row.form === true ? 'application/x-www-form-urlencoded' : 'application/json';
  const links = linksOf(known);
  const [noun = ''] = name.split('.');
  return {
    operationId: name,
    tags: tags.filter(({ nouns }) => nouns.includes(noun)).map((tag) => tag.name),
    summary,
    description: `${text}\n\nRate limit tier: ${row.tier}`.trim(),
    ...(taken.length === 0 ? {} : { parameters: taken }),
    ...(body === undefined ? {} : { requestBody: requestBodyOf(body, type) }),
    responses: Object.fromEntries(
      Object.entries(responsesOf(name)).map(([status, response]) => [
        status,
        status.startsWith('2') && Object.keys(links).length > 0 ? { ...response, links } : response,
      ]),
    ),
    ...(row.form === true ? { security: [] as const } : {}),
    'x-codeSamples': codeSamples(name, type, origin),
  };
}

function pathItem(names: readonly Operation[], origin: string): PathItem {
  const methods = names.map((name) => operations[name].method);
  return {
    description: `Any other method is answered \`405\` with \`Allow: ${methods.join(', ')}\`.`,
    ...Object.fromEntries(
      names.map((name) => [operations[name].method.toLowerCase(), operationOf(name, origin)]),
    ),
  };
}

const values = {
  Id: {
    type: 'string',
    description:
      'An external id, chosen by the integration and kept to the letter. It may hold any character but control characters; in a path it is percent-encoded.',
    minLength: 1,
    maxLength: longestId,
    pattern: String.raw`^[^\u0000-\u001f\u007f-\u009f\ud800-\udfff]*$`,
  },
  Country: {
    type: 'string',
    description: 'An ISO 3166-1 alpha-2 code, upper case.',
    enum: countryCodes,
  },
  Date: {
    type: 'string',
    description: 'A day of the calendar, never a moment in a time zone.',
    format: 'date',
    pattern: String.raw`^(?!0000)\d{4}-\d{2}-\d{2}$`,
  },
} as const satisfies Readonly<Record<string, JsonSchema>>;

function schemas(): Readonly<Record<string, JsonSchema>> {
  const rows = operationNames.map((name) => ({
    list: (operations[name] as AnyRow).list,
    known: facts[name] as AnyFacts,
  }));
  const bodies = rows.flatMap(({ known: { body } }) => body ?? []);
  const answers = rows.flatMap(({ known: { answer } }) => answer ?? []);
  const pages = rows.flatMap(({ list, known: { answer } }) =>
    list === undefined ? [] : (answer?.name ?? []),
  );
  return {
    ...values,
    ...Object.fromEntries(
      rows.flatMap(({ known: { body, answer } }) =>
        body === undefined
          ? []
          : [[body.name, exemplified(body.schema, Object.assign({}, answer?.example, body.example))]],
      ),
    ),
    ...Object.assign(
      {},
      ...answers.map((answer) => ({
        [answer.name]: exemplified(answer.schema, answer.example),
        ...answer.parts,
      })),
    ),
    ...Object.fromEntries(pages.map((name) => [`${name}Page`, pageOf(name)])),
    ...refusals,
    ...Object.fromEntries(
      bodies.flatMap(({ name, schema, shape }) =>
        shape === undefined ? [] : [[`${name}Faults`, faultsOf(schema)]],
      ),
    ),
  };
}

/** The schema of an object whose properties have the values of an example. */
function exemplified(schema: JsonSchema, example: unknown): JsonSchema {
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const value = Object.entries(example ?? {}).find(([key]) => key === name)?.[1] as unknown;
    return [name, value === undefined ? property : { ...property, examples: [value] }] as const;
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** With `enum` beside every `const`: of the two, many generators know only that. */
function withEnums<Value>(value: Value): Value {
  const extended: unknown = Array.isArray(value)
    ? value.map(withEnums)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries([
          ...Object.entries(value).map(([key, part]) => [key, withEnums(part)] as const),
          ...('const' in value ? [['enum', [value.const]]] : []),
        ])
      : value;
  return extended as Value; // the same with more in it
}

const introduction = `Through this interface an integration of an audit firm reads methodologies, keeps clients, creates audits and component audits, couples them into a network and assigns users.

The firm is always that of the service account; what belongs to another firm does not exist. Every path ends in a slash, and an id in a path is percent-encoded.

## Limits

Each operation belongs to a tier, named in its description. A tier has up to three windows (\`burst\`: a minute, \`sustained\`: an hour, \`daily\`: a day), counted for the whole firm; \`token\` is counted per \`client_id\`. A request that finds a window full is answered \`429\` with \`Retry-After\`: the whole seconds until it would pass. Every other request of a caller that is known and permitted counts, whatever it is answered. A body may have 1 MiB.

## Errors

\`400\` names every field that is wrong, all of them at once, with sentences for people: \`{"name": ["This field may not be blank."]}\`. What belongs to no field stands under \`non_field_errors\`. Every other error is \`{"detail": "..."}\`, but those of the token request, which are as RFC 6749 says. Of a body, fields that the service does not know are ignored, and null is the same as absent for those that are not required. A refused request has changed nothing. A method that a path does not have is answered \`405\` with \`Allow\`.

Checked in this order: path \`404\`, token \`401\`, method \`405\`, permission \`403\`, limit \`429\`, objects in the path \`404\`, content type \`415\`, size \`413\` and form of the body \`400\`, an id that exists \`409\`, permission to couple several \`403\`, fields \`400\`, state \`409\`, credits \`402\`.

## Lists

A list comes in pages. Follow \`next\` until it is null; its entries stand in the order of their creation.

## Coupling

An audit is coupled to component audits when it is created, by \`coupled_component_audit_ids\`, and never later. All of this must hold, and every rule that is broken is told at once:

1. Each id is that of a component audit of the firm.
2. No id is given twice.
3. All components belong to one audit network: connected from group audit to component, and from component to the audit coupled to it.
4. None is archived or deleting, by itself or with its group audit, and none is coupled already.
5. All have the same work package, scoping package and period, and the same own legal entity.
6. Each component, and each of their group audits, has exactly one legal entity.
7. The initialising component is the one whose group's legal entity stands highest in the tree of legal entities. The client, legal entity, work package, scoping package and period of the new audit equal those of this component.`;

/** The OpenAPI 3.1 document of the service, made from the service table and the facts. */
export function openApiDocument(origin: string) {
  return withEnums({
    openapi: '3.1.0',
    info: {
      title: 'Audit Management API',
      version: '1',
      summary: 'Audits, component audits and their networks, for the integrations of an audit firm.',
      description: introduction,
    },
    servers: [{ url: origin }],
    security: [{ serviceAccount: [] }],
    tags: tags.map(({ name, description }) => ({ name, description })),
    paths: Object.fromEntries(
      [...byPath.values()].map((names): readonly [string, PathItem] => [
        names[0] === undefined ? '' : pathOf(names[0]),
        pathItem(names, origin),
      ]),
    ),
    components: {
      schemas: schemas(),
      responses: sharedResponses,
      headers,
      securitySchemes: {
        serviceAccount: {
          type: 'oauth2',
          description: 'Client id and secret of a service account, for a token that is valid for an hour.',
          flows: { clientCredentials: { tokenUrl: operations['tokens.issue'].path, scopes: {} } },
        },
      },
    },
  } as const);
}
