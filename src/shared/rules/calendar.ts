// Dates of periods are days of the calendar, written `YYYY-MM-DD`. They never pass through `Date` or a time zone.

const daysInMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** Whether a text is a real day, written `YYYY-MM-DD`, of the years 0001 to 9999 (decisions.md §7.1). */
export function isCalendarDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return false;
  const [year = 0, month = 0, day = 0] = match.slice(1).map(Number);
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const longest = month === 2 && leap ? 29 : (daysInMonth[month - 1] ?? 0);
  return year >= 1 && day >= 1 && day <= longest;
}

/** Whether a period ends before it starts; equal days are a period of one day (decisions.md §7.1). */
export function endsBeforeStart(start: string, end: string): boolean {
  return end < start; // the written form sorts as the days do
}
