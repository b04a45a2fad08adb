import { useTranslation } from './language.ts';

/** A list that was searched as far as it is there. */
interface Searched {
  readonly entries: readonly unknown[];
  readonly complete: readonly unknown[] | null;
  /** Entries of the list by the service's count; null where it gave none. */
  readonly total: number | null;
}

/** What stands where a search finds nothing: with how much was searched, where that is not all. */
export function useNoResults(): (lists: readonly Searched[]) => string {
  const { t } = useTranslation();
  return (lists) => {
    if (lists.every(({ complete }) => complete !== null)) return t('ui.noMatch');
    const loaded = lists.reduce((sum, { entries }) => sum + entries.length, 0);
    const total = lists.reduce<number | null>(
      (sum, one) => (sum === null || one.total === null ? null : sum + one.total),
      0,
    );
    return total === null
      ? t('list.noResultsOpen', { count: loaded })
      : t('list.noResultsOf', { loaded, total });
  };
}
