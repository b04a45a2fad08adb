import { type AnswerHeaders, httpDate } from '../api/outcome.ts';

/**
 * Seconds by which the other side's clock is ahead, null where it does not tell. Its header leaves out the fraction of its second,
 * and the answer took a while: what both could explain is no difference.
 */
export function skewOf(headers: AnswerHeaders, begun: number, ended: number): number | null {
  const earliest = httpDate(headers.get('date') ?? '');
  if (earliest === null) return null;
  const latest = earliest + 1_000;
  if (latest >= begun && earliest <= ended) return 0;
  return Math.round((latest < begun ? latest - begun : earliest - ended) / 1_000);
}
