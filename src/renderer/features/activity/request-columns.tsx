import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { RequestEntry } from '../../../shared/record.ts';
import { formatExactMoment } from '../../messages/format.ts';
import type { Column } from '../../ui/data-table.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { operationKeys } from './request-filters.ts';

/** The columns of the log of requests; the first four where one stands at length beside them. */
export function useRequestColumns(isNarrow: boolean): readonly Column<RequestEntry>[] {
  const { t, i18n } = useTranslation('activity');
  const { t: errors } = useTranslation('errors');
  const { t: common } = useTranslation();
  const columns = useMemo<readonly Column<RequestEntry>[]>(() => {
    const number = new Intl.NumberFormat(i18n.language);
    return [
      {
        id: 'at',
        title: t('requests.column.at'),
        width: '212px',
        render: ({ at }) => formatExactMoment(at, i18n.language),
      },
      {
        id: 'operation',
        title: t('requests.column.operation'),
        width: 'minmax(150px, 1fr)',
        isRowHeader: true,
        render: ({ operation }) => t(`operation.${operationKeys[operation]}`),
      },
      {
        id: 'status',
        title: t('requests.column.status'),
        width: '76px',
        align: 'end',
        render: ({ status }) => (status === null ? '–' : String(status)),
      },
      {
        id: 'outcome',
        title: t('requests.column.outcome'),
        width: 'minmax(150px, 1.2fr)',
        render: ({ outcome }) => (
          <StatusMark
            look={outcome === 'ok' ? 'good' : 'ending'}
            word={outcome === 'ok' ? t('requests.ok') : errors(`codes.${outcome}.happened`)}
          />
        ),
      },
      {
        id: 'path',
        title: t('requests.column.path'),
        width: 'minmax(200px, 2fr)',
        render: ({ method, path }) => (method === null || path === null ? '' : `${method} ${path}`),
      },
      {
        id: 'tier',
        title: t('requests.tier'),
        width: 'minmax(100px, 0.7fr)',
        render: ({ tier }) => common(`tier.${tier}`),
      },
      {
        id: 'milliseconds',
        title: t('requests.column.milliseconds'),
        width: '84px',
        align: 'end',
        render: ({ milliseconds }) => number.format(milliseconds),
      },
    ];
  }, [t, errors, common, i18n.language]);
  return useMemo(() => (isNarrow ? columns.slice(0, 4) : columns), [columns, isNarrow]);
}
