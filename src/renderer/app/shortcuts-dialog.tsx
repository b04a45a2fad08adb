import { useTranslation } from 'react-i18next';
import { type CommandGroup, commandGroups, commandIds, placeOf } from '../../shared/commands.ts';
import { useShortcuts } from '../data/shortcuts.ts';
import { DefinitionList } from '../ui/definition-list.tsx';
import { Dialog } from '../ui/dialog.tsx';
import styles from './frame.module.css';

interface Props {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** All keys of commands on one sheet, as this person has them. */
export function ShortcutsDialog({ isOpen, onClose }: Props) {
  const { t } = useTranslation('commands');
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('sheet.title')} size="small">
      {commandGroups.map((group) => (
        <Keys key={group} group={group} />
      ))}
      <p className={styles.hint}>{t('sheet.lists')}</p>
    </Dialog>
  );
}

function Keys({ group }: { readonly group: CommandGroup }) {
  const { t } = useTranslation('commands');
  const shortcutOf = useShortcuts();
  const items = commandIds.flatMap((id) => {
    const shortcut = placeOf(id).group === group ? shortcutOf(id) : null;
    return shortcut === null ? [] : [{ term: t(`titles.${id}`), value: shortcut.text }];
  });
  if (items.length === 0) return null;
  return (
    <section className={styles.keys}>
      <h3>{t(`groups.${group}`)}</h3>
      <DefinitionList
        items={items.map(({ term, value }) => ({ term, value: <kbd className={styles.key}>{value}</kbd> }))}
      />
    </section>
  );
}
