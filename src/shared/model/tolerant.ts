import { z } from 'zod';

// Readers for what a service answers. They take another spelling of the same thing, so that a service that decided otherwise than
// `decisions.md` is still shown; they never invent an id, and a noun names what it did not show in a form that can be read.

/** What a value says; undefined where that cannot be read. `miss` notes that a part of it could not be. `own` is the whole object. */
export type Reading<Value> = (value: unknown, miss: () => void, own: unknown) => Value | undefined;

/** A field of a noun. */
interface Field<Value> {
  readonly read: Reading<Value>;
  /** What stands for it where nothing can be read. */
  readonly otherwise: Value;
  /** Other names, the likeliest first; a dot leads into an object, and a name may have a reading of its own. */
  readonly names?: readonly (string | readonly [name: string, read: Reading<Value>])[];
  /** Shown where `read` finds nothing; the field counts as unseen. */
  readonly rest?: Reading<Value>;
  /** The specification does not have it: nobody misses it. */
  readonly isExtra?: true;
}
type Fields<Values> = { readonly [Key in keyof Values]: Field<Values[Key]> };
type Noun<Values> = Readonly<Values> & {
  /** The specified fields that it did not show, or not in a form that can be read; absent where all were read. */
  readonly unseen?: readonly string[];
};

/**
 * The reader of a noun: its fields by their names, in any case, with the noun's name before them, and also where they are in an object
 * under one of the noun's `names`. Without its `key` it is not one. A thing without a name is shown by its id.
 */
export function noun<Values extends object>(
  names: readonly string[],
  fields: Fields<Values>,
  key: keyof Values & string,
) {
  const inside = [...names, ...wrappers].map(letters);
  const all = Object.entries<Field<unknown>>(fields).map(
    ([name, field]) => [name, field, placesOf(name, field, names)] as const,
  );
  return z.unknown().transform((value, context): Noun<Values> => {
    const layers = layersOf(value, inside);
    const unseen: string[] = [];
    const before = layers[0]?.get('unseen'); // what was read and kept is read again: it does not show more now
    const read: Record<string, unknown> = {};
    for (const [name, field, places] of all) {
      const miss = (): void => {
        if (field.isExtra !== true && !unseen.includes(name)) unseen.push(name);
      };
      read[name] = readField(layers, field, places, miss);
      if (Array.isArray(before) && before.includes(name)) miss();
    }
    if (typeof read[key] !== 'string' || read[key] === '') {
      context.addIssue({ code: 'custom', message: `no ${key}` });
      return z.NEVER;
    }
    if (read.name === '') read.name = read.id;
    const whole: object = unseen.length > 0 ? { ...read, unseen } : read;
    return whole as Noun<Values>; // each field has the value of its own reading; the compiler does not follow the loop
  });
}

const wrappers = ['data', 'result', 'attributes', 'item', 'object'] as const;

type Layer = ReadonlyMap<string, unknown>;

/** An object by the letters of its names, and the objects in it that stand for the same thing; a list of one is that one. */
function layersOf(value: unknown, inside: readonly string[]): readonly Layer[] {
  const one = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (!isRecord(one)) return [];
  const outer = layerOf(one);
  const inner = inside.map((name) => outer.get(name));
  return [outer, ...inner.filter(isRecord).map(layerOf)];
}

export function layerOf(value: Readonly<Record<string, unknown>>): Layer {
  const layer = new Map<string, unknown>();
  for (const [name, one] of Object.entries(value)) {
    if (one === undefined || name.length > longestWord) continue;
    const own = letters(name);
    if (!layer.has(own)) layer.set(own, one);
  }
  return layer;
}

/** Where a field may stand, by the letters of its names, and how it is read there. */
interface FieldPlace<Value> {
  readonly first: string;
  /** The way on into the object that stands there. */
  readonly path: readonly string[];
  readonly reading: Reading<Value>;
}

/** The places of a field, the likeliest first. */
function placesOf<Value>(
  own: string,
  { read, names = [] }: Field<Value>,
  nouns: readonly string[],
): readonly FieldPlace<Value>[] {
  const external = own === 'id' ? ['external_id'] : []; // ids are external ones (specification, "Overview")
  return [...external, own, ...names, ...nouns.map((prefix) => `${prefix}_${own}`)].map((entry) => {
    const [name, reading] = typeof entry === 'string' ? [entry, read] : entry;
    const [first = '', ...path] = name.split('.').map(letters);
    return { first, path, reading };
  });
}

