import { type Answer, detail, empty, json, jsonText, notFound, type ServiceRequest } from './exchange.ts';
import { type FieldFaults, isDictionary } from './fields.ts';
import type { Variants } from './fixture.ts';
import { page } from './pages.ts';

/** An object, or the JSON of one where it is at hand. */
type Entity = Readonly<Record<string, unknown>> | string;

/** An object, read, changed or made. */
export interface Given {
  readonly kind: 'given';
  readonly status: 200 | 201;
  readonly json: string;
}
/** A list, of which the caller gets a page. */
export interface Listed {
  readonly kind: 'listed';
  readonly count: number;
  /** The entries from one index up to another, each in JSON. */
  readonly entries: (from: number, to: number) => readonly string[];
  /** Whether it stays an envelope under the variant `bare_lists`. */
  readonly alwaysPaged: boolean;
}
export interface Done {
  readonly kind: 'done';
}
/** Why an operation was not carried out; it has changed nothing (decisions.md §1.3). */
export type Refusal =
  | { readonly kind: 'missing' }
  | { readonly kind: 'invalid'; readonly faults: FieldFaults }
  | { readonly kind: 'unreadable'; readonly answer: Answer }
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'duplicate'; readonly noun: string }
  | { readonly kind: 'conflict'; readonly text: string }
  | { readonly kind: 'no-credits' };

export type Result = Given | Listed | Done | Refusal;

export const missing: Refusal = { kind: 'missing' };
export const done: Done = { kind: 'done' };

export function given(value: Entity): Given {
  return { kind: 'given', status: 200, json: jsonOf(value) };
}

export function created(value: Entity): Given {
  return { kind: 'given', status: 201, json: jsonOf(value) };
}

function jsonOf(value: Entity): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function invalid(faults: FieldFaults): Refusal {
  return { kind: 'invalid', faults };
}

export function conflict(text: string): Refusal {
  return { kind: 'conflict', text };
}

/** A list that is held whole. */
export function listed(entries: readonly Entity[]): Listed {
  return {
    kind: 'listed',
    count: entries.length,
    entries: (from, to) => entries.slice(from, to).map(jsonOf),
    alwaysPaged: false,
  };
}

/** A list of rows, read one by one as far as a page shows them. */
export function listedRows(
  rows: readonly number[],
  entry: (row: number) => readonly Entity[],
  { alwaysPaged = false }: { readonly alwaysPaged?: boolean } = {},
): Listed {
  return {
    kind: 'listed',
    count: rows.length,
    entries: (from, to) => rows.slice(from, to).flatMap(entry).map(jsonOf),
    alwaysPaged,
  };
}

export const forbidden: Answer = detail(403, 'You do not have permission to perform this action.');

/** An object as it is sent: under the variant `extra_fields` with a field that the specification does not know. */
export function withExtraField(object: string, { extra_fields: extra }: Variants): string {
  return extra ? JSON.stringify(withUnspecified(JSON.parse(object))) : object;
}

const unspecified = { unspecified_field: 'of a later version' };

/** Keys under which stands a value that a caller or a methodology chose: none of it is an object of the service. */
const chosen: ReadonlySet<string> = new Set(['default', 'value']);

function withUnspecified(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withUnspecified);
  if (!isDictionary(value)) return value;
  return { ...extendedEntries(value), ...unspecified };
}

function extendedEntries(object: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => {
      if (chosen.has(key) || (key === 'settings' && isDictionary(value))) return [key, value]; // the values of an audit
      if (key === 'windows' && isDictionary(value)) return [key, extendedEntries(value)]; // a map from names
      return [key, withUnspecified(value)];
    }),
  );
}

/** The answer for a result, as the variants want it (sandbox.md, "Fixture"). */
export function render(result: Result, request: ServiceRequest, variants: Variants): Answer {
  const extended = (object: string) => withExtraField(object, variants);
  switch (result.kind) {
    case 'given':
      return jsonText(result.status, extended(result.json));
    case 'listed':
      return variants.bare_lists && !result.alwaysPaged
        ? jsonText(200, `[${result.entries(0, result.count).map(extended).join()}]`)
        : page(result, request, extended);
    case 'done':
      return empty;
    case 'missing':
      return notFound;
    case 'invalid':
      return json(400, result.faults);
    case 'unreadable':
      return result.answer;
    case 'forbidden':
      return forbidden;
    case 'duplicate':
      return variants.duplicate_id_status === 409
        ? detail(409, `A ${result.noun} with this id already exists.`)
        : json(400, { id: [`${result.noun} with this id already exists.`] });
    case 'conflict':
      return variants.state_conflict_status === 409
        ? detail(409, result.text)
        : json(400, { non_field_errors: [result.text] });
    case 'no-credits':
      return detail(402, 'Insufficient credits.');
  }
}
