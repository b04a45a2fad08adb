import { useEffect } from 'react';
import { create } from 'zustand';

interface RecentAudit {
  readonly connection: string;
  readonly id: string;
}

export const useRecentAudits = create<{ readonly audits: readonly RecentAudit[] }>()(() => ({ audits: [] }));

const most = 20;

export function useAuditOpened(connection: string, id: string): void {
  useEffect(() => {
    useRecentAudits.setState(({ audits }) => {
      const others = audits.filter((audit) => audit.id !== id || audit.connection !== connection);
      return { audits: [{ connection, id }, ...others].slice(0, most) };
    });
  }, [connection, id]);
}

/** The audit that was open before the one that is, or before this screen; null where there was none. */
export function auditBefore(connection: string | null, open: string | null): string | null {
  const { audits } = useRecentAudits.getState();
  return audits.find((audit) => audit.connection === connection && audit.id !== open)?.id ?? null;
}
