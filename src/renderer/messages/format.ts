import type { SettingValue } from '../../shared/settings.ts';
import { localeOf } from '../../words/languages.ts';
import type { Translate } from './translate.ts';

/** How this person wants dates and numbers written, beside the language that they read. */
export interface Writing {
  /** BCP 47: its region says how dates and numbers are written. */
  readonly system: string;
  readonly dates: SettingValue<'dates'>;
}

let writing: Writing = { system: '', dates: 'system' };

/** Answers whether it is another way than before. */
export function changeWriting(next: Writing): boolean {
  const isOther = next.system !== writing.system || next.dates !== writing.dates;
  writing = next;
  return isOther;
}

/**
 * The locale in which a language's dates and numbers are written: the words are of the language, their order and marks of the system's
 * region. English on a Dutch computer is `en-NL`: `31 Dec 2025`, `1.234,5`.
 */
export function localeFor(language: string, system = writing.system): string {
  return (locales[language + system] ??= localeOfRegion(new Intl.Locale(localeOf(language)), system));
}

function localeOfRegion(own: Intl.Locale, system: string): string {
  const region = regionOf(system) ?? own.region;
  return new Intl.Locale(own.language, region === undefined ? {} : { region }).toString();
}

function regionOf(locale: string): string | undefined {
  try {
    return new Intl.Locale(locale).region;
  } catch {
    return undefined; // a system can say what is no locale
  }
}

// To make one takes longer than to use it, and a list has one in every row.
const locales: Record<string, string> = {};
const dateFormats: Record<string, Intl.DateTimeFormat> = {};

function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return (dateFormats[locale + JSON.stringify(options)] ??= new Intl.DateTimeFormat(locale, options));
}

type Styles = Pick<Intl.DateTimeFormatOptions, 'dateStyle' | 'timeStyle'>;

export function momentFormat(language: string, { dateStyle, timeStyle }: Styles): Intl.DateTimeFormat {
  // Swedish writes `2025-12-31 14:05`.
  return writing.dates === 'system'
    ? dateFormat(localeFor(language), { dateStyle, timeStyle })
    : dateFormat('sv-SE', { dateStyle: dateStyle && 'short', timeStyle });
}

/** A moment, to the minute, in the time of this computer; an unreadable one as it was spelled. */
export function formatMoment(iso: string, language: string): string {
  const moment = Date.parse(iso);
  if (Number.isNaN(moment)) return iso;
  return momentFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(moment);
}

/** The same to the second. */
export function formatExactMoment(iso: string, language: string): string {
  const moment = Date.parse(iso);
  if (Number.isNaN(moment)) return iso;
  return momentFormat(language, { dateStyle: 'medium', timeStyle: 'medium' }).format(moment);
}

/** A moment to the second with the time zone of this computer, for what is kept or handed over. */
export function formatMomentAndZone(milliseconds: number, language: string): string {
  const format = momentFormat(language, { dateStyle: 'long', timeStyle: 'medium' });
  const { timeZone } = format.resolvedOptions();
  return `${format.format(milliseconds)} (${timeZone})`;
}

/** The beginning of a day in UTC; `NaN` where a text names none of the calendar. */
function dayIn(iso: string): number {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(iso) ? Date.parse(iso) : Number.NaN;
  // 30 February is read as 2 March.
  return Number.isNaN(moment) || new Date(moment).toISOString().startsWith(iso) ? moment : Number.NaN;
}

/** A day of the calendar, `YYYY-MM-DD`, without a time zone; what is none as it was spelled. */
export function formatDay(iso: string, language: string): string {
  const moment = dayIn(iso);
  if (Number.isNaN(moment) || writing.dates === 'iso') return iso;
  return dayFormat(language).format(moment);
}

/**
 * A period in as few characters as are unambiguous: `Jan 1 – Dec 31, 2025`, or `2025-01-01 – 12-31`. Days that are none stand as they were
 * spelled.
 */
export function formatPeriod(start: string, end: string, language: string): string {
  if (start === '' && end === '') return '';
  const [from, to] = [dayIn(start), dayIn(end)];
  if (writing.dates === 'system' && from <= to)
    // In Italian a range alone has 01 for 1.
    return dayFormat(language).formatRange(from, to).replaceAll('\u2009', ' ').replace(/\b0/g, '');
  const isOneYear = writing.dates === 'iso' && from <= to && start.slice(0, 5) === end.slice(0, 5);
  return `${formatDay(start, language)} – ${isOneYear ? end.slice(5) : formatDay(end, language)}`;
}

/**
 * A period by its months where it is of whole ones: `Jan – Dec 2025`, which says the same as its days in less room. Any other, and each where
 * dates are written year first, as `formatPeriod` has it.
 */
export function formatMonths(start: string, end: string, language: string): string {
  const [from, to] = [dayIn(start), dayIn(end)];
  const isOfMonths = start.endsWith('-01') && new Date(to + 86_400_000).getUTCDate() === 1;
  if (writing.dates === 'iso' || !(from <= to) || !isOfMonths) return formatPeriod(start, end, language);
  const months = dateFormat(localeFor(language), { month: 'short', year: 'numeric', timeZone: 'UTC' });
  return months.formatRange(from, to).replaceAll('\u2009', ' ');
}

/** What a format makes of a day in every month: how wide a column of days must be, the widest of them tells. */
export function inEveryMonth(format: (day: string) => string): readonly string[] {
  return Array.from({ length: 12 }, (_, month) => format(`2026-${String(month + 1).padStart(2, '0')}-28`));
}

/** Periods of whole months as wide as they get: those over a change of the year. */
export function yearsFromEveryMonth(language: string): readonly string[] {
  return Array.from({ length: 11 }, (_, month) => {
    const start = `2025-${String(month + 2).padStart(2, '0')}-01`;
    const end = new Date(Date.UTC(2026, month + 1, 0)).toISOString().slice(0, 10);
    return formatMonths(start, end, language);
  });
}

/** Periods as wide as they get: those over a change of the year. */
export function periodsInEveryMonth(language: string): readonly string[] {
  return inEveryMonth((day) => formatPeriod(day.replace('2026', '2025'), day, language));
}

/** Moments as wide as they get: two figures in the day and in the hour, by both clocks. */
export function momentsInEveryMonth(
  format: (iso: string, language: string) => string,
  language: string,
): readonly string[] {
  return inEveryMonth((day) => format(`${day}T22:28:28`, language));
}

function dayFormat(language: string): Intl.DateTimeFormat {
  return dateFormat(localeFor(language), { dateStyle: 'medium', timeZone: 'UTC' });
}

export function formatNumber(number: number, language: string, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(localeFor(language), options).format(number);
}

/** About how long something takes: in tens of seconds below a minute, then in minutes, then in hours. */
export function formatAbout(milliseconds: number, t: Translate): string {
  const seconds = Math.ceil(milliseconds / 10_000) * 10;
  if (seconds < 60) return t('duration.seconds', { count: seconds });
  if (seconds <= 7_200) return t('duration.minutes', { count: Math.ceil(seconds / 60) });
  return t('duration.hours', { count: Math.ceil(seconds / 3_600) });
}

/** A length of time for a countdown: in seconds up to two minutes, in minutes up to two hours, then in hours. */
export function formatDuration(milliseconds: number, t: Translate): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1_000));
  if (seconds <= 120) return t('duration.seconds', { count: seconds });
  if (seconds <= 7_200) return t('duration.minutes', { count: Math.ceil(seconds / 60) });
  return t('duration.hours', { count: Math.ceil(seconds / 3_600) });
}
