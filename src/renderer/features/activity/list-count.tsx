import { useTranslation } from 'react-i18next';
import type { EntryList } from '../../data/records.ts';
import { Button } from '../../ui/button.tsx';
import styles from './activity.module.css';

interface Props {
  readonly list: EntryList<unknown>;
  readonly words: (count: number) => string;
}

/** How many entries pass, and a way to those that came since; the list itself does not move under who reads it. */
export function ListCount({ list, words }: Props) {
  const { t } = useTranslation('activity');
  return (
    <span className={styles.count}>
      {list.hasNewer && (
        <Button variant="quiet" onPress={list.readAgain}>
          {t('showNewer')}
        </Button>
      )}
      {list.total !== null && <span role="status">{words(list.total)}</span>}
    </span>
  );
}
