import type { WorkPackage } from '../../../shared/model/work-package.ts';
import { type AuditViolation, auditViolations } from '../../../shared/rules/audit.ts';
import type { CouplingRule, CouplingVerdict, CouplingViolation } from '../../../shared/rules/coupling.ts';
import type { Violation } from '../../../shared/rules/violation.ts';
import { fieldNames, type WizardContent } from './content.ts';
import { creationOf } from './creation.ts';
import { isJson, isKnownType } from './setting-entry.ts';
import { type Step, stepOf, steps } from './steps.ts';

export type WizardViolation =
  | AuditViolation
  | Violation<'not-json'>
  | Violation<'nothing-chosen'>
  | BrokenRule;

/** A coupling rule that is broken, with the first thing that breaks it. */
export interface BrokenRule extends Violation<'coupling-rule'> {
  readonly rule: CouplingRule;
  readonly broken: CouplingViolation;
}

/**
 * One thing that keeps an audit from being created: a rule that we know, or the service's own words. `step` is null
 * for a field that no step asks for.
 */
export type Problem =
  | {
      readonly by: 'rule';
      readonly step: Step | null;
      readonly field: string;
      readonly violation: WizardViolation;
    }
  | { readonly by: 'service'; readonly step: Step | null; readonly field: string; readonly message: string };

/** What is known of the things that the content refers to; null where it could not be read. */
export interface Surroundings {
  readonly workPackage: WorkPackage | null;
  readonly legalEntityIds: readonly string[] | null;
}

/** Every rule that the content breaks, in the order of the steps and their fields. */
export function ruleProblems(content: WizardContent, known: Surroundings): readonly Problem[] {
  const creation = creationOf(content, known.workPackage);
  return inOrder(
    [...auditViolations(creation, known), ...unreadableSettings(content, known.workPackage)]
      // Without a client there is no legal entity to choose: that the client is missing says it all.
      .filter(({ field }) => field !== 'legal_entity_id' || creation.client_organisation_id !== '')
      .map((violation) => ({
        by: 'rule',
        step: stepOf(violation.field),
        field: violation.field,
        violation,
      })),
  );
}

/** What is wrong with what the audit is to be coupled to: one problem for each rule that is broken. */
export function couplingProblems(
  { coupling }: WizardContent,
  verdict: CouplingVerdict | null,
): readonly Problem[] {
  if (!coupling.isWanted) return [];
  const field = 'coupled_component_audit_ids';
  const problem = (violation: WizardViolation): Problem => ({
    by: 'rule',
    step: 'coupling',
    field,
    violation,
  });
  if (coupling.ids.length === 0) return [problem({ code: 'nothing-chosen', field })];
  return (verdict?.rules ?? []).flatMap(({ rule, answer, violations: [first] }) =>
    answer === 'broken' && first !== undefined
      ? [problem({ code: 'coupling-rule', field, rule, broken: first })]
      : [],
  );
}

/** The messages of a `400`, each on its step and field; those of fields that no step has keep their name (ux W3). */
export function serviceProblems(fields: Readonly<Record<string, readonly string[]>>): readonly Problem[] {
  return inOrder(
    Object.entries(fields).flatMap(([field, messages]) =>
      messages.map((message) => ({ by: 'service' as const, step: stepOf(field), field, message })),
    ),
  );
}

/** What of a wizard's state decides which problems are said. */
export interface Attention {
  readonly touched: ReadonlySet<string>;
  readonly attempted: ReadonlySet<Step>;
  readonly refused: Readonly<Record<string, readonly string[]>>;
}

/**
 * The problems to say at the fields (`inline`: a rule only once its field was left or its step was continued, ux W4) and
 * those to say in the summary (a rule only once its step was continued, ux W2). The service's words always.
 */
export function shownProblems(
  rules: readonly Problem[],
  { touched, attempted, refused }: Attention,
): { readonly inline: readonly Problem[]; readonly summary: readonly Problem[] } {
  const said = serviceProblems(refused);
  const isAttempted = ({ step }: Problem): boolean => step === null || attempted.has(step);
  return {
    inline: inOrder([...rules.filter((one) => isAttempted(one) || touched.has(one.field)), ...said]),
    summary: inOrder([...rules.filter(isAttempted), ...said]),
  };
}

/** The first step that has a problem; null where no step has one. */
export function firstFailingStep(problems: readonly Problem[]): Step | null {
  return steps.find((step) => problems.some((problem) => problem.step === step)) ?? null;
}

function unreadableSettings(
  content: WizardContent,
  workPackage: WorkPackage | null,
): readonly WizardViolation[] {
  return (workPackage?.settings ?? [])
    .filter(({ id, type }) => Object.hasOwn(content.settings, id) && !isKnownType(type))
    .filter(({ id }) => !isJson(content.settings[id]))
    .map(({ id }) => ({ code: 'not-json', field: `settings.${id}` }));
}

function inOrder(problems: readonly Problem[]): readonly Problem[] {
  return problems.toSorted((a, b) => place(a.field) - place(b.field));
}

function place(field: string): number {
  const step = stepOf(field);
  const own = fieldNames.findIndex((name) => name === field);
  return (step === null ? steps.length : steps.indexOf(step)) * 100 + Math.max(own, 0);
}
