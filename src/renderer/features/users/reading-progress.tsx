import { useConnectionId } from '../../data/connections.ts';
import type { UsersOfAudits } from '../../data/users.ts';
import { useWait } from '../../data/waits.ts';
import { useTranslation } from '../../messages/language.ts';
import styles from '../../parts/collection-state.module.css';
import { ReadingNotice } from '../../parts/reading-notice.tsx';
import { Button } from '../../ui/button.tsx';

interface Props {
  readonly reading: UsersOfAudits;
  readonly total: number;
}

/** The progress of reading the users of many audits, or why it stopped. */
export function ReadingProgress({ reading, total }: Props) {
  const { t } = useTranslation('users');
  const wait = useWait(useConnectionId(), 'read');
  if (reading.error !== null)
    return (
      <ReadingNotice
        error={reading.error}
        action={<Button onPress={reading.read}>{t('reader.goOn')}</Button>}
      />
    );
  if (!reading.isReading) return null;
  const done = reading.users.size;
  return (
    <div className={styles.progress}>
      <progress aria-label={t('reader.label')} value={done} max={Math.max(1, total)} />
      {wait === null
        ? t('reader.progress', { done, total })
        : t('reader.waiting', { done, total, seconds: wait.seconds })}
      <Button variant="quiet" onPress={reading.stop}>
        {t('reader.stop')}
      </Button>
    </div>
  );
}
