import { useQuery } from '@tanstack/react-query';
import type { KnownPerson, RowChanges } from '../../shared/operations/mirror.ts';
import { createRows } from '../../shared/rules/service/list-rows.ts';
import { call, unwrap } from './call.ts';

const nobody: readonly KnownPerson[] = [];

/** Everybody in the users of audits that main knows, also from before the app was started, as when the screen opened. The service is asked nothing. */
export function useKnownPeople(connection: string): readonly KnownPerson[] {
  const { data = nobody } = useQuery({
    queryKey: [connection, 'people'],
    queryFn: async (): Promise<readonly KnownPerson[]> => {
      const rows = createRows<KnownPerson>();
      const list = { operation: 'users.list' } as const;
      let [epoch, since]: [string | null, number] = [null, 0];
      for (;;) {
        const changes: RowChanges = await unwrap(call('mirror.rows', { connection, list, epoch, since }));
        rows.change(changes);
        if (!changes.isMore) return rows.with(changes).entries;
        ({ epoch, version: since } = changes);
      }
    },
    staleTime: 0,
  });
  return data;
}
