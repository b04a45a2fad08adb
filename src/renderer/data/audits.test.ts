import { describe, expect, it } from 'vitest';
import { pollDelay } from './audits.ts';

describe('W11: pollDelay', () => {
  it.each([
    [0, 1_000],
    [1, 1_000],
    [2, 1_500],
    [3, 2_250],
    [4, 3_375],
    [9, 25_629],
    [10, 30_000],
    [1_000, 30_000],
  ])('after %i looks waits %i ms', (looks, delay) => {
    expect(pollDelay(looks, 0.5)).toBe(delay);
  });

  it('gives or takes a tenth', () => {
    expect(pollDelay(1, 0)).toBe(900);
    expect(pollDelay(1, 0.999_999)).toBe(1_100);
    expect(pollDelay(50, 0)).toBe(27_000);
    expect(pollDelay(50, 0.999_999)).toBe(33_000);
  });
});
