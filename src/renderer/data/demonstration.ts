import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, unwrap } from './call.ts';
import { useConnectionState } from './connection-state.ts';
import { connectionsQuery, useSwitchConnection } from './connections.ts';

/** Starts the demonstration service and goes over to its connection. */
export function useStartDemonstration() {
  const client = useQueryClient();
  const switchTo = useSwitchConnection();
  return useMutation({
    mutationFn: () => unwrap(call('demonstration.start', {})),
    onSuccess: async (connection) => {
      useConnectionState.setState({ demonstrationEnded: false });
      await client.invalidateQueries({ queryKey: connectionsQuery.queryKey });
      await switchTo(connection.id);
      await client.invalidateQueries({ queryKey: [connection.id] });
    },
  });
}
