import type { UserAssignment } from '../../model/audit-user.ts';
import type { Step, Task } from '../../plan.ts';
import { addressKey, usersChangeable } from '../service/audit-user.ts';
import { needsRequest } from './existing.ts';
import type { ImportKnown, ImportObject } from './known.ts';
import type { CheckedRow, RowState } from './model.ts';

/** The key of the step that makes what a row asks for; the outcome of the row is found by it. */
export function stepKeyOfRow(number: number): string {
  return `row-${number}`;
}

/** The key of the step that waits for the audit that a row makes, or works in, to open. */
export function openKeyOfRow(number: number): string {
  return `open-${number}`;
}

const sentStates = ['new', 'different'] as const;

/** Whether a row in a state is sent, if it needs a request. */
export function isSent(state: RowState): state is (typeof sentStates)[number] {
  return sentStates.some((sent) => sent === state);
}

/**
 * The steps of an import, none for a row that is unchanged, wrong or cannot be changed, or that a plan makes. Rows keep their order, but components
 * follow their group, which has to be open, so that one group after the other is whole; users wait likewise for their audit. A team is assigned to
 * each audit that is made. One that is coupled is waited for, so that its coupling is seen.
 */
export function importSteps(
  rows: readonly CheckedRow[],
  known: ImportKnown,
  team: readonly UserAssignment[] = [],
): readonly Step[] {
  const statuses = new Map(known.audits.map(({ id, status }) => [id, status]));
  const sent = rows.filter((row) => isSent(row.state) && needsRequest(row));
  const inside = Map.groupBy(sent, ({ object }) => auditAround(object));
  const made = new Map<string, number>();
  const coupled = new Set<string>();
  for (const { object, row } of sent) {
    if (object.kind !== 'audit') continue;
    const { id, coupled_component_audit_ids: components = [] } = object.creation;
    made.set(id, row.number);
    if (components.length > 0) coupled.add(id);
  }
  const within = (audit: string): readonly Step[] => {
    const wanted = inside.get(audit) ?? [];
    if (wanted.length === 0 && team.length === 0 && !coupled.has(audit)) return [];
    const waits = made.has(audit) || usersChangeable(statuses.get(audit) ?? '') === 'later';
    const open = openKeyOfRow(wanted[0]?.row.number ?? made.get(audit) ?? 0);
    const after = waits ? [open] : [];
    const wait: Step = { key: open, after: [], subject: audit, task: { kind: 'awaitOpen', audit } };
    const steps = [
      ...wanted.flatMap((row) => stepsOf(row, after, known)),
      ...teamSteps(audit, made.get(audit), after),
    ];
    return waits ? [wait, ...steps] : steps;
  };
  const begun = new Set<string>();
  return sent.flatMap((row) => {
    const { object } = row;
    const around = auditAround(object);
    if (around === null)
      return [
        ...stepsOf(row, [], known),
        ...(object.kind === 'audit' && !begun.has(object.creation.id) ? once(object.creation.id) : []),
      ];
    return made.has(around) || begun.has(around) ? [] : once(around);
  });

  function teamSteps(audit: string, row: number | undefined, after: readonly string[]): readonly Step[] {
    if (row === undefined) return [];
    return team.map((assignment, place) => ({
      key: `${stepKeyOfRow(row)}-user-${place + 1}`,
      after,
      subject: `${assignment.id} – ${audit}`,
      task: { kind: 'assignUser', audit, assignment },
    }));
  }

  function once(audit: string): readonly Step[] {
    begun.add(audit);
    return within(audit);
  }
}

/** The audit that has to be there, and open, before an object can be made; null for one that stands by itself. */
function auditAround(object: ImportObject): string | null {
  if (object.kind === 'component') return object.group;
  return object.kind === 'user' ? object.audit : null;
}

function stepsOf(
  { row, object, existing, differences }: CheckedRow,
  after: readonly string[],
  known: ImportKnown,
): readonly Step[] {
  const key = stepKeyOfRow(row.number);
  const step = (subject: string, task: Task): Step => ({ key, after, subject, task });
  switch (object.kind) {
    case 'deadline':
      return []; // it changes the season on this computer
    case 'client':
      return [step(object.creation.name, { kind: 'createClient', creation: object.creation })];
    case 'audit':
      return [step(object.creation.name, { kind: 'createAudit', creation: object.creation })];
    case 'user': {
      const { audit, assignment } = object;
      const subject = `${assignment.id} – ${audit}`;
      const user = known.usersOf.get(audit)?.find(({ id }) => addressKey(id) === addressKey(assignment.id));
      if (user === undefined) return [step(subject, { kind: 'assignUser', audit, assignment })];
      const change = { audit, assignment: { ...assignment, id: user.id }, before: user.role };
      return [step(subject, { kind: 'changeUser', ...change })];
    }
    case 'component': {
      const { group, creation, outOfScope: explanation } = object;
      const subject = creation.name ?? creation.legal_entity_ids.join(' & ');
      const creates = existing === null;
      const create = step(subject, { kind: 'createComponent', group, creation });
      const leaves = explanation !== null && (creates || differences.some(({ canChange }) => canChange));
      if (!leaves) return [create];
      const component = creates ? { fromStep: key } : existing;
      const scope = { kind: 'setOutOfScope', group, component, explanation } as const;
      return creates
        ? [create, { key: `${key}-scope`, after: [key], subject, task: scope }]
        : [step(subject, scope)];
    }
  }
}
