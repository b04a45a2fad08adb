import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { fail, type Reply, succeed } from '../../shared/error.ts';
import type { FileColumnHead, FileFormat } from '../../shared/model/file-table.ts';
import type { TableSeparator } from '../../shared/model/table.ts';
import { fileName, writeWhole } from '../records/whole-file.ts';
import { type FileRow, writeTable } from './write.ts';

interface Wanted {
  /** What the file is called until a person calls it otherwise; without its ending. */
  readonly name: string;
  readonly format: FileFormat;
  readonly columns: readonly FileColumnHead[];
  /** Between the cells of CSV; a comma unless given. */
  readonly separator?: TableSeparator | undefined;
}

interface Writing {
  readonly rows: PassThrough;
  /** Settles when the file is there, or is not to be. */
  readonly written: Promise<Reply<null>>;
  readonly cut: () => number;
}

const batchesAhead = 4;

/**
 * Writes tables that the interface sends in parts to the files that a person chooses. A file is there whole or not at all: one
 * whose page is gone, or that is not to be kept, leaves nothing. Fails as `file-not-written`.
 */
export function createTableExport(choose: (fileName: string) => Promise<string | null>, newId: () => string) {
  const writings = new Map<string, Writing>();
  return {
    open: async (
      { name, format, columns, separator }: Wanted,
      gone?: AbortSignal,
    ): Promise<Reply<{ readonly id: string | null }>> => {
      const chosen = await choose(`${fileName(name)}.${format}`);
      if (chosen === null || gone?.aborted === true) return succeed({ id: null });
      const path = withEnding(chosen, format);
      const id = newId();
      const rows = new PassThrough({ objectMode: true, highWaterMark: batchesAhead });
      rows.on('error', () => {}); // whoever reads hears of it
      const { chunks, cut } = writeTable(format, columns, rows, separator);
      const written = writeWhole(path, chunks).catch((fault: unknown) => {
        if (fault instanceof NotKept) return succeed(null);
        throw fault;
      });
      written.finally(() => rows.destroy()).catch(() => {}); // whoever closes hears of it
      writings.set(id, { rows, written, cut });
      gone?.addEventListener('abort', () => {
        writings.delete(id);
        rows.destroy(new NotKept());
      });
      return succeed({ id });
    },

    add: async ({
      id,
      rows,
    }: {
      readonly id: string;
      readonly rows: readonly FileRow[];
    }): Promise<Reply<null>> => {
      const writing = writings.get(id);
      if (writing === undefined) return fail('invalid-input');
      // A file that cannot be written takes no more rows, and so makes no room.
      if (writing.rows.destroyed) return writing.written;
      if (!writing.rows.write(rows))
        await Promise.race([once(writing.rows, 'drain'), writing.written]).catch(() => {});
      return succeed(null);
    },

    close: async ({
      id,
      isKept,
    }: {
      readonly id: string;
      readonly isKept: boolean;
    }): Promise<Reply<{ readonly cut: number }>> => {
      const writing = writings.get(id);
      if (writing === undefined) return fail('invalid-input');
      writings.delete(id);
      if (isKept) writing.rows.end();
      else writing.rows.destroy(new NotKept());
      const written = await writing.written;
      return written.ok ? succeed({ cut: writing.cut() }) : written;
    },
  };
}

/** A path that ends as its format does; where a person left that out, the next one that is free, for nobody was asked to replace it. */
function withEnding(path: string, format: FileFormat): string {
  if (path.toLowerCase().endsWith(`.${format}`)) return path;
  for (let number = 1; ; number += 1) {
    const named = `${path}${number === 1 ? '' : ` (${number})`}.${format}`;
    if (!existsSync(named)) return named;
  }
}

/** Ends the writing of a file that is not to be. */
class NotKept extends Error {}
