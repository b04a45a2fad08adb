import { isRecord } from '../../shared/model/tolerant.ts';
import { entriesOf, type Observed } from './survey.ts';

type FieldKind = 'text' | 'text?' | 'texts' | 'date' | 'number' | 'boolean' | 'object' | 'any';

/** The fields of an object and what each holds; `?` is null as well. */
export type FieldKinds = Readonly<Record<string, FieldKind>>;

const holds: Readonly<Record<FieldKind, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  'text?': (value) => value === null || typeof value === 'string',
  texts: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  date: (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value),
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  object: isRecord,
  any: () => true,
};

/** What differs from the fields that such an object has: what is missing, of another type, or there besides. Each once. */
export function fieldFaults(objects: readonly unknown[], kinds: FieldKinds): readonly string[] {
  const faults = objects.flatMap((object) => {
    if (!isRecord(object)) return [`${spelled(object)} instead of an object`];
    return [
      ...Object.entries(kinds).flatMap(([key, kind]) => {
        if (!Object.hasOwn(object, key)) return [`no ${key}`];
        return holds[kind](object[key]) ? [] : [`${key}: ${spelled(object[key])} instead of ${kind}`];
      }),
      ...Object.keys(object)
        .filter((key) => !Object.hasOwn(kinds, key))
        .map((key) => `besides: ${spelled(key, true)}`),
    ];
  });
  return [...new Set(faults)];
}

/** The objects of an answer: the entries of a list, or the one that it is. */
export function fieldsOfObjects(
  observed: Observed | undefined,
): readonly Readonly<Record<string, unknown>>[] {
  const json = observed?.json;
  if (observed?.status !== 200) return [];
  const isList = Array.isArray(json) || (isRecord(json) && Array.isArray(json.results));
  return isList ? entriesOf(observed) : isRecord(json) ? [json] : [];
}

const longestWord = 60; // characters

/** What a value is: its type, or the word itself where that is the service's own and no value of the firm's. */
export function spelled(value: unknown, isWord = false): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (isWord && ['string', 'number', 'boolean'].includes(typeof value)) {
    const text = JSON.stringify(value);
    return text.length > longestWord ? `${text.slice(0, longestWord).toWellFormed()}…` : text;
  }
  return Array.isArray(value) ? 'list' : typeof value === 'string' ? 'text' : typeof value;
}
