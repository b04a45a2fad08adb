import type { TableEncoding } from '../../shared/model/table.ts';

// UTF-8 that was read as windows-1252 and saved so: `Ã©` for `é`. The images of its further bytes, and the signs that begin two or three of them.
const further = '[\\u0080-\\u00BF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]';
const twiceEncoded = new RegExp(`[ÂÃÄÅ]${further}|[âï]${further}{2}|\\uFFFD`, 'u');

// Accented letters of Mac Roman and of the code pages of DOS become signs that stand behind no letter, that stand within no word, or are capitals in
// the middle of one.
const behindLetter = /\p{L}[ˆ˜‚„‰‡‹¨¸¯¤¦¡¢]/u;
const withinWord = /\p{L}[…†•™“”£¥§©«®°±²³µ¶·¹»¼½¾¿×÷]\p{Ll}/u;
const capital = /\p{Ll}[ŽŠŸŒƒÀ-ÖØ-Þ](?!\p{Lu})|\p{L}[ŽŠŸƒ]\p{Ll}/u;

/** Whether a text has letters as they come from another encoding than that in which they are read; `as` is null in a workbook. */
export function hasWrongLetters(text: string, as: TableEncoding | null): boolean {
  if (/^\p{ASCII}*$/u.test(text)) return false;
  if (twiceEncoded.test(text)) return true;
  if (as !== 'windows-1252' && as !== 'macintosh' && as !== 'ibm850') return false;
  return behindLetter.test(text) || withinWord.test(text) || capital.test(text);
}
