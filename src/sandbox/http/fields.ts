import { countryCodes } from '../../shared/model/country.ts';
import type { Facts, Reason, Rule } from '../../shared/reasons.ts';
import { codePoints, hasControlCharacter, longestId } from '../../shared/rules/service/audit.ts';
import { isCalendarDate } from '../../shared/rules/service/calendar.ts';
import { type JsonSchema, named, orNull } from './json-schema.ts';

// Readers for the fields of a body, with the messages of decisions.md §2. They change no value.

/** What is wrong with a value: the rule that says so, and the words of the answer. */
export interface Flaw {
  readonly rule: Rule;
  readonly words: string;
  readonly facts?: Facts;
}

export function flaw(rule: Rule, words: string, facts?: Facts): Flaw {
  return facts === undefined ? { rule, words } : { rule, words, facts };
}

/** What is wrong with a field, or with its parts by name or index. */
export type Faults = readonly Flaw[] | { readonly [part: string]: Faults };
export type FieldFaults = Readonly<Record<string, Faults>>;

export type Reading<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly faults: Faults };

export interface Reader<Value> {
  (value: unknown): Reading<Value>;
  /** What it takes, for the OpenAPI document. Without it: anything. */
  readonly schema?: JsonSchema;
}

export function described<Value>(
  schema: JsonSchema,
  read: (value: unknown) => Reading<Value>,
): Reader<Value> {
  return Object.assign(read, { schema });
}

export function wrong(rule: Rule, words: string): { readonly ok: false; readonly faults: Faults } {
  return { ok: false, faults: [flaw(rule, words)] };
}

function right<Value>(value: Value): Reading<Value> {
  return { ok: true, value };
}

/** The same text for an object that does not exist and for one of another firm (decisions.md §1.6). */
export function doesNotExist(id: string, rule: Rule = 'unknown-reference'): Flaw {
  return flaw(rule, `Object with id=${id} does not exist.`);
}

/** The settings that are given: null means absent (decisions.md §1.5; sandbox.md, "Fixture"). */
export function givenSettings(
  settings: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));
}

export function notAChoice(value: unknown, rule: Rule = 'not-a-choice'): Flaw {
  return flaw(rule, `"${spelled(value)}" is not a valid choice.`);
}

// No null character, and no half of a surrogate pair.
const kept = String.raw`[^\u0000\ud800-\udfff]`;
const written = String.raw`[^\s\u0000\ud800-\udfff]`;

/** A text that is not blank: not empty, or (`white`) not only white space. */
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
    if (typeof value !== 'string' || !value.isWellFormed()) return wrong('wrong-type', 'Not a valid string.');
    if ((blank === 'white' ? value.trim() : value) === '')
      return wrong('blank', 'This field may not be blank.');
    if (value.includes('\0')) return wrong('forbidden-character', 'Null characters are not allowed.');
    if (max !== undefined && value.length > max && codePoints(value) > max)
      return wrong('too-long', `Ensure this field has no more than ${String(max)} characters.`);
    return right(value);
  });
}

const idText = text({ blank: 'empty', max: longestId });

/** decisions.md §4.1 */
export const externalId: Reader<string> = described(named('Id'), (value) => {
  const reading = idText(value);
  return reading.ok && hasControlCharacter(reading.value)
    ? wrong('forbidden-character', 'Control characters are not allowed.')
    : reading;
});

export const reference: Reader<string> = text({ blank: 'empty' });

/** An ISO 3166-1 alpha-2 code (decisions.md §6.1). */
export const country: Reader<string> = described(named('Country'), choice(countryCodes));

export const boolean: Reader<boolean> = described({ type: 'boolean' }, (value) =>
  typeof value === 'boolean' ? right(value) : wrong('wrong-type', 'Must be a valid boolean.'),
);

export const date: Reader<string> = described(named('Date'), (value) =>
  typeof value === 'string' && isCalendarDate(value)
    ? right(value)
    : wrong('not-a-date', 'Date has wrong format. Use YYYY-MM-DD.'),
);

