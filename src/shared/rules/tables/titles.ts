import { fold } from '../texts/fold.ts';

const remark = /\([^)]*\)|\[[^\]]*\]/g;

/** A title as titles are compared: without case, accents, remarks in brackets, marks of a needed column, and what joins its words. */
export function titleKey(title: string): string {
  return fold(title.replace(remark, ' '))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

const number = /^(?:nr|nrs|no|n|num|nummer|number|numero|id|ids|code|codice|cod|codigo|ref|reference)$/;
const numbered = /^(\p{L}{2,})(?:nummern?|number|nr|code)$/u;
const joining = /^(?:of|the|de|het|di|del|della|dell|du|des|l)$/;
const vanThe = /\bvan(?= (?:de|het) )/g; // alone it begins a period: "Boekjaar van"

/**
 * What a title says, whatever signs it is written with: its words without those that join them, and at the end one for a number where it is of one
 * (`Klantnr.`, `Numero cliente`, `Client #`). A word that is shortened keeps its point.
 */
function wordsOf(title: string): readonly string[] {
  const plain = fold(title.replace(remark, ' ').replace(/#|[Nn][°º]/g, ' nr '))
    .replace(/['’]/g, ' ')
    .replace(vanThe, ' ');
  const words = (plain.match(/[\p{L}\p{N}]+\.?/gu) ?? []).flatMap((word) => {
    const whole = word.replace('.', '');
    const [, of] = numbered.exec(whole) ?? [];
    if (number.test(whole)) return ['nr'];
    return of === undefined ? [number.test(whole) ? 'nr' : word] : [of, 'nr'];
  });
  const [own, isNumber] = [
    words.filter((word) => word !== 'nr' && !joining.test(word)),
    words.includes('nr'),
  ];
  return own.length > 0 && isNumber ? [...own, 'nr'] : own;
}

/** Finds which of some titles says the same as another, in other signs or in words that are shortened; none where several would. */
export function sayingFinder<Meaning>(titles: readonly (readonly [string, Meaning])[]) {
  const known = titles.map(([title, meaning]) => ({ words: wordsOf(title).map(withoutPoint), meaning }));
  const byWhole = Map.groupBy(known, ({ words }) => words.join(''));
  return (title: string): readonly Meaning[] => {
    const words = wordsOf(title);
    if (words.length === 0) return [];
    const same = byWhole.get(words.map(withoutPoint).join(''));
    if (same !== undefined) return same.map(({ meaning }) => meaning);
    if (!words.some((word) => word.endsWith('.'))) return [];
    return known
      .filter(
        (other) =>
          other.words.length === words.length &&
          words.every((word, place) => says(word, other.words[place] ?? '')),
      )
      .map(({ meaning }) => meaning);
  };
}

function withoutPoint(word: string): string {
  return word.replace('.', '');
}

/** Whether a word is another, or one that is shortened to two letters at least. */
function says(word: string, other: string): boolean {
  return word.endsWith('.') && word.length > 2
    ? other.startsWith(withoutPoint(word))
    : withoutPoint(word) === other;
}
