import { z } from 'zod';
import { type AnyRow, type Operation, operationNames, operations, pathIdNames } from '../../shared/api.ts';
import type { JsonSchema } from '../json-schema.ts';
import { answers, values } from './answers.ts';
import { bodies } from './bodies.ts';
import { descriptions, introduction, parameters, type Tag, tags } from './descriptions.ts';
import { bodyExamples, pathExamples } from './examples.ts';
import { links } from './links.ts';
import { faultsOf, refusals } from './refusals.ts';
import {
  headers,
  isWithBody,
  pageSchemas,
  type Response,
  responsesOf,
  sharedResponses,
} from './responses.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly description: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export interface DocumentLink {
  readonly operationId: Operation;
  readonly description: string;
  readonly parameters: Readonly<Record<string, string>>;
}

export interface OperationObject {
  readonly operationId: Operation;
  readonly tags: readonly [Tag];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly required: true;
    readonly content: Readonly<Record<string, { readonly schema: JsonSchema; readonly example: unknown }>>;
  };
  readonly responses: Readonly<
    Record<
      string,
      (Response & { readonly links?: Readonly<Record<string, DocumentLink>> }) | { readonly $ref: string }
    >
  >;
  readonly security?: readonly [];
}

export type Method = 'get' | 'post' | 'patch' | 'delete';
type PathItem = { readonly description: string } & { readonly [Of in Method]?: OperationObject };

/** Operations by their path, whatever their rows call the ids in it: a path may stand in the document only once. */
const byPath = Map.groupBy(operationNames, (name) => operations[name].path.replaceAll(/\{\w+\}/g, '{}'));

/** The path of an operation in the document: as the first row spells it that has the same one. */
function pathOf(name: Operation): string {
  const same = byPath.get(operations[name].path.replaceAll(/\{\w+\}/g, '{}')) ?? [name];
  return operations[same[0] ?? name].path;
}

/** An id of a row by the name that it has in the document. */
function idName(name: Operation, id: string): string {
  return pathIdNames(pathOf(name))[pathIdNames(operations[name].path).indexOf(id)] ?? id;
}

function pathParameters(name: Operation): readonly Parameter[] {
  const examples: Readonly<Record<string, string>> =
    name in pathExamples ? { ...pathExamples[name as keyof typeof pathExamples] } : {}; // looked for just before
  return pathIdNames(operations[name].path).map((id) => ({
    name: idName(name, id),
    in: 'path',
    description: parameters[id] ?? '',
    required: true,
    schema: id === 'user_id' ? { type: 'string', minLength: 1 } : { $ref: '#/components/schemas/Id' },
    example: examples[id],
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

function queryParameters({ query, list }: AnyRow): readonly Parameter[] {
  const { properties = {} } = query === undefined ? {} : z.toJSONSchema(query);
  const own = Object.entries(properties).map(
    ([name, schema]): Parameter => ({
      name,
      in: 'query',
      description: parameters[name] ?? '',
      required: false,
      schema: schema as JsonSchema, // written by zod
    }),
  );
  return [...own, ...(list === undefined ? [] : paging)];
}

function linksOf(name: Operation): Readonly<Record<string, DocumentLink>> {
  return Object.fromEntries(
    Object.entries(links[name] ?? {}).map(([key, { to, description, parameters: ids }]) => [
      key,
      {
        operationId: to,
        description,
        parameters: Object.fromEntries(Object.entries(ids).map(([id, from]) => [idName(to, id), from])),
      },
    ]),
  );
}

function operationOf(name: Operation): OperationObject {
  const row: AnyRow = operations[name];
  const { tag, summary, text = '' } = descriptions[name];
  const taken = [...pathParameters(name), ...queryParameters(row)];
  const type = row.form === true ? 'application/x-www-form-urlencoded' : 'application/json';
  const leads = linksOf(name);
  return {
    operationId: name,
    tags: [tag],
    summary,
    description: `${text}\n\nRate limit tier: ${row.tier}`.trim(),
    ...(taken.length === 0 ? {} : { parameters: taken }),
    ...(isWithBody(name)
      ? {
          requestBody: {
            required: true as const,
            content: {
              [type]: {
                schema: { $ref: `#/components/schemas/${bodies[name].name}` },
                example: bodyExamples[name],
              },
            },
          },
        }
      : {}),
    responses: Object.fromEntries(
      Object.entries(responsesOf(name)).map(([status, response]) => [
        status,
        status.startsWith('2') && Object.keys(leads).length > 0 ? { ...response, links: leads } : response,
      ]),
    ),
    ...(row.form === true ? { security: [] as const } : {}),
  };
}

function pathItem(names: readonly Operation[]): PathItem {
  const methods = names.map((name) => operations[name].method);
  return {
    description: `Any other method is answered \`405\` with \`Allow: ${methods.join(', ')}\`, as \`#/components/responses/MethodNotAllowed\` says.`,
    ...Object.fromEntries(names.map((name) => [operations[name].method.toLowerCase(), operationOf(name)])),
  };
}

/** The interface as an OpenAPI 3.1 document, all of it from the one table; its addresses are those below `origin`. */
export function openApiDocument(origin: string) {
  const taken = Object.values(bodies);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Audit Management API',
      version: '1',
      summary: 'Audits, component audits and their networks, for the integrations of an audit firm.',
      description: introduction,
    },
    servers: [{ url: origin }],
    security: [{ serviceAccount: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(
      [...byPath.values()].map((names): readonly [string, PathItem] => [
        names[0] === undefined ? '' : pathOf(names[0]),
        pathItem(names),
      ]),
    ),
    components: {
      schemas: {
        ...values,
        ...Object.fromEntries(taken.map(({ name, schema }) => [name, schema])),
        ...answers,
        ...pageSchemas(),
        ...refusals,
        ...Object.fromEntries(
          taken
            .filter(({ name }) => name !== 'TokenRequest')
            .map(({ name, schema }) => [`${name}Faults`, faultsOf(schema)]),
        ),
      } as Readonly<Record<string, JsonSchema>>, // by name, as they are looked up
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
  } as const;
}
