import type { AppError } from '../../shared/error.ts';
import type { Page } from '../../shared/model/page.ts';
import type { Tier } from '../../shared/model/tiers.ts';
import type { CollectionState, RowChanges } from '../../shared/operations/mirror.ts';
import { type ListDoubt, unreadOf } from '../../shared/rules/service/list-reading.ts';
import type { CachedHead } from './row-cache.ts';
import { createRows, type RankedRow } from './rows.ts';

type Known = Omit<CollectionState, 'tier' | 'isReading' | 'fresh'>;

/** One list of a service: its rows, and how far it was read. `onChange` hears of each change of either. */
export type Collection = ReturnType<typeof createCollection>;

export function createCollection(tier: Tier, onChange: () => void) {
  const rows = createRows();
  let isReading = false;
  let begunAt = 0; // milliseconds since 1970
  let known = nothing;
  const change = (next: Partial<Known>): void => {
    known = { ...known, ...next };
    rows.touch();
    onChange();
  };
  const counted = (total: (now: number) => number): Partial<Known> =>
    known.total === null ? {} : { total: total(known.total) };

  return {
    known: (): Known => known,
    begun: (now: number): void => {
      isReading = true;
      begunAt = now;
      change({ error: null });
    },
    /** What the offline copy has, before anything was read: it stands in for that. */
    restored: (kept: readonly RankedRow[], { at, total }: CachedHead): void => {
      rows.restore(kept);
      change({ keptAt: at, total });
    },
    /** What the offline copy says of the list: when the oldest of its rows was read, and how many there are. */
    head: (): CachedHead => ({
      at: known.keptAt ?? (known.isAtEnd ? known.readAt : begunAt),
      total: known.total,
    }),
    rows,
    /** A further page has come. */
    page: (pages: readonly Page<unknown>[]): void => {
      const { count = null, results = [] } = pages.at(-1) ?? {};
      rows.take(results);
      const unread = known.isAtEnd ? known.unread : unreadOf(pages);
      change({ total: count, pagesLeft: leftOf(pages), unread });
    },
    /** It was read to its end. */
    settled: (pages: readonly Page<unknown>[], doubt: ListDoubt | null, readAt: number): void => {
      isReading = false;
      rows.settle(pages.flatMap(({ results }) => results));
      change({ isAtEnd: true, pagesLeft: 0, unread: unreadOf(pages), doubt, readAt, keptAt: null });
    },
    /** Its end was read again, and proves that all before is still there: how that is now, is as it was read before. */
    renewed: (pages: readonly Page<unknown>[]): void => {
      isReading = false;
      for (const { results } of pages) rows.take(results);
      change({ total: pages.at(-1)?.count ?? known.total });
    },
    failed: (error: AppError): void => {
      isReading = false;
      change({ error });
    },
    /** An object of the list is known to be so now; a new one stands last, and is counted. */
    seen: (row: { readonly id: string }): void => {
      const isNew = rows.get(row.id) === undefined;
      // Of a list that was not read to its end, the service has counted it in, and it is on a page that has not come.
      if ((isNew && !known.isAtEnd) || !rows.take([row])) return;
      const more = isNew && (known.doubt === null || known.doubt === 'unread') ? 1 : 0; // else it may be one that was missed
      change(counted((total) => Math.max(total + more, rows.counts().all)));
    },
    /** An object of the list is known to be gone. */
    gone: (id: string): void => {
      if (rows.remove(id)) change(counted((total) => Math.max(0, total - 1)));
    },
    changes: (epoch: string | null, since: number): RowChanges => {
      const { all, fresh } = rows.counts();
      const keptAt = fresh < all ? known.keptAt : null; // a copy that adds nothing is not used
      return { ...rows.changes(epoch, since), state: { tier, ...known, isReading, fresh, keptAt } };
    },
  };
}

const nothing: Known = {
  total: null,
  pagesLeft: null,
  isAtEnd: false,
  unread: null,
  doubt: null,
  error: null,
  readAt: 0,
  keptAt: null,
};

/** Pages that are still to be read, by the service's count. */
function leftOf(pages: readonly Page<unknown>[]): number | null {
  const last = pages.at(-1);
  if (last === undefined || last.cursor === null) return last === undefined ? null : 0;
  const size = Math.max(...pages.map(({ results }) => results.length));
  const read = pages.reduce((sum, { results }) => sum + results.length, 0);
  return last.count === null || size === 0 ? null : Math.ceil((last.count - read) / size);
}
