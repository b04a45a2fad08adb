import type { Audit, AuditCreation } from '../../../shared/model/audit.ts';
import type { WorkPackage } from '../../../shared/model/work-package.ts';
import { auditDifferences } from '../../../shared/rules/plans/same-creation.ts';
import { type AuditViolation, auditViolations } from '../../../shared/rules/service/audit.ts';
import type {
  CouplingRule,
  CouplingVerdict,
  CouplingViolation,
} from '../../../shared/rules/service/coupling.ts';
import { isDoubt } from '../../../shared/rules/service/doubt.ts';
import type { Violation } from '../../../shared/rules/service/violation.ts';
import { fieldType, isJson, isKnownType } from '../../parts/settings/setting-entry.ts';
import type { WizardContent } from './content.ts';
import { creationOf } from './creation.ts';
import { fieldNames, type Step, stepOf, steps } from './steps.ts';

export type WizardViolation =
  | AuditViolation
  | Violation<'not-json'>
  | Violation<'id-taken'>
  | Violation<'undecided'>
  | Violation<'nothing-chosen'>
  | BrokenRule;

/** A coupling rule that is broken, with the first thing that breaks it. */
export interface BrokenRule extends Violation<'coupling-rule'> {
  readonly rule: CouplingRule;
  readonly broken: CouplingViolation;
}

/** One reason why an audit cannot be created. `step` is null for a field that no step asks for. */
export type Problem =
  | {
      readonly by: 'rule';
      readonly step: Step | null;
      readonly field: string;
      readonly violation: WizardViolation;
    }
  | { readonly by: 'service'; readonly step: Step | null; readonly field: string; readonly message: string };

/** What the content refers to; null where it was not read. */
export interface ProblemDeps {
  readonly workPackage: WorkPackage | null;
  readonly legalEntityIds: readonly string[] | null;
  readonly packages: readonly WorkPackage[] | null;
  readonly audits: readonly Audit[];
  /** Whether a component audit has this id: audits and component audits cannot share one. */
  readonly isComponent: (id: string) => boolean;
}

export function ruleProblems(content: WizardContent, known: ProblemDeps): readonly Problem[] {
  const creation = creationOf(content, known.workPackage);
  return inOrder(
    [
      ...auditViolations(creation, known),
      ...goneMethodology(content, known),
      ...takenId(creation, known),
      ...unreadableSettings(content, known.workPackage),
    ]
      // Without a client nobody can choose a legal entity: one problem is enough.
      .filter(({ field }) => field !== 'legal_entity_id' || creation.client_organisation_id !== '')
      .map((violation) => ({
        by: 'rule',
        step: stepOf(violation.field),
        field: violation.field,
        violation,
      })),
  );
}

/** That nobody has decided about coupling, or one problem for each broken rule. */
export function couplingProblems(
  { coupling }: WizardContent,
  verdict: CouplingVerdict | null,
): readonly Problem[] {
  if (coupling.decision === 'without') return [];
  const field = 'coupled_component_audit_ids';
  const problem = (violation: WizardViolation): Problem => ({
    by: 'rule',
    step: 'coupling',
    field,
    violation,
  });
  if (coupling.decision === 'open') return [problem({ code: 'undecided', field })];
  if (coupling.ids.length === 0) return [problem({ code: 'nothing-chosen', field })];
  return (verdict?.rules ?? []).flatMap(({ rule, violations }) => {
    const broken = violations.find((one) => !isDoubt(one)) ?? violations[0];
    return broken === undefined ? [] : [problem({ code: 'coupling-rule', field, rule, broken })];
  });
}

/** Whether a person may send the audit with this problem: then it is told, and the service decides. */
export function isDoubtful(problem: Problem): boolean {
  if (problem.by === 'service') return false;
  const { violation } = problem;
  return isDoubt(violation.code === 'coupling-rule' ? violation.broken : violation);
}

/** The messages of a `400`, each on its step and field (ux W3). */
export function serviceProblems(fields: Readonly<Record<string, readonly string[]>>): readonly Problem[] {
  return inOrder(
    Object.entries(fields).flatMap(([field, messages]) =>
      messages.map((message) => ({ by: 'service' as const, step: stepOf(field), field, message })),
    ),
  );
}

export interface Attention {
  readonly touched: ReadonlySet<string>;
  readonly attempted: ReadonlySet<Step>;
  readonly refused: Readonly<Record<string, readonly string[]>>;
}

/**
 * The problems to show at the fields (`inline`) and in the summary. A broken rule shows at its field once the field was left or
 * its step continued (ux W4), in the summary once its step was continued (ux W2). The service's messages always show.
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

export function firstFailingStep(problems: readonly Problem[]): Step | null {
  return steps.find((step) => problems.some((problem) => problem.step === step)) ?? null;
}

// The package of an initialising component cannot be changed here: the service judges it.
function goneMethodology(
  { fields: { work_package_id: id }, coupling }: WizardContent,
  { packages }: ProblemDeps,
): readonly WizardViolation[] {
  const isGone = packages !== null && id !== '' && !packages.some((one) => one.id === id);
  return isGone && !coupling.isFilled ? [{ code: 'not-offered', field: 'work_package_id' }] : [];
}

// An audit that equals the one to create may come from a request whose answer was lost. It is found, not refused.
function takenId(creation: AuditCreation, { audits, isComponent }: ProblemDeps): readonly WizardViolation[] {
  const same = audits.find(({ id }) => id === creation.id);
  if (same !== undefined && auditDifferences(creation, same).length > 0)
    return [{ code: 'id-taken', field: 'id' }];
  const isOfComponent =
    isComponent(creation.id) ||
    audits.some((audit) => audit.coupled_component_audit_ids.includes(creation.id));
  return isOfComponent ? [{ code: 'id-taken', field: 'id', facts: { component: 1 } }] : [];
}

function unreadableSettings(
  content: WizardContent,
  workPackage: WorkPackage | null,
): readonly WizardViolation[] {
  return (workPackage?.settings ?? [])
    .filter((one) => Object.hasOwn(content.settings, one.id) && !isKnownType(fieldType(one)))
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
