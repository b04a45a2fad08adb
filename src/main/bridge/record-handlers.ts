import { fail, succeed } from '../../shared/error.ts';
import type { FileAside } from '../../shared/record.ts';
import { saveEvidence } from '../records/evidence.ts';
import { type Page, printPage } from '../records/page-print.ts';
import type { Records } from '../records/records.ts';
import { createTableExport } from '../tables/export.ts';
import type { LocalHandlers } from './dispatch.ts';

export interface RecordDeps {
  readonly records: Pick<Records, 'requests' | 'changeLog'>;
  readonly aside: () => readonly FileAside[];
  readonly chooseEvidence: () => Promise<string | null>;
  /** Lets a person choose a file for something else, called so unless they call it otherwise. */
  readonly chooseFile: (fileName: string) => Promise<string | null>;
  readonly pageOf: (id: number) => Page | null;
  readonly locale: () => string;
  readonly newId: () => string;
}

export function recordHandlers({
  records,
  aside,
  chooseEvidence,
  chooseFile,
  pageOf,
  locale,
  newId,
}: RecordDeps) {
  const { requests, changeLog } = records;
  const tables = createTableExport(chooseFile, newId);
  return {
    'requests.list': (filter) => succeed(requests.list(filter)),
    'changeLog.list': (filter) => succeed(changeLog.list(filter)),
    'files.aside': () => succeed(aside()),
    'changeLog.verify': () =>
      succeed({ rows: changeLog.list({ pageSize: 1 }).count ?? 0, broken: changeLog.verify() }),
    'changeLog.saveEvidence': (wanted) => saveEvidence(changeLog, chooseEvidence, wanted),
    'table.open': (table, _, gone) => tables.open(table, gone),
    'table.add': tables.add,
    'table.close': tables.close,
    'page.print': (wanted, from) => {
      const page = from === null ? null : pageOf(from);
      return page === null ? fail('not-printed') : printPage(page, chooseFile, locale(), wanted);
    },
  } satisfies Partial<LocalHandlers>;
}
