import type { FieldName } from './content.ts';

/** The steps in order; the last one is the review (ux W5). */
export const steps = ['client', 'methodology', 'period', 'settings', 'coupling', 'naming', 'review'] as const;
export type Step = (typeof steps)[number];
export const firstStep: Step = 'client';

/** Which fields each step asks for, in the order in which it asks. */
export const stepFields: Readonly<Record<Step, readonly FieldName[]>> = {
  client: ['client_organisation_id', 'legal_entity_id'],
  methodology: ['audit_type', 'work_package_id', 'scoping_package_id'],
  period: ['period_start', 'period_end', 'language', 'unit_of_measurement'],
  settings: [],
  coupling: [],
  naming: ['name', 'id'],
  review: [],
};

export function isStep(value: unknown): value is Step {
  return steps.some((step) => step === value);
}

/** The step that asks for a field, as the service names it; null where none does. */
export function stepOf(field: string): Step | null {
  if (field === 'settings' || field.startsWith('settings.')) return 'settings';
  if (field === 'coupled_component_audit_ids') return 'coupling';
  return steps.find((step) => stepFields[step].some((name) => name === field)) ?? null;
}

export function stepAfter(step: Step): Step {
  return steps[steps.indexOf(step) + 1] ?? step;
}

export function stepBefore(step: Step): Step {
  return steps[steps.indexOf(step) - 1] ?? step;
}

/** The further of two steps. */
export function furthest(left: Step, right: Step): Step {
  return steps.indexOf(left) < steps.indexOf(right) ? right : left;
}

/** What a step is to the one in work: a step is done when it was passed without a problem (ux W6). */
export function stepState(
  step: Step,
  now: { readonly current: Step; readonly reached: Step; readonly wrong: ReadonlySet<Step> },
): 'done' | 'current' | 'error' | 'upcoming' {
  if (now.wrong.has(step)) return 'error';
  if (step === now.current) return 'current';
  return steps.indexOf(step) < steps.indexOf(now.reached) ? 'done' : 'upcoming';
}
