import { expect, test } from 'vitest';
import { outcomeChoices } from './request-filters.ts';

test('a request can be looked for by every way in which it ends, also when a person gave it up', () => {
  expect(outcomeChoices).toEqual(expect.arrayContaining(['validation', 'throttled', 'timeout', 'cancelled']));
  expect(outcomeChoices).not.toContain('keychain-locked'); // nothing is sent then
});
