import { useTranslation } from 'react-i18next';
import { DefinitionList } from '../ui/definition-list.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { commandIds, shortcutOf } from './commands.ts';
import styles from './frame.module.css';

interface Props {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly isMac: boolean;
}

/** All keys of commands on one sheet. */
export function ShortcutsDialog({ isOpen, onClose, isMac }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('commands.title')} size="small">
      <DefinitionList
        items={commandIds.map((id) => ({
          term: t(`commands.${id}`),
          value: <kbd className={styles.key}>{shortcutOf(id, isMac)}</kbd>,
        }))}
      />
      <p className={styles.hint}>{t('commands.lists')}</p>
    </Dialog>
  );
}
