import { useTranslation } from 'react-i18next';
import { useActiveConnection } from '../data/connections.ts';

/** Why nothing can be changed through the connection in use, for the button that would; undefined where it can (ux T7). */
export function useWriteRefusal(): string | undefined {
  const { t } = useTranslation('common');
  return useActiveConnection()?.access === 'read-only' ? t('refused.readOnly') : undefined;
}
