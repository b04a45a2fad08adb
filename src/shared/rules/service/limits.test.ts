import { describe, expect, it } from 'vitest';
import { restrained, secondsFor } from './limits.ts';

describe('a part of the limits', () => {
  it.each([
    [{ burst: 5, sustained: 60, daily: 300 }, 0.8, { burst: 4, sustained: 48, daily: 240 }],
    [{ burst: 5 }, 0.1, { burst: 1 }],
    [{ burst: 100 }, 0.29, { burst: 29 }],
    [{ burst: 0 }, 0.8, { burst: 0 }],
    [{ burst: 5 }, 1, { burst: 5 }],
    [{}, 0.5, {}],
  ])('%o times %d is %o', (limits, part, expected) => {
    expect(restrained(limits, part)).toEqual(expected);
  });
});

describe('how long so many requests take', () => {
  const minute = (most: number) => ({ most, seconds: 60 });
  const hour = (most: number) => ({ most, seconds: 3_600 });
  it.each([
    [0, [minute(5)], 0],
    [5, [minute(5)], 0],
    [6, [minute(5)], 60],
    [40, [minute(5)], 420], // 5 at once, then 7 more minutes
    [40, [minute(4)], 540],
    [40, [minute(4), hour(48)], 540],
    [49, [minute(4), hour(48)], 3_600], // the 48th leaves at 660 s, the first of them an hour after it was sent
    [1_000, [], 0],
    [1, [minute(0)], null],
  ])('%d with %o take %s s', (count, rooms, expected) => {
    expect(secondsFor(count, rooms)).toBe(expected);
  });
});
