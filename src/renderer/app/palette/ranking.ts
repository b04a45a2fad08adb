import { fold } from '../../ui/fold.ts';

/** Something that can be found: what it is called, and what else a person may type for it. */
export interface Findable {
  readonly label: string;
  readonly terms: readonly string[];
}

/**
 * How well something fits what is typed, the smaller the better; null where a word of it is nowhere. Case and accents count for
 * nothing; 0 a term that is typed out, 1 the beginning of the label, 2 the beginning of its words, 3 anywhere.
 */
export function fit({ label, terms }: Findable, typed: string): number | null {
  const wanted = fold(typed);
  const words = wanted.split(/\s+/).filter((word) => word !== '');
  const name = fold(label);
  const all = [name, ...terms.map(fold)];
  if (!words.every((word) => all.some((text) => text.includes(word)))) return null;
  if (all.includes(wanted)) return 0;
  if (name.startsWith(wanted)) return 1;
  const parts = name.split(/[^\p{L}\p{N}]+/u);
  return words.every((word) => parts.some((part) => part.startsWith(word))) ? 2 : 3;
}

/** Those that fit, the best first; of equals the one that stood first. */
export function best<Entry extends Findable>(entries: readonly Entry[], typed: string): readonly Entry[] {
  return entries
    .flatMap((entry) => {
      const score = fit(entry, typed);
      return score === null ? [] : [{ entry, score }];
    })
    .toSorted((one, other) => one.score - other.score)
    .map(({ entry }) => entry);
}
