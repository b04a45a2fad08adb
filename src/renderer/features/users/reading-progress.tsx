import { useTranslation } from 'react-i18next';
import type { UsersOfAudits } from '../../data/users-of-audits.ts';
import { useWait } from '../../data/waits.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import styles from './users.module.css';

interface Props {
  readonly connection: string;
  readonly reading: UsersOfAudits;
  /** How many audits there are to read. */
  readonly total: number;
}

/** How far the reading of many audits' users has come, with a way to stop it; or what ended it. */
export function ReadingProgress({ connection, reading, total }: Props) {
  const { t } = useTranslation('users');
  const describe = useErrorWords();
  const wait = useWait(connection, 'read');
  if (reading.error !== null)
    return (
      <ErrorNotice
        {...describe(reading.error)}
        tone="warning"
        role="status"
        action={<Button onPress={() => void reading.read()}>{t('reader.goOn')}</Button>}
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
