import { type Period, periodYears } from '../roll-forward/period.ts';
import { codePoints, longestAuditName, longestId } from '../service/audit.ts';
import { endsBeforeStart, isCalendarDate } from '../service/calendar.ts';
import { firstCodePoints, freeId, plainId } from './free-id.ts';

/**
 * What a pattern may name in braces. `name` is the name of the audit before, which only a roll-forward has. `number` is the lowest from 1 on
 * that makes an id free; a name has none.
 */
export const patternNames = [
  'client',
  'client-id',
  'entity',
  'entity-id',
  'period',
  'year',
  'yy',
  'start',
  'end',
  'name',
  'number',
] as const;
export type PatternName = (typeof patternNames)[number];
/** What stands in place of each name; empty where it is not known yet. */
export type PatternValues = Readonly<Record<Exclude<PatternName, 'number'>, string>>;

/** Longest pattern, in code points. */
export const longestPattern = 200;

export type PatternFault =
  | { readonly code: 'unknown'; readonly subject: string }
  /** A name that there is, but not where this pattern is used. */
  | { readonly code: 'not-here'; readonly subject: string }
  /** A brace without its other one. */
  | { readonly code: 'brace' }
  | { readonly code: 'too-long' };

/** Where a pattern is used: for the name of an audit or for its id; and whether there is an audit before. */
export interface PatternUse {
  readonly of: 'name' | 'id';
  readonly hasBefore: boolean;
}

/** The names that a pattern may have. */
export function namesAllowed({ of, hasBefore }: PatternUse): readonly PatternName[] {
  return patternNames.filter((name) => (name !== 'name' || hasBefore) && (name !== 'number' || of === 'id'));
}

/** Everything that is wrong with a pattern. The empty pattern is right: it leaves name and id to this app. */
export function patternFaults(pattern: string, use: PatternUse): readonly PatternFault[] {
  const allowed: readonly string[] = namesAllowed(use);
  const known: readonly string[] = patternNames;
  const unknown = namesIn(pattern).flatMap((subject): readonly PatternFault[] =>
    allowed.includes(subject)
      ? []
      : [{ code: known.includes(subject) ? 'not-here' : 'unknown', subject } as const],
  );
  const isOdd = /[{}]/.test(pattern.replaceAll(inBraces, ''));
  return [
    ...unknown,
    ...(isOdd ? [{ code: 'brace' } as const] : []),
    ...(codePoints(pattern) > longestPattern ? [{ code: 'too-long' } as const] : []),
  ];
}

/** Whether everything that a pattern names is known; before that there is nothing to show. */
export function isFillable(pattern: string, values: PatternValues): boolean {
  const known = new Map<string, string>(Object.entries(values));
  return namesIn(pattern).every((name) => name === 'number' || (known.get(name) ?? '') !== '');
}

/** A name by a pattern without faults, cut at the longest that the service takes. */
export function nameByPattern(pattern: string, values: PatternValues): string {
  return firstCodePoints(filled(pattern, values, 0).trim(), longestAuditName).trim();
}

/** An id by a pattern without faults, free among those that are taken. */
export function idByPattern(pattern: string, values: PatternValues, taken: ReadonlySet<string>): string {
  const most = namesIn(pattern).includes('number') ? taken.size + 1 : 1;
  for (let number = 1; number <= most; number += 1) {
    const id = idOfNumber(pattern, values, number);
    if (!taken.has(id)) return id;
  }
  return freeId(idOfNumber(pattern, values, 1), taken);
}

/** An id by a pattern without faults, with a number that is given. It may be taken. */
export function idOfNumber(pattern: string, values: PatternValues, number: number): string {
  return firstCodePoints(plainId(filled(pattern, values, number)), longestId);
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** What patterns are filled with. A period that is none leaves its part empty. */
export function patternValues(of: {
  readonly client: Named;
  readonly entity: Named;
  readonly period: Period;
  readonly name: string;
}): PatternValues {
  const { client, entity, period, name } = of;
  const span = periodName(period);
  const { start, end } = span === '' ? { start: '', end: '' } : period;
  const year = span.slice(-4);
  return {
    client: client.name,
    'client-id': client.id,
    entity: entity.name,
    'entity-id': entity.id,
    period: span,
    year,
    yy: year.slice(-2),
    start,
    end,
    name,
  };
}

/** `2025`, or `2024/2025` for one that begins in another year than it ends; empty for what is no period. */
export function periodName(period: Period): string {
  const { start, end } = period;
  if (!isCalendarDate(start) || !isCalendarDate(end) || endsBeforeStart(start, end)) return '';
  const [from = '', to = ''] = periodYears(period).map((year) => String(year).padStart(4, '0'));
  return from === to ? to : `${from}/${to}`;
}

const fewestDigits = 3; // of a number in an id

const inBraces = /\{([^{}]*)\}/g;

function namesIn(pattern: string): readonly string[] {
  return [...pattern.matchAll(inBraces)].map(([, name = '']) => name);
}

function filled(pattern: string, values: PatternValues, number: number): string {
  const known = new Map<string, string>([
    ...Object.entries(values),
    ['number', String(number).padStart(fewestDigits, '0')],
  ]);
  return pattern.replace(inBraces, (whole, name: string) => known.get(name) ?? whole);
}
