import type { PlanProgress, StepState } from '../../../shared/plan.ts';
import type { StatusMarkProps } from '../../ui/status-mark.tsx';

/**
 * The status of a plan in one word. An ended plan is `unclear` where a person has to resolve a step, `partly` where a step
 * failed, `stopped` where one was cancelled, else `done`.
 */
export const planStatuses = ['running', 'resting', 'unclear', 'partly', 'stopped', 'done'] as const;
export type PlanStatus = (typeof planStatuses)[number];

export function planStatusOf({ state, counts }: Pick<PlanProgress, 'state' | 'counts'>): PlanStatus {
  switch (state) {
    case 'running':
      return 'running';
    case 'paused':
      return 'resting';
    case 'ended':
      if (counts.unclear > 0) return 'unclear';
      if (counts.failed + counts.blocked > 0) return 'partly';
      return counts.cancelled > 0 ? 'stopped' : 'done';
  }
}

export const planStatusWords = {
  running: 'common:ui.pending',
  resting: 'standing.resting',
  unclear: 'standing.unclear',
  partly: 'standing.partly',
  stopped: 'parts:state.cancelled',
  done: 'parts:state.done',
} as const satisfies Readonly<Record<PlanStatus, string>>;

export const planStatusLooks = {
  running: 'progress',
  resting: 'idle',
  unclear: 'unknown',
  partly: 'ending',
  stopped: 'closed',
  done: 'good',
} as const satisfies Readonly<Record<PlanStatus, StatusMarkProps['look']>>;

/** How many steps a plan has, and how many of them are done, decided and still open. */
export function totalsOf({ counts }: Pick<PlanProgress, 'counts'>) {
  const count = Object.values(counts).reduce((sum, each) => sum + each, 0);
  const open = counts.waiting + counts.sending + counts.resolving;
  return { count, done: counts.done, decided: count - open, open };
}

/** The filters of the list of steps. */
export const stepFilters = {
  open: ['waiting', 'sending', 'resolving'],
  done: ['done'],
  failed: ['failed', 'blocked'],
  unclear: ['unclear'],
  cancelled: ['cancelled'],
} as const satisfies Readonly<Record<string, readonly StepState[]>>;
export type StepFilter = keyof typeof stepFilters;
export const stepFilterNames = Object.keys(stepFilters) as readonly StepFilter[]; // keys of a literal: exactly these
