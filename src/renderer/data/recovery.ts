import type { QueryClient } from '@tanstack/react-query';
import type { BridgeEvent } from '../../shared/bridge.ts';
import type { useConnectionState } from './connection-state.ts';

const leastBetween = 60_000; // milliseconds: a service that comes and goes is not asked for everything each time

type StateEvent = Extract<BridgeEvent, { readonly type: 'connection-state' }>;
type Before = Pick<ReturnType<typeof useConnectionState.getState>, 'states'>;

/** Has what is shown and could not be read read again, once a service that was away has answered; at most once a minute. */
export function createRecovery(client: QueryClient, now: () => number) {
  const last = new Map<string, number>();
  return ({ connection, state }: StateEvent, before: Before): void => {
    if (state !== 'connected' || before.states[connection]?.state !== 'unreachable') return;
    if (now() - (last.get(connection) ?? Number.NEGATIVE_INFINITY) < leastBetween) return;
    last.set(connection, now());
    void client.refetchQueries({
      queryKey: [connection],
      type: 'active',
      predicate: ({ state: { status, fetchStatus } }) => status === 'error' && fetchStatus === 'idle',
    });
  };
}
