import type { FileCell, FileKey } from '../../../shared/model/file-table.ts';
import { csvRow, harmless } from '../../../shared/rules/tables/delimited.ts';
import { fileFields, gridColumns, type TableColumn } from '../../ui/grid/columns.ts';
import { cellIn } from './file-table.ts';

interface CopiedColumn<Row> {
  readonly title: string;
  readonly cell: (row: Row) => FileCell;
}

/** The columns in sight as they are copied: what a file has of them, else what they show. */
export function copiedColumns<Row>(
  columns: readonly TableColumn<Row>[],
  shown: readonly string[],
  titleOf: (key: FileKey) => string,
): readonly CopiedColumn<Row>[] {
  const fields = fileFields(columns);
  return shown.flatMap((id): readonly CopiedColumn<Row>[] => {
    const own = fields.filter(({ column }) => column === id);
    if (own.length > 0)
      return own.map((field) => ({ title: titleOf(field.key), cell: (row) => cellIn(field, row, 'csv') }));
    const column = gridColumns(columns).find((one) => one.id === id);
    return column?.value === undefined ? [] : [{ title: column.title, cell: column.value }];
  });
}

/** Rows with their titles, for spreadsheets and for texts. No cell is a formula, as none of an export is. */
export function copiedTable<Row>(columns: readonly CopiedColumn<Row>[], rows: readonly Row[]) {
  const titles = columns.map(({ title }) => title);
  const cells = rows.map((row) => columns.map(({ cell }) => cell(row)));
  return {
    text: [titles, ...cells].map((row) => csvRow(row, '\t')).join(''),
    html: `<table><thead>${rowOf('th', titles)}</thead><tbody>${cells.map((row) => rowOf('td', row)).join('')}</tbody></table>`,
  };
}

function rowOf(tag: 'th' | 'td', cells: readonly FileCell[]): string {
  return `<tr>${cells.map((cell) => `<${tag}${typeof cell === 'number' ? '' : asText}>${escaped(harmless(cell))}</${tag}>`).join('')}</tr>`;
}

// What spreadsheets read of a pasted table: a text stays one, with its zeros, and its lines stay in one cell.
const asText = ` style="mso-number-format:'\\@'"`;
const newLine = '<br style="mso-data-placement:same-cell">';
const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => signs[sign] ?? sign).replaceAll(/\r\n?|\n/g, newLine);
}
