import type { AppError } from '../../error.ts';
import type { RowChanges } from '../../operations/mirror.ts';

/** The rows of a list that have come over the bridge. */
export interface Collection<Entry> extends Pick<RowChanges, 'epoch' | 'version' | 'isMore' | 'state'> {
  readonly entries: readonly Entry[];
}

/** The rows of a list, to be changed part by part. */
export function createRows<Entry>() {
  const byRank = new Map<number, Entry>();
  let epoch: string | null = null;
  let last = 0;
  let isInOrder = true;
  let shown: readonly Entry[] = [];
  let come: Entry[] | null = []; // behind these; null once a row is another or gone
  return {
    change: ({ epoch: of, rows, gone }: Pick<RowChanges, 'epoch' | 'rows' | 'gone'>): void => {
      if (of !== epoch) {
        byRank.clear();
        come = null;
      }
      if (byRank.size === 0) [last, isInOrder] = [0, true];
      epoch = of;
      for (const [rank, value] of rows) {
        const row = value as Entry; // main has read it by the schema of this very list
        if (rank > last) come?.push(row);
        else come = null;
        isInOrder &&= rank > last || byRank.has(rank);
        last = Math.max(last, rank);
        byRank.set(rank, row);
      }
      for (const rank of gone) if (byRank.delete(rank)) come = null;
    },
    with: ({ version, isMore, state, epoch: of }: Omit<RowChanges, 'rows' | 'gone'>): Collection<Entry> => {
      if (!isInOrder) {
        const inOrder = [...byRank].toSorted(([a], [b]) => a - b);
        byRank.clear();
        for (const [rank, row] of inOrder) byRank.set(rank, row);
        isInOrder = true;
      }
      if (come === null) shown = [...byRank.values()];
      else if (come.length > 0) shown = shown.concat(come); // a long list is not gone through for each page of it
      come = [];
      return { epoch: of, version, isMore, state, entries: shown };
    },
  };
}

/** Whether a list was read to its end, each entry of it, and is here. */
export function isWhole({ state, isMore }: Collection<unknown>): boolean {
  return state.isAtEnd && state.unread === null && !isMore;
}

/** The failure of a list of which not all was read. */
export const notAllRead = { code: 'unexpected-answer', reason: 'list-unread' } as const satisfies AppError;
