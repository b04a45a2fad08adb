import { expect, test } from 'vitest';
import { operationNames } from '../../../shared/api.ts';
import words from '../../../words/en-us/screens/activity.json';
import { operationChoices, outcomeChoices } from './filters.tsx';

test('a request can be looked for by every way in which it ends, also when a person gave it up', () => {
  expect(outcomeChoices).toEqual(expect.arrayContaining(['validation', 'throttled', 'timeout', 'cancelled']));
  expect(outcomeChoices).not.toContain('keychain-locked'); // nothing is sent then
});

test('a request can be looked for by every operation of the service', () => {
  expect(operationChoices(words.operation).toSorted()).toEqual(operationNames.toSorted());
});
