import type { CallOptions } from '../api/service.ts';
import type { StepRecord } from './journal-rows.ts';
import type { PlanService } from './work.ts';

/**
 * The positions of the steps not begun that would consume credits: creations of audits, but for the clients that the
 * service knows as test organisations (decisions.md §7.6). Where its list cannot be read, all of them.
 */
export async function paidCreations(
  service: PlanService,
  steps: readonly StepRecord[],
  options: CallOptions,
): Promise<readonly number[]> {
  const clients = await service.all('clients.list', {}, options);
  const tests = (clients.ok ? clients.value : []).filter((client) => client.is_test_organisation);
  const free = new Set(tests.map(({ id }) => id));
  return steps.flatMap(({ position, task, state }) =>
    state === 'waiting' && task.kind === 'createAudit' && !free.has(task.creation.client_organisation_id)
      ? [position]
      : [],
  );
}
