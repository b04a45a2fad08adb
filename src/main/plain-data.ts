const deepest = 64;
const forbiddenKeys: readonly string[] = ['__proto__', 'constructor', 'prototype'];

/**
 * Whether a value that came over the bridge is plain data: null, booleans, finite numbers, texts, and lists and objects of
 * them, without cycles, at most 64 levels deep, without keys that reach a prototype, and of at most `limit` bytes as JSON.
 */
export function isPlainData(value: unknown, limit: number): boolean {
  const above = new Set<object>(); // the objects around the one looked at: finding one of them again is a cycle
  let size = 0;

  const spend = (bytes: number): boolean => {
    size += bytes;
    return size <= limit;
  };

  const isPlain = (part: unknown): boolean => {
    if (part === null || part === undefined || typeof part === 'boolean') return spend(5);
    if (typeof part === 'string') return spend(Buffer.byteLength(part) + 2);
    if (typeof part === 'number') return Number.isFinite(part) && spend(8);
    return typeof part === 'object' && isPlainObject(part);
  };

  const isPlainObject = (part: object): boolean => {
    if (above.has(part) || above.size >= deepest || !spend(2)) return false;
    if (Array.isArray(part) && part.length > limit) return false; // a sparse list is long without being big
    const prototype: unknown = Object.getPrototypeOf(part);
    if (!Array.isArray(part) && prototype !== Object.prototype && prototype !== null) return false;
    above.add(part);
    const entries = Array.isArray(part) ? Array.from(part, (entry) => ['', entry]) : Object.entries(part);
    const plain = entries.every(
      ([key, entry]) => !forbiddenKeys.includes(String(key)) && isPlain(key) && isPlain(entry),
    );
    above.delete(part);
    return plain;
  };

  return isPlain(value);
}
