import { expect, test } from 'vitest';
import { commandRun, randomPlan, rollForward } from './command.ts';

// `npm run torture -- command` has more of it; with `--seed` and the number below the same again.

const seed = Date.now() % 1_000_000_000;

// A plan may be done before its last kill.
test.each([
  ['a roll-forward of three tiers', { kills: 10, least: 10 }, rollForward],
  ['a random plan', { kills: 5, least: 3 }, randomPlan(seed, 100)],
])(
  'the command killed in the middle of %s: nothing lost, nothing twice',
  async (_, { kills, least }, work) => {
    const { faults, killed } = await commandRun(seed, kills, work);
    expect(faults, `seed ${String(seed)}`).toEqual([]);
    expect(killed, `seed ${String(seed)}`).toBeGreaterThanOrEqual(least);
  },
  240_000,
);
