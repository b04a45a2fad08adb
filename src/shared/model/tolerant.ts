import { z } from 'zod';

// Readers for what a service answers. They accept another spelling of the same thing, so that a service that
// decided otherwise than `decisions.md` is still shown, and they never invent an id. All but `identifier` also read a field that is
// not there, so that a schema names each of its fields once.

/** Any value, or none. */
export const anything = z.unknown().optional();

/** A text; a number or boolean is spelled out, anything else reads as the empty text. */
export const text = anything.transform((value) =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : '',
);

/** An identifier: a non-empty text, or a number spelled as one. Without it the object cannot be used at all. */
export const identifier = z.union([z.string(), z.number()]).transform(String).pipe(z.string().min(1));

/** A text or null; absent, empty and unreadable are null. */
export const optionalText = text.transform((value) => (value === '' ? null : value));

/** A list of texts; null and absent are empty, a single text is a list of one, unreadable entries are left out. */
export const texts = anything.transform((value): readonly string[] => {
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) return [];
  return value.filter((entry) => typeof entry === 'string' || typeof entry === 'number').map(String);
});

/** A list whose unreadable entries are left out; anything but a list is empty. */
export function readable<Entry extends z.ZodType>(entry: Entry) {
  return anything.transform((value): readonly z.output<Entry>[] =>
    Array.isArray(value)
      ? value.flatMap((one) => {
          const parsed = entry.safeParse(one);
          return parsed.success ? [parsed.data] : [];
        })
      : [],
  );
}

/** A map from text to anything; anything but an object is empty. */
export const record = anything.transform(
  (value): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {}),
);

/** True or false; null for everything else. */
export const yesOrNo = z.boolean().nullable().catch(null);

/** A thing without a name is shown by its id. */
export function named<Thing extends { readonly id: string; readonly name: string }>(
  thing: Thing,
): Readonly<Thing> {
  return { ...thing, name: thing.name || thing.id };
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
