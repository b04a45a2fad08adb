import type { CallOptions } from '../api/service.ts';
import { twinsIn } from './components.ts';
import type { StepRecord } from './journal-rows.ts';
import type { Twins } from './run-state.ts';
import { creationsByGroup } from './steps.ts';
import type { PlanService, WorkDeps } from './work.ts';

// What a plan as a whole asks the service, besides what its steps ask.

/**
 * The steps not begun that cost credits: creations of audits, except for test organisations (decisions.md §7.6). None if the list of clients
 * cannot be read: then the service decides.
 */
export async function paidCreations(
  service: PlanService,
  steps: readonly StepRecord[],
  options: CallOptions,
): Promise<readonly number[]> {
  const clients = await service.all('clients.list', {}, options);
  if (!clients.ok) return [];
  const tests = clients.value.filter((client) => client.is_test_organisation);
  const free = new Set(tests.map(({ id }) => id));
  return steps.flatMap(({ position, task, state }) =>
    state === 'waiting' && task.kind === 'createAudit' && !free.has(task.creation.client_organisation_id)
      ? [position]
      : [],
  );
}

/** What has come twice of what the steps have created in these groups, which are read one after the other. */
export async function twinsOf(
  groups: readonly string[],
  steps: readonly StepRecord[],
  deps: Pick<WorkDeps, 'service' | 'former' | 'isCreation'>,
  options: CallOptions,
): Promise<readonly Twins[]> {
  const created = creationsByGroup(steps);
  const twins: Twins[] = [];
  for (const group of groups) {
    const made = created.get(group) ?? [];
    const all = await twinsIn(
      group,
      made.map(({ creation }) => creation),
      { ...deps, dismissed: [] },
      options,
    );
    for (const [at, { position }] of made.entries()) {
      const ids = all[at] ?? [];
      if (ids.length > 0) twins.push({ position, ids });
    }
  }
  return twins;
}
