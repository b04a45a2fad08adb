/** The part of JSON Schema (2020-12) that this service needs. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: JsonType | readonly JsonType[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly format?: 'date' | 'date-time' | 'email' | 'password' | 'uri';
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly minItems?: number;
  readonly uniqueItems?: boolean;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly minProperties?: number;
}

type JsonType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'null';

export function named(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/** An object with exactly these properties. Only the `optional` ones may be missing. */
export function exactly(
  properties: Readonly<Record<string, JsonSchema>>,
  { optional = [], ...more }: { readonly optional?: readonly string[] } & JsonSchema = {},
): JsonSchema {
  return {
    type: 'object',
    ...more,
    properties,
    required: Object.keys(properties).filter((name) => !optional.includes(name)),
    additionalProperties: false,
  };
}

export function orNull(schema: JsonSchema): JsonSchema {
  const { type } = schema;
  if (typeof type === 'string' && schema.enum === undefined && schema.const === undefined)
    return { ...schema, type: [type, 'null'] };
  const { description, ...bare } = schema;
  return { ...(description === undefined ? {} : { description }), anyOf: [bare, { type: 'null' }] };
}

export function said(description: string, schema: JsonSchema): JsonSchema {
  return { ...schema, description };
}

export function listOf(items: JsonSchema): JsonSchema {
  return { type: 'array', items };
}

export const kind = {
  text: { type: 'string' },
  flag: { type: 'boolean' },
  count: { type: 'integer', minimum: 0 },
  id: named('Id'),
  country: named('Country'),
  date: named('Date'),
} as const satisfies Readonly<Record<string, JsonSchema>>;
