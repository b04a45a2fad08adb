import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Connection } from '../../shared/model/connection.ts';
import { call, unwrap } from './call.ts';
import { usePreferences } from './preferences.ts';

/** All service accounts that the app knows; events keep it up to date. */
export const connectionsQuery = queryOptions({
  queryKey: ['connections'],
  queryFn: () => unwrap(call('connections.list', {})),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** Reads the connections anew, and lets go of all that was read through one that is gone. */
export async function connectionsChanged(client: QueryClient): Promise<void> {
  const before = client.getQueryData(connectionsQuery.queryKey) ?? [];
  await client.invalidateQueries({ queryKey: connectionsQuery.queryKey });
  const now = await client.fetchQuery(connectionsQuery);
  for (const { id } of before)
    if (!now.some((each) => each.id === id)) client.removeQueries({ queryKey: [id] });
}

/** The state of the keychain, asked anew by whoever shows it. */
export const keychainQuery = queryOptions({
  queryKey: ['keychain'],
  queryFn: () => unwrap(call('keychain.check', {})),
  staleTime: 0,
});

/** All connections; the app's own demonstration, which nobody named, is called so in the language of the window. */
export function useConnections(): readonly Connection[] {
  const { t } = useTranslation();
  const { data } = useSuspenseQuery(connectionsQuery);
  const ours = t('kind.demonstration');
  return useMemo(
    () => data.map((each) => (each.secret === 'built-in' ? { ...each, name: ours } : each)),
    [data, ours],
  );
}

/** The connection in use: the preferred one, while it exists; null before there is any. */
export function useActiveConnection(): Connection | null {
  const { activeConnection } = usePreferences();
  const connections = useConnections();
  return connections.find(({ id }) => id === activeConnection) ?? null;
}

/** The id of the connection in use, for screens that only exist while there is one. */
export function useConnectionId(): string {
  const active = useActiveConnection();
  if (active === null) throw new Error('a screen of a connection without a connection');
  return active.id;
}
