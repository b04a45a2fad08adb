import { countryCodes } from '../shared/model/country.ts';
import { codePoints, hasControlCharacter, longestId } from '../shared/rules/audit.ts';
import { isCalendarDate } from '../shared/rules/calendar.ts';
import { type JsonSchema, named } from './json-schema.ts';

// Readers of what a caller sends, with the messages of decisions.md §2. Nothing is coerced and nothing trimmed.

/** Messages of one field, or of the parts of it by their names or indexes. */
export type Faults = readonly string[] | { readonly [part: string]: Faults };
export type FieldFaults = Readonly<Record<string, Faults>>;

export type Reading<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly faults: Faults };

export interface Reader<Value> {
  (value: unknown): Reading<Value>;
  /** What it takes, for the service's own description (src/sandbox/openapi); anything without one. */
  readonly schema?: JsonSchema;
}

/** A reader together with the schema of exactly what it takes. */
export function described<Value>(
  schema: JsonSchema,
  read: (value: unknown) => Reading<Value>,
): Reader<Value> {
  return Object.assign(read, { schema });
}

export function wrong(...messages: readonly string[]): { readonly ok: false; readonly faults: Faults } {
  return { ok: false, faults: messages };
}

function right<Value>(value: Value): Reading<Value> {
  return { ok: true, value };
}

/** The text for an object of a body that is missing or another firm's alike (decisions.md §1.6). */
export function doesNotExist(id: string): string {
  return `Object with id=${id} does not exist.`;
}

export function notAChoice(value: unknown): string {
  return `"${spelled(value)}" is not a valid choice.`;
}

// Of a text that can be kept: no null character and no half of a surrogate pair.
const kept = String.raw`[^\u0000\ud800-\udfff]`;
const written = String.raw`[^\s\u0000\ud800-\udfff]`;

/** A text. `blank` says what counts as one that may not be: the empty text, or also one of white space only. */
export function text({
  blank,
  max,
}: {
  readonly blank: 'empty' | 'white';
  readonly max?: number;
}): Reader<string> {
  const schema: JsonSchema = {
    type: 'string',
    minLength: 1,
    ...(max === undefined ? {} : { maxLength: max }),
    pattern: blank === 'white' ? `^${kept}*${written}${kept}*$` : `^${kept}*$`,
  };
  return described(schema, (value) => {
    if (typeof value !== 'string' || !value.isWellFormed()) return wrong('Not a valid string.');
    if ((blank === 'white' ? value.trim() : value) === '') return wrong('This field may not be blank.');
    if (value.includes('\0')) return wrong('Null characters are not allowed.');
    if (max !== undefined && codePoints(value) > max)
      return wrong(`Ensure this field has no more than ${String(max)} characters.`);
    return right(value);
  });
}

/** An external id chosen by the caller (decisions.md §4.1). */
export const externalId: Reader<string> = described(named('Id'), (value) => {
  const reading = text({ blank: 'empty', max: longestId })(value);
  return reading.ok && hasControlCharacter(reading.value)
    ? wrong('Control characters are not allowed.')
    : reading;
});

/** The id of another object. */
export const reference: Reader<string> = text({ blank: 'empty' });

/** An ISO 3166-1 alpha-2 code (decisions.md §6.1). */
export const country: Reader<string> = described(named('Country'), choice(countryCodes));

export const boolean: Reader<boolean> = described({ type: 'boolean' }, (value) =>
  typeof value === 'boolean' ? right(value) : wrong('Must be a valid boolean.'),
);

export const date: Reader<string> = described(named('Date'), (value) =>
  typeof value === 'string' && isCalendarDate(value)
    ? right(value)
    : wrong('Date has wrong format. Use YYYY-MM-DD.'),
);

export function choice<Value extends string>(choices: readonly Value[]): Reader<Value> {
  return described({ type: 'string', enum: choices }, (value) => {
    const chosen = choices.find((one) => one === value);
    return chosen === undefined ? wrong(notAChoice(value)) : right(chosen);
  });
}

/** A list; wrong entries are reported by their index (decisions.md §2). */
export function list<Entry>(
  entry: Reader<Entry>,
  { mayBeEmpty }: { readonly mayBeEmpty: boolean },
): Reader<readonly Entry[]> {
  const schema: JsonSchema = {
    type: 'array',
    ...(mayBeEmpty ? {} : { minItems: 1 }),
    items: entry.schema ?? {},
  };
  return described(schema, (value) => {
    if (!Array.isArray(value)) return wrong(`Expected a list of items but got type "${pythonType(value)}".`);
    if (value.length === 0 && !mayBeEmpty) return wrong('This list may not be empty.');
    const entries: Entry[] = [];
    const faults: [string, Faults][] = [];
    for (const [index, one] of value.entries()) {
      const reading: Reading<Entry> = one === null ? wrong('This field may not be null.') : entry(one);
      if (reading.ok) entries.push(reading.value);
      else faults.push([String(index), reading.faults]);
    }
    return faults.length === 0 ? right(entries) : { ok: false, faults: Object.fromEntries(faults) };
  });
}

export const dictionary: Reader<Readonly<Record<string, unknown>>> = described({ type: 'object' }, (value) =>
  isDictionary(value)
    ? right(value)
    : wrong(`Expected a dictionary of items but got type "${pythonType(value)}".`),
);

export function isDictionary(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The text for a body, or a nested object, that is not an object. */
export function notADictionary(value: unknown): FieldFaults {
  return { non_field_errors: [`Invalid data. Expected a dictionary, but got ${pythonType(value)}.`] };
}

/** Python's name for the type of a JSON value (decisions.md §2). */
export function pythonType(value: unknown): string {
  if (value === null || value === undefined) return 'NoneType';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'string') return 'str';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float';
  return 'dict';
}

function spelled(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
}
