import type { Answer } from '../exchange.ts';
import { isDictionary } from '../fields.ts';
import type { About, Fields, List } from './dialect.ts';

/** The JSON of an answer, or undefined. */
export function bodyOf({ headers, body }: Answer): unknown {
  return headers['Content-Type'] === 'application/json' ? JSON.parse(body) : undefined;
}

/** The object of an answer; without fields if it is none. */
export function fieldsIn(answer: Answer): Fields {
  const value = bodyOf(answer);
  return isDictionary(value) ? value : {};
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** A page, or a plain array, as specified. */
export function readList(answer: Answer): List | null {
  const value = answer.status === 200 ? bodyOf(answer) : undefined;
  if (Array.isArray(value))
    return { entries: value, count: value.length, next: null, previous: null, isBare: true };
  if (!isDictionary(value) || !Array.isArray(value.results)) return null;
  const { results, count, next, previous, ...more } = value;
  const links = { next: textOrNull(next), previous: textOrNull(previous) };
  return { entries: results, count: Number(count), ...links, more };
}

/** All entries of a list, whatever page is asked for. */
export async function wholeList({ look }: About, path: string, query = ''): Promise<readonly unknown[]> {
  const parameters = new URLSearchParams(query);
  parameters.set('page_size', '100');
  const entries: unknown[] = [];
  for (let page = 1; ; page += 1) {
    parameters.set('page', String(page));
    const list = readList(await look(path, parameters.toString()));
    for (const entry of list?.entries ?? []) entries.push(entry);
    if (list === null || list.next === null) return entries;
  }
}
