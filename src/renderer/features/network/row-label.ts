import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { NetworkRow } from './rows.ts';

/** What a screen reader says of a place: its name, then what it is, scope, relation and status (ux T4). */
export function useRowLabel(way: ReadonlySet<string>): (row: NetworkRow) => string {
  const { t } = useTranslation('network');
  return useCallback(
    (row) =>
      [
        row.name,
        row.kindWord,
        row.scopeWord,
        row.relationWord,
        row.statusWord,
        ...(row.alsoBelow.length > 0 ? [t('also', { names: row.alsoBelow.join(', ') })] : []),
        ...(way.has(row.id) ? [t('onWay')] : []),
      ]
        .filter((part) => part !== '')
        .join(', '),
    [t, way],
  );
}
