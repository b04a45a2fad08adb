import { createInstance } from 'i18next';
import { expect, it } from 'vitest';
import { speech } from './language.ts';

const words = { common: { title: '{{page}} – {{place}}', plain: 'As it is' } };
const instance = createInstance();
await instance.init(speech({ lng: 'en-us', resources: { 'en-us': words } }));

it.each([
  [{ page: 'A', place: 'B' }, 'A – B'],
  [{ page: '<b>&', place: 7 }, '<b>& – 7'],
  [{ page: '$t(plain) $&', place: 'B' }, '$t(plain) $& – B'],
  [{ page: '{{place}}', place: 'B' }, '{{place}} – B'],
  [{ page: 'A', place: '$t(common:plain)' }, 'A – $t(common:plain)'],
])('a value is never read as a text: %o', (values, expected) => {
  const say: (key: string, values: object) => unknown = instance.getFixedT('en-us', 'common') as never; // keys of no file
  expect(say('title', values)).toBe(expected);
});
