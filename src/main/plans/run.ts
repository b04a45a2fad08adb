import type { Reply } from '../../shared/error.ts';
import type { Tier } from '../../shared/model/limits.ts';
import type { PlanProgress } from '../../shared/plan.ts';
import type { LaunchSurroundings } from './launch.ts';
import type { Tell } from './ledger.ts';
import type { UntilOpen } from './opening.ts';
import type { Calls } from './progress.ts';
import type { Settlement } from './settlement.ts';
import type { PlanService } from './work.ts';

/** One plan that is being carried out, or rests. */
export interface Run {
  readonly progress: () => PlanProgress;
  /** Looks again what can be begun. */
  readonly begin: () => void;
  readonly pause: () => void;
  readonly resume: () => void;
  /** Cancels what has not begun; what is under way is finished. */
  readonly cancel: () => void;
  /** Failed and blocked steps wait again, under the same ids. */
  readonly retry: () => void;
  readonly settle: (settlement: Settlement) => Reply<null>;
  /** Begins nothing any more; resolves when nothing is under way. */
  readonly close: () => Promise<void>;
}

export type Priority = 'interactive' | 'bulk';

export interface RunSurroundings extends LaunchSurroundings {
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly service: (connection: string) => PlanService;
  /** How many requests of a tier are let through at once. */
  readonly burst: (connection: string, tier: Tier) => number;
  /** Seconds until so many requests of a plan are sent. */
  readonly expected: (connection: string, calls: Calls, priority: Priority) => number;
  readonly untilOpen: UntilOpen;
  readonly tell: Tell;
  readonly onChange: (run: Run) => void;
  readonly onEnd: (run: Run) => void;
}
