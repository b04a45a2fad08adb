import { fieldTitles } from '../../messages/audit-words.ts';
import { useTranslation } from '../../messages/language.ts';
import { settingFaultSentences } from '../../messages/setting-words.ts';
import type { Translate } from '../../messages/translate.ts';
import { useCouplingWords } from '../../parts/coupling/coupling-words.ts';
import type { Problem, WizardViolation } from './problems.ts';
import { fieldNames } from './steps.ts';

type FieldViolation = Exclude<
  WizardViolation,
  { readonly code: 'undecided' | 'nothing-chosen' | 'coupling-rule' }
>;

/** Our sentence for a rule; the service's own words as they are. */
export function useProblemWords(): (problem: Problem) => string {
  const { t } = useTranslation('audit-wizard');
  const { t: tCoupling } = useTranslation('coupling');
  const coupling = useCouplingWords();
  return (problem) => {
    if (problem.by === 'service') return problem.message;
    const { violation } = problem;
    if (violation.code === 'undecided') return tCoupling('step.undecided');
    if (violation.code === 'nothing-chosen') return tCoupling('step.nothing');
    if (violation.code === 'coupling-rule')
      return tCoupling('step.broken', { rule: violation.rule, text: coupling.violation(violation.broken) });
    return violationWords(violation, t);
  };
}

const offeredFields = ['work_package_id', 'audit_type', 'language', 'scoping_package_id'] as const;

function violationWords(violation: FieldViolation, t: Translate<'audit-wizard'>): string {
  const { code, field, facts } = violation;
  if (code === 'required') {
    const known = fieldNames.find((name) => name === field);
    return known === undefined
      ? t('violation.missing')
      : t('violation.required', { field: t(fieldTitles[known]) });
  }
  if (code === 'not-offered') {
    const known = offeredFields.find((name) => name === field);
    return known === undefined ? t('violation.notAChoice') : t(`violation.notOffered.${known}`);
  }
  if (code === 'too-long')
    return t(field === 'name' ? 'violation.tooLong' : 'violation.long', {
      max: facts?.max ?? '',
      length: facts?.length ?? '',
    });
  return t(`violation.${sentences[code]}`);
}

const sentences = {
  ...settingFaultSentences,
  'ends-before-start': 'endsBeforeStart',
  'not-of-client': 'notOfClient',
  'control-character': 'controlCharacter',
  'dot-segment': 'dotSegment',
  'unknown-setting': 'unknownSetting',
  'id-taken': 'idTaken',
} as const;
