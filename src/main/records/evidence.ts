import { z } from 'zod';
import { type Reply, succeed } from '../../shared/error.ts';
import { isRecord } from '../../shared/model/tolerant.ts';
import { type ChangeLog, hashOf } from './change-log.ts';
import { writeWhole } from './whole-file.ts';

export interface ChangeLogEvidence {
  /** False where the person chose no file. */
  readonly saved: boolean;
  /** Whether every row of the change log is as it was written; null where nothing was saved. */
  readonly intact: boolean | null;
}

const rowsAtOnce = 500; // the app goes on answering between them

const Line = z.object({ row: z.number(), previous: z.string(), hash: z.string(), entry: z.unknown() });

/**
 * Writes the change log, or that of one connection, to a file that a person chooses: a line for each row, with its number, the hash of the row before,
 * its own, and its entry as it was written. No filter, order or language changes that. Fails as `file-not-written`.
 */
export async function saveEvidence(
  changeLog: Pick<ChangeLog, 'after' | 'verify'>,
  choose: () => Promise<string | null>,
  { connection }: { readonly connection?: string | undefined },
): Promise<Reply<ChangeLogEvidence>> {
  const path = await choose();
  if (path === null) return succeed({ saved: false, intact: null });
  const written = await writeWhole(path, linesOf(changeLog, connection));
  return written.ok ? succeed({ saved: true, intact: changeLog.verify() === null }) : written;
}

function* linesOf(changeLog: Pick<ChangeLog, 'after'>, connection: string | undefined): Generator<string> {
  let [last, previous] = [0, ''];
  for (;;) {
    const rows = changeLog.after(last, rowsAtOnce);
    if (rows.length === 0) return;
    let lines = '';
    for (const { row, body, hash } of rows) {
      const entry = JSON.parse(body) as unknown;
      const isOf = connection === undefined || (isRecord(entry) && entry['connection'] === connection);
      if (isOf) lines += `{"row":${row},"previous":"${previous}","hash":"${hash}","entry":${body}}\n`;
      [last, previous] = [row, hash];
    }
    yield lines;
  }
}

/** What a file of evidence shows. That rows are missing at its end cannot be seen. */
export interface EvidenceCheck {
  readonly entries: number;
  /**
   * The first line that is not as it was written or does not follow the one before (`changed`), or cannot be read as a line of evidence, as one of
   * an older version (`unread`); null where there is none.
   */
  readonly broken: { readonly line: number; readonly why: 'changed' | 'unread' } | null;
  /** Whether no row is left out, from the first to the last; a file of one connection has only some. */
  readonly isWhole: boolean;
}

/** Reads a file that `saveEvidence` has written, line by line, and follows its hashes. */
export async function verifyEvidence(
  lines: Iterable<string> | AsyncIterable<string>,
): Promise<EvidenceCheck> {
  let [entries, row, hash, isWhole] = [0, 0, '', true];
  for await (const text of lines) {
    const line = lineOf(text);
    if (line === null) return { entries, broken: { line: entries + 1, why: 'unread' }, isWhole };
    const follows = line.row === row + 1;
    const isIntact =
      JSON.stringify(line) === text && // no hash covers what stands beside the entry
      line.row > row &&
      (!follows || line.previous === hash) &&
      line.hash === hashOf(line.previous, JSON.stringify(line.entry));
    if (!isIntact) return { entries, broken: { line: entries + 1, why: 'changed' }, isWhole };
    isWhole &&= follows;
    [entries, row, hash] = [entries + 1, line.row, line.hash];
  }
  return { entries, broken: null, isWhole };
}

function lineOf(text: string): z.output<typeof Line> | null {
  try {
    return Line.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
