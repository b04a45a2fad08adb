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
  const isInside = new Set(inside);
  const all = Object.entries<Field<unknown>>(fields).map(
    ([name, field]) => [name, field, placesOf(name, field, names)] as const,
  );
  const keys = all.flatMap(([name, , places]) => (name === key ? places.map(({ first }) => first) : []));
  const own = new Set(all.flatMap(([, , places]) => places.map(({ first }) => first)));
  const isOwn = (name: string) => own.has(name) && !isInside.has(name) && !inEnvelopes.includes(name);
  const placesIn = placeFinder(all.map(([, , places]) => places));
  return z.unknown().transform((value, context): Noun<Values> => {
    const layers = layersOf(value, { inside, keys, isOwn });
    const unseen: string[] = [];
    const before = layers[0]?.get('unseen'); // what was read and kept is read again: it does not show more now
    const read: Record<string, unknown> = {};
    const placesOfAll = placesIn(layers);
    for (const [at, [name, field]] of all.entries()) {
      const miss = (): void => {
        if (field.isExtra !== true && !unseen.includes(name)) unseen.push(name);
      };
      read[name] = readField(layers, field, placesOfAll[at] ?? [], miss);
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

const wrappers = [
  'data',
  'result',
  'attributes',
  'relationships',
  'item',
  'object',
  'payload',
  'response',
  'node',
  'properties',
  'fields',
  'resource',
  'document',
  'd',
  'embedded',
  'links',
] as const;
/** What an envelope may say of itself by the name of a field. */
const inEnvelopes: readonly string[] = ['id', 'status', 'code'];
/** The same, where what is in it says it of itself as well. */
const inBoth: readonly string[] = ['name', 'title', 'label', 'language'];
const deepest = 4; // objects in one another that stand for the same thing

type Layer = ReadonlyMap<string, unknown>;

interface Layers {
  /** Under which names the same thing may stand. */
  readonly inside: readonly string[];
  readonly keys: readonly string[];
  readonly isOwn: (name: string) => boolean;
}

/**
 * An object by the letters of its names, and the objects in it that stand for the same thing; a list of one is that one. Of an envelope,
 * which has no field of the thing while what is in it has the key, only that counts.
 */
function layersOf(value: unknown, how: Layers, levels = deepest): readonly Layer[] {
  const one = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (!isRecord(one) || levels === 0) return [];
  const outer = plainLayer(one, how.keys);
  const inner = how.inside.flatMap((name) =>
    isRecord(outer.get(name)) ? layersOf(outer.get(name), how, levels - 1) : [],
  );
  const isItsOwn = (name: string) =>
    how.isOwn(name) && !(inBoth.includes(name) && inner.some((layer) => layer.has(name)));
  const isEnvelope =
    inner.some((layer) => how.keys.some((name) => layer.has(name))) && ![...outer.keys()].some(isItsOwn);
  if (isEnvelope) return inner;
  const enveloped = [...outer.keys()].some(how.isOwn) ? [] : withinOf(outer, how, levels);
  return enveloped.length > 0 ? enveloped : [outer, ...inner];
}

/** What is in an envelope of any name: its one object, if that has the key and fields of the thing. */
function withinOf(outer: Layer, how: Layers, levels: number): readonly Layer[] {
  const [only, ...others] = [...outer.values()].filter(isRecord);
  if (only === undefined || others.length > 0) return [];
  const layers = layersOf(only, how, levels - 1);
  const names = layers.flatMap((layer) => [...layer.keys()]);
  const isThing = names.some((name) => how.isOwn(name) && !inBoth.includes(name) && !how.keys.includes(name));
  return isThing && how.keys.some((name) => names.includes(name)) ? layers : [];
}

/** An object by the letters of its names, without what all of them begin or end with where only so it has the key: `AUD_ID`, `fldAuditName`, `ns:id`. */
function plainLayer(one: Readonly<Record<string, unknown>>, keys: readonly string[]): Layer {
  const layer = layerOf(one);
  if (layer.size < 3 || keys.some((name) => layer.has(name))) return layer;
  const names = [...layer.keys()];
  const hasKey = (all: readonly string[]) => keys.some((name) => all.includes(name));
  const before = commonLength(names, (name, place) => name.at(place));
  const after = commonLength(names, (name, place) => name.at(-1 - place));
  for (const strip of [
    (name: string) => name.slice(before),
    (name: string) => name.slice(0, name.length - after),
  ])
    if (hasKey(names.map(strip))) return new Map([...layer].map(([name, value]) => [strip(name), value]));
  return layer;
}

/** How many letters all words have in common, from the one that `at` says is the first. */
function commonLength(
  words: readonly string[],
  at: (word: string, place: number) => string | undefined,
): number {
  const [first = ''] = words;
  let length = 0;
  while (length < first.length && words.every((one) => at(one, length) === at(first, length))) length += 1;
  return length;
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
  const isId = own === 'id';
  const external = isId ? ['external_id', 'external_reference', 'external_ref', 'ext_id'] : []; // ids are external ones (specification, "Overview")
  const last = isId ? ['identifier', 'uuid', 'guid', 'self', 'url', 'uri', 'href', 'links.self'] : [];
  const all = [own, ...names].map((entry) => (typeof entry === 'string' ? ([entry, read] as const) : entry));
  const prefixed = nouns.flatMap((prefix) =>
    all.map(([name, reading]) => [`${prefix}_${name}`, reading] as const),
  );
  return [
    ...external.map((name) => [name, read] as const),
    ...all,
    ...prefixed,
    ...last.map((name) => [name, read] as const),
  ].map(([name, reading]) => {
    const [first = '', ...path] = name.split('.').map(letters);
    return { first, path, reading };
  });
}

const mostShapes = 100; // of objects of a noun: those of a list have the same names

/** Of the places of each field those that an object has. They are looked for once for all objects of the same names. */
function placeFinder(all: readonly (readonly FieldPlace<unknown>[])[]) {
  const known = new Map<string, typeof all>();
  return (layers: readonly Layer[]): typeof all => {
    const shape = layers.map((layer) => [...layer.keys()].join(' ')).join('|');
    const before = known.get(shape);
    if (before !== undefined) return before;
    const found = all.map((places) => places.filter(({ first }) => layers.some((layer) => layer.has(first))));
    if (known.size >= mostShapes) known.clear();
    known.set(shape, found);
    return found;
  };
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
  const ordered =
    found.length > 1 ? found.toSorted((a, b) => Number(a.value === null) - Number(b.value === null)) : found;
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
  const found = layer.get(first);
  if (path.length === 0 || found === undefined) return found;
  return path.reduce<unknown>(
    (value, step) => (isRecord(value) ? layerOf(value).get(step) : undefined),
    found,
  );
}

const longestWord = 64; // letters of a name or a code; what is longer is neither

/** The letters and digits of a name or a code, by which spellings are compared. */
export function letters(word: string): string {
  const before = spelledBefore.get(word);
  if (before !== undefined) return before;
  const spelled = word
    .slice(0, longestWord + 1)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
  if (word.length > longestWord) return spelled;
  if (spelledBefore.size >= mostSpelled) spelledBefore.clear();
  spelledBefore.set(word, spelled);
  return spelled;
}
const mostSpelled = 2_000; // words: a service has some hundred names and codes
const spelledBefore = new Map<string, string>();

// Of an object in place of a text, an id or a code: where it says which. `#text`, `_` and `$` are the text of an element of XML.
const namesIn = (all: string): readonly string[] => [...all.split(' '), ''];
const labelNames = namesIn('label name title display_name text attributes node value code id');
const codeNames = namesIn(
  'value code iso_code iso key slug name id current label title display_name attributes node data text',
);
const links = ['related', 'self', 'href', 'url', 'uri', 'links'];
const idNames = namesIn(
  'external_id id code key value uuid guid identifier oid pk slug ref email data node text',
);

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

/** What `read` reads; null where it says that there is none. A nought may be that, or a number. */
export function nullable<Value>(read: Reading<Value>): Reading<Value | null> {
  return (value, ...rest) => {
    if (isNone(value)) return null;
    return value === 0 || value === '0' ? undefined : read(value, ...rest);
  };
}

const noneWords =
  /^[(<[]?(?:|null|none|nil|undefined|nan|false|n\/a|n\.v\.t\.|[-–—]|geen|kein|keine|nessun[oa]?|aucune?|ningun[oa]|0{8}(?:-0{4}){3}-0{12})[)>\]]?$/i;

/** Whether a value says that there is none. */
export function isNone(value: unknown): boolean {
  if (typeof value === 'string') return noneWords.test(value.trim());
  return value === null || value === false || (Array.isArray(value) && value.length === 0);
}

/**
 * An identifier: a text that is not empty, or a number spelled as one, or the last part of a link; of an object, first by the names of its
 * `nouns`, since it may be no more than what connects two things.
 */
export function idOf(...nouns: readonly string[]): Reading<string> {
  const own = nouns.map((name) => `${name}_id`);
  const names = [...own, ...idNames, ...nouns, ...links];
  return (value) => {
    const layer = isRecord(value) ? layerOf(value) : null;
    const inner = nouns.map((name) => layer?.get(letters(name))).find(isIdOrObject);
    const all = [...meant(inner, names), ...meant(value, names)];
    for (const said of all) {
      const id = typeof said === 'boolean' ? undefined : lastOfLink(String(said));
      if (id !== undefined && id !== '') return id;
    }
    return undefined;
  };
}

/** What connects two things may name one by its id beside an id of its own. */
const isIdOrObject = (value: unknown): boolean =>
  isRecord(value) || typeof value === 'number' || (typeof value === 'string' && /^\S+$/.test(value));

/** Collections of the specification: a link that ends in one names no object. */
const collections =
  /^(?:audits|component-audits|work-packages|client-organisations|legal-entities|users|roles)$/;
/** What belongs to an object, where no collection stands before it: `/audits/A-1/group-audit/`. */
const belongings =
  /(?:^|[-_])(?:audits?|components?|packages?|organi[sz]ations?|clients?|entity|entities|users?|roles?|parent|settings|domains|languages|types|prices|relationships)$/i;

/** The id in which a link to an object ends; undefined where it ends in none. What is no link stays as it is. */
function lastOfLink(said: string): string | undefined {
  const [, path] = /^(?:https?:\/\/[^/]+)?(\/[^?#\s]*\/[^?#\s]+)(?:[?#]\S*)?$/i.exec(said) ?? [];
  if (path === undefined) return /^(?:https?:\/)?\//i.test(said) ? undefined : said;
  const [before = '', last = ''] = path.replace(/\/$/, '').split('/').slice(-2);
  const isBelonging = before === 'relationships' || (belongings.test(last) && !collections.test(before));
  try {
    return collections.test(last) || isBelonging ? undefined : decodeURIComponent(last);
  } catch {
    return undefined;
  }
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
  /** The word after the name of what it is a value of: `AUDIT_STATUS_OPEN`, `AuditStatus.open`, `urn:audit:status:open`. */
  const wordIn = (one: string): string | undefined => {
    const spelled = letters(one);
    return words.find(
      (word) => spelled.endsWith(letters(word)) && kinds.test(spelled.slice(0, -letters(word).length)),
    );
  };
  return (value) => {
    const plain = typeof value === 'string' ? known.get(letters(value)) : undefined;
    if (plain !== undefined) return plain;
    const linked = meant(value, links).filter((one) => typeof one === 'string');
    const said = [...meant(value, codeNames), ...linked].flatMap((one) => lastOfLink(String(one)) ?? []);
    const match = [...said, ...meant(value, ['description']).map(String)]
      .map((one) => known.get(letters(one)) ?? wordIn(one))
      .find((word) => word !== undefined);
    return match ?? said.find((one) => looksLikeCode.test(one)) ?? said.find((one) => one !== '');
  };
}

const kinds = /^(?:urn|audit|auditor|component|language|status|state|type|relation)+$/;

const looksLikeCode = /^(?!\d+$|[0-9a-f]{8}-)[a-z0-9]{1,64}(?:[_.:-][a-z0-9]{1,64}){0,8}$/;

const yes = 'true yes y t 1 x on in inscope included enabled ja j waar si sì vero oui sim'.split(' ');
const no = 'false no n f 0 off out outofscope excluded disabled nee onwaar falso nein non não'.split(' ');

/** True or false, also in words. Of an object beside words a number may be no more than its key. */
export const flag: Reading<boolean> = (value) => {
  const spelled = (names: readonly string[]) => meant(value, names).map((said) => letters(String(said)));
  const isObject = isRecord(Array.isArray(value) ? value[0] : value);
  const words = spelled(codeNames).filter((word) => !isObject || !/^\d*$/.test(word));
  const all = words.length > 0 ? words : spelled(['value']);
  const [isYes, isNo] = [yes, no].map((known) => all.some((word) => known.includes(word)));
  return isYes === isNo ? undefined : isYes;
};

const isoDay = z.iso.date();

/** A day as `2026-12-31`, without its time; where it could be two days, and where it is none, it is not read. */
export const day: Reading<string> = (value) => {
  const said = dayText(value).trim();
  const moment = momentIn(said);
  if (moment !== null) return moment;
  const parts =
    /^(?<y>\d{4})(?<s>[-/.]?)(?<m>\d{1,2})\k<s>(?<d>\d{1,2})(?:$|Z$|[+-]\d\d:\d\d$|[T ](?<t>.*))/.exec(
      said,
    ) ??
    /^(?<d>\d{1,2})(?<s>[-.])(?<m>\d{1,2})\k<s>(?<y>\d{4})(?:$|[T ](?<t>.*))/.exec(said) ??
    /^(?<d>1[3-9]|[23]\d)\/(?<m>\d{1,2})\/(?<y>\d{4})(?:$|[T ](?<t>.*))/.exec(said) ??
    /^(?<m>\d{1,2})\/(?<d>1[3-9]|[23]\d)\/(?<y>\d{4})(?:$|[T ](?<t>.*))/.exec(said);
  if (parts?.groups === undefined) return undefined;
  const { y = '', m = '', d = '', t = '' } = parts.groups;
  // Late in the evening by UTC may be the day that follows, where the service is.
  if (/^(?:1[3-9]|2\d):/.test(t) && !t.startsWith('23:59')) return undefined;
  const read = `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`;
  return isoDay.safeParse(read).data;
};

/** The text of a day that may be spelled in parts: `[2026, 12, 31]`, `{"year": 2026, "month": 12, "day": 31}`, or as Java has it. */
function dayText(value: unknown): string {
  if (Array.isArray(value) && value.length >= 3) return value.slice(0, 3).join('-');
  if (isRecord(value) && value.year !== undefined) {
    const { year, month, monthValue = month, dayOfMonth, day: ofMonth = dayOfMonth } = value;
    return [year, monthValue, ofMonth].join('-');
  }
  return String(meant(value, ['date', 'number_long', 'seconds', ...codeNames])[0] ?? '');
}

const aDay = 86_400_000; // milliseconds

/** The day of a moment that is said in seconds or milliseconds since 1970, `/Date(1798675200000)/`, or as in HTTP; undefined where it is at neither end of a day, null for another text. */
function momentIn(said: string): string | undefined | null {
  const [, number, hours = '0'] = /^(?:\/Date\()?(\d{9,14})(?:([+-]\d\d)00)?(?:\)\/)?$/.exec(said) ?? [];
  const isText = /^[a-z]{3}, \d{2} [a-z]{3} \d{4} [\d:]{8} GMT$/i.test(said);
  if (number === undefined && !isText) return null;
  const there = Number(hours) * 3_600_000; // later than by UTC
  const moment = isText ? Date.parse(said) : Number(number) * (Number(number) < 1e10 ? 1_000 : 1) + there;
  const isDay = moment % aDay === 0 || moment % aDay >= aDay - 60_000;
  return isDay ? new Date(moment).toISOString().slice(0, 'YYYY-MM-DD'.length) : undefined;
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
