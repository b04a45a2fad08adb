import type { QueryClient } from '@tanstack/react-query';
import type { Bridge, BridgeEvent } from '../../shared/bridge.ts';
import { askFor } from './asked-command.ts';
import { useAskedPlan } from './asked-plan.ts';
import { auditSeen } from './audits.ts';
import { afterEvent, useConnectionState } from './connection-state.ts';
import { connectionsChanged } from './connections.ts';
import { draftsQuery } from './drafts.ts';
import { planSeen, readPlans } from './plans.ts';
import { preferencesQuery } from './preferences.ts';
import { createRecovery } from './recovery.ts';
import { usersChanged } from './users.ts';

/** Takes in what the main process tells, until the answer is called. */
export function listenToEvents(bridge: Pick<Bridge, 'listen'>, client: QueryClient): () => void {
  const readMissed = createRecovery(client, Date.now);
  const end = bridge.listen((value) => {
    // Main sends nothing but events of this type; it has checked them by their schema.
    const event = value as BridgeEvent;
    const before = useConnectionState.getState();
    useConnectionState.setState((state) => afterEvent(state, event));
    if (event.type === 'connection-state') readMissed(event, before);
    if (event.type === 'preferences-changed') {
      client.setQueryData(preferencesQuery.queryKey, event.preferences);
    }
    if (event.type === 'connections-changed') {
      connectionsChanged(client).catch(() => undefined); // who shows them shows the failure, too
    }
    if (event.type === 'plan-changed') {
      planSeen(event.plan);
      usersChanged(client, event.plan);
      // Main has removed the draft that it was made from.
      if (event.plan.state === 'ended')
        void client.invalidateQueries({ queryKey: draftsQuery(event.plan.connection).queryKey });
    }
    if (event.type === 'command') askFor(event.id);
    if (event.type === 'show-plan') useAskedPlan.setState({ id: event.id });
    if (event.type === 'audit-seen') auditSeen(client, event);
  });
  void readPlans();
  return end;
}
