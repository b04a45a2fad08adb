import { expect, test } from 'vitest';
import { fail } from '../../shared/error.ts';
import { type ErrorCode, errorCodes } from '../../shared/failures.ts';
import { outcomeOf } from './outcomes.ts';

// What a request that was sent and failed so means: reliability §2, by hand.
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
  'changed-since': 'refused',
  'already-there': 'refused',
  'made-meanwhile': 'refused',
  'made-twice': 'refused',
  'accepted-unseen': 'refused',
  'status-unread': 'refused',
  'not-coupled': 'refused',
  'not-saved': 'refused',
  'still-initialising': 'refused',
  'still-deleting': 'refused',
  'file-not-written': 'refused',
  'not-printed': 'refused',
  'plans-unfinished': 'refused',
  'kept-back': 'refused',
  forbidden: 'forbidden',
  throttled: 'no-quota',
  managed: 'managed',
  unauthorized: 'credentials',
  'credentials-rejected': 'credentials',
  'token-unusable': 'credentials',
  'no-secret': 'credentials',
  'keychain-locked': 'credentials',
  'keychain-unavailable': 'credentials',
  'keychain-timeout': 'credentials',
  'secret-too-long': 'credentials',
  'secret-elsewhere': 'credentials',
  declined: 'person',
  'invalid-address': 'credentials',
  'not-found-here': 'credentials',
  cancelled: 'person',
  'read-only': 'person',
  'confirmation-needed': 'person',
  'journal-unavailable': 'disk',
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
