import { useTranslation } from './language.ts';

interface Searched {
  /** Whether all of the list was searched. */
  readonly isWhole: boolean;
  readonly loaded: number;
  /** Entries of the list by the service's count; null where it gave none. */
  readonly total: number | null;
}

/** What stands where a search finds nothing: with how much was searched, where that is not all. */
export function useNoResults(): (searched: Searched) => string {
  const { t } = useTranslation();
  return ({ isWhole, loaded, total }) => {
    if (isWhole) return t('list.noResults');
    return total === null
      ? t('list.noResultsOpen', { count: loaded })
      : t('list.noResultsOf', { loaded, total });
  };
}
