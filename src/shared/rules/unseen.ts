/** Whether a text has signs that nobody sees, or spaces that look like others. */
export function hasUnseen(text: string): boolean {
  return /[\p{Cf}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u.test(text);
}
