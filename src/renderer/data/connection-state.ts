import { queryOptions } from '@tanstack/react-query';
import { create } from 'zustand';
import type { BridgeEvent } from '../../shared/bridge.ts';
import type { Tier } from '../../shared/model/tiers.ts';
import { call, unwrap } from './call.ts';

type StateEvent = Extract<BridgeEvent, { readonly type: 'connection-state' }>;

export interface KnownState {
  readonly state: Exclude<StateEvent['state'], 'unknown'>;
  readonly at: number;
}

export interface Wait {
  readonly connection: string;
  readonly tier: Tier;
  /** Milliseconds since 1970. */
  readonly until: number;
  /** Whether the service has asked for it; else it is the limit that this app keeps to. */
  readonly isAsked: boolean;
}

interface ConnectionState {
  readonly states: Readonly<Record<string, KnownState>>;
  /** When each connection was last answered since the window is open, in milliseconds since 1970. */
  readonly answers: Readonly<Record<string, number>>;
  readonly waits: readonly Wait[];
  /** The connections whose lists name their next pages at another address than their own. */
  readonly linksElsewhere: readonly string[];
  readonly demonstrationEnded: boolean;
}

export const useConnectionState = create<ConnectionState>()(() => ({
  states: {},
  answers: {},
  waits: [],
  linksElsewhere: [],
  demonstrationEnded: false,
}));

export function afterEvent(state: ConnectionState, event: BridgeEvent): ConnectionState {
  switch (event.type) {
    case 'waiting': {
      const others = state.waits.filter(
        ({ connection, tier }) => connection !== event.connection || tier !== event.tier,
      );
      const { connection, tier, until, isAsked } = event;
      return { ...state, waits: until === 0 ? others : [...others, { connection, tier, until, isAsked }] };
    }
    case 'connection-state': {
      const { connection, state: known, at } = event;
      if (known === 'unknown') {
        const { [connection]: _, ...states } = state.states;
        return { ...state, states };
      }
      return {
        ...state,
        states: { ...state.states, [connection]: { state: known, at } },
        answers: known === 'unreachable' ? state.answers : { ...state.answers, [connection]: at },
        demonstrationEnded: state.demonstrationEnded && connection !== 'demonstration',
      };
    }
    case 'links-elsewhere':
      return {
        ...state,
        linksElsewhere: [
          ...state.linksElsewhere.filter((connection) => connection !== event.connection),
          ...(event.isElsewhere ? [event.connection] : []),
        ],
      };
    case 'demonstration-ended':
      return { ...state, demonstrationEnded: true };
    case 'audit-seen':
    case 'command':
    case 'connections-changed':
    case 'inspecting':
    case 'mirror-changed':
    case 'import-known':
    case 'journal-opened':
    case 'keychain-answered':
    case 'limits-read':
    case 'plan-changed':
    case 'show-address':
    case 'preferences-changed':
    case 'items-changed':
      return state;
  }
}

export function isUnreachable(connection: string): boolean {
  return isAway(useConnectionState.getState(), connection);
}

export function useIsUnreachable(connection: string): boolean {
  return useConnectionState((state) => isAway(state, connection));
}

/** Whether by this state the last request of a connection did not reach its service. */
export function isAway({ states }: Pick<ConnectionState, 'states'>, connection: string): boolean {
  return states[connection]?.state === 'unreachable';
}

/** Cancels what is being read: each reading ends as `cancelled`. */
export async function stopReading(connection: string): Promise<void> {
  await call('connections.act', { id: connection, act: 'stopReading' });
}

/** Sends a small request at once; its outcome is told as the state of the connection. */
export async function askAgain(connection: string): Promise<void> {
  await call('rateLimits.read', { connection });
}

/** When a connection was last answered, also before the app was started; null where it never was. Read anew each time. */
export function lastAnswerOptions(connection: string) {
  return queryOptions({
    queryKey: ['last-answer', connection],
    queryFn: async () => (await unwrap(call('mirror.newest', { connection }))).at,
    staleTime: 0,
  });
}

/** How the state of a connection looks, wherever it is shown: good only while it is. */
export const connectionLooks = {
  connected: 'good',
  unreachable: 'ending',
  'credentials-rejected': 'ending',
} as const;
