import { expect, test } from 'vitest';
import { matching, type SettingEntry } from './setting-entries.tsx';

const entry = (id: string, ...words: readonly string[]): SettingEntry => ({
  id,
  section: 'appearance',
  words,
  content: null,
});
const entries = [
  entry('density', 'Weergave', 'Rijhoogte', 'Compact'),
  entry('language', 'Lingua', 'Società'),
];

test.each([
  ['', ['density', 'language']],
  ['  ', ['density', 'language']],
  ['rij', ['density']],
  ['compact WEERGAVE', ['density']],
  ['societa', ['language']],
  ['rij lingua', []],
])('“%s” finds %j', (search, expected) => {
  expect(matching(entries, search).map(({ id }) => id)).toEqual(expected);
});
