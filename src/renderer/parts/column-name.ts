/** A column of a file: its letters as spreadsheets have them, and its title. */
export function columnName(title: string | undefined, place: number, untitled: string): string {
  const letters = place < 26 ? '' : String.fromCodePoint(64 + Math.floor(place / 26));
  const letter = `${letters}${String.fromCodePoint(65 + (place % 26))}`;
  return `${letter}: ${title === undefined || title.trim() === '' ? untitled : title}`;
}
