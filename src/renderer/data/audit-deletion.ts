import { create } from 'zustand';
import type { Audit } from '../../shared/model/audit.ts';
import type { Plan, Step } from '../../shared/plan.ts';
import { type PlanWithSteps, useWithSteps } from './plan-steps.ts';
import { usePlansAbout } from './plans.ts';

interface Wanted {
  readonly audit: Pick<Audit, 'id' | 'name'>;
  /** Ids of audits of this plan that must be deleted first. */
  readonly after: readonly string[];
}

export function deletionSteps(
  { id, name }: Wanted['audit'],
  mark: string,
  after: readonly string[],
): readonly Step[] {
  const key = `delete${mark}`;
  return [
    { key, after, subject: name, task: { kind: 'deleteAudit', audit: id } },
    { key: `gone${mark}`, after: [key], subject: name, task: { kind: 'awaitGone', audit: id } },
  ];
}

/** One plan that deletes audits and waits until each is gone; `asking` is the question that a person answered with yes. */
export function auditDeletionPlan(
  connection: string,
  asking: string,
  title: string,
  wanted: readonly Wanted[],
): Plan {
  const places = new Map(wanted.map(({ audit }, place) => [audit.id, place]));
  const done = new Set<string>();
  const steps: Step[] = [];
  // A step can wait only for earlier ones.
  const add = ({ audit, after }: Wanted): void => {
    if (done.has(audit.id)) return;
    done.add(audit.id);
    const first = wanted.filter((one) => after.includes(one.audit.id));
    for (const one of first) add(one);
    const keys = first.map((one) => `delete-${places.get(one.audit.id)}`);
    steps.push(...deletionSteps(audit, `-${places.get(audit.id)}`, keys));
  };
  for (const one of wanted) add(one);
  // An audit may be made again under the same id, and deleted once more: the question tells the two plans apart.
  return { id: asking, connection, title, about: { kind: 'deletions' }, steps };
}

export function useDeletionPlans(connection: string): readonly PlanWithSteps[] {
  return useWithSteps(connection, 'deletions', usePlansAbout(connection, 'deletions'));
}

/** Deletions whose result was dismissed, for as long as the window is open. */
export const useDismissedDeletions = create<{ readonly plans: ReadonlySet<string> }>()(() => ({
  plans: new Set(),
}));

export function dismissDeletion(plan: string): void {
  useDismissedDeletions.setState(({ plans }) => ({ plans: new Set([...plans, plan]) }));
}
