import type { TFunction } from 'i18next';
import { localeOf } from '../../words/languages.ts';

/** A time of the day, to the second, in the time of this computer. */
export function formatTime(milliseconds: number, language: string): string {
  return new Intl.DateTimeFormat(localeOf(language), { timeStyle: 'medium' }).format(milliseconds);
}

/** A recent moment: of today the time alone, to the minute; of another day the day as well. */
export function formatLately(milliseconds: number, language: string, now = Date.now()): string {
  const isToday = new Date(milliseconds).toDateString() === new Date(now).toDateString();
  return new Intl.DateTimeFormat(localeOf(language), {
    timeStyle: 'short',
    ...(isToday ? {} : { dateStyle: 'medium' }),
  }).format(milliseconds);
}

/** A moment, to the minute, in the time of this computer; an unreadable one as it was spelled. */
export function formatMoment(iso: string, language: string): string {
  const moment = Date.parse(iso);
  if (Number.isNaN(moment)) return iso;
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeStyle: 'short' }).format(
    moment,
  );
}

/** A moment to the second with the time zone of this computer, for what is kept or handed over. */
export function formatMomentAndZone(milliseconds: number, language: string): string {
  const format = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeStyle: 'medium' });
  const { timeZone } = format.resolvedOptions();
  return `${format.format(milliseconds)} (${timeZone})`;
}

/** The same to the second. */
export function formatExactMoment(iso: string, language: string): string {
  const moment = Date.parse(iso);
  if (Number.isNaN(moment)) return iso;
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeStyle: 'medium' }).format(
    moment,
  );
}

/** A length of time for a countdown: in seconds up to two minutes, in minutes up to two hours, then in hours. */
export function formatDuration(milliseconds: number, t: TFunction): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1_000));
  if (seconds <= 120) return t('duration.seconds', { count: seconds });
  if (seconds <= 7_200) return t('duration.minutes', { count: Math.ceil(seconds / 60) });
  return t('duration.hours', { count: Math.ceil(seconds / 3_600) });
}

/** A period in as few characters as are unambiguous: `2025-01-01 – 12-31` within one year. */
export function shortPeriod(start: string, end: string): { readonly start: string; readonly end: string } {
  const isOneYear = /^\d{4}-/.test(start) && start.slice(0, 5) === end.slice(0, 5);
  return { start, end: isOneYear ? end.slice(5) : end };
}
