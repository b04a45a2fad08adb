import { z } from 'zod';

// Readers for what a service answers. They accept another spelling of the same thing, so that a service that
// decided otherwise than `decisions.md` is still shown, and they never invent an id.

/** A text; a number or boolean is spelled out, anything else reads as the empty text. */
export const text = z
  .unknown()
  .transform((value) =>
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
export const texts = z.unknown().transform((value): readonly string[] => {
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) return [];
  return value.filter((entry) => typeof entry === 'string' || typeof entry === 'number').map(String);
});

/** A list whose unreadable entries are left out; anything but a list is empty. */
export function readable<Entry extends z.ZodType>(entry: Entry) {
  return z.unknown().transform((value): readonly z.output<Entry>[] =>
    Array.isArray(value)
      ? value.flatMap((one) => {
          const parsed = entry.safeParse(one);
          return parsed.success ? [parsed.data] : [];
        })
      : [],
  );
}

/** A map from text to anything; anything but an object is empty. */
export const record = z
  .unknown()
  .transform((value): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {}));

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
