import type { Operation, Operations, PathIds } from '../shared/api.ts';
import type { Caller } from './auth.ts';
import type { Answer, ServiceRequest } from './exchange.ts';
import type { Reference } from './reference.ts';
import type { Done, Given, Listed, Refusal } from './result.ts';
import type { Store } from './store.ts';

/** What every handler works with. */
export interface Service {
  readonly store: Store;
  readonly reference: Reference;
  /** How long creating and deleting an audit takes. */
  readonly initialisationMilliseconds: number;
  /** A fresh external id, for objects that came without one. */
  readonly newId: () => string;
}

/** A request that was admitted: its caller is known, permitted and within the limits. */
export interface Call {
  readonly now: number;
  readonly caller: Caller;
  readonly query: string;
  /** Reads the body, which comes only after the objects of the path (decisions.md §1.3). */
  readonly withBody: <Outcome>(
    answer: (body: Readonly<Record<string, unknown>>) => Outcome,
  ) => Outcome | Refusal;
}

type ResultOf<Name extends Operation> =
  | Refusal
  | (Operations[Name] extends { readonly list: unknown }
      ? Listed
      : Operations[Name] extends { readonly item: unknown }
        ? Given
        : Done);

export type Handler<Name extends Operation> = (
  call: Call & PathIds<Name>,
  service: Service,
) => ResultOf<Name>;

/** The token request comes without a caller, and is counted by what it says (decisions.md §1.3). */
export type TokenHandler = (
  request: ServiceRequest,
  now: number,
  service: Service,
  admit: (clientId: string) => Answer | null,
) => { readonly answer: Answer; readonly clientId: string | null };

/** One handler an operation: a missing one does not compile. */
export type Handlers = {
  readonly [Name in Exclude<Operation, 'tokens.issue'>]: Handler<Name>;
} & { readonly 'tokens.issue': TokenHandler };
