import { useEffect } from 'react';
import type { Preferences } from '../../shared/model/preferences.ts';
import { atMost } from '../../shared/settings.ts';
import { useChangePreferences, usePreferencesNow } from './preferences.ts';

/** Remembers, over a restart too, that an audit is open. */
export function useAuditOpened(connection: string, id: string): void {
  const now = usePreferencesNow();
  const change = useChangePreferences();
  useEffect(() => {
    const audits = now()?.recentAudits ?? [];
    const [last] = audits;
    if (last?.id === id && last.connection === connection) return;
    const others = audits.filter((audit) => audit.id !== id || audit.connection !== connection);
    void change({ recentAudits: [{ connection, id }, ...others].slice(0, atMost.recentAudits) });
  }, [connection, id, now, change]);
}

/** Takes an audit out of those that were opened. */
export function useForgetRecent(connection: string): (id: string) => void {
  const now = usePreferencesNow();
  const change = useChangePreferences();
  return (id) =>
    void change({
      recentAudits: (now()?.recentAudits ?? []).filter(
        (audit) => audit.id !== id || audit.connection !== connection,
      ),
    });
}

/** The audit that was open before the one that is, or before this screen; null where there was none. */
export function auditBefore(
  { recentAudits }: Pick<Preferences, 'recentAudits'>,
  connection: string | null,
  open: string | null,
): string | null {
  return recentAudits.find((audit) => audit.connection === connection && audit.id !== open)?.id ?? null;
}
