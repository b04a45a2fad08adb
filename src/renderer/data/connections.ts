import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { create } from 'zustand';
import type { Connection } from '../../shared/model/connection.ts';
import { namedApart } from '../../shared/rules/texts/connection-names.ts';
import { useTranslation } from '../messages/language.ts';
import { call, unwrap } from './call.ts';
import { useChangePreferences, usePreferences } from './preferences.ts';

export const connectionsQuery = queryOptions({
  queryKey: ['connections'],
  queryFn: () => unwrap(call('connections.list', {})),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** Reads the connections again, and drops everything that was read through a removed one. */
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

/** All connections as they are stored: two of them may be called the same. */
export function useStoredConnections(): readonly Connection[] {
  return useSuspenseQuery(connectionsQuery).data;
}

/**
 * All connections, under names that tell them apart; the app's own demonstration, which nobody named, is called so in the language
 * of the window.
 */
export function useConnections(): readonly Connection[] {
  const { t } = useTranslation();
  const data = useStoredConnections();
  const ours = t('kind.demonstration');
  return namedApart(data.map((each) => (each.secret === 'built-in' ? { ...each, name: ours } : each)));
}

// A window keeps its connection in its address: so it has it again when it is reloaded, or opened at the next start.
const useOwnConnection = create<{ readonly id: string | null }>()(() => ({
  id: new URLSearchParams(globalThis.location?.search).get('connection'),
}));

function keepOwn(id: string | null): void {
  if (useOwnConnection.getState().id === id) return;
  useOwnConnection.setState({ id });
  const query = id === null ? '' : `?${new URLSearchParams({ connection: id }).toString()}`;
  history.replaceState(history.state, '', `${location.pathname}${query}${location.hash}`);
}

/** The connection of this window: its own, while it exists, or the one that windows open with; null before there is any. */
export function useActiveConnection(): Connection | null {
  const { activeConnection } = usePreferences();
  const own = useOwnConnection(({ id }) => id);
  return activeOf(useConnections(), [own, activeConnection]);
}

/** The connection that this window is about to open with, before anything is drawn; null where there is none. */
export function firstConnection(connections: readonly Connection[], preferred: string | null): string | null {
  return activeOf(connections, [openConnection(), preferred])?.id ?? null;
}

function activeOf(connections: readonly Connection[], wanted: readonly (string | null)[]): Connection | null {
  const found = wanted.map((one) => connections.find(({ id }) => id === one));
  return found.find((one) => one !== undefined) ?? null;
}

/** The connection of this window, outside of what is drawn; null before there is any. */
export function openConnection(): string | null {
  return useOwnConnection.getState().id;
}

/** Keeps this window on the connection that it opened with, whatever other windows switch to. */
export function useFixedConnection(): void {
  const id = useActiveConnection()?.id ?? null;
  useEffect(() => keepOwn(id), [id]);
}

/** Switches to another connection: this window now, and windows that are opened later. */
export function useSwitchConnection(): (id: string | null) => Promise<void> {
  const change = useChangePreferences();
  return (id) => {
    keepOwn(id);
    return change({ activeConnection: id });
  };
}

/** The id of the connection in use, for screens that only exist while there is one. */
export function useConnectionId(): string {
  const active = useActiveConnection();
  if (active === null) throw new Error('a screen of a connection without a connection');
  return active.id;
}
