import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fail, type Reply, succeed } from '../../shared/error.ts';
import { TrailEntry } from '../../shared/record.ts';
import { byteOrderMark, csvRow } from './spreadsheet.ts';
import type { Trail } from './trail.ts';

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
  const part = `${path}.part`;
  try {
    await pipeline(
      Readable.from(linesOf(trail, format, connection)),
      createWriteStream(part, { mode: 0o600 }),
    );
    await rename(part, path);
    return succeed({ saved: true, intact: trail.verify() === null });
  } catch (fault) {
    await rm(part, { force: true });
    if (fault instanceof Error && 'syscall' in fault) return fail('file-not-written');
    throw fault;
  }
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
