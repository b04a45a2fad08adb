import type { CouplingViolation } from '../../../shared/rules/service/coupling.ts';
import { type ComparedField, comparedFields } from '../../../shared/rules/service/coupling-component.ts';
import { fieldTitles } from '../../messages/audit-words.ts';
import { useTranslation } from '../../messages/language.ts';
import type { Translate } from '../../messages/translate.ts';

type Readable = (field: ComparedField, value: string) => string;

export interface CouplingWords {
  readonly field: (field: ComparedField) => string;
  /** What is wrong; a value is written by `readable`, else as the service spells it. */
  readonly violation: (violation: CouplingViolation, readable?: Readable) => string;
  /** What to do about it. */
  readonly remedy: (violation: CouplingViolation) => string;
}

export function useCouplingWords(): CouplingWords {
  const { t } = useTranslation('coupling');
  return couplingWords(t);
}

function couplingWords(t: Translate<'coupling'>): CouplingWords {
  const fieldWord = (name: unknown): string => {
    const known = comparedFields.find((field) => field === name);
    return known === undefined ? String(name) : t(fieldTitles[known]);
  };
  const facts = ({ facts: given = {}, field }: CouplingViolation) => ({
    audit: String(given.audit ?? ''),
    number: Number(given.count ?? 0),
    expected: String(given.expected ?? ''),
    field: fieldWord(given.field ?? field),
  });
  return {
    field: fieldWord,
    violation: (violation, readable = (_, value) => value) => {
      const { expected, ...others } = facts(violation);
      const name = comparedFields.find((field) => field === violation.field);
      return t(`violation.${violation.code}`, {
        ...others,
        expected: name === undefined ? expected : readable(name, expected),
      });
    },
    remedy: (violation) => t(`remedy.${violation.code}`),
  };
}
