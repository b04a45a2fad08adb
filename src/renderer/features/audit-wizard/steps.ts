import type { AuditCreation } from '../../../shared/model/audit.ts';
import type { LossCode } from '../../../shared/rules/service/carry-over.ts';

/** The text fields of a creation, with the names of the specification. */
export const fieldNames = [
  'client_organisation_id',
  'legal_entity_id',
  'audit_type',
  'work_package_id',
  'scoping_package_id',
  'period_start',
  'period_end',
  'language',
  'unit_of_measurement',
  'name',
  'id',
] as const satisfies readonly (keyof AuditCreation)[];
export type FieldName = (typeof fieldNames)[number];

// Coupling comes first: it decides client, legal entity, work package, label and period (specification, "Coupling rules").
export const steps = ['coupling', 'client', 'methodology', 'period', 'settings', 'naming', 'review'] as const;
export type Step = (typeof steps)[number];
export const firstStep: Step = 'coupling';

/** What each step is called. */
export const stepTitles = {
  coupling: 'parts:word.coupling',
  client: 'parts:field.client_name',
  methodology: 'parts:word.methodology',
  period: 'steps.period',
  settings: 'parts:field.settings',
  naming: 'steps.naming',
  review: 'steps.review',
} as const satisfies Readonly<Record<Step, string>>;

export const stepFields: Readonly<Record<Step, readonly FieldName[]>> = {
  coupling: [],
  client: ['client_organisation_id', 'legal_entity_id'],
  methodology: ['audit_type', 'work_package_id', 'scoping_package_id'],
  period: ['period_start', 'period_end', 'language', 'unit_of_measurement'],
  settings: [],
  naming: ['name', 'id'],
  review: [],
};

export function isStep(value: unknown): value is Step {
  return steps.some((step) => step === value);
}

/** The step that asks for a field of the service; null where none does. */
export function stepOf(field: string): Step | null {
  if (field === 'settings' || field.startsWith('settings.')) return 'settings';
  if (field === 'coupled_component_audit_ids') return 'coupling';
  return steps.find((step) => stepFields[step].some((name) => name === field)) ?? null;
}

/** The step at which a value that was lost would be; of users, which no step asks for, the review. */
export function stepOfLoss(code: LossCode): Step {
  switch (code) {
    case 'more-entities':
      return 'client';
    case 'packages-unread':
    case 'package-gone':
    case 'package-newer':
    case 'package-unfit':
    case 'label-gone':
    case 'other-type':
      return 'methodology';
    case 'language-gone':
    case 'period-unknown':
      return 'period';
    case 'setting-gone':
    case 'setting-unfit':
    case 'setting-new':
    case 'settings-unknown':
      return 'settings';
    case 'team-gone':
    case 'role-gone':
    case 'no-address':
    case 'users-unknown':
      return 'review';
  }
}

export function stepAfter(step: Step): Step {
  return steps[steps.indexOf(step) + 1] ?? step;
}

export function stepBefore(step: Step): Step {
  return steps[steps.indexOf(step) - 1] ?? step;
}

export function furthest(left: Step, right: Step): Step {
  return isBefore(left, right) ? right : left;
}

export function isBefore(left: Step, right: Step): boolean {
  return steps.indexOf(left) < steps.indexOf(right);
}

/** A step that can be opened: one that was reached, or with nothing wrong in the steps before it (ux W6). */
export function isReachable(step: Step, reached: Step, wrong: ReadonlySet<Step>): boolean {
  return !isBefore(reached, step) || steps.every((one) => !isBefore(one, step) || !wrong.has(one));
}

/** A step is done when a person has passed it without a problem and with nothing undecided (ux W6). */
export function stepState(
  step: Step,
  now: {
    readonly current: Step;
    readonly reached: Step;
    readonly wrong: ReadonlySet<Step>;
    readonly open?: ReadonlySet<Step>;
  },
): 'done' | 'current' | 'error' | 'upcoming' {
  if (now.wrong.has(step)) return 'error';
  if (step === now.current) return 'current';
  if (now.open?.has(step) === true) return 'upcoming';
  return isBefore(step, now.reached) ? 'done' : 'upcoming';
}
