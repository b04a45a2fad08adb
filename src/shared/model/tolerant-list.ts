import { isNone, isRecord, letters, type Reading } from './tolerant.ts';

/**
 * A list: also one thing alone, or a list in an envelope, under one name, by its places, or spelled in a text. What of it cannot be read
 * is left out, and noted, as it is where there may be more. A number may be how many there are.
 */
export function listOf<Entry>(
  read: Reading<Entry>,
  takesMap: (map: Record<string, unknown>) => unknown = () => undefined,
): Reading<readonly Entry[]> {
  return (came, miss, own) => {
    const value = typeof came === 'string' ? listInText(came, miss) : came;
    if (value === null || value === undefined || value === '' || typeof value === 'number') return undefined;
    const inner = isRecord(value) ? (listInObject(value, miss) ?? takesMap(value)) : value;
    const entries = Array.isArray(inner) ? inner : [value];
    const readAll = (all: readonly unknown[]) =>
      all.flatMap((entry) => {
        const said = entry === null ? undefined : read(entry, miss, own);
        return said === undefined ? [] : [said];
      });
    const known = readAll(entries);
    if (known.length === 0 && isRecord(value) && !Array.isArray(inner)) {
      const only = onlyIn(value);
      const alone = only === undefined ? [] : readAll([only]);
      return alone.length > 0 ? alone : undefined;
    }
    if (known.length === 0 && entries.length > 0) return undefined;
    if (known.length < entries.length) miss();
    return known;
  };
}

/** What an object says of a list in it, or where there is more of it. */
export const aboutList: readonly string[] =
  'count total next previous links link meta pageinfo href self url uri related type loading embedded'.split(
    ' ',
  );

/** The one thing that an object has, whatever it is called. */
function onlyIn(map: Readonly<Record<string, unknown>>): unknown {
  const own = Object.entries(map).filter(
    ([name]) => !name.startsWith('@') && !aboutList.includes(letters(name)),
  );
  const [only, ...others] = own.map(([, value]) => value);
  return others.length === 0 && typeof only !== 'boolean' ? only : undefined;
}

/** A key by which a map is in languages. */
export const isLocale = (name: string): boolean => /^[a-z]{2}(?:[-_][a-z]{2})?$/i.test(name);

function listInObject(map: Readonly<Record<string, unknown>>, miss: () => void): unknown {
  const names = Object.keys(map);
  if (names.length > 0 && names.every((name, place) => name === String(place))) return Object.values(map);
  const only = names.some(isLocale) ? undefined : onlyIn(map);
  const list = map.results ?? map.data ?? map.items ?? (Array.isArray(only) ? only : undefined);
  const { count, total = count, next } = map;
  if (Array.isArray(list) && (Number(total) > list.length || typeof next === 'string')) miss();
  return list;
}

function listInText(said: string, miss: () => void): unknown {
  if (!/^\s*\[/.test(said)) {
    if (!/[,;|]/.test(said)) return said;
    miss(); // it may be one
    return said.split(/[,;|]/).map((one) => one.trim());
  }
  try {
    return JSON.parse(said);
  } catch {
    return said;
  }
}

/** The keys of a map, if each is one that is known; without those that it denies. */
export function keysIn(
  map: Readonly<Record<string, unknown>>,
  isKnown: (name: string) => boolean,
): readonly string[] | undefined {
  const all = Object.entries(map);
  if (all.length === 0 || !all.every(([name]) => isKnown(name))) return undefined;
  return all.filter(([, value]) => value !== false).map(([name]) => name);
}

/** The same, and an empty list where it says that there is none. */
export function listOrNone<Entry>(read: Reading<readonly Entry[]>): Reading<readonly Entry[]> {
  return (value, ...rest) => (isNone(value) ? [] : read(value, ...rest));
}
