import type { Rule } from '../../shared/reasons.ts';
import { type Awaitable, after } from '../awaitable.ts';
import type { Variants } from '../fixture/fixture.ts';
import type { Rows } from '../store/driver.ts';
import {
  type Answer,
  because,
  detail,
  empty,
  fieldsOf,
  json,
  jsonText,
  type ServiceRequest,
} from './exchange.ts';
import { type FieldFaults, type Flaw, isDictionary, reasonsIn, wordsOf } from './fields.ts';

type Entity = Readonly<Record<string, unknown>> | string;

export interface Given {
  readonly kind: 'given';
  readonly status: 200 | 201;
  readonly json: string;
}
export interface Listed {
  readonly kind: 'listed';
  readonly count: number;
  /** The entries as JSON. */
  readonly entries: (from: number, to: number) => Awaitable<readonly string[]>;
  /** Whether the variant `bare_lists` leaves it as it is. */
  readonly alwaysPaged: boolean;
}
export interface Done {
  readonly kind: 'done';
}
/** Why an operation changed nothing (decisions.md §1.3). */
export type Refusal =
  | { readonly kind: 'refused'; readonly answer: Answer }
  | { readonly kind: 'duplicate'; readonly noun: string }
  | { readonly kind: 'conflict'; readonly flaw: Flaw };

export type Result = Given | Listed | Done | Refusal;

export const done: Done = { kind: 'done' };

export function refused(answer: Answer): Refusal {
  return { kind: 'refused', answer };
}

/** Where the object of a path is missing: the same bytes for every reason (decisions.md §1.6). */
export function missingBecause(rule: Rule): Refusal {
  return refused(because(detail(404, 'Not found.'), rule));
}

export const missing = missingBecause('missing-object');

export function noCredits(facts: { readonly costs: number; readonly credits: number }): Refusal {
  return refused(because(detail(402, 'Insufficient credits.'), 'credits', { facts }));
}

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
  return refused(badRequest(faults));
}

/** An answer with the faults of a body. */
export function badRequest(faults: FieldFaults): Answer {
  return { ...json(400, wordsOf(faults)), why: () => reasonsIn(faults) };
}

export function conflict(flaw: Flaw): Refusal {
  return { kind: 'conflict', flaw };
}

interface ListedOptions<Row> {
  readonly alwaysPaged?: boolean;
  /** Whether a row is answered otherwise at another time. */
  readonly changes?: (row: Row) => boolean;
}

const lasting = new WeakMap<readonly unknown[], readonly string[]>();

export function listed<Row>(
  { count, slice }: Rows<Row>,
  entry: (row: Row) => Entity,
  { alwaysPaged = false, changes }: ListedOptions<Row> = {},
): Listed {
  const entries: Listed['entries'] = (from, to) =>
    after(slice(from, to), (rows) => {
      const known = lasting.get(rows);
      if (known !== undefined) return known;
      const made = rows.map((row) => jsonOf(entry(row)));
      if (changes !== undefined && !rows.some(changes)) lasting.set(rows, made);
      return made;
    });
  return { kind: 'listed', count, entries, alwaysPaged };
}

export const forbidden: Answer = detail(403, 'You do not have permission to perform this action.');

/** Adds the field of the variant `extra_fields`. */
export function withExtraField(object: string, { extra_fields: extra }: Variants): string {
  return extra ? JSON.stringify(withUnspecified(JSON.parse(object))) : object;
}

const unspecified = { unspecified_field: 'of a later version' };

/** Keys whose values a caller or a methodology chose. They are not objects of the service. */
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

/** The answer for a result under the variants (sandbox.md, "Fixture"). */
export function render(result: Result, request: ServiceRequest, variants: Variants): Awaitable<Answer> {
  const extended = variants.extra_fields ? (object: string) => withExtraField(object, variants) : asItIs;
  switch (result.kind) {
    case 'given':
      return jsonText(result.status, extended(result.json));
    case 'listed':
      return variants.bare_lists && !result.alwaysPaged
        ? after(result.entries(0, result.count), (entries) =>
            jsonText(200, `[${entries.map(extended).join()}]`),
          )
        : page(result, request, extended);
    case 'done':
      return empty;
    case 'refused':
      return result.answer;
    case 'duplicate':
      return because(
        variants.duplicate_id_status === 409
          ? detail(
              409,
              `${/^[aeiou]/.test(result.noun) ? 'An' : 'A'} ${result.noun} with this id already exists.`,
            )
          : json(400, { id: [`${result.noun} with this id already exists.`] }),
        'id-taken',
        { field: 'id' },
      );
    case 'conflict': {
      const { rule, words, facts = {} } = result.flaw;
      return because(
        variants.state_conflict_status === 409
          ? detail(409, words)
          : json(400, { non_field_errors: [words] }),
        rule,
        { facts },
      );
    }
  }
}

interface Entries {
  readonly count: number;
  readonly entries: Listed['entries'];
}

const defaultSize = 20;
const largestSize = 100;

/** The page that the query asks for (decisions.md §3). */
export function page(
  { count, entries }: Entries,
  request: ServiceRequest,
  dress: (object: string) => string,
): Awaitable<Answer> {
  const query = fieldsOf(request.query);
  const size = pageSize(lastOf(query, 'page_size'));
  const last = Math.max(1, Math.ceil(count / size));
  const number = pageNumber(lastOf(query, 'page'), last);
  if (number === null)
    return because(detail(404, 'Invalid page.'), 'no-such-page', { facts: { pages: last } });
  const link = (target: number) => addressOf(request, query, target);
  const envelope = JSON.stringify({
    count,
    next: number < last ? link(number + 1) : null,
    previous: number > 1 ? link(number - 1) : null,
  });
  return after(entries((number - 1) * size, number * size), (results) => {
    const head = `${envelope.slice(0, -1)},"results":[`;
    const body = dress === asItIs ? pageOf(head, results) : dress(`${head}${results.map(dress).join()}]}`);
    return jsonText(200, body);
  });
}

const asItIs = (object: string) => object;
interface Page {
  readonly head: string;
  readonly body: string;
}
const pages = new WeakMap<readonly string[], Page>(); // a store may answer the same entries again

function pageOf(head: string, entries: readonly string[]): string {
  const known = pages.get(entries);
  if (known?.head === head) return known.body;
  const body = `${head}${entries.join()}]}`;
  pages.set(entries, { head, body });
  return body;
}

function lastOf(query: URLSearchParams, name: string): string | undefined {
  return query.getAll(name).at(-1);
}

function pageSize(text: string | undefined): number {
  if (text === undefined || !/^\d+$/.test(text)) return defaultSize;
  const size = Number(text);
  return size === 0 ? defaultSize : Math.min(size, largestSize);
}

function pageNumber(text: string | undefined, last: number): number | null {
  if (text === undefined || text === '') return 1;
  if (text === 'last') return last;
  const number = /^\d+$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= last ? number : null;
}

// As in Django REST framework: parameters in alphabetical order, and no number for page 1.
function addressOf(request: ServiceRequest, query: URLSearchParams, target: number): string {
  const changed = new URLSearchParams(query);
  changed.delete('page');
  if (target > 1) changed.set('page', String(target));
  changed.sort();
  const text = changed.toString();
  return `${request.origin}${request.path}${text === '' ? '' : `?${text}`}`;
}
