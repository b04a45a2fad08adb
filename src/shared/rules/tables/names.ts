import { fold } from '../texts/fold.ts';
import { asItLooks } from '../texts/unseen.ts';

/** An object of the service's lists, as rows name it. */
interface Named {
  readonly id: string;
  readonly name: string;
}

/** Which of some objects a text means. */
export type Meant =
  | { readonly by: 'id' | 'name'; readonly id: string }
  /** Several have the name. */
  | { readonly by: 'several'; readonly ids: readonly string[] }
  | null;

/** Finds objects by their ids first, then by their whole names, without regard to case and accents. */
export function nameFinder(all: readonly Named[]): (text: string) => Meant {
  const ids = new Set(all.map(({ id }) => id));
  const byName = Map.groupBy(all, ({ name }) => wholeName(name));
  return (text) => {
    if (ids.has(text)) return { by: 'id', id: text };
    const key = wholeName(text);
    const [found, ...others] = key === '' ? [] : (byName.get(key) ?? []);
    if (found === undefined) return null;
    if (others.length === 0) return { by: 'name', id: found.id };
    return { by: 'several', ids: [found, ...others].map(({ id }) => id) };
  };
}

/** The ids of those that have a text as their name; none where it is an id. */
export function idsNamed(found: Meant): readonly string[] {
  if (found === null || found.by === 'id') return [];
  return found.by === 'several' ? found.ids : [found.id];
}

/** The ids of those that texts mean; what means none or several is left out. */
export function idsMeant(texts: readonly string[], find: (text: string) => Meant): readonly string[] {
  return texts.flatMap((text) => {
    const found = find(text);
    return found === null || found.by === 'several' ? [] : [found.id];
  });
}

function wholeName(name: string): string {
  return fold(name).replace(/\s+/g, ' ');
}

/** Finds the only id that a text, which is none itself, stands for once zeros, capitals and blanks count for nothing. */
export function alikeFinder(ids: Iterable<string>): (text: string) => string | null {
  const all = new Set(ids);
  const byKey = Map.groupBy(all, alikeKey);
  return (text) => {
    const key = alikeKey(text);
    const [found, ...others] = all.has(text) || key === '' ? [] : (byKey.get(key) ?? []);
    return found === undefined || others.length > 0 ? null : found;
  };
}

/** What is left of an id where programs have taken the zeros before a number, put some behind it or an apostrophe around it, or people typed it otherwise. */
export function alikeKey(id: string): string {
  return asItLooks(fold(id))
    .replace(/\s+/g, '')
    .replace(/^['’]?0*(?=.)|['’]$/g, '')
    .replace(/^(\d+)[.,]0+$/, '$1');
}
