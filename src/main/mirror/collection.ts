import type { AppError } from '../../shared/error.ts';
import type { Page } from '../../shared/model/page.ts';
import type { Tier } from '../../shared/model/tiers.ts';
import type { CollectionState, RowChanges } from '../../shared/operations/mirror.ts';
import { entriesOf, type ListDoubt, unreadOf } from '../../shared/rules/list-reading.ts';
import { createRows } from './rows.ts';

type Known = Omit<CollectionState, 'tier' | 'isReading' | 'fresh'>;

/** One list of a service: its rows, and how far it was read. `onChange` hears of each change of either. */
export type Collection = ReturnType<typeof createCollection>;

export function createCollection(tier: Tier, onChange: () => void) {
  const rows = createRows();
  let isReading = false;
  let known: Known = {
    total: null,
    pagesLeft: null,
    isAtEnd: false,
    unread: null,
    doubt: null,
    error: null,
    readAt: 0,
    keptAt: null,
  };
  const change = (next: Partial<Known>): void => {
    known = { ...known, ...next };
    rows.touch();
    onChange();
  };
  const counted = (total: (now: number) => number): Partial<Known> =>
    known.total === null ? {} : { total: total(known.total) };

  return {
    known: (): Known => known,
    begun: (): void => {
      isReading = true;
      change({ error: null });
    },
    /** What the offline copy has: it stands in for what was not read yet. */
    kept: (pages: readonly Page<unknown>[], at: number): void => {
      if (known.isAtEnd) return;
      rows.take(entriesOf(pages), false);
      change({ keptAt: at, total: known.total ?? pages.at(-1)?.count ?? null });
    },
    /** A further page has come. */
    page: (pages: readonly Page<unknown>[]): void => {
      const { count = null, results = [] } = pages.at(-1) ?? {};
      rows.take(results, true);
      const unread = known.isAtEnd ? known.unread : unreadOf(pages);
      change({ total: count, pagesLeft: leftOf(pages), unread });
    },
    /** It was read to its end. */
    settled: (pages: readonly Page<unknown>[], doubt: ListDoubt | null, readAt: number): void => {
      isReading = false;
      rows.settle(entriesOf(pages));
      change({ isAtEnd: true, pagesLeft: 0, unread: unreadOf(pages), doubt, readAt, keptAt: null });
    },
    /** Its end was read again, and proves that all before is still there: how that is now, is as it was read before. */
    renewed: (pages: readonly Page<unknown>[]): void => {
      isReading = false;
      rows.take(entriesOf(pages), true);
      change({ total: pages.at(-1)?.count ?? known.total });
    },
    failed: (error: AppError): void => {
      isReading = false;
      change({ error });
    },
    /** An object of the list is known to be so now; a new one stands last, and is counted. */
    seen: (row: { readonly id: string }): void => {
      const isNew = !rows.has(row.id);
      // Of a list that was not read to its end, the service has counted it in, and it is on a page that has not come.
      if ((isNew && !known.isAtEnd) || !rows.take([row], true)) return;
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

/** Pages that are still to be read, by the service's count. */
function leftOf(pages: readonly Page<unknown>[]): number | null {
  const last = pages.at(-1);
  if (last === undefined || last.cursor === null) return last === undefined ? null : 0;
  const size = Math.max(...pages.map(({ results }) => results.length));
  const read = pages.reduce((sum, { results }) => sum + results.length, 0);
  return last.count === null || size === 0 ? null : Math.ceil((last.count - read) / size);
}
