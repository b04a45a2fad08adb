import { useTranslation } from 'react-i18next';
import type { UsersChangeable } from '../../../shared/rules/audit-user.ts';
import { useWriteRefusal } from '../../parts/write-refusal.ts';

/** Why users cannot be changed here, in words; undefined where they can, be it later. */
export function useRefusal(changeable: UsersChangeable = 'now'): string | undefined {
  const { t } = useTranslation('users');
  const refusal = useWriteRefusal();
  if (refusal !== undefined) return refusal;
  return changeable === 'archived' || changeable === 'deleting' ? t(`reason.${changeable}`) : undefined;
}
