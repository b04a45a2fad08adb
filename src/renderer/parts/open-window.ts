import { call } from '../data/call.ts';
import { useActiveConnection } from '../data/connections.ts';
import { useTranslation } from '../messages/language.ts';
import { announce } from '../ui/live-region.tsx';

/** Opens an address of the interface in another window, with this window's connection. */
export function useOpenWindow(): (address: string) => void {
  const { t } = useTranslation('commands');
  const connection = useActiveConnection()?.id ?? null;
  return (address) => {
    void call('window.open', { address, connection }).then((reply) => {
      if (!reply.ok || !reply.value.opened) announce(t('window.tooMany'));
      return reply;
    });
  };
}
