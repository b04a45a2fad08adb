import type { PlanProgress, StepState } from '../../../shared/plan.ts';
import type { StatusMarkProps } from '../../ui/status-mark.tsx';

/**
 * How a plan stands to a person: `resting` until somebody has it go on; ended `unclear` where a person has to say what
 * became of something, `partly` where something failed, `stopped` where something was given up, else `done`.
 */
export const standings = ['running', 'resting', 'unclear', 'partly', 'stopped', 'done'] as const;
export type Standing = (typeof standings)[number];

/** What is to be said of a plan in a word. */
export function standingOf({ state, counts }: Pick<PlanProgress, 'state' | 'counts'>): Standing {
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

/** How that word looks. */
export const standingLooks = {
  running: 'progress',
  resting: 'idle',
  unclear: 'unknown',
  partly: 'ending',
  stopped: 'closed',
  done: 'good',
} as const satisfies Readonly<Record<Standing, StatusMarkProps['look']>>;

/** How the state of a step looks. */
export const stepLooks = {
  waiting: 'idle',
  sending: 'progress',
  resolving: 'progress',
  done: 'good',
  failed: 'ending',
  unclear: 'unknown',
  blocked: 'closed',
  cancelled: 'closed',
} as const satisfies Readonly<Record<StepState, StatusMarkProps['look']>>;

/** How many steps a plan has, how many are done, and over how many of them it has been decided. */
export function totalsOf({ counts }: Pick<PlanProgress, 'counts'>) {
  const count = Object.values(counts).reduce((sum, each) => sum + each, 0);
  const open = counts.waiting + counts.sending + counts.resolving;
  return { count, done: counts.done, decided: count - open, open };
}

/** Which steps are shown: all, or those of one of these kinds. */
export const stepFilters = {
  open: ['waiting', 'sending', 'resolving'],
  done: ['done'],
  failed: ['failed', 'blocked'],
  unclear: ['unclear'],
  cancelled: ['cancelled'],
} as const satisfies Readonly<Record<string, readonly StepState[]>>;
export type StepFilter = keyof typeof stepFilters;
export const stepFilterNames = Object.keys(stepFilters) as readonly StepFilter[]; // keys of a literal: exactly these
