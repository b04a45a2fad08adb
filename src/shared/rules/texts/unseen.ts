const unseen = /[\p{Cf}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;

/** Whether a text has signs that nobody sees, or spaces that look like others. */
export function hasUnseen(text: string): boolean {
  return text.search(unseen) >= 0;
}

/** A text with the number of each such sign in its place. */
export function withUnseen(text: string): string {
  return text.replace(
    unseen,
    (sign) => `[U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
  );
}
