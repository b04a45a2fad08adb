import type { AppError, Reply } from '../../shared/error.ts';
import type { Reference } from '../../shared/plan.ts';
import type { CallOptions, Service } from '../api/service.ts';

/** The service as steps speak to it. */
export type PlanService = Pick<Service, 'call' | 'all'>;

/** What a look at the service tells of a task whose outcome is not known. */
export type Found =
  | { readonly kind: 'done'; readonly result: string | null }
  /** Nothing has come of it, so far. */
  | { readonly kind: 'absent' }
  /** Nothing has come of it, and it can be sent in another way than it was. */
  | { readonly kind: 'otherwise' }
  /** Something else stands in its place. */
  | { readonly kind: 'refused'; readonly error: AppError }
  /** Each of these may be what it created. */
  | { readonly kind: 'several'; readonly candidates: readonly string[] };

/** How one task is carried out, and how it is found out whether it was. */
export interface Work {
  /** Finds out, once, what must be known before the first request leaves. */
  readonly prepare?: (options: CallOptions) => Promise<Reply<null>>;
  /** Sends the request; answers the id of what it created or changed. */
  readonly send: (options: CallOptions) => Promise<Reply<string | null>>;
  readonly look: (options: CallOptions) => Promise<Reply<Found>>;
  /** Whether a look after success may find that it was carried out twice; the result is what the service answered. */
  readonly recheck?: (result: string | null, options: CallOptions) => Promise<Reply<Found>>;
  /** Milliseconds before each further look, until it is believed that nothing came of it: the service may still be at it. */
  readonly pauses: readonly number[];
  /** Whether a refusal of a first request may mean that it had been done before. */
  readonly mayBeDone: (error: AppError) => boolean;
  /** Of tasks with the same text here one at a time is under way: what they create could not be told apart. */
  readonly alone: string;
  /** Whether it speaks of something that this plan has just created, which a service may not show everywhere at once. */
  readonly ofNew: boolean;
}

/** What the work of a step needs from its plan. */
export interface WorkSurroundings {
  readonly service: PlanService;
  /** The id that a reference means. */
  readonly resolve: (reference: Reference) => string;
  /** The components that a group had before this plan created any there. */
  readonly former: {
    readonly read: (group: string) => readonly string[] | null;
    readonly keep: (group: string, ids: readonly string[]) => void;
  };
  /** Whether a step of any plan has created this component. */
  readonly isCreation: (component: string) => boolean;
}

/** Pauses for a task that the service would refuse if it were carried out twice, or that can be repeated without harm. */
export const shortPauses: readonly number[] = [1_000, 2_000];

/** Pauses for a task that would be carried out twice: it is looked for until no request of ours can be under way any more. */
export const longPauses: readonly number[] = [1_000, 1_000, 2_000, 4_000, 7_000, 15_000, 30_000]; // 1, 2, 4, 8, 15, 30 and 60 s after the loss
