import { cellKinds, type TableContent } from '../../shared/model/table.ts';
import { collectRows } from './collect-rows.ts';
import { Refused } from './refused.ts';

/**
 * Reads a list of objects, as our own exports write it: a column for each key, in the order in which they first come. A list of
 * texts is a cell with a line for each. Null where the text is no JSON; other JSON is refused.
 */
export function readJson(text: string): Omit<TableContent, 'encoding' | 'hasMark'> | null {
  const objects = objectsIn(text);
  if (objects === null) return null;
  const keys = [...new Set(objects.flatMap((object) => Object.keys(object)))];
  const collected = collectRows();
  collected.add(1, keys, cellKinds.text.repeat(keys.length));
  for (const [place, object] of objects.entries()) {
    const cells = keys.map((key) => cellOf(object[key] ?? null, place + 2));
    collected.add(
      place + 2,
      cells.map((cell) => cell.text),
      cells.map(({ kind }) => kind).join(''),
    );
  }
  return {
    ...collected.content(),
    format: 'json',
    separator: null,
    sheets: [],
    sheet: null,
    hidden: { rows: [], columns: [] },
    merged: [],
  };
}

type JsonObject = Readonly<Record<string, unknown>>;

/** A number as it was written: more digits than a number can hold stay what they are. */
class Digits {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Refuses JSON that is no list of objects, or of which nobody can say what it has. */
function objectsIn(text: string): readonly JsonObject[] | null {
  if (!/^\s*[[{]/.test(text)) return null;
  const asWritten = (_key: string, value: unknown, { source }: { readonly source?: string }): unknown =>
    typeof value === 'number' ? new Digits(source ?? String(value)) : value;
  let content: unknown;
  try {
    content = JSON.parse(text, asWritten as Parameters<typeof JSON.parse>[1]); // TypeScript does not know the source yet
  } catch {
    if (/^\s*\[?\s*\{\s*"/.test(text)) throw new Refused('broken-json');
    return null; // a title of a column may begin with a bracket, too
  }
  const isObject = (entry: unknown): entry is JsonObject =>
    typeof entry === 'object' && entry !== null && !Array.isArray(entry) && !(entry instanceof Digits);
  if (!Array.isArray(content) || !content.every(isObject)) throw new Refused('not-a-table');
  const repeated = repeatedKey(text);
  if (repeated !== null) throw new Refused('repeated-key', repeated + 2);
  return content;
}

/** The place of the first object of a list, in JSON, that has a key twice: a parser keeps the last value of both. */
function repeatedKey(text: string): number | null {
  const above: Set<string>[] = [];
  let place = -1;
  for (const [token, mark] of text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[{}]/g)) {
    if (token === '{') {
      if (above.length === 0) place += 1;
      above.push(new Set());
    } else if (token === '}') above.pop();
    else if (mark !== undefined) {
      const key = token.slice(0, -mark.length);
      const keys = above.at(-1);
      const name = key.includes('\\') ? String(JSON.parse(key)) : key.slice(1, -1);
      if (keys?.has(name) === true) return place;
      keys?.add(name);
    }
  }
  return null;
}

/** Refuses as `not-a-table` a value that no cell can hold. */
function cellOf(value: unknown, row: number): { readonly text: string; readonly kind: string } {
  if (value === null || value === '') return { text: '', kind: cellKinds.empty };
  if (typeof value === 'string') return { text: value, kind: cellKinds.text };
  if (typeof value === 'boolean') return { text: value ? 'TRUE' : 'FALSE', kind: cellKinds.boolean };
  if (value instanceof Digits) {
    const isLong = value.text.replace(/\D/g, '').replace(/^0+/, '').length > 15;
    return { text: value.text, kind: isLong ? cellKinds.long : cellKinds.number };
  }
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string'))
    return { text: value.join('\n'), kind: value.length === 0 ? cellKinds.empty : cellKinds.list };
  throw new Refused('not-a-table', row);
}
