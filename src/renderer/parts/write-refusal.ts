import { useActiveConnection } from '../data/connections.ts';
import { useTranslation } from '../messages/language.ts';

/** Why a button that changes something is disabled: the connection is read-only (ux T7). */
export function useWriteRefusal(): string | undefined {
  const { t } = useTranslation('common');
  return useActiveConnection()?.access === 'read-only' ? t('refused.readOnly') : undefined;
}
