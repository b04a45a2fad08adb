import { expect, test } from 'vitest';
import { ClientOrganisation, LegalEntity, legalEntitiesIn } from './client-organisation.ts';

const specified = {
  id: 'jansen',
  name: 'Jansen',
  country: 'NL',
  domains: ['jansen.example'],
  allow_password_login: true,
  is_test_organisation: false,
};

test.each([
  [{}, {}],
  [{ country: 'nl' }, {}],
  [{ country: 'Netherlands' }, {}],
  [{ country: { code: 'NL', name: 'Netherlands' } }, {}],
  [{ country: undefined, country_code: 'NL' }, {}],
  [{ country: 'XK' }, { country: 'XK' }],
  [{ country: 'Utopia' }, { country: 'Utopia' }],
  [{ country: '' }, { country: null }],
  [{ domains: 'jansen.example' }, {}],
  [{ domains: [{ domain: 'jansen.example' }] }, {}],
  [{ domains: { domain: ['jansen.example'] } }, {}],
  [{ country: { id: 150, iso_code: 'NL' } }, {}],
  [{ id: undefined, client_organization_id: 'jansen' }, {}],
  [{ is_test_organisation: undefined, isTestOrganization: true }, { is_test_organisation: true }],
  [{ domains: [{ id: 4, name: 'jansen.example' }] }, {}],
  [{ allow_password_login: 'true', is_test_organisation: 'false' }, {}],
  [{ allow_password_login: 1, is_test_organisation: 0 }, {}],
  [{ is_test_organisation: undefined, isTest: true }, { is_test_organisation: true }],
  [{ id: undefined, name: undefined, organisation_id: 'jansen', organisationName: 'Jansen' }, {}],
])('a client: %j is read', (said, read) => {
  expect(ClientOrganisation.parse({ ...specified, ...said })).toEqual({ ...specified, ...read });
});

test('of a client it is told what was not seen', () => {
  expect(ClientOrganisation.parse({ id: 'jansen', is_test_organisation: 'maybe', domains: [{}] })).toEqual({
    id: 'jansen',
    name: 'jansen',
    country: null,
    domains: [],
    allow_password_login: null,
    is_test_organisation: false,
    unseen: ['name', 'country', 'domains', 'allow_password_login', 'is_test_organisation'],
  });
  expect(ClientOrganisation.parse({ ...specified, domains: '' })).toEqual({
    ...specified,
    domains: [],
    unseen: ['domains'],
  });
});

// The parent has many names.
test.each([
  [{ parent_id: 'p' }, 'p'],
  [{ parentId: 'p' }, 'p'],
  [{ parent: 'p' }, 'p'],
  [{ parent: { id: 'p' } }, 'p'],
  [{ parent: ['p'] }, 'p'],
  [{ parent_legal_entity: { id: 'p' } }, 'p'],
  [{ parent_legal_entity_id: 'p', parent_id: null }, 'p'],
  [{ parent_id: 'e' }, null],
  [{ path: 'top/p/e' }, 'p'],
  [{ path: '/top/p/e/' }, 'p'],
  [{ path: ['top', 'p', 'e'] }, 'p'],
  [{ path: 'e' }, null],
  [{ parent_id: null }, null],
  [{ parent: null }, null],
  [{ parent_id: 'None' }, null],
])('the parent of %j is %s', (said, parent) => {
  const entity = LegalEntity.parse({ id: 'e', name: 'E', country: 'NL', ...said });
  expect(entity).toEqual({ id: 'e', name: 'E', country: 'NL', parent_id: parent });
});

test.each([[{}], [{ path: '000100020003' }], [{ parent: {} }]])('the parent of %j is not seen', (said) => {
  const entity = LegalEntity.parse({ id: 'e', name: 'E', country: 'NL', ...said });
  expect(entity).toMatchObject({ parent_id: null, unseen: ['parent_id'] });
});

test('a tree of entities is read flat, each below its parent', () => {
  const tree = {
    id: 'top',
    children: [
      { id: 'a', children: [{ id: 'b', parent: 'a' }] },
      { legal_entity_id: 'c', subsidiaries: [] },
    ],
  };
  const parents = (...entries: readonly unknown[]) =>
    legalEntitiesIn(entries).map((entry) => {
      const { id, parent_id: parent, unseen = [] } = LegalEntity.parse(entry);
      return [id, unseen.includes('parent_id') ? undefined : parent];
    });
  const below = [
    ['a', 'top'],
    ['b', 'a'],
    ['c', 'top'],
  ];
  expect(parents(tree)).toEqual([['top', null], ...below]);
  const inEnvelope = { results: [{ id: 'a' }, { id: 'c' }] };
  const named = { a: { name: 'A' }, c: { name: 'C' } };
  for (const children of [inEnvelope, named, { legal_entity: inEnvelope.results }])
    for (const one of [{ children }, { child_entities: children }, { _embedded: { children } }])
      expect(parents({ id: 'top', ...one })).toEqual([['top', null], below[0], below[2]]);
  expect(parents({ id: 'top', children: { legal_entity: { id: 'a' } } })).toEqual([['top', null], below[0]]);
  expect(parents({ node: { id: 'top', children: [{ id: 'a' }] } })).toEqual([['top', null], below[0]]);
  // A parent may name its children by their ids.
  expect(
    parents({ id: 'a', children: [] }, { id: 'top', children: ['a', 'c'] }, { id: 'c', children: [] }),
  ).toEqual([
    ['a', 'top'],
    ['top', null],
    ['c', 'top'],
  ]);
  expect(parents({ id: 'flat' })).toEqual([['flat', undefined]]);
  expect(parents({ legal_entity: { id: 'x', children: [] } })).toEqual([['x', null]]);
});
