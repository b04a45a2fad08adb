import { expect, test } from 'vitest';
import { carryOutSeason } from './season.ts';
import { holdsAtBest } from './season-oracle.ts';
import { seasonOf } from './seasons.ts';

// Some of the seasons that `npm run torture -- seasons` goes through.

const small = Array.from({ length: 60 }, (_, seed) => seed).filter(
  (seed) => seasonOf(seed).groups.length <= 25,
);

test.each(small)('season %i: what an order holds is held, in the least time', (seed) => {
  const season = seasonOf(seed);
  const { holds, missed, makespan, onForecastDay } = carryOutSeason(season);
  if (holds) expect(missed).toEqual([]);
  expect(makespan).toBeGreaterThan(0.99);
  if (!season.isDisturbed) expect(onForecastDay).toBe(season.groups.length);
});

test('the oracle counts: two a minute, three that are due within a minute', () => {
  const quota = { limits: { burst: 2 }, foreign: [], pauses: [] };
  const due = (...moments: readonly number[]) => moments.map((moment) => ({ from: 0, due: moment }));
  expect(holdsAtBest(due(0, 0, 60_000), quota)).toBe(true);
  expect(holdsAtBest(due(0, 0, 59_999), quota)).toBe(false);
  expect(holdsAtBest(due(0, 0, 60_000), { ...quota, foreign: [0] })).toBe(false);
  expect(holdsAtBest(due(0, 0, 60_000), { ...quota, pauses: [{ from: 1, to: 60_001 }] })).toBe(false);
});