export function choice<Value extends string>(choices: readonly Value[]): Reader<Value> {
  return described({ type: 'string', enum: choices }, (value) => {
    const chosen = choices.find((one) => one === value);
    return chosen === undefined ? { ok: false, faults: [notAChoice(value)] } : right(chosen);
  });
}

/** A list. Its faults are reported by index (decisions.md §2). */
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
    if (!Array.isArray(value))
      return wrong('wrong-type', `Expected a list of items but got type "${pythonType(value)}".`);
    if (value.length === 0 && !mayBeEmpty) return wrong('empty-list', 'This list may not be empty.');
    const entries: Entry[] = [];
    const faults: [string, Faults][] = [];
    for (const [index, one] of value.entries()) {
      const reading: Reading<Entry> = one === null ? wrong('not-null', notNull) : entry(one);
      if (reading.ok) entries.push(reading.value);
      else faults.push([String(index), reading.faults]);
    }
    return faults.length === 0 ? right(entries) : { ok: false, faults: Object.fromEntries(faults) };
  });
}

export const dictionary: Reader<Readonly<Record<string, unknown>>> = described({ type: 'object' }, (value) =>
  isDictionary(value)
    ? right(value)
    : wrong('wrong-type', `Expected a dictionary of items but got type "${pythonType(value)}".`),
);

export function isDictionary(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function notADictionary(value: unknown): FieldFaults {
  const words = `Invalid data. Expected a dictionary, but got ${pythonType(value)}.`;
  return { [ofNoField]: [flaw('wrong-type', words)] };
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

export interface Field<Value> {
  readonly read: Reader<Value>;
  readonly required: boolean;
  readonly absent: Value | undefined;
}

export type Shape = Readonly<Record<string, Field<unknown>>>;
export type Values<Of extends Shape> = {
  readonly [Name in keyof Of]: Of[Name] extends Field<infer Value> ? Value : never;
};

export function required<Value>(read: Reader<Value>): Field<Value> {
  return { read, required: true, absent: undefined };
}

/** Absent and null are the same (decisions.md §1.5). */
/** Any value. */
export const anything: Reader<unknown> = (value) => ({ ok: true, value });

export function optional<Value>(read: Reader<Value>): Field<Value | undefined> {
  return { read, required: false, absent: undefined };
}

export function defaulted<Value>(read: Reader<Value>, absent: Value): Field<Value> {
  return { read, required: false, absent };
}

/**
 * Reads the fields of a body and ignores unknown ones. `judge` gets the valid values, and adds faults that need several
 * fields. All faults are reported at once, in the order of the shape (decisions.md §2).
 */
export function readForm<Of extends Shape>(
  body: Readonly<Record<string, unknown>>,
  shape: Of,
  judge: (values: Partial<Values<Of>>) => FieldFaults = () => ({}),
): Form<Of> {
  const read = readFields(body, shape);
  return formOf(shape, read, judge(read.values));
}

/** The same for the control plane, which takes no field that it does not know: one that is spelt wrongly would change nothing, or too much. */
export function readExactly<Of extends Shape>(
  body: Readonly<Record<string, unknown>>,
  shape: Of,
  judge?: (values: Partial<Values<Of>>) => FieldFaults,
): Form<Of> {
  const strange = Object.keys(body).filter((name) => !Object.hasOwn(shape, name));
  if (strange.length === 0) return readForm(body, shape, judge);
  const words = `There is no such field. These are known: ${Object.keys(shape).join(', ')}.`;
  return {
    ok: false,
    faults: Object.fromEntries(strange.map((name) => [name, [flaw('wrong-type', words)]])),
  };
}

/** The same, where `judge` has to look something up. */
export async function readJudged<Of extends Shape>(
  body: Readonly<Record<string, unknown>>,
  shape: Of,
  judge: (values: Partial<Values<Of>>) => Promise<FieldFaults>,
): Promise<Form<Of>> {
  const read = readFields(body, shape);
  return formOf(shape, read, await judge(read.values));
}

type Form<Of extends Shape> =
  | { readonly ok: true; readonly value: Values<Of> }
  | { readonly ok: false; readonly faults: FieldFaults };

interface ReadFields<Of extends Shape> {
  readonly values: Partial<Values<Of>>;
  readonly own: Readonly<Record<string, Faults>>;
}

function readFields<Of extends Shape>(body: Readonly<Record<string, unknown>>, shape: Of): ReadFields<Of> {
  const values: Record<string, unknown> = {};
  const own: Record<string, Faults> = {};
  for (const [name, field] of Object.entries(shape)) {
    const reading = readField(field, body[name]);
    if (reading.ok) values[name] = reading.value;
    else own[name] = reading.faults;
  }
  return { values: values as Partial<Values<Of>>, own }; // each value was read by the field of its name
}

function formOf<Of extends Shape>(shape: Of, { values, own }: ReadFields<Of>, judged: FieldFaults): Form<Of> {
  const faults: [string, Faults][] = [];
  for (const name of [...Object.keys(shape), ofNoField]) {
    const fault = own[name] ?? judged[name];
    if (fault !== undefined) faults.push([name, fault]);
  }
  return faults.length === 0
    ? { ok: true, value: values as Values<Of> } // no field failed, so all are there
    : { ok: false, faults: Object.fromEntries(faults) };
}

function readField(field: Field<unknown>, value: unknown): Reading<unknown> {
  if (value === undefined && field.required) return { ok: false, faults: [missingField] };
  if (value === null && field.required) return wrong('not-null', notNull);
  if (value === undefined || value === null) return { ok: true, value: field.absent };
  return field.read(value);
}

export const missingField = flaw('required', 'This field is required.');
const notNull = 'This field may not be null.';
/** Where faults stand that belong to no field (decisions.md §2). */
const ofNoField = 'non_field_errors';

/** Faults as the words of an answer. */
export function wordsOf(faults: FieldFaults): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(faults).map(([name, own]) => [
      name,
      isListOfFlaws(own) ? own.map(({ words }) => words) : wordsOf(own),
    ]),
  );
}

