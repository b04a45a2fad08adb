import type { EntryOf, InputOf, ListOperation } from '../../shared/api.ts';
import { type AppError, type Reply, succeed } from '../../shared/error.ts';
import type { Audit } from '../../shared/model/audit.ts';
import type { ComponentCreation } from '../../shared/model/component-audit.ts';
import type { Difference, Reference, Task } from '../../shared/plan.ts';
import type { WaitingTask } from '../../shared/rules/plans/plan.ts';
import type { CallOptions, Service } from '../api/service.ts';

export type PlanService = Pick<Service, 'call' | 'list' | 'all'>;

/** What a look at the service tells of a task whose outcome is not known. */
export type Found =
  | {
      readonly kind: 'done';
      readonly result: string | null;
      /** In what it is not as it was sent. */
      readonly differences?: readonly Difference[];
    }
  /** Nothing came of it so far: all that there is was read, and understood. */
  | { readonly kind: 'absent' }
  /** Nothing that came of it was found, but not all was read, or understood. */
  | { readonly kind: 'unsure' }
  /** Nothing came of it, and it can be sent in another way. */
  | { readonly kind: 'otherwise' }
  /** Something else is in its place. */
  | { readonly kind: 'refused'; readonly error: AppError }
  /** Each of these may be what it created. */
  | {
      readonly kind: 'several';
      readonly candidates: readonly string[];
      /** Why a person is asked. */
      readonly code?: 'made-meanwhile';
    };

/** How one task is carried out, and how its outcome is found. */
export interface Work {
  /** Reads once what must be known before the first request. */
  readonly prepare?: (options: CallOptions) => Promise<Reply<null>>;
  readonly send: (options: CallOptions) => Promise<Reply<Sent>>;
  /** `accepted`: the service has said yes to it, and what it has named. */
  readonly look: (options: CallOptions, accepted?: Accepted | null) => Promise<Reply<Found>>;
  /**
   * Looks before a first request, more carefully than `look`, whether the service has it already: somebody else may have done it, or
   * this app before its data was put back to an earlier time.
   */
  readonly compare?: (options: CallOptions) => Promise<Reply<Found>>;
  /** It is always compared, and again where its request leaves so many milliseconds later: it is done only while a condition holds. */
  readonly freshFor?: number;
  /** Whether its success is looked at: what it takes away must be gone. */
  readonly verifies?: true;
  /** Looks after success whether it was carried out twice; `result` is what the service answered. */
  readonly recheck?: (result: string | null, options: CallOptions) => Promise<Reply<Found>>;
  /** Milliseconds before each further look, until it counts as not carried out. */
  readonly pauses: readonly number[];
  /** Whether a refusal of a first request may mean that it had been done before. */
  readonly mayBeDone: (error: AppError) => boolean;
  /** Tasks with the same text run one at a time: what they create could not be told apart. */
  readonly alone: string;
  /** Whether it uses what this plan has just created, which a service may not show everywhere at once. */
  readonly ofNew: boolean;
}

/** A request that the service has accepted. It is never sent again by itself. */
export interface Accepted {
  /** The id of what it says that it has created or changed; null where the answer names none. */
  readonly named: string | null;
}

export interface Sent extends Accepted {
  /** Whether the answer shows all of what was sent, as it was sent; else it is looked at. */
  readonly isShown: boolean;
}

/** What an answer says of what was sent. */
export function answered<Value extends { readonly id: string }>(
  reply: Reply<Value>,
  isShown: (value: Value) => boolean,
): Reply<Sent> {
  return reply.ok ? succeed({ named: reply.value.id, isShown: isShown(reply.value) }) : reply;
}

/** Whether a refusal may come of a request that was carried out, as where something on the way has sent it twice. */
export function mayBeThere({ code }: AppError): boolean {
  return ['conflict', 'validation', 'refused', 'missing'].includes(code); // which 4xx a duplicate is, each service decides
}

/** A list, and whether it is all that there is: read to its end, each entry understood. */
interface Listed<Entry> {
  readonly entries: readonly Entry[];
  readonly isWhole: boolean;
}

export async function listed<Name extends ListOperation>(
  service: PlanService,
  operation: Name,
  input: InputOf<Name>,
  options: CallOptions,
): Promise<Reply<Listed<EntryOf<Name>>>> {
  const reply = await service.list(operation, input, options);
  if (!reply.ok) return reply;
  const { entries, unread } = reply.value;
  return succeed({ entries, isWhole: unread === null });
}

/** The names of the legal entities of an audit's client by their ids; null where it does not show the client. */
export async function entitiesOf(
  service: PlanService,
  { client_organisation_id: id }: Pick<Audit, 'client_organisation_id'>,
  options: CallOptions,
): Promise<Reply<ReadonlyMap<string, string> | null>> {
  if (id === '') return succeed(null);
  const entities = await listed(service, 'legalEntities.list', { path: { id } }, options);
  return entities.ok ? succeed(new Map(entities.value.entries.map((one) => [one.id, one.name]))) : entities;
}

/** What it means that a list does not have something. */
export function notFound({ isWhole }: Pick<Listed<unknown>, 'isWhole'>): Found {
  return { kind: isWhole ? 'absent' : 'unsure' };
}

/** What the work of a step needs from its plan. */
export interface WorkDeps {
  readonly service: PlanService;
  readonly resolve: (reference: Reference) => string;
  /** The components that a group had before this plan created any there. */
  readonly former: {
    readonly read: (group: string) => readonly string[] | null;
    readonly keep: (group: string, ids: readonly string[]) => void;
  };
  /** What a loaded or resumed plan may have created in a group without knowing it: the creations of steps that are not done. */
  readonly perhapsCreated: (group: string) => readonly {
    readonly creation: ComponentCreation;
    readonly dismissed: readonly string[];
  }[];
  /** Whether an earlier step of this plan creates this audit. */
  readonly isPlanned: (audit: Reference) => boolean;
  /** The audits that a roll-forward makes, which asks before it makes one that a colleague has made; null for other plans, and once a person has said so. */
  readonly rolled: ReadonlySet<string> | null;
  /** ISO 8601: when the plan was submitted. */
  readonly plannedAt: string;
  /** Told how the service has answered for an audit that this plan creates. */
  readonly onCreated: (audit: Audit) => void;
  readonly isCreation: (component: string) => boolean;
  /** The components that a person has said not to be what the step makes. */
  readonly dismissed: readonly string[];
  /** Audits that this plan found under their ids instead of creating them: somebody else may be filling them, too. */
  readonly found: Set<string>;
  /** By audit, the users without an address that this plan need not look for: those of before, and those that it has assigned. */
  readonly unaddressed: Map<string, Set<string>>;
}

export type WritingTask = Exclude<Task, WaitingTask>;

export type Works = {
  readonly [Kind in WritingTask['kind']]: (
    task: Extract<Task, { readonly kind: Kind }>,
    deps: WorkDeps,
  ) => Work;
};

/** Whether a reference means what the same plan creates. */
export function isOfPlan(reference: Reference): boolean {
  return typeof reference !== 'string';
}

/** Milliseconds that a look counts for which a condition rests on. */
export const freshFor = 30_000;

/** Pauses for a task that the service would refuse if it were carried out twice, or that can be repeated without harm. */
export const shortPauses: readonly number[] = [1_000, 2_000];

/** Pauses for a task that would be carried out twice: it is looked for until no request of ours can be under way any more. */
export const longPauses: readonly number[] = [1_000, 1_000, 2_000, 4_000, 7_000, 15_000, 30_000]; // 1, 2, 4, 8, 15, 30 and 60 s after the loss
