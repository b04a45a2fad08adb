// Dates of periods are days of the calendar, written `YYYY-MM-DD`. They never pass through `Date` or a time zone.

const daysInMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** Whether a text is a real day, written `YYYY-MM-DD`, of the years 0001 to 9999 (decisions.md §7.1). */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const [year, month, day] = partsOf(text);
  return year >= 1 && day >= 1 && day <= lengthOf(year, month);
}

/** Whether a period ends before it starts; equal days are a period of one day (decisions.md §7.1). */
export function endsBeforeStart(start: string, end: string): boolean {
  return end < start; // the written form sorts as the days do
}

/** How many days a real day is before another; negative where it is after it. */
export function daysBetween(from: string, to: string): number {
  const [one, other] = [from, to].map((day) => Date.parse(`${day}T12:00:00Z`)); // noon in one time zone: no day is shorter
  return Math.round(((other ?? Number.NaN) - (one ?? Number.NaN)) / 86_400_000);
}

/** The day after a real day; null after the last of the year 9999. */
export function dayAfter(date: string): string | null {
  const [year, month, day] = partsOf(date);
  if (day < lengthOf(year, month)) return dateOf(year, month, day + 1);
  if (month < 12) return dateOf(year, month + 1, 1);
  return year < 9_999 ? dateOf(year + 1, 1, 1) : null;
}

/** The same day in another year, where the last of February stays the last; null outside of the years 0001 to 9999. */
export function sameDayIn(date: string, year: number): string | null {
  if (year < 1 || year > 9_999) return null;
  const [from, month, day] = partsOf(date);
  const isLast = month === 2 && day === lengthOf(from, 2);
  return dateOf(year, month, isLast ? lengthOf(year, 2) : Math.min(day, lengthOf(year, month)));
}

/** A day so many months and days later; the last day of a month stays the last. Null after the year 9999. */
export function laterBy(
  date: string,
  { months, days }: { readonly months: number; readonly days: number },
): string | null {
  const [year, month, day] = partsOf(date);
  const count = year * 12 + month - 1 + months;
  const [laterYear, laterMonth] = [Math.floor(count / 12), (count % 12) + 1];
  if (laterYear > 9_999) return null;
  const length = lengthOf(laterYear, laterMonth);
  let later: string | null = dateOf(
    laterYear,
    laterMonth,
    day === lengthOf(year, month) ? length : Math.min(day, length),
  );
  for (let left = days; left > 0 && later !== null; left -= 1) later = dayAfter(later);
  return later;
}

function partsOf(date: string): readonly [year: number, month: number, day: number] {
  return [Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8, 10))];
}

function lengthOf(year: number, month: number): number {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return month === 2 && leap ? 29 : (daysInMonth[month - 1] ?? 0);
}

function dateOf(year: number, month: number, day: number): string {
  return [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join(
    '-',
  );
}
