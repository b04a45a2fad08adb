import { useMemo, useState } from 'react';
import type { Gone } from '../../../shared/rules/import-gone.ts';
import { useTranslation } from '../../messages/language.ts';
import { useCopyAction } from '../../parts/row-actions.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import styles from './import.module.css';

interface Props {
  readonly gone: readonly Gone[];
}

/** Shows what the service has and the file has not; nothing where it has all. */
export function GoneButton({ gone }: Props) {
  const { t } = useTranslation('import');
  const [isOpen, setOpen] = useState(false);
  if (gone.length === 0) return null;
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t('gone.action', { count: gone.length })}</Button>
      {isOpen && <GoneDialog gone={gone} onClose={() => setOpen(false)} />}
    </>
  );
}

function GoneDialog({ gone, onClose }: Props & { readonly onClose: () => void }) {
  const { t } = useTranslation('import');
  const copy = useCopyAction();
  const columns = useMemo((): readonly Column<Gone, 'id' | 'name' | 'within'>[] => {
    const isWithin = gone.some(({ within }) => within !== null);
    return [
      {
        id: 'name',
        title: t('column.name'),
        min: 240,
        share: 2,
        isRowHeader: true,
        isName: true,
        render: ({ id, name }) => name || id,
      },
      { id: 'id', title: t('column.id'), min: 160, share: 1, render: ({ id }) => id },
      ...(isWithin
        ? [
            {
              id: 'within' as const,
              title: t('gone.within'),
              min: 160,
              share: 1,
              render: ({ within }: Gone) => within ?? '',
            },
          ]
        : []),
    ];
  }, [gone, t]);
  return (
    <Dialog isOpen size="wide" title={t('gone.title')} onClose={onClose}>
      <p>{t('gone.text')}</p>
      <div className={styles.gone}>
        <DataTable
          id="import-gone"
          label={t('gone.title')}
          columns={columns}
          rows={gone}
          rowId={({ id, within }) => `${within ?? ''} ${id}`}
          actionsOf={({ id }) => [copy(id)]}
        />
      </div>
    </Dialog>
  );
}
