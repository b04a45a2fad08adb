import type { TableSeparator } from '../../shared/model/table.ts';
import { escapeFormulas } from '../../shared/rules/tables/formula.ts';

type Cell = string | number | boolean | null;

/** The mark by which spreadsheets know that a file is UTF-8. */
export const byteOrderMark = '\uFEFF';

/** A row of CSV with its end (RFC 4180), without formulas, wherever a spreadsheet splits it (docs/data.md); a number is none. */
export function csvRow(cells: readonly Cell[], separator: TableSeparator = ','): string {
  return `${cells.map((cell) => (typeof cell === 'number' ? String(cell) : quoted(escapeFormulas(String(cell ?? ''))))).join(separator)}\r\n`;
}

function quoted(text: string): string {
  return /[",;|\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
