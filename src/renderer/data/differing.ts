import { queryOptions } from '@tanstack/react-query';
import type { Differing } from '../../shared/plan.ts';
import { call, unwrap } from './call.ts';
import { onEvent } from './events.ts';

/** What the service has otherwise than plans have sent it, of the object with this id and of what was done in it. */
export function differingQuery(connection: string, about: string) {
  return queryOptions({
    queryKey: [connection, 'plans', 'differing', about],
    queryFn: () => unwrap(call('plans.differing', { connection, about })),
    staleTime: Number.POSITIVE_INFINITY, // it changes with a plan only
  });
}

onEvent((event, client) => {
  if (event.type === 'plan-changed')
    void client.invalidateQueries({ queryKey: [event.plan.connection, 'plans', 'differing'] });
});

/** A person has seen what these steps tell: main has every window ask again. */
export async function dismissDifferences(told: readonly Differing[]): Promise<void> {
  for (const { plan, step } of told) await unwrap(call('plans.dismiss', { id: plan, step: step.key }));
}
