// A spreadsheet takes a cell for a formula by its first sign, and chooses by its language what it splits a file at: commas,
// or, in Dutch and Italian, semicolons. So every place where a cell may begin counts as the beginning of one.
const separators = /[,;:|\t\n\v\f\r\u0085\u2028\u2029]/u;
const passedOver = /[\s"\p{Cc}\p{Cf}]/u; // what may stand, unseen or taken off, between a separator and the sign
const signs = /[=+\-@\uFE62\uFE63\uFE66\uFE6B\uFF0B\uFF0D\uFF1D\uFF20]/u; // full-width and small forms, too

/**
 * The text with an apostrophe before each sign with which a cell of it could begin as a formula, wherever a spreadsheet
 * splits it. `unescapeFormulas` gives back every text as it was.
 */
export function escapeFormulas(text: string): string {
  return rewritten(text, (apostrophes) => `${apostrophes}'`);
}

/** A text of one of our own exports as it was before. */
export function unescapeFormulas(text: string): string {
  // Nearly every text: a list of thousands is read while somebody types.
  return text.includes("'") ? rewritten(text, (apostrophes) => apostrophes.slice(1)) : text;
}

/** What a cell of a text file says: as before one of our exports, or the text of a formula that is no more than it, as programs keep zeros. */
export function plainCell(text: string): string {
  return /^="([^"]*)"$/.exec(text)?.[1] ?? unescapeFormulas(text);
}

/** Changes the apostrophes, perhaps none, before every sign with which a cell may begin. One pass, however long the text. */
function rewritten(text: string, change: (apostrophes: string) => string): string {
  let result = '';
  let begins = true;
  let apostrophes = '';
  for (const letter of text) {
    if (begins && letter === "'") {
      apostrophes += letter;
      continue;
    }
    result += begins && signs.test(letter) ? change(apostrophes) : apostrophes;
    result += letter;
    begins = separators.test(letter) || (begins && apostrophes === '' && passedOver.test(letter));
    apostrophes = '';
  }
  return result + apostrophes;
}