/** Faults as reasons, each with the path of its field. */
export function reasonsIn(faults: FieldFaults, path: readonly string[] = []): readonly Reason[] {
  return Object.entries(faults).flatMap(([name, own]) => {
    const place = name === ofNoField ? path : [...path, name];
    if (!isListOfFlaws(own)) return reasonsIn(own, place);
    const field = place.length === 0 ? {} : { field: place.join('.') };
    return own.map(({ rule, facts }) => ({ rule, ...field, ...(facts === undefined ? {} : { facts }) }));
  });
}

function isListOfFlaws(faults: Faults): faults is readonly Flaw[] {
  return Array.isArray(faults);
}

export function nested<Of extends Shape>(shape: Of): Reader<Values<Of>> {
  return described(formSchema(shape), (value) =>
    isDictionary(value) ? readForm(value, shape) : { ok: false, faults: notADictionary(value) },
  );
}

/** The schema of what `readForm` takes before `judge`. */
export function formSchema(shape: Shape): JsonSchema {
  const entries = Object.entries(shape);
  const musts = entries.filter(([, field]) => field.required).map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(
      entries.map(([name, { read, required: must, absent }]) => {
        const schema = read.schema ?? {};
        // Not as `default`, which programs that are made of the document take for a field that is always there.
        const preset =
          absent === undefined || typeof absent === 'object'
            ? {}
            : { description: `Without it: ${JSON.stringify(absent)}.` };
        return [name, must ? schema : { ...orNull(schema), ...preset }];
      }),
    ),
    ...(musts.length === 0 ? {} : { required: musts }),
  };
}
