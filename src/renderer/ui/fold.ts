/** A text without case and accents, for searching: `societa` finds `Società`. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
}

/** A search for words, in any order. */
export interface WordSearch {
  /** Whether anything is searched for; without a word, everything is found. */
  readonly isOn: boolean;
  /** Whether a text, folded, has every word in it. */
  readonly finds: (folded: string) => boolean;
}

export function wordSearch(typed: string): WordSearch {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  return { isOn: words.length > 0, finds: (folded) => words.every((word) => folded.includes(word)) };
}
