import { useConnectionId } from '../../data/connections.ts';
import type { UsersOfAudits } from '../../data/users.ts';
import { useTranslation } from '../../messages/language.ts';
import { CollectionsProgress } from '../../parts/collection-state.tsx';

interface Props {
  readonly reading: UsersOfAudits;
  readonly total: number;
}

/** How far the users of many audits are read, while they are, or why that stopped. */
export function UsersProgress({ reading, total }: Props) {
  const { t } = useTranslation('users');
  const connection = useConnectionId();
  const read = reading.users.size;
  return (
    <CollectionsProgress
      {...{ connection, reading, read, total }}
      label={t('reader.label')}
      words={t('reader.progress', { done: read, total })}
      idle={null}
    />
  );
}
