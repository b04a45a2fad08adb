import { describe, expect, it } from 'vitest';
import { typedCountry } from './country-field.tsx';
import { clientCreationOf, clientDoubts, clientFaults, emptyClient, withName } from './new-client-dialog.tsx';

const none = new Set<string>();

describe('withName', () => {
  it('proposes an id after the name, free of others', () => {
    expect(withName({ ...emptyClient, name: 'Société X' }, new Set(['SOCIETE-X'])).id).toBe('SOCIETE-X-2');
    expect(withName({ ...emptyClient, name: '  ' }, none).id).toBe('');
  });

  it('leaves an id that a person entered', () => {
    expect(withName({ ...emptyClient, name: 'X', id: 'mine', isOwnId: true }, none).id).toBe('mine');
  });
});

describe('clientFaults', () => {
  const valid = { ...emptyClient, name: 'X', id: 'x', country: 'NL' };

  it.each([
    ['nothing', valid, []],
    ['everything', emptyClient, ['name', 'id', 'country']],
    ['an id that is taken', { ...valid, id: 'taken' }, ['idTaken']],
    ['an id that would change the path', { ...valid, id: '..' }, ['idUnusable']],
    ['nothing that it only doubts', { ...valid, id: 'a\nb', country: 'XK' }, []],
  ])('finds %s', (_, form, codes) => {
    expect(clientFaults(form, new Set(['taken'])).map(({ code }) => code)).toEqual(codes);
  });
});

it.each<[string, Partial<typeof emptyClient>, readonly string[]]>([
  ['an id over two lines', { id: 'a\nb' }, ['control-character']],
  ['an id of 256 letters', { id: 'x'.repeat(256) }, ['too-long']],
  ['a country that is in no table of ours', { country: 'XK' }, ['unknown-country']],
  ['nothing', {}, []],
])('clientDoubts tells of %s', (_, change, codes) => {
  const form = { ...emptyClient, name: 'X', id: 'x', country: 'NL', ...change };
  expect(clientDoubts(form)).toEqual(codes);
});

it.each<[string, string | null, string | null | undefined]>([
  ['XK', null, 'XK'],
  [' xk ', null, 'XK'],
  ['KOS', null, 'KOS'],
  ['Net', null, undefined],
  ['nl', null, undefined],
  ['XKO1', 'XK', null],
  ['Netherlands', 'XK', 'NL'],
  ['Net', 'NL', undefined],
  ['', 'NL', null],
])('a country typed as “%s” over %s is the code %s', (text, value, code) => {
  const options = [{ id: 'NL', label: 'Netherlands' }];
  expect(typedCountry(text, value, options)).toBe(code);
});

it('sends domains one by one, however they were separated', () => {
  const form = { ...emptyClient, name: 'X', id: 'x', country: 'NL', domains: ' a.nl\nb.it, c.com;\n' };
  expect(clientCreationOf(form)).toEqual({
    id: 'x',
    name: 'X',
    country: 'NL',
    domains: ['a.nl', 'b.it', 'c.com'],
    allow_password_login: true,
  });
});
