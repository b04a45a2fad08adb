import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, unwrap } from './call.ts';
import { useConnectionState } from './connection-state.ts';
import { connectionsQuery, useSwitchConnection } from './connections.ts';

const mutationKey = ['demonstration'] as const;

/** Whether the demonstration is being started: its connection may be there already, and is not in use yet. */
export function useIsDemonstrationStarting(): boolean {
  return useIsMutating({ mutationKey }) > 0;
}

/** Starts the demonstration service and goes over to its connection. */
export function useStartDemonstration() {
  const client = useQueryClient();
  const switchTo = useSwitchConnection();
  return useMutation({
    mutationKey,
    mutationFn: () => unwrap(call('demonstration.start', {})),
    onSuccess: async (connection) => {
      useConnectionState.setState({ demonstrationEnded: false });
      await switchTo(connection.id);
      await client.invalidateQueries({ queryKey: connectionsQuery.queryKey });
      await client.invalidateQueries({ queryKey: [connection.id] });
    },
  });
}
