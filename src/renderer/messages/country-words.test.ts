import { expect, it } from 'vitest';
import { countryWords } from './country-words.ts';

it.each([
  ['nl-NL', 'IT', 'Italië'],
  ['it-IT', 'NL', 'Paesi Bassi'],
  ['en-US', 'ZZZZ', 'ZZZZ'],
  ['en-US', '', ''],
])('in %s the country %j is called %j', (locale, code, name) => {
  expect(countryWords(locale).name(code)).toBe(name);
});

it('offers every country, in the order of the language', () => {
  const { options } = countryWords('nl-NL');
  expect(options).toHaveLength(249);
  expect(options[0]).toEqual({ id: 'AF', label: 'Afghanistan', detail: 'AF' });
});
