import { queryOptions } from '@tanstack/react-query';
import type { StepProgress } from '../../shared/plan.ts';
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
export async function dismissDifferences(
  told: readonly { readonly plan: string; readonly step: Pick<StepProgress, 'key'> }[],
): Promise<void> {
  for (const { plan, step } of told) await unwrap(call('plans.dismiss', { id: plan, step: step.key }));
}

/** All steps in which these audits, their users and their components differ, whatever a person has dismissed: by the id of the audit or component. */
export async function differencesIn(
  connection: string,
  audits: readonly string[],
): Promise<ReadonlyMap<string, readonly StepProgress[]>> {
  const found = new Map<string, StepProgress[]>();
  for (const about of audits)
    for (const { step } of await unwrap(call('plans.differing', { connection, about, all: true }))) {
      const id = 'assignment' in step.task ? about : (step.result ?? about);
      found.set(id, [...(found.get(id) ?? []), step]);
    }
  return found;
}
