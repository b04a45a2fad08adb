import { expect, test } from 'vitest';
import { commandRun } from './roll-forward-command.ts';

// `npm run torture -- command` has more of it; with `--seed` and the number below the same again.

test('the command killed ten times in a roll-forward of three tiers: nothing lost, nothing twice', async () => {
  const seed = Date.now() % 1_000_000_000;
  const { faults, killed } = await commandRun(seed, 10);
  expect(faults, `seed ${String(seed)}`).toEqual([]);
  expect(killed, `seed ${String(seed)}`).toBe(10);
}, 240_000);
