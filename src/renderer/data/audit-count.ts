import { type InfiniteData, useQuery } from '@tanstack/react-query';
import type { Page } from '../../shared/model/page.ts';

/** How many audits there are, as far as a list that was read has told; null before. It asks for nothing itself. */
export function useKnownAuditCount(connection: string | null): number | null {
  const { data } = useQuery<InfiniteData<Page<unknown>>>({
    queryKey: [connection, 'audits', 'list'],
    enabled: false,
  });
  return data === undefined ? null : knownCount(data.pages);
}

/** The count of a list by its pages: what the service says, else what was read, if that is all. */
export function knownCount(pages: readonly Page<unknown>[]): number | null {
  const last = pages.at(-1);
  if (last === undefined) return null;
  if (last.count !== null || last.cursor !== null) return last.count;
  return pages.reduce((sum, { results }) => sum + results.length, 0);
}
