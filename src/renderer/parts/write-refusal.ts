import { useActiveConnection, useConnections } from '../data/connections.ts';
import { useTranslation } from '../messages/language.ts';

/** Why a button that changes something is disabled: the connection, the window's own unless given, is read-only (ux T7). */
export function useWriteRefusal(connection?: string): string | undefined {
  const own = useActiveConnection()?.id;
  return useWriteRefusals()(connection ?? own);
}

/** The same of any connection. */
export function useWriteRefusals(): (connection: string | undefined) => string | undefined {
  const { t } = useTranslation('commands');
  const connections = useConnections();
  return (connection) =>
    connections.find(({ id }) => id === connection)?.access === 'read-only'
      ? t('reason.readOnly')
      : undefined;
}
