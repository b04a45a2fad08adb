import { QueryClient } from '@tanstack/react-query';

/**
 * Server state. Main alone retries, so nothing here does; nothing is asked again because a window got the focus.
 * The key of whatever belongs to a connection starts with the connection's id: `[connection, 'audits', …]`.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: 30_000,
        gcTime: 30 * 60_000,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
