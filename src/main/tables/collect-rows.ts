import {
  cellKinds,
  type TableContent,
  type TableEncoding,
  type TableNote,
  tableLimits,
} from '../../shared/model/table.ts';
import { hasUnseen } from '../../shared/rules/texts/unseen.ts';
import { Refused } from './refused.ts';

const ordinary = /^[!-%'-~](?:[ -%'-~]*[!-%'-~])?$/; // as most cells are: nothing is to be noted of their signs

/** Collects the rows of a table within its limits, in the order of the file after so many lines that are no rows, and counts what a person has to know of them. */
export function collectRows(before = 0, encoding: TableEncoding | null = null) {
  const rows: string[][] = [];
  const numbers: number[] = [];
  const kinds: string[] = [];
  const notes = new Map<TableNote, { count: number; row: number | null }>();
  let cells = 0;
  let lastNumber = before;

  const note = (code: TableNote, row: number | null, count = 1): void => {
    const noted = notes.get(code);
    if (noted === undefined) notes.set(code, { count, row });
    else noted.count += count;
  };

  const noteSigns = (number: number, text: string): void => {
    if (text.includes('\0')) throw new Refused('nul-cell', number);
    if (/^\s|\s$/u.test(text)) note('outer-spaces', number);
    if (hasUnseen(text.trim())) note('invisible', number);
    if (hasWrongLetters(text, encoding)) note('wrong-letters', number);
  };

  const noteCells = (number: number, texts: readonly string[], letters: string | null): void => {
    for (const [place, text] of texts.entries()) {
      const letter = letters?.[place] ?? cellKinds.text;
      if (isUncalculated(letter)) note('uncalculated', number);
      if (text === '') continue;
      if (text.length > tableLimits.letters) throw new Refused('cell-too-long', number);
      if (!ordinary.test(text)) noteSigns(number, text);
      if (letter === cellKinds.text) continue;
      if (letter !== letter.toLowerCase()) note('formulas', number);
      const code = notesOfKinds[letter.toLowerCase()];
      if (code !== undefined) note(code, number);
    }
  };

  return {
    note,
    /** A row by its number; `letters` has the kinds of its cells. Empty cells at its end are left out, and so is an empty row. */
    add: (number: number, texts: readonly string[], letters: string | null): void => {
      const width = texts.findLastIndex((text, place) => text !== '' || isUncalculated(letters?.[place])) + 1;
      if (width === 0) return;
      if (number > lastNumber + 1) note('blank-rows', lastNumber + 1, number - lastNumber - 1);
      lastNumber = number;
      cells += width;
      if (rows.length === tableLimits.rows) throw new Refused('too-large', number);
      if (width > tableLimits.columns) throw new Refused('too-many-columns', number);
      if (cells > tableLimits.cells) throw new Refused('too-large', number);
      const kept = texts.slice(0, width);
      noteCells(number, kept, letters);
      rows.push(kept);
      numbers.push(number);
      if (letters !== null) kinds.push(letters.slice(0, width));
    },
    /** Refuses as `empty` where there is no row. */
    content: (): Pick<TableContent, 'rows' | 'numbers' | 'notes'> & { readonly kinds: readonly string[] } => {
      if (rows.length === 0) throw new Refused('empty');
      return { rows, numbers, kinds, notes: [...notes].map(([code, noted]) => ({ code, ...noted })) };
    },
  };
}

const notesOfKinds: Readonly<Record<string, TableNote>> = {
  [cellKinds.error]: 'errors',
  [cellKinds.long]: 'long-numbers',
  [cellKinds.padded]: 'padded-numbers',
};

/** A value is missing there: a cell that a formula leaves empty is an empty one. */
function isUncalculated(letter: string | undefined): boolean {
  return letter === cellKinds.uncalculated.toUpperCase();
}

// UTF-8 that was read as windows-1252 and saved so: `Ã©` for `é`. The images of its further bytes, and the signs that begin two or three of them.
const further = '[\\u0080-\\u00BF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]';
const ofWebPage =
  /&(?:#\d{2,5}|#x[\da-f]{2,4}|amp|lt|gt|quot|apos|nbsp|[a-z]{1,2}(?:acute|grave|uml|circ|tilde|cedil|lig|ring|slash));/i;
const twiceEncoded = new RegExp(`[ÂÃÄÅ]${further}|[âï]${further}{2}|\\uFFFD`, 'u');

// Accented letters of Mac Roman and of the code pages of DOS become signs that stand behind no letter, that stand within no word, or are capitals in
// the middle of one.
const behindLetter = /\p{L}[ˆ˜‚„‰‡‹¨¸¯¤¦¡¢ƒ]/u;
const withinWord = /\p{L}[…†•™“”£¥§©«®°±²³µ¶·¹»¼½¾¿×÷]\p{L}/u;
const manyAccents = /[À-ÖØ-öø-ÿ]{4}/; // as of another alphabet
const capital = /\p{Ll}[ŽŠŸŒƒÀ-ÖØ-Þ](?!\p{Lu})|\p{L}[ŽŠŸƒ]\p{Ll}/u;

/** Whether a text has letters as they come from another encoding than that in which they are read; `as` is null in a workbook. */
function hasWrongLetters(text: string, as: TableEncoding | null): boolean {
  if (ofWebPage.test(text)) return true;
  if (/^\p{ASCII}*$/u.test(text)) return false;
  if (twiceEncoded.test(text)) return true;
  if (as !== 'windows-1252' && as !== 'macintosh' && as !== 'ibm850') return false;
  return behindLetter.test(text) || withinWord.test(text) || capital.test(text) || manyAccents.test(text);
}
