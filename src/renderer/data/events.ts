import type { QueryClient } from '@tanstack/react-query';
import type { Bridge, BridgeEvent } from '../../shared/bridge.ts';
import type { ErrorCode } from '../../shared/failures.ts';
import { askFor, useAskedAddress } from './asked.ts';
import { errorOf } from './call.ts';
import { afterEvent, useConnectionState } from './connection-state.ts';
import { connectionsChanged, keychainQuery } from './connections.ts';
import { itemsQuery } from './items.ts';
import { planSeen, readPlans, usePlansReading } from './plans.ts';
import { takePreferences } from './preferences.ts';

type Listener = (event: BridgeEvent, client: QueryClient) => void;
const listeners = new Set<Listener>();

/** Lets a module listen to events. It may be loaded late: all that it caches was read through it, so it has missed nothing. */
export function onEvent(listener: Listener): void {
  listeners.add(listener);
}

/** Handles the events of the main process, until the answer is called. */
export function listenToEvents(bridge: Pick<Bridge, 'listen'>, client: QueryClient): () => void {
  const readMissed = createRecovery(client, Date.now);
  const end = bridge.listen((value) => {
    // Main sends nothing but events of this type; it has checked them by their schema.
    const event = value as BridgeEvent;
    const before = useConnectionState.getState();
    useConnectionState.setState((state) => afterEvent(state, event));
    if (event.type === 'connection-state') readMissed(event, before);
    if (event.type === 'preferences-changed') takePreferences(client, event.preferences);
    if (event.type === 'connections-changed') {
      connectionsChanged(client).catch(() => undefined); // who shows them shows the failure, too
    }
    if (event.type === 'keychain-answered') {
      void client.invalidateQueries({ queryKey: keychainQuery.queryKey });
      readAgain(client, 'keychain-timeout');
    }
    if (event.type === 'journal-opened') {
      usePlansReading.setState({ areTakenOver: true });
      void readPlans();
      readAgain(client, 'journal-unavailable');
    }
    if (event.type === 'plan-changed') planSeen(event.plan);
    if (event.type === 'items-changed')
      void client.invalidateQueries({
        queryKey: itemsQuery(event.of, event.connection).queryKey,
        refetchType: 'all', // a page that opens next begins with what is there
      });
    if (event.type === 'command') askFor(event.id);
    if (event.type === 'show-address') useAskedAddress.setState({ address: event.address });
    for (const listener of listeners) listener(event, client);
  });
  void readPlans();
  return end;
}

/** Reads again what is shown and could not be read for a reason that has passed. */
function readAgain(client: QueryClient, code: ErrorCode): void {
  void client.refetchQueries({
    type: 'active',
    predicate: ({ state: { error } }) => error !== null && errorOf(error).code === code,
  });
}

const leastBetween = 60_000; // milliseconds: a service that comes and goes is not asked for everything each time

type StateEvent = Extract<BridgeEvent, { readonly type: 'connection-state' }>;
type Before = Pick<ReturnType<typeof useConnectionState.getState>, 'states'>;

/** Reads again what is shown and could not be read, once an unreachable service answers; at most once a minute. */
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
