import { useMutation, useQueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { call, unwrap } from './call.ts';
import { useConnectionState } from './connection-state.ts';
import { connectionsQuery, useSwitchConnection } from './connections.ts';

/** Whether the demonstration is being started: its connection may be there already, and is not in use yet. */
export const useIsDemonstrationStarting = create(() => false);

/** Starts the demonstration service and goes over to its connection. */
export function useStartDemonstration() {
  const client = useQueryClient();
  const switchTo = useSwitchConnection();
  return useMutation({
    mutationFn: () => unwrap(call('demonstration.start', {})),
    onMutate: () => useIsDemonstrationStarting.setState(true),
    onSettled: () => useIsDemonstrationStarting.setState(false),
    onSuccess: async (connection) => {
      useConnectionState.setState({ demonstrationEnded: false });
      await switchTo(connection.id);
      await client.invalidateQueries({ queryKey: connectionsQuery.queryKey });
      await client.invalidateQueries({ queryKey: [connection.id] });
    },
  });
}
