type Cell = string | number | null;

/** The mark by which spreadsheets know that a file is UTF-8. */
export const byteOrderMark = '\uFEFF';

/** A row of CSV with its end (RFC 4180). What a spreadsheet would take for a formula gets an apostrophe before it. */
export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map((cell) => quoted(defused(String(cell ?? '')))).join(',')}\r\n`;
}

function defused(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
