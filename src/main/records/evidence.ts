import { type Reply, succeed } from '../../shared/error.ts';
import type { ChangeLog } from './change-log.ts';
import { writeWhole } from './whole-file.ts';

export interface ChangeLogEvidence {
  /** False where the person chose no file. */
  readonly saved: boolean;
  /** Whether every row of the change log is as it was written; null where nothing was saved. */
  readonly intact: boolean | null;
}

const rowsAtOnce = 500; // the app goes on answering between them

/**
 * Writes the change log, or that of one connection, to a file that a person chooses, one entry a line and each as it was written:
 * evidence, which no filter, order or language changes. Fails as `file-not-written`.
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
  let row = 0;
  for (;;) {
    const rows = changeLog.after(row, rowsAtOnce);
    const entries = rows.flatMap(({ entry }) =>
      entry !== null && (connection === undefined || entry.connection === connection) ? [entry] : [],
    );
    if (entries.length > 0) yield entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
    const last = rows.at(-1);
    if (last === undefined) return;
    row = last.row;
  }
}
