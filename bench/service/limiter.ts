import { createLimiter } from '../../src/sandbox/http/limits.ts';
import { type Figure, median } from '../measurement.ts';
import { inTurn, ratio } from './ratio.ts';

const full = 60_000;
const requests = 100_000;

const day = 86_400_000;
const limits = { burst: 1e9, sustained: 1e9, daily: 1e9 };

/** A limiter that has counted so many requests of one firm, evenly over a day; `admit` counts one more, some time later. */
function filled(entries: number): { readonly gap: number; readonly admit: (later: number) => void } {
  const limiter = createLimiter({ windows: 'sliding', rejectedRequestsCount: false });
  const gap = day / entries;
  let now = Date.UTC(2027, 0, 15);
  const admit = (later: number) => {
    now += later;
    limiter.admit('read 1', limits, now);
  };
  for (let entry = 0; entry < entries; entry += 1) admit(gap);
  return { gap, admit };
}

/** Nanoseconds a request, each of which makes the oldest of the day leave. */
function ordinary(entries: number): () => Promise<number> {
  const { gap, admit } = filled(entries);
  return async () => {
    const begin = performance.now();
    for (let request = 0; request < requests; request += 1) admit(gap);
    return ((performance.now() - begin) / requests) * 1e6;
  };
}

/** Microseconds of the request before which nearly all that was counted has become too old. */
function afterPause(entries: number): number {
  const { gap, admit } = filled(entries);
  const begin = performance.now();
  admit(day - gap);
  return (performance.now() - begin) * 1_000;
}

/** What counting a request costs, in process, when the day's window holds 60,000 of them and when it holds one. */
export const limiterWork: Figure = async () => {
  const work = await inTurn(ordinary(full), ordinary(1), 21);
  const pauses = Array.from({ length: 15 }, () => afterPause(full));
  return [
    ratio(
      'limiter, 60,000 counted against 1',
      work,
      { at: 'most', ratio: 1.5 },
      (value) => `${value.toFixed(0)} ns`,
    ),
    {
      figure: 'limiter, a request after a day without any',
      value: `${median(pauses).toFixed(1)} µs`,
      beside: `60,000 counted before it, ${String(pauses.length)} rounds`,
    },
  ];
};