function readField<Value>(
  layers: readonly Layer[],
  { otherwise, rest }: Field<Value>,
  places: readonly FieldPlace<Value>[],
  miss: () => void,
): Value {
  const found: { readonly value: unknown; readonly reading: Reading<Value> }[] = [];
  for (const { first, path, reading } of places)
    for (const layer of layers) {
      const value = within(layer, first, path);
      if (value !== undefined) found.push({ value, reading });
    }
  // Null says "none" only where nothing else says what.
  const ordered = found.toSorted((a, b) => Number(a.value === null) - Number(b.value === null));
  for (const { value, reading } of ordered) {
    const said = reading(value, miss, layers[0]?.get('id'));
    if (said !== undefined) return said;
  }
  miss();
  for (const { value } of rest === undefined ? [] : ordered) {
    const said = rest?.(value, miss, undefined);
    if (said !== undefined) return said;
  }
  return otherwise;
}

function within(layer: Layer, first: string, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, step) => (isRecord(value) ? layerOf(value).get(step) : undefined),
    layer.get(first),
  );
}

const longestWord = 64; // letters of a name or a code; what is longer is neither

/** The letters and digits of a name or a code, by which spellings are compared. */
export function letters(word: string): string {
  return word
    .slice(0, longestWord + 1)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

// Of an object in place of a text, an id or a code: where it says which.
const labelNames = ['label', 'name', 'title', 'display_name', 'text', 'value', 'code', 'id'];
const codeNames = ['value', 'code', 'key', 'slug', 'name', 'id', 'label', 'title', 'display_name'];
const idNames = ['external_id', 'id', 'code', 'key', 'value', 'uuid', 'pk', 'slug', 'email'];

/** The texts and numbers by which a value may be meant, the best first: itself, or those of an object, or of a list of one. */
function meant(value: unknown, names: readonly string[], levels = 2): readonly (string | number | boolean)[] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return [value];
  if (levels === 0) return [];
  if (Array.isArray(value)) return value.length === 1 ? meant(value[0], names, levels) : [];
  if (!isRecord(value)) return [];
  const layer = layerOf(value);
  return names.flatMap((name) => meant(layer.get(letters(name)), names, levels - 1));
}

/** A text; a number or a yes/no is spelled out, of an object its label. */
export const text: Reading<string> = (value) => {
  const [said] = meant(value, labelNames);
  return said === undefined ? undefined : String(said);
};

/** The same, and none where it is null. */
export const textOrNone: Reading<string> = (value, ...rest) => (value === null ? '' : text(value, ...rest));

/** What `read` reads; null where it is null or empty. */
export function nullable<Value>(read: Reading<Value>): Reading<Value | null> {
  return (value, ...rest) =>
    value === null || value === '' || (Array.isArray(value) && value.length === 0)
      ? null
      : read(value, ...rest);
}

/** An identifier: a text that is not empty, or a number spelled as one; of an object, also by the names of its `nouns`. */
export function idOf(...nouns: readonly string[]): Reading<string> {
  const names = [...idNames, ...nouns.flatMap((name) => [`${name}_id`, name])];
  return (value) => {
    const said = meant(value, names).find((one) => typeof one !== 'boolean' && one !== '');
    return said === undefined ? undefined : String(said);
  };
}

/**
 * A code in its specified spelling, whatever its case and signs, also by its label or one of the `aliases`. One that is not among the
 * `words` stays as it came.
 */
export function code(
  words: readonly string[],
  aliases: Readonly<Record<string, readonly string[]>> = {},
): Reading<string> {
  const known = new Map(
    words.flatMap((word) => [word, ...(aliases[word] ?? [])].map((alias) => [letters(alias), word] as const)),
  );
  return (value) => {
    const said = meant(value, codeNames).map(String);
    const match = said.map((one) => known.get(letters(one))).find((word) => word !== undefined);
    return match ?? said.find((one) => looksLikeCode.test(one)) ?? said.find((one) => one !== '');
  };
}

