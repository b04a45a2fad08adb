import { succeed } from '../shared/error.ts';
import type { LocalHandlers } from './dispatch.ts';
import type { Records } from './records/records.ts';
import { exportTrail, type TrailFormat } from './records/trail-export.ts';

export interface RecordRooms {
  readonly records: Pick<Records, 'requests' | 'trail'>;
  /** Lets a person choose the file for an export; null where they choose none. */
  readonly chooseExport: (format: TrailFormat) => Promise<string | null>;
}

/** Who answers for what was done: the log of requests and the trail of writes. */
export function recordHandlers({ records, chooseExport }: RecordRooms) {
  const { requests, trail } = records;
  return {
    'requests.list': (filter) => succeed(requests.list(filter)),
    'trail.list': (filter) => succeed(trail.list(filter)),
    'trail.export': (wanted) => exportTrail(trail, chooseExport, wanted),
  } satisfies Partial<LocalHandlers>;
}
