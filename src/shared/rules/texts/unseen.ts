const unseen = /[\p{Cf}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;

/** Letters of other scripts and signs, each before the one that it looks like; of letters the small ones, whose capitals look so, too. */
const pairs = 'аaвbеeкkмmнhоoрpсcтtуyхxіiјjѕsαaβbεeζzηhιiκkμmνnοoρpτtυyχxϲc−-'.match(/../gu) ?? [];
const looks = new Map(pairs.map((pair) => [pair.slice(0, 1), pair.slice(1)]));
const alike = `[${[...looks.keys()].join('')}]`;
/** In an id also accents that stand by themselves, dashes, and signs of full width: with others in their place it is another. */
const odd = new RegExp(`${unseen.source}|${alike}|[\\u0300-\\u036F]|(?!-)\\p{Pd}|[\\uFF01-\\uFF5E]`, 'giu');
/** A letter of these scripts that looks like no other: the id is written in its script. */
const own = new RegExp(`(?!${alike})[\\p{Script=Cyrillic}\\p{Script=Greek}]`, 'iu');
const replaced = new RegExp(`${alike}|\\p{Pd}`, 'gu');

/** Whether a text has signs that nobody sees, or spaces that look like others. */
export function hasUnseen(text: string): boolean {
  return text.search(unseen) >= 0;
}

/** Whether a sign is a letter of the script that the id is written in, and no letter of another stands in its word. */
function isMeant(sign: string, at: number, id: string): boolean {
  if (!/\p{L}/u.test(sign) || !own.test(id)) return false;
  const [before = '', behind = ''] = [
    id.slice(0, at).match(/\p{L}*$/u)?.[0],
    id.slice(at).match(/^\p{L}*/u)?.[0],
  ];
  return !/\p{Script=Latin}/u.test(before + behind);
}

/** Whether an id of one word has signs that look like others, or an apostrophe around it, by which spreadsheets keep it a text. */
export function hasLookalikes(id: string): boolean {
  if (/\s/.test(id)) return false;
  const isOdd = [...id.matchAll(odd)].some(({ 0: sign, index }) => !isMeant(sign, index, id));
  return isOdd || /^['’](?=[\p{Lu}\d])|['’]$/u.test(id);
}

/** A folded text with the letters and dashes that its signs look like. */
export function asItLooks(folded: string): string {
  return folded.replace(replaced, (sign) => looks.get(sign) ?? '-');
}

/** A text with the number of each such sign in its place. */
export function withUnseen(text: string): string {
  return text.replace(/\s/.test(text) ? unseen : odd, (sign, at: number) =>
    isMeant(sign, at, text)
      ? sign
      : `[U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
  );
}
