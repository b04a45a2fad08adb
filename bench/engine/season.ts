import { setImmediate } from 'node:timers/promises';
import { createSlotLog } from '../../src/main/api/quota.ts';
import { calendarOf, remediesFor } from '../../src/main/plans/calendar.ts';
import { specifiedLimits, type Tier } from '../../src/shared/model/tiers.ts';
import { restrained } from '../../src/shared/rules/limits.ts';
import { worksOfGroup } from '../../torture/season.ts';
import { duration, type Figure } from '../measurement.ts';

const day = 86_400_000;
const rounds = 9;

/** The forecast of 100 groups of 30 components, in time and with deadlines that cannot hold, and what would make one of these hold. */
export const season: Figure = async () => {
  const plansDue = (days: number) =>
    Array.from({ length: 100 }, (_, index) => ({
      id: String(index),
      works: worksOfGroup({ components: 30, coupled: 0, below: 0 }),
      due: Math.ceil(((index + 1) / 100) * days) * day,
      priority: 0,
    }));
  const outlook = (part: number) => ({
    now: 0,
    initialisingSeconds: 20,
    forecast: (tier: Tier) => createSlotLog().forecast(restrained(specifiedLimits[tier], part), 0),
  });
  const timed = (work: () => unknown): readonly number[] =>
    Array.from({ length: rounds }, () => {
      const begun = performance.now();
      work();
      return performance.now() - begun;
    });
  const [held, late] = [plansDue(15), plansDue(9)];
  /** The longest time in which the app does not answer during each search. */
  const timedSearch = async (): Promise<readonly number[]> => {
    const longest: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      let [begun, most] = [performance.now(), 0];
      await remediesFor('60', late, {
        outlook: outlook(0.8),
        generous: outlook(1),
        endOfDay: (moment) => Math.ceil(moment / day) * day,
        rest: async () => {
          most = Math.max(most, performance.now() - begun);
          await setImmediate();
          begun = performance.now();
        },
      });
      longest.push(most);
    }
    return longest;
  };
  return [
    duration(
      'forecast of 100 groups',
      timed(() => calendarOf(held, outlook(0.8))),
      'goal ≤ 0.20 s',
    ),
    duration(
      'the same, half of them late',
      timed(() => calendarOf(late, outlook(0.8))),
      'goal ≤ 0.20 s',
    ),
    duration('what would make one of them hold, without an answer to others', await timedSearch()),
  ];
};
