import type { Reply } from '../shared/error.ts';
import type { Page } from '../shared/model/page.ts';
import type { PlanProgress } from '../shared/plan.ts';

/** What the taskbar or the dock shows of the plans: the part from 0 to 1 that is decided, and how they are. */
export interface Mark {
  readonly part: number;
  readonly mode: 'normal' | 'paused' | 'error';
}

const least = 0.02; // what has begun can be seen

/**
 * What there is to show of plans that have not ended; null for none. `error`: one rests and needs somebody. `paused`: all of
 * them rest because a person wanted it.
 */
export function markOf(plans: readonly PlanProgress[]): Mark | null {
  const unended = plans.filter(({ state }) => state !== 'ended');
  if (unended.length === 0) return null;
  const count = (states: readonly (keyof PlanProgress['counts'])[]): number =>
    unended.reduce((sum, { counts }) => sum + states.reduce((own, state) => own + counts[state], 0), 0);
  const decided = count(['done', 'failed', 'unclear', 'blocked', 'cancelled']);
  const all = decided + count(['waiting', 'sending', 'resolving']);
  const needsSomebody = unended.some(({ pause }) => pause !== null && pause.reason !== 'person');
  const isRunning = unended.some(({ state }) => state === 'running');
  return {
    part: Math.max(least, all === 0 ? 0 : decided / all),
    mode: needsSomebody ? 'error' : isRunning ? 'normal' : 'paused',
  };
}

interface Surroundings {
  readonly show: (mark: Mark | null) => void;
  readonly notify: (plan: PlanProgress) => void;
  /** Whether a person looks at a window of this app. */
  readonly isInFront: () => boolean;
  /** Whether they want to be told. */
  readonly mayNotify: () => boolean;
}

export interface PlanManners {
  /** Takes in the plans that were there at the start, the latest of them, if they can be read. */
  readonly begin: (plans: Reply<Page<PlanProgress>>) => void;
  /** Takes in how a plan stands now: shows it, and tells of its end where nobody looks (ux B9). */
  readonly seen: (plan: PlanProgress) => void;
  readonly running: () => readonly PlanProgress[];
  /** Shows again what is shown: there is a new window. */
  readonly showAgain: () => void;
}

/** How plans behave towards the desktop: their progress is shown while there is one, and one notice tells of an end. */
export function createPlanManners({ show, notify, isInFront, mayNotify }: Surroundings): PlanManners {
  const unended = new Map<string, PlanProgress>();
  const told = new Map<string, string>(); // the moment of the end that each was told of
  let shown: string | null = null;

  const keep = (plan: PlanProgress): void => {
    if (plan.state === 'ended') unended.delete(plan.id);
    else unended.set(plan.id, plan);
  };
  const update = (): void => {
    const mark = markOf([...unended.values()]);
    const spelled = JSON.stringify(mark);
    if (spelled === shown || (mark === null && shown === null)) return;
    shown = mark === null ? null : spelled;
    show(mark);
  };

  return {
    begin: (plans) => {
      if (plans.ok) for (const plan of plans.value.results) if (!unended.has(plan.id)) keep(plan);
      update();
    },
    seen: (plan) => {
      keep(plan);
      update();
      if (plan.state !== 'ended' || plan.endedAt === null || told.get(plan.id) === plan.endedAt) return;
      told.set(plan.id, plan.endedAt);
      if (mayNotify() && !isInFront()) notify(plan);
    },
    running: () => [...unended.values()].filter(({ state }) => state === 'running'),
    showAgain: () => {
      const mark = markOf([...unended.values()]);
      if (mark !== null) show(mark);
    },
  };
}
