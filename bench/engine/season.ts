import { createSlotLog } from '../../src/main/api/quota.ts';
import { calendarOf } from '../../src/main/plans/calendar.ts';
import { specifiedLimits, type Tier } from '../../src/shared/model/tiers.ts';
import { restrained } from '../../src/shared/rules/service/limits.ts';
import { worksOfGroup } from '../../torture/season.ts';
import { duration, type Figure } from '../measurement.ts';

const day = 86_400_000;
const rounds = 9;

/** The forecast of 100 groups of 30 components, in time and with deadlines that cannot hold. */
export const season: Figure = async () => {
  const plansDue = (days: number) =>
    Array.from({ length: 100 }, (_, index) => ({
      id: String(index),
      works: worksOfGroup({ components: 30, coupled: 0, below: 0 }),
      due: Math.ceil(((index + 1) / 100) * days) * day,
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
  const [held, late] = [plansDue(15), plansDue(9)];
  return [
    duration(
      'forecast of 100 groups',
      timed(() => calendarOf(held, outlook)),
      'goal ≤ 0.20 s',
    ),
    duration(
      'the same, half of them late',
      timed(() => calendarOf(late, outlook)),
      'goal ≤ 0.20 s',
    ),
  ];
};
