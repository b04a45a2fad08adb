import { type TermName, termNames } from '../../shared/inspection.ts';
import { isRecord } from '../../shared/model/tolerant.ts';
import type { Inspection } from '../../shared/operations/inspection.ts';
import { isTerm, recordsIn, type Thing } from './fields.ts';
import { objectsIn, type Question, type Survey } from './survey.ts';

const most = 30; // of each

/** The service's own terms and prices, as far as they were read and are written as such. What is odd about the others, a finding says. */
export function seenOf(survey: Survey, redactText: (text: string) => string): Inspection['seen'] {
  const isTold = (value: unknown): value is string =>
    typeof value === 'string' && isTerm(value) && redactText(value) === value;
  const all = (...questions: readonly Question[]): readonly Thing[] =>
    questions.flatMap((question) => objectsIn(survey, question)).filter(isRecord);
  const audits = all('auditsWhole', 'audit', 'componentAsAudit');
  const packages = all('packages', 'package');
  const values: Readonly<Record<TermName, readonly unknown[]>> = {
    auditStatuses: audits.map(({ status }) => status),
    auditTypes: audits.map(({ audit_type: type }) => type),
    languages: audits.map(({ language }) => language),
    componentStatuses: all('components').map(({ status }) => status),
    relations: all('components').map(({ auditor_relation: relation }) => relation),
    settingTypes: packages.flatMap(({ settings }) => recordsIn(settings)).map(({ type }) => type),
  };
  const prices = packages
    .flatMap((one) => recordsIn(one.prices))
    .flatMap(({ audit_type: type, credits, conditions }) => {
      const coupled = conditions === null ? null : isRecord(conditions) ? conditions.coupled : undefined;
      const isUnderstood = coupled === null || typeof coupled === 'boolean';
      return isTold(type) && typeof credits === 'number' && isUnderstood
        ? [{ audit_type: type, credits, coupled }]
        : [];
    });
  return {
    terms: Object.fromEntries(
      termNames.map((name) => [name, [...new Set(values[name].filter(isTold))].toSorted().slice(0, most)]),
    ) as Record<TermName, string[]>, // each name, once
    prices: [...new Map(prices.map((price) => [JSON.stringify(price), price])).values()].slice(0, most),
  };
}
