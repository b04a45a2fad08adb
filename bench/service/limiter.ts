import { createLimiter } from '../../src/sandbox/limits.ts';
import type { Figure } from '../measurement.ts';
import { inTurn, ratio } from './ratio.ts';

const full = 60_000;
const requests = 100_000;
const dayStart = Date.UTC(2027, 0, 15);

/** A limiter that has counted so many requests of one firm, and whose windows take one more a millisecond for ever. */
function filled(entries: number): () => Promise<number> {
  const limiter = createLimiter({ windows: 'sliding', rejectedRequestsCount: false });
  // Spread over the day, so that each further request makes the oldest leave.
  const gap = 86_400_000 / entries;
  const limits = { burst: 1e9, sustained: 1e9, daily: 1e9 };
  let now = dayStart;
  const admit = () => {
    now += gap;
    limiter.admit('read 1', limits, now);
  };
  for (let entry = 0; entry < entries; entry += 1) admit();
  return async () => {
    const begin = performance.now();
    for (let request = 0; request < requests; request += 1) admit();
    return ((performance.now() - begin) / requests) * 1e6;
  };
}

/** What counting a request costs, in process, when the day's window holds 60,000 of them and when it holds one. */
export const limiterWork: Figure = async () => {
  const [many, one] = [filled(full), filled(1)];
  const nanoseconds = (value: number) => `${value.toFixed(0)} ns`;
  return [
    ratio(
      'limiter, 60,000 counted against 1',
      await inTurn(many, one, 21),
      { at: 'most', ratio: 1.5 },
      nanoseconds,
    ),
  ];
};
