import { type Reply, succeed } from '../../shared/error.ts';
import { ChangeLogEntry } from '../../shared/record.ts';
import { byteOrderMark, csvRow } from '../tables/csv.ts';
import type { ChangeLog } from './change-log.ts';
import { writeWhole } from './whole-file.ts';

export type ChangeLogFormat = 'csv' | 'jsonl';

export interface ChangeLogExport {
  /** False where the person chose no file. */
  readonly saved: boolean;
  /** Whether every row of the change log is as it was written; null where nothing was saved. */
  readonly intact: boolean | null;
}

const columns = ChangeLogEntry.keyof().options;
const rowsAtOnce = 500; // the app goes on answering between them

/** Writes the change log, or that of one connection, to a file that a person chooses. Fails as `file-not-written`. */
export async function exportChangeLog(
  changeLog: Pick<ChangeLog, 'after' | 'verify'>,
  choose: (format: ChangeLogFormat) => Promise<string | null>,
  { format, connection }: { readonly format: ChangeLogFormat; readonly connection?: string | undefined },
): Promise<Reply<ChangeLogExport>> {
  const path = await choose(format);
  if (path === null) return succeed({ saved: false, intact: null });
  const written = await writeWhole(path, linesOf(changeLog, format, connection));
  return written.ok ? succeed({ saved: true, intact: changeLog.verify() === null }) : written;
}

function* linesOf(
  changeLog: Pick<ChangeLog, 'after'>,
  format: ChangeLogFormat,
  connection: string | undefined,
): Generator<string> {
  if (format === 'csv') yield byteOrderMark + csvRow(columns);
  let row = 0;
  for (;;) {
    const rows = changeLog.after(row, rowsAtOnce);
    const entries = rows.flatMap(({ entry }) =>
      entry !== null && (connection === undefined || entry.connection === connection) ? [entry] : [],
    );
    if (entries.length > 0) yield entries.map((entry) => lineOf(entry, format)).join('');
    const last = rows.at(-1);
    if (last === undefined) return;
    row = last.row;
  }
}

function lineOf(entry: ChangeLogEntry, format: ChangeLogFormat): string {
  return format === 'csv'
    ? csvRow(columns.map((column) => entry[column] ?? null))
    : `${JSON.stringify(entry)}\n`;
}
