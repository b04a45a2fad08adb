import { specifiedLimits } from '../src/shared/model/tiers.ts';
import { restrained } from '../src/shared/rules/service/limits.ts';
import { seeded } from './random.ts';
import { carryOutSeason, day, type Season, type SeasonGroup, tasksOfGroup } from './season.ts';
import { earliestSends } from './season-oracle.ts';
import type { Part } from './seeded-parts.ts';

const hour = 3_600_000;

type Shape = Omit<SeasonGroup, 'due'>;

/**
 * A season of a seed, up to 3,100 creations; of five, one has whole days for its groups, each group due on a day that an order of the groups could just hold, or some days later. Three of
 * five are disturbed: others create audits too, the app is off for a while, audits take their time, and some groups come later.
 */
export function seasonOf(seed: number): Season & { readonly isDisturbed: boolean } {
  const random = seeded(seed);
  const between = (least: number, most: number): number => least + Math.floor(random() * (most - least + 1));
  const limits = restrained(specifiedLimits.lifecycle, random() < 0.5 ? 0.8 : 1);
  const isDisturbed = random() < 0.6;
  const late = isDisturbed && random() < 0.3 ? 0.3 : 0; // the part of the groups that nobody has told of at the beginning
  const count = random() < 0.2 ? 100 : between(2, 60);
  const randomShapes = Array.from({ length: count }, (_, index): Shape => {
    const coupled = random() < 0.3 ? between(1, 3) : 0;
    return {
      id: `group ${String(index)}`,
      components: count === 100 ? 30 - coupled : between(coupled, 30),
      coupled,
      below: count < 100 && coupled > 0 && random() < 0.5 ? between(1, 5) : 0,
      submittedAt: random() < late ? between(0, 72) * hour : 0,
    };
  });
  const isEven = seed % 5 === 4;
  const shapes = isEven ? evenShapes(limits.daily ?? 300, between) : randomShapes;
  const length = Math.ceil(creationsOf(shapes) / (limits.daily ?? 300)) * day;
  const others = isDisturbed ? between(0, 200) : 0;
  const quota = {
    limits,
    foreign: Array.from({ length: others }, () => random() * length).toSorted((a, b) => a - b),
    pauses: Array.from({ length: isDisturbed ? between(0, 4) : 0 }, () => {
      const from = random() * length;
      return { from, to: from + random() * (random() < 0.3 ? 14 : 0.1) * hour };
    }),
  };
  const openings = shapes.map(() => (isDisturbed ? 1_000 + random() * 19_000 : 5_000));
  return {
    ...quota,
    groups: dated(shapes, quota, { random, isInOrder: isEven }),
    opening: (group) => openings[group] ?? 0,
    isDisturbed,
  };
}

function creationsOf(shapes: readonly Shape[]): number {
  return shapes.reduce(
    (sum, shape) => sum + tasksOfGroup(shape).filter(({ tier }) => tier !== null).length,
    0,
  );
}

/** Groups of which one, two or four use a whole day up: each day begins with one that waits for its audit to open, and has no place to spare. */
function evenShapes(daily: number, between: (least: number, most: number) => number): readonly Shape[] {
  const days = Array.from({ length: between(2, 10) }, () => [1, 2, 4][between(0, 2)] ?? 1);
  return days.flatMap((count, place) =>
    Array.from({ length: count }, (_, index) => ({
      id: `group ${String(place)}-${String(index)}`,
      components: daily / count - 1,
      coupled: 0,
      below: 0,
      submittedAt: 0,
    })),
  );
}

/** Deadlines in a random order of the groups or in their own, at the end of the day in which so many requests can have left, or later. */
function dated(
  shapes: readonly Shape[],
  quota: Parameters<typeof earliestSends>[0],
  { random, isInOrder }: { readonly random: () => number; readonly isInOrder: boolean },
): readonly SeasonGroup[] {
  const sends = earliestSends(quota, 0, creationsOf(shapes));
  const air = [0, 0.01, 0.1, 0.5, 2][Math.floor(random() * 5)] ?? 0; // days
  const midnight = random() * day;
  let before = 0;
  const due = new Map<string, number>();
  for (const shape of isInOrder ? shapes : shapes.toSorted(() => random() - 0.5)) {
    before += creationsOf([shape]);
    const least = Math.max(sends[before - 1] ?? 0, shape.submittedAt) + random() * air * day;
    due.set(shape.id, Math.ceil((least - midnight) / day) * day + midnight);
  }
  return shapes.map((shape) => ({ ...shape, due: due.get(shape.id) ?? 0 }));
}

/** 1,000 seasons by deadline: none is missed that an order holds, none lasts longer than it must, and forecasts are kept. */
export const tortureSeasons: Part = async ({ seed, runs = 1_000, say }) => {
  let [faults, holding, calm, onDay, creations] = [0, 0, 0, 0, 0];
  let least = 1;
  for (let run = seed; run < seed + runs; run += 1) {
    const season = seasonOf(run);
    const report = carryOutSeason(season);
    creations += report.creations;
    least = Math.min(least, report.makespan);
    if (report.holds) holding += 1;
    if (!season.isDisturbed) {
      calm += season.groups.length;
      onDay += report.onForecastDay;
    }
    const isMissed = report.holds && report.missed.length > 0;
    const isSlow = report.makespan < 0.99;
    const others = season.isDisturbed ? 0 : season.groups.length - report.onForecastDay;
    if (isMissed || isSlow) faults += 1;
    if (isMissed || isSlow || others > 0) {
      say(
        `season ${String(run)}: late ${report.missed.join(', ') || 'none'}; makespan ${report.makespan.toFixed(4)}; ` +
          `${String(others)} on another day than forecast`,
      );
    }
    if ((run + 1 - seed) % 50 === 0) say(`${String(run + 1 - seed)} seasons`);
  }
  if (onDay < calm * 0.99) faults += 1;
  say(
    `${String(runs)} seasons of ${String(creations)} creations, ${String(holding)} that an order holds; least makespan ` +
      `${least.toFixed(4)}; ${String(onDay)} of ${String(calm)} groups ready on the day of the forecast where nothing disturbed`,
  );
  return faults;
};
