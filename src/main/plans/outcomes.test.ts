import { expect, test } from 'vitest';
import { type ErrorCode, errorCodes, fail } from '../../shared/error.ts';
import { outcomeOf } from './outcomes.ts';

// R §2.3 and the classes of issue 4, by hand: what a request that was sent and failed so means.
const expected: Readonly<Record<ErrorCode, string>> = {
  unreachable: 'unsent',
  tls: 'unknown',
  timeout: 'unknown',
  interrupted: 'unknown',
  redirected: 'unknown',
  'not-json': 'unknown',
  'unexpected-answer': 'unknown',
  fault: 'unknown',
  internal: 'unknown',
  validation: 'refused',
  'no-credits': 'refused',
  missing: 'refused',
  conflict: 'refused',
  'too-large': 'refused',
  refused: 'refused',
  'invalid-input': 'refused',
  'unknown-outcome': 'refused',
  differs: 'refused',
  'still-initialising': 'refused',
  'file-not-written': 'refused',
  'not-printed': 'refused',
  'plans-unfinished': 'refused',
  'kept-back': 'refused',
  forbidden: 'forbidden',
  throttled: 'no-quota',
  managed: 'credentials',
  unauthorized: 'credentials',
  'credentials-rejected': 'credentials',
  'no-secret': 'credentials',
  'keychain-locked': 'credentials',
  'keychain-unavailable': 'credentials',
  'keychain-timeout': 'credentials',
  'secret-too-long': 'credentials',
  'invalid-address': 'credentials',
  'not-found-here': 'credentials',
  cancelled: 'person',
  'read-only': 'person',
  'confirmation-needed': 'person',
  'journal-unavailable': 'faults',
};

test.each(errorCodes)('%s', (code) => {
  const outcome = outcomeOf(fail(code).error, true);
  expect(outcome.kind === 'rest' ? outcome.reason : outcome.kind).toBe(expected[code]);
});

test('what never left is not in doubt', () => {
  for (const code of errorCodes.filter((one) => expected[one] === 'unknown'))
    expect(outcomeOf(fail(code).error, false)).toEqual({ kind: 'unsent' });
});

test.each([408, 425])('%i says nothing of what became of a request', (status) => {
  expect(outcomeOf(fail('refused', { status }).error, true)).toEqual({ kind: 'unknown' });
});
