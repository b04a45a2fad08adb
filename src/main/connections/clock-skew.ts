import type { AnswerHeaders } from '../api/exchange.ts';

/**
 * Seconds by which the other side's clock is ahead, null where it does not tell. Its header leaves out the fraction of its second,
 * and the answer took a while: what both could explain is no difference.
 */
export function skewOf(headers: AnswerHeaders, begun: number, ended: number): number | null {
  const earliest = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(earliest)) return null;
  const latest = earliest + 1_000;
  if (latest >= begun && earliest <= ended) return 0;
  return Math.round((latest < begun ? latest - begun : earliest - ended) / 1_000);
}
