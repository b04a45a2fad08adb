/**
 * The labels of one level of a menu with `&` before the letter that Alt leads to, each letter once: the first letter of a word
 * where it is free, else any other. A label whose letters are all taken has none.
 */
export function withAccessKeys(labels: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return labels.map((label) => {
    const letters = [...label.matchAll(/[a-z0-9]/gi)].map(({ 0: letter, index: at }) => ({ letter, at }));
    const initials = letters.filter(({ at }) => at === 0 || label[at - 1] === ' ');
    const found = [...initials, ...letters].find(({ letter }) => !taken.has(letter.toLowerCase()));
    const escaped = (text: string): string => text.replaceAll('&', '&&');
    if (found === undefined) return escaped(label);
    taken.add(found.letter.toLowerCase());
    return `${escaped(label.slice(0, found.at))}&${escaped(label.slice(found.at))}`;
  });
}
