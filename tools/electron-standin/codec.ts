/**
 * Text for values as the structured clone algorithm carries them: cycles, `undefined`, NaN, Date, Map and Set survive,
 * a function throws. Self-contained, because its own text runs in the page too.
 */
export function makeCodec() {
  type Node = readonly [kind: string, content?: unknown];

  const isPlain = (value: unknown): boolean => {
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
    if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
    if (typeof value !== 'object') return false;
    if (Array.isArray(value)) return value.every(isPlain);
    const prototype: unknown = Object.getPrototypeOf(value);
    return (
      (prototype === Object.prototype || prototype === null) &&
      !Object.hasOwn(value, '__proto__') &&
      !Object.hasOwn(value, 'toJSON') &&
      Object.values(value).every(isPlain)
    );
  };

  function graph(root: unknown): Node[] {
    const nodes: Node[] = [];
    const seen = new Map<unknown, number>();
    const add = (value: unknown): number => {
      const known = seen.get(value);
      if (known !== undefined) return known;
      const place = nodes.push(['undefined']) - 1;
      if (typeof value === 'object' && value !== null) seen.set(value, place);
      nodes[place] = describe(value);
      return place;
    };
    const describe = (value: unknown): Node => {
      if (value === undefined) return ['undefined'];
      if (value === null || typeof value === 'string' || typeof value === 'boolean') return ['value', value];
      if (typeof value === 'number') return ['number', Object.is(value, -0) ? '-0' : String(value)];
      if (typeof value === 'bigint') return ['bigint', String(value)];
      if (typeof value !== 'object') throw new Error('An object could not be cloned.');
      if (value instanceof Date) return ['date', value.getTime()];
      if (value instanceof Error) return ['error', [value.name, value.message]];
      if (value instanceof Map) return ['map', [...value].map(([key, item]) => [add(key), add(item)])];
      if (value instanceof Set) return ['set', [...value].map(add)];
      if (Array.isArray(value)) return ['array', value.map(add)];
      if (value instanceof ArrayBuffer || ArrayBuffer.isView(value) || value instanceof Promise)
        throw new Error('The stand-in for Electron does not carry this object between processes.');
      return ['object', Object.entries(value).map(([key, item]) => [key, add(item)])];
    };
    add(root);
    return nodes;
  }

  function read(nodes: readonly Node[]): unknown {
    const made = new Map<number, unknown>();
    const keep = <Value>(place: number, value: Value): Value => {
      made.set(place, value);
      return value;
    };
    // `content` is what `describe` above wrote for that kind.
    const at = (place: number): unknown => {
      if (made.has(place)) return made.get(place);
      const [kind, content] = nodes[place] ?? ['undefined'];
      switch (kind) {
        case 'value':
          return content;
        case 'number':
          return Number(content);
        case 'bigint':
          return BigInt(content as string);
        case 'date':
          return keep(place, new Date(content as number));
        case 'error': {
          const [name, message] = content as [string, string];
          return keep(place, Object.assign(new Error(message), { name }));
        }
        case 'map': {
          const map = keep(place, new Map<unknown, unknown>());
          for (const [key, item] of content as [number, number][]) map.set(at(key), at(item));
          return map;
        }
        case 'set': {
          const set = keep(place, new Set<unknown>());
          for (const item of content as number[]) set.add(at(item));
          return set;
        }
        case 'array': {
          const array = keep(place, [] as unknown[]);
          for (const item of content as number[]) array.push(at(item));
          return array;
        }
        case 'object': {
          const object = keep(place, {});
          for (const [key, item] of content as [string, number][])
            Object.defineProperty(object, key, {
              value: at(item),
              enumerable: true,
              configurable: true,
              writable: true,
            });
          return object;
        }
        default:
          return undefined;
      }
    };
    return at(0);
  }

  // A shared or cyclic value is found by depth and count at once: JSON would refuse the one and double the other.
  const encode = (value: unknown): string => {
    let plain = false;
    try {
      plain = isPlain(value);
    } catch {
      // too deep or cyclic
    }
    return plain ? `J${JSON.stringify(value)}` : `G${JSON.stringify(graph(value))}`;
  };
  const decode = (text: string): unknown =>
    text.startsWith('J') ? JSON.parse(text.slice(1)) : read(JSON.parse(text.slice(1)));
  return { encode, decode };
}
