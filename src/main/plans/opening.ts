import { type AppError, fail } from '../../shared/error.ts';
import type { Audit } from '../../shared/model/audit.ts';
import type { Difference, PauseReason, Reference } from '../../shared/plan.ts';
import { auditDifferences, sameId } from '../../shared/rules/plans/same-creation.ts';
import type { Service } from '../api/service.ts';
import { type Clock, pauseUnless } from '../clock.ts';
import { sentCreation } from './creations.ts';
import type { PlanRecord, StepRecord } from './journal-rows.ts';
import { idOf } from './steps.ts';
import { shortPauses } from './work.ts';

/** How waiting for an audit to open, or to be gone, ended; it never ends because the service is slow. */
export type Opening =
  /** With what it has otherwise than its creation asked for, and than was told when it was created. */
  | { readonly kind: 'open'; readonly differences: readonly Difference[] }
  | Exclude<Seen, { readonly kind: 'open' }>;

/** The same, as the service was seen. */
export type Seen =
  | { readonly kind: 'open'; readonly audit: Audit }
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly error: AppError; readonly differences?: readonly Difference[] }
  /** The status that the service shows is none that this app knows: a person says whether it is open, or gone. */
  | { readonly kind: 'unread'; readonly error: AppError }
  | { readonly kind: 'rest'; readonly reason: PauseReason; readonly error: AppError }
  | { readonly kind: 'given-up' };

export interface OpeningOptions {
  readonly until: 'open' | 'gone';
  /** Milliseconds since 1970: when it was created, or its deletion was asked for, as far as is known. */
  readonly since: number;
  readonly plan: string;
  readonly step: string;
  readonly signal: AbortSignal;
}

/** Waits while the service opens or deletes an audit. */
export type UntilOpen = (connection: string, audit: string, options: OpeningOptions) => Promise<Seen>;

const slowAfter = 30 * 60_000; // milliseconds after which the step says that it is slow

interface OpeningDeps {
  readonly clock: Clock;
  readonly plan: PlanRecord;
  readonly steps: readonly StepRecord[];
  readonly service: Pick<Service, 'call'>;
  readonly untilOpen: UntilOpen;
  readonly signal: AbortSignal;
  /** It has taken half an hour; that is no failure. */
  readonly onSlow: () => void;
}

export async function awaitOpening(step: StepRecord, audit: string, deps: OpeningDeps): Promise<Opening> {
  const { clock, plan, steps, untilOpen, signal, onSlow } = deps;
  const begun = begunBy(step, steps);
  const since = Date.parse(begun?.changedAt ?? plan.createdAt);
  const until = step.task.kind === 'awaitGone' ? 'gone' : 'open';
  const stopTimer = clock.schedule(Math.max(0, since + slowAfter - clock.wall()), onSlow);
  const about = { plan: plan.id, step: step.key };
  const seen = await untilOpen(plan.connection, audit, { until, since, ...about, signal });
  stopTimer();
  return seen.kind === 'open' ? compared(seen.audit, begun, step.key, deps) : seen;
}

/**
 * An open audit beside its creation. An audit is coupled at its creation only, and shows it afterwards: one that still shows none of a coupling
 * after another look has failed.
 */
async function compared(
  first: Audit,
  begun: StepRecord | undefined,
  step: string,
  { clock, plan, steps, service, signal }: OpeningDeps,
): Promise<Opening> {
  if (begun?.task.kind !== 'createAudit') return { kind: 'open', differences: [] };
  const creation = sentCreation(begun.task, (reference) => idOf(reference, steps));
  const { coupled_component_audit_ids: coupled = [] } = creation;
  const lackingIn = (audit: Audit) =>
    coupled.filter((id) => !audit.coupled_component_audit_ids.some((one) => sameId(one, id)));
  let audit = first;
  for (const pause of [0, ...shortPauses]) {
    if (lackingIn(audit).length === 0) break;
    if (pause > 0 && !(await pauseUnless(clock, pause, signal))) return { kind: 'given-up' };
    const options = { plan: plan.id, step, priority: 'polling', signal } as const;
    const reply = await service.call('audits.read', { path: { audit_id: audit.id } }, options);
    if (!reply.ok) break;
    audit = reply.value;
  }
  const told = new Set(begun.differences.map(textOf));
  const lacking = audit.unseen?.includes(field) === true ? [] : lackingIn(audit);
  const differences = auditDifferences(creation, audit).filter((one) => !told.has(textOf(one)));
  if (lacking.length === 0) return { kind: 'open', differences };
  return { kind: 'failed', error: fail('not-coupled', { fields: { [field]: lacking } }).error, differences };
}

const field = 'coupled_component_audit_ids';

function textOf({ field: of, there }: Difference): string {
  return JSON.stringify([of, there]);
}

/** The step of the same plan that has created or deletes what a step waits for. */
function begunBy({ task }: StepRecord, steps: readonly StepRecord[]): StepRecord | undefined {
  if (task.kind === 'awaitGone')
    return steps.find((other) => other.task.kind === 'deleteAudit' && isSame(other.task.audit, task.audit));
  return task.kind === 'awaitOpen' ? steps.find((other) => creates(other, task.audit)) : undefined;
}

function creates({ key, task }: StepRecord, audit: Reference): boolean {
  return typeof audit === 'string'
    ? task.kind === 'createAudit' && task.creation.id === audit
    : key === audit.fromStep;
}

function isSame(one: Reference, other: Reference): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
