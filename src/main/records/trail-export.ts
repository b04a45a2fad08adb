import { type Reply, succeed } from '../../shared/error.ts';
import { TrailEntry } from '../../shared/record.ts';
import { byteOrderMark, csvRow } from './spreadsheet.ts';
import type { Trail } from './trail.ts';
import { writeWhole } from './whole-file.ts';

export type TrailFormat = 'csv' | 'jsonl';

export interface TrailExport {
  /** False where the person chose no file. */
  readonly saved: boolean;
  /** Whether every row of the trail is as it was written; null where nothing was saved. */
  readonly intact: boolean | null;
}

const columns = TrailEntry.keyof().options;
const rowsAtOnce = 500; // the app goes on answering between them

/**
 * Writes the trail, or one connection's part of it, to the file that a person chooses; it is there whole or not at all.
 * Fails as `file-not-written`.
 */
export async function exportTrail(
  trail: Pick<Trail, 'after' | 'verify'>,
  choose: (format: TrailFormat) => Promise<string | null>,
  { format, connection }: { readonly format: TrailFormat; readonly connection?: string | undefined },
): Promise<Reply<TrailExport>> {
  const path = await choose(format);
  if (path === null) return succeed({ saved: false, intact: null });
  const written = await writeWhole(path, linesOf(trail, format, connection));
  return written.ok ? succeed({ saved: true, intact: trail.verify() === null }) : written;
}

function* linesOf(
  trail: Pick<Trail, 'after'>,
  format: TrailFormat,
  connection: string | undefined,
): Generator<string> {
  if (format === 'csv') yield byteOrderMark + csvRow(columns);
  let row = 0;
  for (;;) {
    const rows = trail.after(row, rowsAtOnce);
    const entries = rows.flatMap(({ entry }) =>
      entry !== null && (connection === undefined || entry.connection === connection) ? [entry] : [],
    );
    if (entries.length > 0) yield entries.map((entry) => lineOf(entry, format)).join('');
    const last = rows.at(-1);
    if (last === undefined) return;
    row = last.row;
  }
}

function lineOf(entry: TrailEntry, format: TrailFormat): string {
  return format === 'csv' ? csvRow(columns.map((column) => entry[column])) : `${JSON.stringify(entry)}\n`;
}
