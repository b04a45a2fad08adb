import { type PlanProgress, stepStates } from '../../shared/plan.ts';

/** How a plan stands: running, of no steps, but for what is told. */
export function planProgress(
  change: Partial<Omit<PlanProgress, 'counts'>> = {},
  counts: Partial<PlanProgress['counts']> = {},
): PlanProgress {
  const none = Object.fromEntries(stepStates.map((state) => [state, 0]));
  return {
    id: 'plan',
    connection: 'c',
    title: 'Hold Co 2026',
    about: {},
    state: 'running',
    pause: null,
    createdAt: '2026-01-05T09:00:00.000Z',
    endedAt: null,
    // Every state is in it: `fromEntries` forgets which keys it was given.
    counts: { ...none, ...counts } as PlanProgress['counts'],
    deeds: [{ kind: 'createAudit', count: 1, subject: 'Hold Co 2026' }],
    remainingSeconds: null,
    ...change,
  };
}
