import { fail, succeed } from '../shared/error.ts';
import type { FileAside } from '../shared/record.ts';
import type { LocalHandlers } from './dispatch.ts';
import { type Page, printPage } from './records/page-print.ts';
import type { Records } from './records/records.ts';
import { exportTable } from './records/table-export.ts';
import { exportTrail, type TrailFormat } from './records/trail-export.ts';

export interface RecordRooms {
  readonly records: Pick<Records, 'requests' | 'trail'>;
  /** The files that were set aside and are still there. */
  readonly aside: () => readonly FileAside[];
  /** Lets a person choose the file for an export; null where they choose none. */
  readonly chooseExport: (format: TrailFormat) => Promise<string | null>;
  /** Lets a person choose a file for something else, called so unless they call it otherwise. */
  readonly chooseFile: (fileName: string) => Promise<string | null>;
  /** The page of that number; null where there is none any more. */
  readonly pageOf: (id: number) => Page | null;
  /** The system's language, BCP 47. */
  readonly locale: () => string;
}

/** Who answers for what was done: the log of requests and the trail of writes; and for files that a person asks for. */
export function recordHandlers({ records, aside, chooseExport, chooseFile, pageOf, locale }: RecordRooms) {
  const { requests, trail } = records;
  return {
    'requests.list': (filter) => succeed(requests.list(filter)),
    'trail.list': (filter) => succeed(trail.list(filter)),
    'files.aside': () => succeed(aside()),
    'trail.verify': () => succeed({ rows: trail.list({ pageSize: 1 }).count ?? 0, broken: trail.verify() }),
    'trail.export': (wanted) => exportTrail(trail, chooseExport, wanted),
    'table.export': (table) => exportTable(chooseFile, table),
    'page.print': (wanted, from) => {
      const page = from === null ? null : pageOf(from);
      return page === null ? fail('not-printed') : printPage(page, chooseFile, locale(), wanted);
    },
  } satisfies Partial<LocalHandlers>;
}
