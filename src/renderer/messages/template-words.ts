import type { TemplateGap } from '../../shared/rules/service/template.ts';
import { namesAllowed, type PatternFault, type PatternUse } from '../../shared/rules/texts/patterns.ts';
import { useAuditWords } from './audit-words.ts';
import { useTranslation } from './language.ts';

/** The words of a pattern: what it may name, and what is wrong with it. */
export function usePatternWords() {
  const { t } = useTranslation('templates');
  const namesOf = (use: PatternUse) =>
    namesAllowed(use)
      .map((name) => `{${name}}`)
      .join(', ');
  return {
    help: (use: PatternUse, isOfComponents: boolean): string =>
      t(isOfComponents ? 'pattern.helpComponents' : 'pattern.help', { names: namesOf(use) }),
    fault: (fault: PatternFault): string =>
      t(`pattern.fault.${fault.code}`, { subject: 'subject' in fault ? fault.subject : '' }),
  };
}

/** What a template names and the new audit does not get, as a sentence. */
export function useGapWords(): (gap: TemplateGap) => string {
  const { t } = useTranslation('templates');
  const { language } = useAuditWords();
  return ({ code, subject }) =>
    t(`gap.${code}`, { subject: code === 'language-gone' ? language(subject) : subject });
}
