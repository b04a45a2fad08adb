/** As much of JSON Schema (2020-12) as describes what this service takes and answers. */
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

/** A schema of the document by its name. */
export function named(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/** An object with exactly these properties, all but the `optional` ones always there. */
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

/** The same, or null. */
export function orNull(schema: JsonSchema): JsonSchema {
  const { type } = schema;
  if (typeof type === 'string' && schema.enum === undefined && schema.const === undefined)
    return { ...schema, type: [type, 'null'] };
  const { description, ...bare } = schema;
  return { ...(description === undefined ? {} : { description }), anyOf: [bare, { type: 'null' }] };
}
