import type { WholeList } from '../data/whole-list.ts';
import { readingOf } from '../data/whole-list.ts';
import { useTranslation } from '../messages/language.ts';

const kinds = ['components', 'entities', 'users', 'roles', 'packages'] as const;
type ListKind = (typeof kinds)[number];

type Lists = Readonly<Partial<Record<ListKind, WholeList<unknown>>>>;

/** Why something that needs these lists is not possible yet; undefined once all are read. */
export function useListRefusal(lists: Lists): string | undefined {
  const { t } = useTranslation('parts');
  for (const kind of kinds) {
    const list = lists[kind];
    const { kind: reading } = list === undefined ? { kind: 'read' as const } : readingOf(list);
    if (reading !== 'read') return t(`need.${reading}`, { list: t(`need.list.${kind}`) });
  }
  return undefined;
}
