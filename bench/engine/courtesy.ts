import { specifiedLimits } from '../../src/shared/model/tiers.ts';
import type { Figure, Measurement } from '../measurement.ts';
import { audits } from './plans.ts';
import { carryOut } from './simulated-plan.ts';

/**
 * Creations while somebody else of the firm makes one call of the same tier a minute, background work leaving a fifth of each
 * window. 40 fit into the hour beside the other's calls; for 120 the other alone would use up every hour's 60.
 */
export const courtesy: Figure = async () => {
  const rows: Measurement[] = [];
  for (const count of [40, 120]) {
    const { seconds, foreign, refusals } = await carryOut({
      steps: audits(count),
      headroom: 0.8,
      foreignEvery: 60,
      mode: 'sliding, refused ones count',
    });
    const aMinute = (specifiedLimits.lifecycle.burst ?? 0) - 1;
    const least = Math.floor((count - 1) / aMinute) * 60;
    const accepted = ((100 * foreign.accepted) / foreign.made).toFixed(0);
    const fits = count === 40;
    rows.push({
      figure: `${String(count)} creations beside a call a minute: actual/optimum of what remains`,
      value: fits ? (seconds / least).toFixed(2) : `${seconds.toFixed(0)} s`,
      beside: `${fits ? 'goal ≤ 1.25, ' : 'nothing remains of the hour; '}${accepted} % of ${String(foreign.made)} foreign calls accepted${fits ? ' (goal ≥ 90 %)' : ''}, ${String(refusals)} of ours refused`,
    });
  }
  return rows;
};
