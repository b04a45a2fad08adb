import type { Operation, Operations, PathIds, QueryOf } from '../../shared/api.ts';
import type { Awaitable } from '../awaitable.ts';
import type { Caller } from '../http/auth.ts';
import type { Answer, ServiceRequest } from '../http/exchange.ts';
import { formSchema, type Shape } from '../http/fields.ts';
import type { JsonSchema } from '../http/json-schema.ts';
import type { Done, Given, Listed, Refusal } from '../http/result.ts';
import type { Database, Store } from '../store/store.ts';
import type { Reference } from './reference.ts';

export interface Service {
  readonly store: Store;
  readonly reference: Reference;
  readonly initialisationMilliseconds: number;
  /** An id for an object that was sent without one. */
  readonly newId: () => string;
}

/** A request whose caller is known, has the permission and is within the limits. */
export interface Call {
  readonly now: number;
  readonly caller: Caller;
  readonly query: string;
  /** Reads the body. Look for the objects of the path first (decisions.md §1.3). */
  readonly withBody: <Outcome>(
    answer: (body: Readonly<Record<string, unknown>>) => Awaitable<Outcome>,
  ) => Awaitable<Outcome | Refusal>;
}

type Handler<Name extends Operation> = (
  call: Call & PathIds<Name>,
  service: Service,
) => Awaitable<
  | Refusal
  | (Operations[Name] extends { readonly list: unknown }
      ? Listed
      : Operations[Name] extends { readonly item: unknown }
        ? Given
        : Done)
>;

/** The token request has no caller. Its limit is counted by the client id that it sends (decisions.md §1.3). */
type TokenHandler = (
  request: ServiceRequest,
  now: number,
  service: Pick<Service, 'reference'> & { readonly database: Database },
  admit: (clientId: string) => Awaitable<Answer | null>,
) => Awaitable<{ readonly answer: Answer; readonly clientId: string | null }>;

/** An id in a path. The example exists in the built-in firm once the examples of earlier operations are done. */
export interface PathId {
  readonly description: string;
  readonly example: string;
  readonly schema?: JsonSchema;
}

export interface Body<Of extends Shape = Shape> {
  /** Its schema's name in the document. */
  readonly name: string;
  readonly schema: JsonSchema;
  /** Reads the body. The token request has its own way. */
  readonly shape?: Of;
  /** The built-in firm carries it out, after the examples of earlier operations in the table. */
  readonly example: Readonly<Record<string, unknown>>;
}

/** The answer of an operation, or an entry of its list: exactly the fields of the schema. */
export interface Answered {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly example: unknown;
  readonly parts?: Readonly<Record<string, JsonSchema>>;
}

/** From an answer to another operation: where the answer has each id of that operation's path. */
export interface Link {
  readonly to: Operation;
  readonly parameters: Readonly<Record<string, string>>;
  readonly description: string;
}

/** The facts of any operation. `Facts` says which of them an operation must have. */
export interface AnyFacts {
  readonly summary: string;
  readonly text?: string;
  /** Describes the answer on success. */
  readonly success: string;
  /** It needs the role `api_account_manager` (decisions.md §11.2). */
  readonly managerOnly?: true;
  readonly costsCredits?: true;
  /** It asks the store once, and so needs no state that stays. */
  readonly isOneLookUp?: true;
  /** Why it answers `409`. Without a reason, it never does. */
  readonly conflict?: string;
  readonly path?: Readonly<Record<string, PathId>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Body;
  readonly answer?: Answered;
  readonly links?: Readonly<Record<string, Link>>;
}

type Ids<Name extends Operation> =
  PathIds<Name> extends { readonly path: infer Of } ? Of : Readonly<Record<string, never>>;

/** Everything about an operation except its row in the service table. */
export type Facts<Name extends Operation> = AnyFacts & {
  readonly handle: Name extends 'tokens.issue' ? TokenHandler : Handler<Name>;
} & (PathIds<Name> extends { readonly path: infer Of }
    ? { readonly path: { readonly [Id in keyof Of]: PathId } }
    : unknown) &
  (QueryOf<Name> extends { readonly query?: infer Of }
    ? { readonly query: { readonly [Parameter in keyof NonNullable<Of>]-?: string } }
    : unknown) &
  (Operations[Name] extends { readonly body: unknown } ? { readonly body: Body } : unknown) &
  (Operations[Name] extends { readonly list: unknown } | { readonly item: unknown }
    ? { readonly answer: Answered }
    : unknown);

export type FactsOf<Noun extends string> = {
  readonly [Name in Operation as Name extends `${Noun}.${string}` ? Name : never]: Facts<Name>;
};

export function link<Name extends Operation>(
  to: Name,
  description: string,
  parameters: Ids<Name> & Readonly<Record<string, string>>,
): Link {
  return { to, description, parameters };
}

export const idGiven = '$response.body#/id';
export const idListed = '$response.body#/results/0/id';
export const firstOne = 'Of the first entry; likewise of every other.';

export function pathId(description: string): (example: string) => PathId {
  return (example) => ({ description, example });
}

/** The body that a shape reads, with notes on its fields. */
export function bodyOf<Of extends Shape>(
  name: string,
  shape: Of,
  example: Readonly<Record<string, unknown>>,
  notes?: { readonly [Field in keyof Of]?: string | JsonSchema },
): Body<Of> & { readonly shape: Of } {
  const schema = formSchema(shape);
  const said: Readonly<Record<string, string | JsonSchema | undefined>> = notes ?? {};
  const properties = Object.entries(schema.properties ?? {}).map(([field, own]) => {
    const note = said[field];
    const { description = '', ...more } = typeof note === 'string' ? { description: note } : (note ?? {});
    const words = [description, own.description ?? ''].filter((text) => text !== '').join(' ');
    return [field, { ...own, ...more, ...(words === '' ? {} : { description: words }) }] as const;
  });
  return { name, shape, example, schema: { ...schema, properties: Object.fromEntries(properties) } };
}
