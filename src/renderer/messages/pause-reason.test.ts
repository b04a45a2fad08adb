import { expect, it } from 'vitest';
import { pauseReason } from './pause-reason.ts';

it.each([
  ['the service does not answer', { reason: 'faults', error: { code: 'unreachable' } }, 'away'],
  ['a connection is dropped', { reason: 'faults', error: { code: 'interrupted' } }, 'away'],
  ['no answer comes in time', { reason: 'faults', error: { code: 'timeout' } }, 'away'],
  ['the service reports errors', { reason: 'faults', error: { code: 'fault' } }, 'faults'],
  ['it is not known what failed', { reason: 'faults', error: null }, 'faults'],
  ['another reason', { reason: 'forbidden', error: { code: 'forbidden' } }, 'forbidden'],
  ['none is given', null, 'person'],
] as const)('%s', (_, pause, reason) => {
  expect(pauseReason(pause)).toBe(reason);
});
