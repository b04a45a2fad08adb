import { type Reply, succeed } from '../../shared/error.ts';
import { byteOrderMark, csvRow } from './spreadsheet.ts';
import { writeWhole } from './whole-file.ts';

export interface Table {
  /** What the file is called until a person calls it otherwise; without its ending. */
  readonly name: string;
  /** The first one has the titles. */
  readonly rows: readonly (readonly string[])[];
}

/** Writes a table that a person looks at as CSV to the file that they choose; `saved` is false where they choose none. Fails as `file-not-written`. */
export async function exportTable(
  choose: (fileName: string) => Promise<string | null>,
  { name, rows }: Table,
): Promise<Reply<{ readonly saved: boolean }>> {
  const path = await choose(`${fileName(name)}.csv`);
  if (path === null) return succeed({ saved: false });
  const lines = rows.map((cells, place) => (place === 0 ? byteOrderMark : '') + csvRow(cells));
  const written = await writeWhole(path, lines);
  return written.ok ? succeed({ saved: true }) : written;
}

/** A name that every system takes for a file, and that leads into no folder. */
export function fileName(name: string): string {
  const plain = name.replace(/[^\p{L}\p{N} _-]+/gu, '-').replace(/^[\s-]+|[\s-]+$/gu, '');
  return Array.from(plain).slice(0, 80).join('') || 'table';
}
