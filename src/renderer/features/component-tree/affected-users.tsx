import { useTranslation } from 'react-i18next';
import { useAuditUsers } from '../../data/users.ts';
import styles from './component-tree.module.css';

const mostNamed = 5;

/** Who works on a component: they lose its content when it is set out of scope. */
export function AffectedUsers({
  connection,
  component,
}: {
  readonly connection: string;
  readonly component: string;
}) {
  const { t } = useTranslation('component-tree');
  const { entries, isWhole, error } = useAuditUsers(connection, component);
  const names = entries.slice(0, mostNamed).map(({ name }) => name);
  const text =
    error !== null
      ? t('oos.usersUnread')
      : !isWhole
        ? t('oos.usersReading')
        : entries.length === 0
          ? t('oos.noUsers')
          : t('oos.users', { count: entries.length, names: names.join(', ') });
  return (
    <p className={styles.underField}>
      {text}
      {entries.length > mostNamed && ' …'}
    </p>
  );
}
