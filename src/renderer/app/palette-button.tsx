import { Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { askFor } from '../data/asked-command.ts';
import { useShortcuts } from '../data/shortcuts.ts';
import { cx } from '../ui/class-names.ts';
import styles from './palette-button.module.css';

/** Looks like the field that it opens, and says which key does, too. */
export function PaletteButton({ isOnColour }: { readonly isOnColour: boolean }) {
  const { t } = useTranslation('commands');
  const shortcut = useShortcuts()('palette');
  return (
    <button
      type="button"
      className={cx(styles.button, isOnColour && styles.onColour)}
      aria-haspopup="dialog"
      aria-keyshortcuts={shortcut?.aria}
      onClick={() => askFor('palette')}
    >
      <Search aria-hidden />
      <span className={styles.label}>{t('palette.placeholder')}</span>
      {shortcut !== null && (
        <kbd className={styles.key} aria-hidden>
          {shortcut.text}
        </kbd>
      )}
    </button>
  );
}
