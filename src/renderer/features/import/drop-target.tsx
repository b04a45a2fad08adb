import type { ReactNode } from 'react';
import { DropZone } from 'react-aria-components/DropZone';
import { useTranslation } from '../../messages/language.ts';
import styles from './import.module.css';

interface Props {
  readonly onDrop: (file: File) => void;
  readonly children: ReactNode;
}

/** Where a file can be dropped; what is chosen by a button is read in the same way. */
export function DropTarget({ onDrop, children }: Props) {
  const { t } = useTranslation('import');
  return (
    <DropZone
      className={styles.drop ?? ''}
      aria-label={t('drop')}
      getDropOperation={() => 'copy'}
      onDrop={({ items }) => {
        const file = items.find((item) => item.kind === 'file');
        if (file !== undefined) void file.getFile().then(onDrop);
      }}
    >
      {children}
    </DropZone>
  );
}
