export const notANumber = 'This is not a number. Use digits, as in 12 or 0.5.';

/** The number that a text is; null for every other text. `Number` would read more: nothing as 0, and some words as no limit. */
export function numberIn(text: string): number | null {
  const number = /^-?(\d+|\d*\.\d+)$/.test(text.trim()) ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : null;
}

/** What is wrong with a text that may be left empty. */
export function faultOf(text: string): string | undefined {
  return text.trim() === '' || numberIn(text) !== null ? undefined : notANumber;
}
