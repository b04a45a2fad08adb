import { expect, test } from 'vitest';
import { isSameName, namedApart } from './connection-names.ts';

const at = (name: string, clientId: string, baseUrl = 'https://audits.example') => ({
  name,
  clientId,
  baseUrl,
});

test.each([
  ['names of their own stay', [at('North', 'a'), at('South', 'a')], ['North', 'South']],
  [
    'the account tells apart',
    [at('North', 'manager'), at('North', 'reader'), at('South', 'x')],
    ['North (manager)', 'North (reader)', 'South'],
  ],
  [
    'the address where the account is the same',
    [at('North', 'm'), at('North', 'm', 'http://127.0.0.1:4000'), at('North', 'r')],
    ['North (m, audits.example)', 'North (m, 127.0.0.1:4000)', 'North (r)'],
  ],
  [
    'the place in the list where everything is the same but the scheme',
    [at('North', 'm'), at('North', 'm', 'http://audits.example')],
    ['North (m, 1)', 'North (m, 2)'],
  ],
  [
    'also where they only look the same',
    [at('North & Co', 'a'), at('north  & co ', 'b')],
    ['North & Co (a)', 'north  & co  (b)'],
  ],
])('%s', (_, connections, expected) => {
  expect(namedApart(connections).map(({ name }) => name)).toEqual(expected);
});

test('a name is the same whatever its case, width and blanks', () => {
  expect([isSameName('North', ' ｎorth'), isSameName('North', 'South')]).toEqual([true, false]);
});
