import { describe, expect, it } from 'vitest';
import { clientCreationOf, clientFaults, emptyClient, withName } from './new-client-dialog.tsx';

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
    ['an id over two lines', { ...valid, id: 'a\nb' }, ['idUnusable']],
  ])('finds %s', (_, form, codes) => {
    expect(clientFaults(form, new Set(['taken'])).map(({ code }) => code)).toEqual(codes);
  });
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
