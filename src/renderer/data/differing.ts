import { queryOptions } from '@tanstack/react-query';
import type { StepProgress } from '../../shared/plan.ts';
import { call, unwrap } from './call.ts';

/** What the service has otherwise than plans have sent it, of the object with this id and of what was done in it. */
export function differingQuery(connection: string, about: string) {
  return queryOptions({
    queryKey: [connection, 'plans', 'differing', about],
    queryFn: () => unwrap(call('plans.differing', { connection, about })),
    staleTime: 0, // nothing of this leaves the computer
  });
}

/** A person has seen what these steps tell. Main tells every window of their plans anew. */
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
