import type { Reply } from '../../shared/error.ts';
import type { PlanProgress } from '../../shared/plan.ts';
import type { Service } from '../api/service.ts';
import type { LaunchSurroundings } from './launch.ts';
import type { Tell } from './ledger.ts';
import type { UntilOpen } from './opening.ts';
import type { Settlement } from './settlement.ts';

/** One plan that is being carried out, or rests. */
export interface Run {
  readonly progress: () => PlanProgress;
  /** Whether it is paused or has ended. */
  readonly rests: () => boolean;
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
  /** The service of a connection, also after its settings have changed. */
  readonly service: (connection: string) => Pick<Service, 'call' | 'all' | 'quota'>;
  readonly untilOpen: UntilOpen;
  readonly tell: Tell;
  readonly onChange: (run: Run) => void;
  readonly onEnd: (run: Run) => void;
}
