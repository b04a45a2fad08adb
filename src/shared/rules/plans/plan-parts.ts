import type { AuditCreation } from '../../model/audit.ts';
import type { Reference, Step, Task } from '../../plan.ts';

/** What a plan does for one group: for its audit, the components in it, and what is coupled to these, tier by tier. */
export interface PlanPart {
  /** The id of that audit, or of the first audit that a plan without groups creates; null where there is none. */
  readonly audit: string | null;
  /** What that audit is created with; null where it is there already. */
  readonly creation: AuditCreation | null;
  /** Places of its steps among those of the plan. */
  readonly places: readonly number[];
}

/**
 * A plan by the groups that it is about. One of a single group is one part, whatever else it does; beside several groups, all audits that belong
 * to none of them are a part of their own.
 */
export function partsOf(steps: readonly Pick<Step, 'key' | 'task'>[]): readonly PlanPart[] {
  const { tops, groups, creations } = audited(steps);
  const all = steps.map((_, place) => place);
  const partAt = (audit: string | null, places: readonly number[]): PlanPart => ({
    audit,
    creation: creations.get(audit ?? '') ?? null,
    places,
  });
  const byGroup = Map.groupBy(all, (place) => {
    const top = tops[place] ?? null;
    return top !== null && groups.has(top) ? top : null;
  });
  const rest = byGroup.get(null) ?? [];
  byGroup.delete(null);
  const [first] = byGroup.keys();
  if (byGroup.size < 2) return [partAt(first ?? [...creations.keys()][0] ?? null, all)];
  const parts = [...byGroup].map(([audit, places]) => partAt(audit, places));
  return rest.some((place) => steps[place]?.task.kind === 'createAudit')
    ? [...parts, partAt(null, rest)]
    : parts;
}

/** The audit at the top of what each step is about, which audits are groups, and what audits are created with. */
function audited(steps: readonly Pick<Step, 'key' | 'task'>[]) {
  const creations = new Map<string, AuditCreation>();
  const groups = new Set<string>();
  const around = new Map<string, string>(); // the audit that a step is about, by its key
  const above = new Map<string, string>(); // the group whose component an audit is coupled to
  const idOf = (to: Reference): string | undefined => (typeof to === 'string' ? to : around.get(to.fromStep));
  const own = steps.map(({ key, task }) => {
    const audit = auditOf(task, idOf);
    if (audit === undefined) return undefined;
    around.set(key, audit);
    if (task.kind === 'createComponent') groups.add(audit);
    if (task.kind !== 'createAudit') return audit;
    creations.set(audit, task.creation);
    if (task.creation.audit_type === 'consolidated') groups.add(audit);
    const [group] = (task.couple ?? []).flatMap((to) =>
      typeof to === 'string' ? [] : (around.get(to.fromStep) ?? []),
    );
    if (group !== undefined && group !== audit) above.set(audit, group);
    return audit;
  });
  const topOf = (audit: string): string => {
    let top = audit;
    for (let next = above.get(top); next !== undefined && next !== audit; next = above.get(top)) top = next;
    return top;
  };
  return { tops: own.map((audit) => (audit === undefined ? null : topOf(audit))), groups, creations };
}

function auditOf(task: Task, idOf: (to: Reference) => string | undefined): string | undefined {
  if (task.kind === 'createClient') return undefined;
  if (task.kind === 'createAudit') return task.creation.id;
  return idOf('group' in task ? task.group : task.audit);
}
