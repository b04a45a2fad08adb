// Values as text, as structured clone would carry them: shared and cyclic objects, lists, dates, `undefined` and every
// number. A function throws as in Electron. Other objects throw by name.

type Place = number;
type Node =
  | readonly ['value', unknown]
  | readonly ['number', string]
  | readonly ['date', number]
  | readonly ['array', readonly Place[]]
  | readonly ['object', readonly (readonly [string, Place])[]]
  | readonly ['undefined'];

/** Whether JSON can carry the value. For ten thousand rows, JSON is far quicker than a graph. */
function isPlain(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== 'object') return false;
  if (Array.isArray(value)) return value.every(isPlain);
  if (Object.hasOwn(value, 'toJSON') || Object.hasOwn(value, '__proto__')) return false;
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain);
}

function graphOf(root: unknown): Node[] {
  const nodes: Node[] = [];
  const seen = new Map<unknown, Place>();
  const describe = (value: unknown): Node => {
    if (value === undefined) return ['undefined'];
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return ['value', value];
    if (typeof value === 'number') return ['number', Object.is(value, -0) ? '-0' : String(value)];
    if (typeof value !== 'object') throw new Error('An object could not be cloned.');
    if (value instanceof Date) return ['date', value.getTime()];
    if (Array.isArray(value)) return ['array', value.map(add)];
    const kind = Object.prototype.toString.call(value);
    if (kind !== '[object Object]') throw new Error(`The stand-in for Electron does not carry ${kind}`);
    return ['object', Object.entries(value).map(([key, item]) => [key, add(item)] as const)];
  };
  const add = (value: unknown): Place => {
    const known = seen.get(value);
    if (known !== undefined) return known;
    const place = nodes.push(['undefined']) - 1;
    if (typeof value === 'object' && value !== null) seen.set(value, place);
    nodes[place] = describe(value);
    return place;
  };
  add(root);
  return nodes;
}

function valueOf(nodes: readonly Node[]): unknown {
  const made = new Map<Place, unknown>();
  const at = (place: Place): unknown => {
    if (made.has(place)) return made.get(place);
    const [kind, content] = nodes[place] ?? ['undefined'];
    switch (kind) {
      case 'undefined':
        return undefined;
      case 'value':
        return content;
      case 'number':
        return Number(content);
      case 'date':
        return new Date(content);
      case 'array': {
        const array: unknown[] = [];
        made.set(place, array);
        for (const item of content) array.push(at(item));
        return array;
      }
      case 'object': {
        const object = {};
        made.set(place, object);
        const enumerable = { enumerable: true, configurable: true, writable: true };
        for (const [key, item] of content)
          Object.defineProperty(object, key, { ...enumerable, value: at(item) });
        return object;
      }
    }
  };
  return at(0);
}

export function encode(value: unknown): string {
  let plain = false;
  try {
    plain = isPlain(value);
  } catch {
    // The check runs out of stack on a cycle.
  }
  return plain ? `J${JSON.stringify(value)}` : `G${JSON.stringify(graphOf(value))}`;
}

export function decode(text: string): unknown {
  return text.startsWith('J') ? JSON.parse(text.slice(1)) : valueOf(JSON.parse(text.slice(1)));
}

/** For a page, which runs the text of these functions. They name nothing but each other. */
export const codecFunctions = [isPlain, graphOf, valueOf, encode, decode];
