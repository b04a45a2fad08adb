/** Letters of their own in their languages, which no accent makes: Unicode does not take them apart. */
const letters: Readonly<Record<string, string>> = {
  æ: 'ae',
  ð: 'd',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŋ: 'n',
  ø: 'o',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
  ŧ: 't',
  ς: 'σ',
};
const plain = /^[ -~]*$/; // most texts, which need nothing but their case
const special = new RegExp(`[${Object.keys(letters).join('')}]`, 'g');

/**
 * A text as searches compare it: without case, accents, width of letters and marks of direction. `lodz` finds `Łódź`, `strasse`
 * finds `Straße`, `ij` finds `ĳ`.
 */
export function fold(text: string): string {
  if (plain.test(text)) return text.toLowerCase().trim();
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(special, (letter) => letters[letter] ?? letter)
    .trim();
}

/** A search for words, in any order. */
export interface WordSearch {
  /** Whether anything is searched for; without a word, everything is found. */
  readonly isOn: boolean;
  /** The words, folded. */
  readonly words: readonly string[];
  /** Whether a text, folded, has every word in it. */
  readonly finds: (folded: string) => boolean;
}

export function wordSearch(typed: string): WordSearch {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  return { isOn: words.length > 0, words, finds: (folded) => words.every((word) => folded.includes(word)) };
}

/** Where each of some folded words first stands in a text: from one character of it up to before another. */
export function placesOf(words: readonly string[], text: string): readonly (readonly [number, number])[] {
  let folded = '';
  const from: number[] = []; // where each folded character is from
  for (const { 0: letter, index } of text.matchAll(/./gsu)) {
    const one = fold(letter) || (/\s/.test(letter) ? ' ' : '');
    folded += one;
    for (let count = 0; count < one.length; count += 1) from.push(index);
  }
  return words.flatMap((word) => {
    const at = folded.indexOf(word);
    return at < 0 ? [] : [[from[at] ?? 0, from[at + word.length] ?? text.length] as const];
  });
}
