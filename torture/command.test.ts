import { expect, test } from 'vitest';
import { commandRun, randomPlan, rollForward } from './command.ts';

// `npm run torture -- command` has more of it; with `--seed` and the number below the same again.

const seed = Date.now() % 1_000_000_000;

test.each([
  ['a roll-forward of three tiers', 10, rollForward],
  ['a random plan', 5, randomPlan(seed, 40)],
])(
  'the command killed in the middle of %s: nothing lost, nothing twice',
  async (_, kills, work) => {
    const { faults, killed } = await commandRun(seed, kills, work);
    expect(faults, `seed ${String(seed)}`).toEqual([]);
    expect(killed, `seed ${String(seed)}`).toBe(kills);
  },
  240_000,
);
