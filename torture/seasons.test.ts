import { expect, test } from 'vitest';
import { carryOutSeason } from './season.ts';
import { engineSeason } from './season-engine.ts';
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

test('the engine carries a season of two days out as it is forecast: by deadline, whatever the order, killed twice', async () => {
  const components = [9, 12, 11, 10, 8, 10]; // 66 creations with their groups, 40 a day
  const deadlines = components.map((_, index) => (index < 3 ? '2027-01-15' : '2027-01-16'));
  const report = await engineSeason({ components, deadlines, deaths: [0.02, 1] }, 1);
  expect(report).toMatchObject({ creations: 66, refusals: 0, missed: [], onForecastDay: 6 });
  expect(new Set(report.ended.slice(0, 3))).toEqual(new Set(['group 0', 'group 1', 'group 2']));
}, 60_000);
