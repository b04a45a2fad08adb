import { expect, test } from 'vitest';
import type { AppError } from '../../shared/error.ts';
import { isOutage } from '../../shared/failures.ts';
import { createRetryBudget, retryDelay } from './retry.ts';

const failures: readonly (readonly [AppError, repeated: boolean, outage: boolean])[] = [
  [{ code: 'unreachable' }, true, true],
  [{ code: 'unreachable', status: 407 }, true, true],
  [{ code: 'timeout' }, true, true],
  [{ code: 'interrupted', status: 200 }, true, true],
  [{ code: 'fault', status: 500 }, true, true],
  [{ code: 'not-json', status: 502 }, true, true],
  [{ code: 'not-json', status: 200 }, false, true],
  [{ code: 'not-json', status: 404 }, false, false],
  [{ code: 'tls' }, false, true],
  [{ code: 'redirected', status: 302 }, false, true],
  [{ code: 'refused', status: 408 }, true, false],
  [{ code: 'refused', status: 425 }, true, false],
  [{ code: 'refused', status: 405 }, false, false],
  [{ code: 'validation', status: 400 }, false, false],
  [{ code: 'unauthorized', status: 401 }, false, false],
  [{ code: 'credentials-rejected', status: 401 }, false, false],
  [{ code: 'throttled', status: 429, retryAfterSeconds: 5 }, false, false],
  [{ code: 'unexpected-answer', status: 200 }, false, false],
  [{ code: 'keychain-locked' }, false, false],
  [{ code: 'cancelled' }, false, false],
];
test.each(failures)('%j: repeated %j, an outage %j', (error, repeated, outage) => {
  expect(retryDelay(error, 1, 0.5) !== null).toBe(repeated);
  expect(isOutage(error)).toBe(outage);
});

const fault: AppError = { code: 'fault', status: 500 };

test.each([
  [fault, 1, 1, 500],
  [fault, 1, 0.5, 250],
  [fault, 1, 0, 1],
  [fault, 2, 1, 1_000],
  [fault, 3, 1, null],
  [{ ...fault, retryAfterSeconds: 7 }, 1, 1, 7_000],
  [{ ...fault, retryAfterSeconds: 20 }, 1, 1, 20_000],
  [{ ...fault, retryAfterSeconds: 21 }, 1, 1, null],
])('%j, failed %i times, chance %d: %j ms', (error, times, chance, delay) => {
  expect(retryDelay(error, times, chance)).toBe(delay);
});

test('reliability R8: a hundred failures in a row cost at most 1.2 times what they had to', () => {
  const budget = createRetryBudget();
  let [calls, sent] = [0, 0];
  // One call after the other, each tried three times while the budget allows it, until a hundred answers were failures.
  while (sent < 100) {
    calls += 1;
    sent += 1;
    for (let again = 0; again < 2 && sent < 100 && budget.take(); again += 1) sent += 1;
  }
  expect(sent / calls).toBeLessThanOrEqual(1.2);
});

test('a hundred that fail at once cost at most 1.2 times as many, and successes give retries back', () => {
  const budget = createRetryBudget();
  const takes = (): number => Array.from({ length: 100 }, () => budget.take()).filter(Boolean).length;
  expect(takes()).toBe(16);
  for (let success = 0; success < 10; success += 1) budget.succeeded();
  expect(takes()).toBe(1);
  for (let success = 0; success < 10_000; success += 1) budget.succeeded();
  expect(takes()).toBe(16);
});
