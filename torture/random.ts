/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Picks by weight. */
export function weighted<Value>(random: () => number, choices: readonly (readonly [Value, number])[]): Value {
  let left = random() * choices.reduce((sum, [, weight]) => sum + weight, 0);
  const chosen = choices.find(([, weight]) => {
    left -= weight;
    return left < 0;
  });
  const [value] = chosen ?? choices.at(-1) ?? [];
  if (value === undefined) throw new Error('There is nothing to choose from.');
  return value;
}
