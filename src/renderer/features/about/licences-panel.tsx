import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Licence } from '../../../shared/operations/app.ts';
import { call, errorOf, unwrap } from '../../data/call.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { CodeBlock } from '../../ui/code.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { fold } from '../../ui/fold.ts';
import { Panel } from '../../ui/page.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import styles from './about.module.css';

const licencesQuery = queryOptions({
  queryKey: ['licences'],
  queryFn: () => unwrap(call('licences.read', {})),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The licences of everything inside: searched by name, licence and text, read whole in a dialog. */
export function LicencesPanel() {
  const { t } = useTranslation('about');
  const describe = useErrorWords();
  const { data, error, isPending } = useQuery(licencesQuery);
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<Licence | null>(null);
  const found = useMemo(() => {
    const wanted = fold(search);
    return (data ?? []).filter(({ name, licence, text }) =>
      fold(`${name} ${licence} ${text}`).includes(wanted),
    );
  }, [data, search]);
  const columns = useMemo<readonly Column<Licence>[]>(
    () => [
      { id: 'name', title: t('licences.name'), width: 'minmax(160px, 2fr)', render: ({ name }) => name },
      {
        id: 'version',
        title: t('licences.version'),
        width: 'minmax(80px, 1fr)',
        render: ({ version }) => version,
      },
      {
        id: 'licence',
        title: t('licences.licence'),
        width: 'minmax(100px, 1fr)',
        render: ({ licence }) => licence,
      },
    ],
    [t],
  );
  return (
    <Panel title={t('licences.title')} description={t('licences.text')}>
      {error !== null && <ErrorNotice {...describe(errorOf(error))} />}
      {isPending && (
        <SkeletonRows count={8} widths={['200px', '80px', '100px']} label={t('licences.title')} />
      )}
      {data !== undefined && (
        <>
          <SearchField
            label={t('licences.search')}
            placeholder={t('licences.search')}
            value={search}
            onChange={setSearch}
            shortcut="Control+F"
          />
          <p role="status" className={styles.count}>
            {t('licences.count', { count: found.length })}
          </p>
          <div className={styles.table}>
            <DataTable
              label={t('licences.title')}
              columns={columns}
              rows={found}
              rowId={({ name, version }) => `${name}@${version}`}
              onOpen={setOpen}
              empty={t('licences.none')}
            />
          </div>
        </>
      )}
      {open !== null && (
        <Dialog isOpen size="large" title={`${open.name} ${open.version}`} onClose={() => setOpen(null)}>
          <p>{t('licences.under', { licence: open.licence })}</p>
          {open.text === '' ? (
            <p>{t('licences.noText')}</p>
          ) : (
            <CodeBlock text={open.text} label={t('licences.textOf', { name: open.name })} />
          )}
        </Dialog>
      )}
    </Panel>
  );
}