const looksLikeCode = /^(?!\d+$|[0-9a-f]{8}-)[a-z0-9]{1,64}(?:[_.:-][a-z0-9]{1,64}){0,8}$/;

const yes = ['true', 'yes', '1', 'on', 'in', 'inscope', 'ja', 'si'];
const no = ['false', 'no', '0', 'off', 'out', 'outofscope', 'nee'];

/** True or false, also in words. */
export const flag: Reading<boolean> = (value) => {
  for (const one of meant(value, codeNames).map((said) => letters(String(said)))) {
    if (yes.includes(one)) return true;
    if (no.includes(one)) return false;
  }
  return undefined;
};

/** A day as `2026-12-31`, without its time; where it could be two days, and where it is none, it is not read. */
export const day: Reading<string> = (value) => {
  const said = String(meant(value, ['date', ...codeNames])[0] ?? '').trim();
  const parts =
    /^(?<y>\d{4})(?<s>[-/.]?)(?<m>\d{1,2})\k<s>(?<d>\d{1,2})(?:$|[T ])/.exec(said) ??
    /^(?<d>\d{1,2})(?<s>[-.])(?<m>\d{1,2})\k<s>(?<y>\d{4})(?:$|[T ])/.exec(said) ??
    /^(?<d>1[3-9]|[23]\d)\/(?<m>\d{1,2})\/(?<y>\d{4})(?:$|[T ])/.exec(said) ??
    /^(?<m>\d{1,2})\/(?<d>1[3-9]|[23]\d)\/(?<y>\d{4})(?:$|[T ])/.exec(said);
  if (parts?.groups === undefined) return undefined;
  const { y = '', m = '', d = '' } = parts.groups;
  return `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`;
};

/** A list: also one thing alone, or a list in an envelope. What of it cannot be read is left out, and noted. */
export function listOf<Entry>(
  read: Reading<Entry>,
  takesMap: (map: Record<string, unknown>) => unknown = () => undefined,
): Reading<readonly Entry[]> {
  return (value, miss, own) => {
    if (value === null || value === undefined) return undefined;
    const inner = isRecord(value) ? (value.results ?? value.data ?? value.items ?? takesMap(value)) : value;
    const entries = Array.isArray(inner) ? inner : [value];
    const known = entries.flatMap((entry) => {
      const said = entry === null ? undefined : read(entry, miss, own);
      return said === undefined ? [] : [said];
    });
    if (known.length === 0 && entries.length > 0) return undefined;
    if (known.length < entries.length) miss();
    return known;
  };
}

/** The same, and an empty list where it is null. */
export function listOrNone<Entry>(read: Reading<readonly Entry[]>): Reading<readonly Entry[]> {
  return (value, ...rest) => (value === null ? [] : read(value, ...rest));
}

/** What the schema of a noun reads. */
export function as<Value>(schema: z.ZodType<Value>): Reading<Value> {
  return (value) => {
    const parsed = schema.safeParse(value);
    return parsed.success ? parsed.data : undefined;
  };
}

/** Keys that reach an object's prototype where the object is copied: no input and no answer may have one. */
export const prototypeKeys: readonly string[] = ['__proto__', 'constructor', 'prototype'];

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a service answered, as it came: JSON of so many characters at most, and no more work than that. */
export function asItCame(value: unknown, most = 2_000): string {
  let spelled = '';
  const write = (one: unknown): void => {
    if (isRecord(one)) {
      writeAll('{', Object.keys(one), '}', (key) => {
        write(key);
        spelled += ': ';
        write(one[key]);
      });
    } else if (Array.isArray(one)) writeAll('[', one, ']', write);
    else spelled += typeof one === 'string' ? JSON.stringify(one.slice(0, most)) : String(one);
  };
  const writeAll = <Part>(
    open: string,
    parts: readonly Part[],
    close: string,
    each: (part: Part) => void,
  ): void => {
    spelled += open;
    for (const [index, part] of parts.entries()) {
      if (spelled.length > most) return;
      if (index > 0) spelled += ', ';
      each(part);
    }
    spelled += close;
  };
  write(value);
  return spelled.length > most ? `${spelled.slice(0, most).toWellFormed()}…` : spelled;
}
