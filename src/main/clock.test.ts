import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from './clock.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test.each([0, 1, 1_000, 2 ** 31 - 1, 2 ** 31, 60 * 86_400_000])(
  'calls back after %i ms, once and not before',
  (milliseconds) => {
    const callback = vi.fn();
    systemClock.schedule(milliseconds, callback);
    if (milliseconds > 0) vi.advanceTimersByTime(milliseconds - 1);
    expect(callback).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    vi.advanceTimersByTime(milliseconds);
    expect(callback).toHaveBeenCalledOnce();
  },
);

test('can be prevented, however far it has come', () => {
  const callback = vi.fn();
  const prevent = systemClock.schedule(2 ** 32, callback);
  vi.advanceTimersByTime(2 ** 31 + 5);
  prevent();
  vi.advanceTimersByTime(2 ** 33);
  expect(callback).not.toHaveBeenCalled();
});
