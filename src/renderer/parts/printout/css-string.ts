/** A text as a string of CSS, whatever stands in it. */
export function cssString(text: string): string {
  const escaped = text.replace(/["\\\p{Cc}]/gu, (sign) => `\\${(sign.codePointAt(0) ?? 0).toString(16)} `);
  return `"${escaped}"`;
}
