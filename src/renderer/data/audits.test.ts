import { describe, expect, it } from 'vitest';
import { Audit } from '../../shared/model/audit.ts';
import { isGone, pollDelay } from './audits.ts';
import { CallFailure } from './call.ts';

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

describe('isGone', () => {
  const missing = new CallFailure({ code: 'missing' });
  const initializing = Audit.parse({ id: 'a', status: 'initializing' });
  const open = Audit.parse({ id: 'a', status: 'open' });

  it.each<[string, Audit | undefined, unknown, number, boolean]>([
    ['an audit that nobody has seen', undefined, missing, 1, true],
    ['an audit that was open', open, missing, 1, true],
    ['an audit that was just created, at first', initializing, missing, 1, false],
    ['an audit that was just created, after three answers', initializing, missing, 3, true],
    ['an audit that could not be read', initializing, new CallFailure({ code: 'unreachable' }), 9, false],
    ['an audit that is there', open, null, 0, false],
  ])('judges %s', (_, data, error, errorUpdateCount, gone) => {
    expect(isGone({ data, error, errorUpdateCount })).toBe(gone);
  });
});
