import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CouplingViolation } from '../../../shared/rules/coupling.ts';
import { type ComparedField, comparedFields } from '../../../shared/rules/coupling-component.ts';

export interface CouplingWords {
  readonly field: (field: ComparedField) => string;
  /** What is wrong. */
  readonly violation: (violation: CouplingViolation) => string;
  /** What to do about it. */
  readonly remedy: (violation: CouplingViolation) => string;
  /** Why a component cannot be coupled, in few words. */
  readonly obstacle: (violation: CouplingViolation) => string;
}

export function useCouplingWords(): CouplingWords {
  const { t } = useTranslation('coupling');
  return useMemo(() => couplingWords(t), [t]);
}

function couplingWords(t: TFunction<'coupling'>): CouplingWords {
  const fieldWord = (name: unknown): string => {
    const known = comparedFields.find((field) => field === name);
    return known === undefined ? String(name) : t(`field.${known}`);
  };
  const facts = ({ facts: given = {}, field }: CouplingViolation) => ({
    audit: String(given.audit ?? ''),
    number: Number(given.count ?? 0),
    expected: String(given.expected ?? ''),
    field: fieldWord(given.field ?? field),
  });
  return {
    field: fieldWord,
    violation: (violation) => t(`violation.${violation.code}`, facts(violation)),
    remedy: (violation) => t(`remedy.${violation.code}`),
    obstacle: (violation) => t(`obstacle.${violation.code}`, facts(violation)),
  };
}
