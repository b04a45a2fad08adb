import type { Reply } from '../../../shared/error.ts';
import type { FileCell, FileColumnHead, FileFormat } from '../../../shared/model/file-table.ts';
import type { TableSeparator } from '../../../shared/model/table.ts';
import { call } from '../../data/call.ts';
import type { WholeList } from '../../data/collection.ts';
import type { FileField, TableColumn } from '../../ui/grid/columns.ts';

/** A list as it can be saved in a file. */
export interface FileTable<Row> {
  /** What it is called; the file, too, until a person calls that otherwise. */
  readonly name: string;
  /** The id of the grid that shows it. */
  readonly grid?: string | undefined;
  readonly columns: readonly TableColumn<Row>[];
  /** The rows as they are filtered and sorted, as far as they are there. */
  readonly rows: readonly Row[];
  readonly selected?: readonly Row[] | undefined;
  /** How far the list is read that the rows come from; one that is read on demand has `readAll`. */
  readonly list?: Pick<WholeList<unknown>, 'entries' | 'total' | 'complete' | 'isReading'> | undefined;
  /** How many rows there are, and what reads them all, where only the first ones are there. */
  readonly readAll?: { readonly count: number; readonly read: () => Promise<readonly Row[]> } | undefined;
  /** What a person must know of it before: what it does not have. */
  readonly note?: string | undefined;
}

export interface Wanted<Row> {
  readonly name: string;
  readonly format: FileFormat;
  readonly columns: readonly (FileColumnHead & Pick<FileField<Row>, 'value' | 'words'>)[];
  readonly rows: readonly Row[];
  /** Between the cells of CSV; a comma unless given. */
  readonly separator?: TableSeparator | undefined;
}

/** What a table has of a row in a column. */
export function cellIn<Row>(
  { value, words }: Pick<FileField<Row>, 'value' | 'words'>,
  row: Row,
  format: FileFormat,
): FileCell {
  return format === 'json' || words === undefined ? value(row) : words(row);
}

interface Saved {
  readonly isSaved: boolean;
  /** Texts that were longer than a cell of the format can be, and lost their end. */
  readonly cut: number;
}

const notSaved: Reply<Saved> = { ok: true, value: { isSaved: false, cut: 0 } };

const mostAtOnce = 1_000; // rows, and about as many characters times a thousand
const longest = 1_000_000;

/** Saves a table where a person says, part by part. When `signal` aborts nothing of it stays. Fails as `file-not-written`. */
export async function saveTable<Row>(
  { name, format, columns, rows, separator }: Wanted<Row>,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (rows: number) => void },
): Promise<Reply<Saved>> {
  const heads = columns.map(
    ({ key, title, kind, choices, hint }): FileColumnHead => ({
      key,
      title,
      ...(kind === undefined ? {} : { kind }),
      ...(choices === undefined ? {} : { choices }),
      ...(hint === undefined ? {} : { hint }),
    }),
  );
  const opened = await call('table.open', {
    name,
    format,
    columns: heads,
    ...(separator === undefined ? {} : { separator }),
  });
  if (!opened.ok) return opened;
  const { id } = opened.value;
  if (id === null) return notSaved;
  let batch: FileCell[][] = [];
  let length = 0;
  for (const [place, row] of rows.entries()) {
    const cells = columns.map((column) => cellIn(column, row, format));
    batch.push(cells);
    length += cells.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 8), 0);
    if (batch.length < mostAtOnce && length < longest && place < rows.length - 1) continue;
    const added = await call('table.add', { id, rows: batch });
    if (!added.ok || signal.aborted) {
      const closed = await call('table.close', { id, isKept: false });
      return added.ok ? notSaved : closed.ok ? { ok: false, error: { code: 'internal' } } : closed;
    }
    onProgress(place + 1);
    batch = [];
    length = 0;
  }
  const closed = await call('table.close', { id, isKept: true });
  return closed.ok ? { ok: true, value: { isSaved: true, cut: closed.value.cut } } : closed;
}
