import { expect, test } from 'vitest';
import { rollForwardRun } from './roll-forward.ts';

// A few of the kills that `npm run torture -- roll-forward` has by the fifty.

test.each<[string, readonly number[]]>([
  ['not at all', []],
  ['while the first group is created', [150]],
  ['among the components of the first tier', [90_000]],
  ['three times', [30_000, 200_000, 400_000]],
])(
  'killed %s: the network of the next period is the one of last year, nothing twice, nothing lost',
  async (_, kills) => {
    const { faults, creations } = await rollForwardRun(7, kills);
    expect(faults).toEqual([]);
    expect(creations).toBe(34);
  },
);
