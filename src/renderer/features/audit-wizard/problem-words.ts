import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useCouplingWords } from '../../parts/coupling/coupling-words.ts';
import type { Problem, WizardViolation } from './problems.ts';

type FieldViolation = Exclude<WizardViolation, { readonly code: 'nothing-chosen' | 'coupling-rule' }>;

/** A problem as its field says it: our sentence for a rule, the service's own words as they are. */
export function useProblemWords(): (problem: Problem) => string {
  const { t } = useTranslation('audit-wizard');
  const { t: tCoupling } = useTranslation('coupling');
  const coupling = useCouplingWords();
  return (problem) => {
    if (problem.by === 'service') return problem.message;
    const { violation } = problem;
    if (violation.code === 'nothing-chosen') return tCoupling('step.nothing');
    if (violation.code === 'coupling-rule')
      return tCoupling('step.broken', { rule: violation.rule, text: coupling.violation(violation.broken) });
    return violationWords(violation, t);
  };
}

const requiredFields = [
  'client_organisation_id',
  'legal_entity_id',
  'work_package_id',
  'scoping_package_id',
  'name',
  'period_start',
  'period_end',
  'language',
  'id',
] as const;
const offeredFields = ['audit_type', 'language', 'scoping_package_id'] as const;

/** The sentence for a broken rule. */
function violationWords(violation: FieldViolation, t: TFunction<'audit-wizard'>): string {
  const { field } = violation;
  switch (violation.code) {
    case 'required': {
      const known = requiredFields.find((name) => name === field);
      return known === undefined ? t('violation.missing') : t(`violation.required.${known}`);
    }
    case 'not-offered': {
      const known = offeredFields.find((name) => name === field);
      return known === undefined ? t('violation.notAChoice') : t(`violation.notOffered.${known}`);
    }
    case 'too-long':
      return t('violation.tooLong', {
        max: violation.facts?.max ?? '',
        length: violation.facts?.length ?? '',
      });
    case 'not-a-date':
      return t('violation.notADate');
    case 'ends-before-start':
      return t('violation.endsBeforeStart');
    case 'not-of-client':
      return t('violation.notOfClient');
    case 'control-character':
      return t('violation.controlCharacter');
    case 'dot-segment':
      return t('violation.dotSegment');
    case 'not-a-boolean':
      return t('violation.notABoolean');
    case 'not-a-string':
      return t('violation.notAString');
    case 'not-an-integer':
      return t('violation.notAnInteger');
    case 'not-a-decimal':
      return t('violation.notADecimal');
    case 'not-a-choice':
      return t('violation.notAChoice');
    case 'not-a-list':
      return t('violation.notAList');
    case 'unknown-setting':
      return t('violation.unknownSetting');
    case 'not-json':
      return t('violation.notJson');
  }
}
