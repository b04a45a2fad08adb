import { useTranslation } from 'react-i18next';
import type { UsersChangeable } from '../../../shared/rules/audit-user.ts';
import { useActiveConnection } from '../../data/connections.ts';

/** Why users cannot be changed here, in words; undefined where they can, be it later. */
export function useRefusal(changeable: UsersChangeable = 'now'): string | undefined {
  const { t } = useTranslation('users');
  const connection = useActiveConnection();
  if (connection?.access === 'read-only') return t('reason.readOnly');
  return changeable === 'archived' || changeable === 'deleting' ? t(`reason.${changeable}`) : undefined;
}
