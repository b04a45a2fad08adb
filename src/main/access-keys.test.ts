import { expect, test } from 'vitest';
import { withAccessKeys } from './access-keys.ts';

test.each([
  [
    ['File', 'Edit'],
    ['&File', '&Edit'],
  ],
  [
    ['Bestand', 'Bewerken', 'Beeld'],
    ['&Bestand', 'B&ewerken', 'Bee&ld'],
  ],
  [
    ['Go to audits', 'Go to clients', 'Go to users'],
    ['&Go to audits', 'Go &to clients', 'Go to &users'],
  ],
  [
    ['A', 'a'],
    ['&A', 'a'],
  ],
  [['Profit & loss'], ['&Profit && loss']],
  [['…'], ['…']],
])('%j is %j', (labels, expected) => {
  expect(withAccessKeys(labels)).toEqual(expected);
});
