import { expect, test } from 'vitest';
import { type ErrorCode, errorCodes, failureOf, isNoAnswer, isOutage, isStrange } from './failures.ts';

// By hand, from reliability §2, reliability §4, decisions §2 and from the meaning of each status: every question that the app has of a failure,
// with all codes to which the answer is yes.

const yes = (holds: (code: ErrorCode) => boolean): readonly ErrorCode[] =>
  errorCodes.filter(holds).toSorted();
const codes = (...all: readonly ErrorCode[]): readonly ErrorCode[] => all.toSorted();

const answered = codes(
  'validation',
  'no-credits',
  'forbidden',
  'missing',
  'conflict',
  'too-large',
  'throttled',
  'refused',
  'fault',
  'token-unusable',
  'unexpected-answer',
);
const away = codes('unreachable', 'tls', 'timeout', 'interrupted', 'redirected', 'not-json');

test('a read is sent again after what passes by itself', () => {
  expect(yes((code) => failureOf(code).passes === true)).toEqual(
    codes('unreachable', 'timeout', 'interrupted', 'fault'),
  );
});

test('a service that was not reached, or was reached and answered', () => {
  expect(yes((code) => failureOf(code).shows === 'away')).toEqual(away);
  expect(yes((code) => ['answered', 'accepted'].includes(failureOf(code).shows ?? ''))).toEqual(answered);
});

test('only what is looked at after the token shows that the token was accepted', () => {
  expect(yes((code) => failureOf(code).shows === 'accepted')).toEqual(
    codes('validation', 'no-credits', 'forbidden', 'conflict', 'throttled'),
  );
});

test('the log of requests has what a request can end as, and nothing that no request ends as', () => {
  expect(yes((code) => failureOf(code).shows !== undefined)).toEqual(
    codes(...away, ...answered, 'unauthorized', 'credentials-rejected', 'cancelled'),
  );
});

test('what became of a write', () => {
  expect(yes((code) => failureOf(code).write === 'unsent')).toEqual(['unreachable']);
  expect(yes((code) => failureOf(code).write === 'unknown')).toEqual(
    codes(
      'tls',
      'timeout',
      'interrupted',
      'redirected',
      'not-json',
      'unexpected-answer',
      'fault',
      'internal',
    ),
  );
});

const rests: Readonly<Record<string, readonly ErrorCode[]>> = {
  credentials: codes(
    'invalid-address',
    'no-secret',
    'keychain-locked',
    'keychain-unavailable',
    'keychain-timeout',
    'secret-too-long',
    'secret-elsewhere',
    'not-found-here',
    'unauthorized',
    'credentials-rejected',
    'token-unusable',
  ),
  person: codes('declined', 'cancelled', 'read-only', 'confirmation-needed'),
  forbidden: ['forbidden'],
  'no-quota': ['throttled'],
  managed: ['managed'],
  disk: ['journal-unavailable'],
};
test.each(Object.entries(rests))('a plan rests for %s', (reason, all) => {
  expect(yes((code) => failureOf(code).rest === reason)).toEqual(all);
});
test('after everything else a plan goes on', () => {
  const all = Object.values(rests).flat();
  expect(yes((code) => failureOf(code).rest !== undefined)).toEqual(all.toSorted());
});

const layers: Readonly<Record<string, readonly ErrorCode[]>> = {
  network: codes('unreachable', 'timeout', 'interrupted'),
  tls: ['tls'],
  credentials: codes('unauthorized', 'credentials-rejected', 'token-unusable'),
  quota: ['throttled'],
  permission: ['forbidden'],
};
test.each(Object.entries(layers))('what a request ends as comes from the layer "%s"', (layer, all) => {
  expect(yes((code) => failureOf(code).layer === layer && failureOf(code).shows !== undefined)).toEqual(all);
});

test.each([
  [{ code: 'unreachable', status: 407 }, true, true],
  [{ code: 'interrupted', status: 200 }, true, true],
  [{ code: 'tls' }, true, true],
  [{ code: 'fault', status: 503 }, true, true],
  [{ code: 'redirected', status: 302 }, true, true],
  [{ code: 'not-json', status: 200 }, true, true],
  [{ code: 'not-json', status: 404 }, true, false],
  [{ code: 'missing', status: 404 }, false, false],
  [{ code: 'unexpected-answer', status: 200 }, false, false],
  [{ code: 'cancelled' }, false, false],
] as const)('%j: no answer %j, an outage %j', (error, noAnswer, outage) => {
  expect([isNoAnswer(error), isOutage(error)]).toEqual([noAnswer, outage]);
});

test('what another server may answer, unless it is known what of the answer was too much', () => {
  expect(yes((code) => isStrange({ code }))).toEqual(codes('missing', 'unexpected-answer'));
  expect(yes((code) => isStrange({ code, reason: 'answer-limit' }))).toEqual([]);
});
