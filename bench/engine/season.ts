import { createSlotLog } from '../../src/main/api/quota.ts';
import { forecastOf } from '../../src/main/plans/schedule.ts';
import { specifiedLimits, type Tier } from '../../src/shared/model/tiers.ts';
import { restrained } from '../../src/shared/rules/service/limits.ts';
import { tasksOfGroup } from '../../torture/season.ts';
import { duration, type Figure } from '../measurement.ts';

const day = 86_400_000;
const rounds = 9;

/** The forecast of 100 groups of 30 components. */
export const season: Figure = async () => {
  const plans = Array.from({ length: 100 }, (_, index) => ({
    id: String(index),
    tasks: tasksOfGroup({ components: 30, coupled: 0, below: 0 }),
    deadline: new Date(Math.ceil(((index + 1) / 100) * 15) * day).toISOString().slice(0, 10),
    priority: 0,
  }));
  const outlook = {
    now: 0,
    initialisingSeconds: 20,
    forecast: (tier: Tier) => createSlotLog().forecast(restrained(specifiedLimits[tier], 0.8), 0),
  };
  const timed = (work: () => unknown): readonly number[] =>
    Array.from({ length: rounds }, () => {
      const begun = performance.now();
      work();
      return performance.now() - begun;
    });
  return [
    duration(
      'forecast of 100 groups',
      timed(() => forecastOf(plans, outlook)),
      'goal ≤ 0.20 s',
    ),
  ];
};
