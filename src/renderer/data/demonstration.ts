import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, unwrap } from './call.ts';
import { useConnectionState } from './connection-state.ts';
import { connectionsQuery } from './connections.ts';
import { useChangePreferences } from './preferences.ts';

/** Starts the demonstration service and goes over to its connection. */
export function useStartDemonstration() {
  const client = useQueryClient();
  const change = useChangePreferences();
  return useMutation({
    mutationFn: () => unwrap(call('demonstration.start', {})),
    onSuccess: async (connection) => {
      useConnectionState.setState({ demonstrationEnded: false });
      await client.invalidateQueries({ queryKey: connectionsQuery.queryKey });
      await change({ activeConnection: connection.id });
      await client.invalidateQueries({ queryKey: [connection.id] });
    },
  });
}
