import { type Measurement, median } from '../measurement.ts';

/** Enough for a median that one disturbed round does not move. */
export const rounds = 11;

export interface Pair {
  readonly ours: number;
  readonly theirs: number;
}

/** Measures two sides in one run, in turn: ours, theirs, theirs, ours, so that a drift of the machine meets both alike. */
export async function inTurn(
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
  count = rounds,
): Promise<readonly Pair[]> {
  // A few times before it counts: what runs for the first time is compiled first.
  for (let time = 0; time < 3; time += 1) {
    await ours();
    await theirs();
  }
  const pairs: Pair[] = [];
  for (let round = 0; round < count; round += 1) {
    if (round % 2 === 0) {
      const first = await ours();
      pairs.push({ ours: first, theirs: await theirs() });
    } else {
      const first = await theirs();
      pairs.push({ ours: await ours(), theirs: first });
    }
  }
  return pairs;
}

export interface Goal {
  readonly at: 'least' | 'most';
  readonly ratio: number;
}

/**
 * A ratio as the table shows it: the median of the rounds, its 95 % interval beside it. A goal is missed only where the
 * whole interval lies on the wrong side of it; null has none.
 */
export function ratio(
  figure: string,
  pairs: readonly Pair[],
  goal: Goal | null,
  of: (value: number) => string,
): Measurement {
  const ratios = pairs.map(({ ours, theirs }) => ours / theirs);
  const [low, high] = interval(ratios);
  const sides = [pairs.map(({ ours }) => ours), pairs.map(({ theirs }) => theirs)].map((side) =>
    of(median(side)),
  );
  return {
    figure,
    value: `${median(ratios).toFixed(2)} ×`,
    beside: [
      ...(goal === null ? [] : [verdict(goal, low, high)]),
      `95 % ${low.toFixed(2)}–${high.toFixed(2)} in ${String(pairs.length)} rounds`,
      sides.join(' against '),
    ].join('; '),
  };
}

function verdict({ at, ratio: goal }: Goal, low: number, high: number): string {
  const missed = at === 'least' ? high < goal : low > goal;
  return `goal ${at === 'least' ? '≥' : '≤'} ${String(goal)}${missed ? ': MISSED' : ''}`;
}

/** The 95 % interval of a median by the percentile bootstrap, with a fixed seed. */
function interval(values: readonly number[]): readonly [number, number] {
  const random = randomFrom(1);
  const medians = Array.from({ length: 2_000 }, () =>
    median(values.map(() => values[Math.floor(random() * values.length)] ?? 0)),
  ).toSorted((a, b) => a - b);
  return [medians[50] ?? 0, medians[1_949] ?? 0];
}

/** Numbers from 0 up to 1, always the same for a seed (a linear congruential generator, modulus 2^32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export function perSecond(value: number): string {
  return `${Math.round(value).toLocaleString('en')}/s`;
}
