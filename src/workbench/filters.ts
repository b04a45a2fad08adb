import { reasons } from '../shared/reasons.ts';
import { fold, wordSearch } from '../shared/rules/texts/fold.ts';
import type { ExchangeHead } from '../shared/workbench.ts';

/** What of a list of exchanges shows; an empty list of values lets all pass. */
export interface Filters {
  readonly search: string;
  readonly method: readonly string[];
  readonly outcome: readonly string[];
  readonly tier: readonly string[];
}

export const allPass: Filters = { search: '', method: [], outcome: [], tier: [] };

export const outcomes = {
  done: 'Carried out (2xx, 3xx)',
  refused: 'Refused (4xx)',
  failed: 'Failed (5xx)',
  lost: 'Not answered',
  fault: 'Changed by a fault',
} as const;

export function outcomeOf({ status }: Pick<ExchangeHead, 'status'>): Exclude<keyof typeof outcomes, 'fault'> {
  if (status === null) return 'lost';
  return status < 400 ? 'done' : status < 500 ? 'refused' : 'failed';
}

export function filtered(rows: readonly ExchangeHead[], filters: Filters): readonly ExchangeHead[] {
  const { isOn, finds } = wordSearch(filters.search);
  const { method, outcome, tier } = filters;
  if (!isOn && method.length + outcome.length + tier.length === 0) return rows;
  return rows.filter(
    (row) =>
      (method.length === 0 || method.includes(row.method)) &&
      (tier.length === 0 || tier.includes(row.tier ?? '')) &&
      (outcome.length === 0 ||
        outcome.includes(outcomeOf(row)) ||
        (row.fault !== null && outcome.includes('fault'))) &&
      (!isOn || finds(fold(textOf(row)))),
  );
}

function textOf({ rules, ...head }: ExchangeHead): string {
  const { method, path, query, status, client_id: client, tier, fault } = head;
  const why = rules.map((rule) => `${rule} ${reasons[rule].sentence}`);
  return [method, `${path}?${query}`, status ?? '', client ?? '', tier ?? '', fault ?? '', ...why].join('\n');
}
