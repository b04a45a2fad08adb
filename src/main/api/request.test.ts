import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fail } from '../../shared/error.ts';
import { requestOf } from './request.ts';

const base = 'https://audits.example/firm';
const urlOf = (reply: ReturnType<typeof requestOf>): string =>
  reply.ok ? reply.value.url : reply.error.code;

test.each([
  ['A-1', 'A-1'],
  ['a/b', 'a%2Fb'],
  ['a/../../oauth/token', 'a%2F..%2F..%2Foauth%2Ftoken'],
  ['%2f', '%252f'],
  ['%2e%2e', '%252e%252e'],
  ['a?b=c#d', 'a%3Fb%3Dc%23d'],
  ['50% & more', '50%25%20%26%20more'],
  ["d'Este", "d'Este"],
  ['anna+test@firm.example', 'anna%2Btest%40firm.example'],
  ['Zürich 東京 😀', 'Z%C3%BCrich%20%E6%9D%B1%E4%BA%AC%20%F0%9F%98%80'],
  ['a\r\nHost: evil', 'a%0D%0AHost%3A%20evil'],
  ['//evil.example', '%2F%2Fevil.example'],
  ['https://evil.example/', 'https%3A%2F%2Fevil.example%2F'],
  ['a\\b', 'a%5Cb'],
  ['...', '...'],
])('security 12, 13: id %j is one segment', (id, segment) => {
  const url = urlOf(requestOf(base, 'audits.read', { path: { audit_id: id } }));
  expect(url).toBe(`https://audits.example/firm/api/v1/audits/${segment}/`);
});

test.each([
  ['.', { audit_id: '.' }],
  ['..', { audit_id: '..' }],
  ['nothing', { audit_id: '' }],
  ['half a character', { audit_id: '\ud800' }],
  ['another parameter', { work_package_id: 'x' }],
  ['one parameter too many', { audit_id: 'x', page: 'y' }],
])('security 12: %s is no path', (_, path) => {
  expect(requestOf(base, 'audits.read', { path })).toEqual(
    fail('invalid-input', { operation: 'audits.read' }),
  );
});

test('an address that no request can go to is no address', () => {
  expect(requestOf('https://999.999.999.999', 'audits.list', {})).toEqual(
    fail('invalid-input', { operation: 'audits.list' }),
  );
});

test('security 13: an id is decoded to itself, on its place in the path', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }), (id) => {
      fc.pre(id !== '.' && id !== '..' && id.isWellFormed());
      const url = new URL(
        urlOf(requestOf(base, 'users.change', { path: { audit_id: 'A', user_id: id }, body: {} })),
      );
      expect(url.origin).toBe('https://audits.example');
      const segments = url.pathname.split('/');
      expect(segments).toHaveLength(9);
      expect(decodeURIComponent(segments[7] ?? '')).toBe(id);
    }),
  );
});

test('a list asks for full pages, a later page by its cursor alone', () => {
  expect(urlOf(requestOf(base, 'roles.list', { query: { associated_model: 'Audit' } }))).toBe(
    `${base}/api/v1/roles/?associated_model=Audit&page_size=100`,
  );
  expect(urlOf(requestOf(base, 'audits.list', { pageSize: 20 }))).toBe(`${base}/api/v1/audits/?page_size=20`);
  expect(urlOf(requestOf(base, 'audits.list', { cursor: 'page=2&page_size=100' }))).toBe(
    `${base}/api/v1/audits/?page=2&page_size=100`,
  );
});

test.each(['//evil.example/?x', 'page=2#@evil.example', 'a b\r\nX: y', '/../../oauth/token/'])(
  'security 12: cursor %j stays a query of the list',
  (cursor) => {
    const url = new URL(urlOf(requestOf(base, 'audits.list', { cursor })));
    expect([url.origin, url.pathname, url.hash]).toEqual([
      'https://audits.example',
      '/firm/api/v1/audits/',
      '',
    ]);
  },
);

test('a body is JSON without what is absent, the token request a form', () => {
  expect(
    requestOf(base, 'clients.create', { body: { id: 'x', name: 'y', domains: undefined } }),
  ).toMatchObject({
    value: {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: '{"id":"x","name":"y"}',
    },
  });
  expect(requestOf(base, 'tokens.issue', { body: { client_id: 'a b', client_secret: 'ä&=' } })).toMatchObject(
    {
      value: {
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: 'client_id=a+b&client_secret=%C3%A4%26%3D',
      },
    },
  );
});
