import { create } from 'zustand';
import type { BridgeEvent } from '../../shared/bridge.ts';
import type { Tier } from '../../shared/model/limits.ts';
import { call } from './call.ts';

type StateEvent = Extract<BridgeEvent, { readonly type: 'connection-state' }>;

export interface Wait {
  readonly connection: string;
  readonly tier: Tier;
  /** Milliseconds since 1970. */
  readonly until: number;
}

interface ConnectionState {
  /** What the last request of each connection told about it. */
  readonly states: Readonly<Record<string, Pick<StateEvent, 'state' | 'at'>>>;
  /** When each connection was last answered since the window is open, in milliseconds since 1970. */
  readonly answers: Readonly<Record<string, number>>;
  /** What waits because the service asked for it. */
  readonly waits: readonly Wait[];
  readonly demonstrationEnded: boolean;
}

/** What the main process says about connections, unasked. */
export const useConnectionState = create<ConnectionState>()(() => ({
  states: {},
  answers: {},
  waits: [],
  demonstrationEnded: false,
}));

/** The state after an event; pure. */
export function afterEvent(state: ConnectionState, event: BridgeEvent): ConnectionState {
  switch (event.type) {
    case 'waiting': {
      const others = state.waits.filter(
        ({ connection, tier }) => connection !== event.connection || tier !== event.tier,
      );
      const { connection, tier, until } = event;
      return { ...state, waits: until === 0 ? others : [...others, { connection, tier, until }] };
    }
    case 'connection-state':
      return {
        ...state,
        states: { ...state.states, [event.connection]: { state: event.state, at: event.at } },
        answers:
          event.state === 'unreachable' ? state.answers : { ...state.answers, [event.connection]: event.at },
        demonstrationEnded: state.demonstrationEnded && event.connection !== 'demonstration',
      };
    case 'demonstration-ended':
      return { ...state, demonstrationEnded: true };
    case 'audit-seen':
    case 'command':
    case 'connections-changed':
    case 'plan-changed':
    case 'show-plan':
    case 'preferences-changed':
      return state;
  }
}

/** Whether the last request of a connection did not reach its service. */
export function isUnreachable(connection: string): boolean {
  return isAway(useConnectionState.getState(), connection);
}

/** The same, as it changes. */
export function useIsUnreachable(connection: string): boolean {
  return useConnectionState((state) => isAway(state, connection));
}

/** Whether by this state the last request of a connection did not reach its service. */
export function isAway({ states }: Pick<ConnectionState, 'states'>, connection: string): boolean {
  return states[connection]?.state === 'unreachable';
}

/** Gives up on what is being read: each reading ends as `cancelled`. */
export async function stopReading(connection: string): Promise<void> {
  await call('readings.stop', { id: connection });
}

/** Asks the service for something small, at once: what comes of it is told as the state of the connection. */
export async function askAgain(connection: string): Promise<void> {
  await call('rateLimits.read', { connection });
}
