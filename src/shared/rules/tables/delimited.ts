import type { FileCell } from '../../model/file-table.ts';
import type { TableSeparator } from '../../model/table.ts';
import { escapeFormulas } from './formula.ts';

/** The mark by which spreadsheets know that a file is UTF-8. */
export const byteOrderMark = '\uFEFF';

/** A row of CSV with its end (RFC 4180), without formulas, wherever a spreadsheet splits it (docs/data.md); a number is none. */
export function csvRow(cells: readonly FileCell[], separator: TableSeparator = ','): string {
  return `${cells.map((cell) => quoted(harmless(cell))).join(separator)}\r\n`;
}

/** A cell as a text that no spreadsheet takes for a formula. */
export function harmless(cell: FileCell): string {
  const text = plain(cell);
  return typeof text === 'number' ? String(text) : escapeFormulas(String(text ?? ''));
}

/** A list has a line for each of its texts. */
export function plain(cell: FileCell): Exclude<FileCell, readonly string[]> {
  return typeof cell === 'object' && cell !== null ? cell.join('\n') : cell;
}

function quoted(text: string): string {
  return /[",;|\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
