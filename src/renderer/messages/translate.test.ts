import { expect, it } from 'vitest';
import { formatNumber } from './format.ts';
import { translator } from './translate.ts';

const words = {
  common: {
    list: {
      shown_one: '{{shown, number}} of {{count, number}} row',
      shown_other: '{{shown, number}} of {{count, number}} rows',
      open_one: 'a row of {{name}}',
      open_many: 'moltissime righe di {{name}}',
      open_other: 'rows of {{name}}',
    },
    title: '{{page}} – {{place}}',
    plain: 'As it is',
  },
  offline: { stale: 'As of {{time}}' },
};

/** Says texts of these words; keys and values as they may come at run time. */
function say(language: string, key: string, values?: Readonly<Record<string, unknown>>): unknown {
  const t: (key: never, values?: never) => unknown = translator(
    { language, words: () => words, formatNumber },
    'common',
  );
  return t(key as never, values as never); // keys that no file of words has
}

it.each([
  ['en-us', 'plain', undefined, 'As it is'],
  ['en-us', 'list.shown', { shown: 1, count: 1 }, '1 of 1 row'],
  ['en-us', 'list.shown', { shown: 0, count: 0 }, '0 of 0 rows'],
  ['en-us', 'list.shown', { shown: 3_001, count: 10_000 }, '3,001 of 10,000 rows'],
  ['nl', 'list.shown', { shown: 3_001, count: 10_000 }, '3.001 of 10.000 rows'],
  ['it', 'list.open', { count: 1_000_000, name: 'X' }, 'moltissime righe di X'],
  ['it', 'list.open', { count: 2, name: 'X' }, 'rows of X'],
  ['en-us', 'offline:stale', { time: '12:00' }, 'As of 12:00'],
  ['en-us', 'title', { page: 'A', place: undefined }, 'A – '],
  ['en-us', 'title', { page: '{{place}} $t(plain) $&', place: 'B' }, '{{place}} $t(plain) $& – B'],
  ['en-us', 'title', { page: '<b>&', place: 7 }, '<b>& – 7'],
  ['en-us', 'list.unheard', undefined, 'list.unheard'],
  ['en-us', 'toString', undefined, 'toString'],
  ['en-us', 'unread:key.of', undefined, 'key.of'],
  ['en-us', 'list', undefined, 'list'],
  ['en-us', 'list', { returnObjects: true }, words.common.list],
])('in %s, %s with %o says %o', (language, key, values, expected) => {
  expect(say(language, key, values)).toEqual(expected);
});
