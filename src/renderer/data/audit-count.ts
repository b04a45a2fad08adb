import { type InfiniteData, useQuery } from '@tanstack/react-query';
import type { Page } from '../../shared/model/page.ts';

/** How many audits there are, as far as a list that was read has told; null before. It asks for nothing itself. */
export function useKnownAuditCount(connection: string | null): number | null {
  const { data } = useQuery<InfiniteData<Page<unknown>>>({
    queryKey: [connection, 'audits', 'list'],
    enabled: false,
  });
  const last = data?.pages.at(-1);
  if (data === undefined || last === undefined) return null;
  if (last.cursor !== null) return last.count;
  return last.count ?? data.pages.reduce((sum, { results }) => sum + results.length, 0);
}
