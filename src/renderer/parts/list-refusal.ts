import type { WholeList } from '../data/collection.ts';
import { useTranslation } from '../messages/language.ts';

const kinds = ['components', 'entities', 'users', 'roles', 'packages'] as const;
export type ListKind = (typeof kinds)[number];

type Lists = Readonly<Partial<Record<ListKind, WholeList<unknown>>>>;

/** Why something that needs these lists is not possible yet; undefined once all are read, each entry of them. */
export function useListRefusal(lists: Lists): string | undefined {
  const { t } = useTranslation('parts');
  for (const kind of kinds) {
    const list = lists[kind];
    if (list === undefined || list.complete !== null) continue;
    return t(`need.${reachOf(list)}`, { list: t(`need.list.${kind}`) });
  }
  return undefined;
}

/** How far a list was read that is not whole. While one that failed is tried again, the failure stands until something came. */
function reachOf({ entries, isReading, error }: WholeList<unknown>): 'part' | 'reading' | 'unread' {
  if (entries.length > 0) return 'part';
  return isReading && error === null ? 'reading' : 'unread';
}

/**
 * The lists without those of which all came and some cannot be read: no further reading ends that, so where nothing is concluded from what
 * they lack they only make the app doubt what is sent (`useListDoubts`).
 */
export function undoubted(lists: Lists): Lists {
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => !isDoubted(list)));
}

/** What is to be doubted of something that needs these lists: each that has entries which the app cannot read. */
export function useListDoubts(lists: Lists): readonly string[] {
  const { t } = useTranslation('parts');
  return kinds
    .filter((kind) => isDoubted(lists[kind]))
    .map((kind) => t('need.doubted', { list: t(`need.list.${kind}`) }));
}

/** Whether all pages of a list came, and some of its entries cannot be read. */
export function isDoubted(list: WholeList<unknown> | undefined): boolean {
  return list?.error?.reason === 'list-unread';
}
