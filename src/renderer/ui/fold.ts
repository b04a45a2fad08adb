/** A text without case and accents, for searching: `societa` finds `Società`. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
}
