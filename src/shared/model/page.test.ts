import { expect, test } from 'vitest';
import { Audit } from './audit.ts';
import { AuditUser } from './audit-user.ts';
import { LegalEntity, legalEntitiesIn } from './client-organisation.ts';
import { pageOf } from './page.ts';
import { Role } from './role.ts';

const users = pageOf(AuditUser);
const anna = { id: 'anna@firm.example', role: 'audit_auditor' };

// What the service answers → how many there are, what follows.
test.each([
  [[anna], null, null],
  [{ count: 3, next: '?page=2', previous: null, results: [anna] }, 3, '?page=2'],
  [{ results: [anna] }, null, null],
  [{ data: [anna], total: 3 }, 3, null],
  [{ items: [anna], totalCount: '3' }, 3, null],
  [{ users: [anna] }, null, null],
  [{ auditUsers: [anna], links: [], errors: [] }, null, null],
  [{ data: { results: [anna], count: 1 } }, 1, null],
  [{ _embedded: { users: [anna] }, _links: { next: { href: '/x/?page=2' } } }, null, '/x/?page=2'],
  [
    { data: [anna], links: { next: 'https://a/x/?cursor=c' }, meta: { total: 4 } },
    4,
    'https://a/x/?cursor=c',
  ],
  [{ data: [anna], next_cursor: 'abc' }, null, ['cursor', 'abc']],
  [{ data: [anna], next: 'abc' }, null, ['cursor', 'abc']],
  [{ data: [anna], nextPageToken: 'abc' }, null, ['page_token pageToken', 'abc']],
  [{ Users: [anna], NextToken: 'abc' }, null, ['token nextToken NextToken', 'abc']],
  [{ data: [anna], next: 'cD0yMA==' }, null, ['cursor', 'cD0yMA==']],
  [{ data: [anna], next: '&o=20' }, null, '?o=20'],
  [{ users: [anna], cursor: 'abc' }, null, ['cursor', 'abc']],
  [{ data: [anna], cursor: 'abc', has_more: true }, null, ['cursor', 'abc']],
  [{ data: [anna], cursor: 'abc', has_more: false }, null, null],
  [{ data: [anna], cursor: 'this', next_cursor: null }, null, null],
  [{ records: [anna], offset: 'abc' }, null, ['offset', 'abc']],
  [{ data: { children: [anna], after: 'abc' } }, null, ['after', 'abc']],
  [{ items: [anna], metadata: { continue: 'abc' } }, null, ['continue', 'abc']],
  [{ results: [anna], paging: { next: { after: 'abc', link: '/x/?after=abc' } } }, null, '/x/?after=abc'],
  [{ results: [anna], paging: { next: { after: 'abc', expires: 60 } } }, null, ['page', '']],
  [{ Items: [anna], LastEvaluatedKey: { tenant: { S: 'n' }, id: { S: 'c' } } }, null, ['page', '']],
  [{ entry: [anna], link: [{ relation: 'next', url: '/x/?o=1' }] }, null, '/x/?o=1'],
  [{ data: [anna], _links: { next: { href: null } } }, null, null],
  [{ data: [anna], paging: { pageNumber: 1, rowCount: 3 } }, 3, null],
  [{ data: [anna], page: 1, more_pages: true }, null, ['page', '2']],
  [{ data: [anna], offset: 4, limit: 1 }, null, ['offset', '5']],
  [{ data: [anna], offset: 4, limit: 20 }, null, null],
  [{ values: [anna], startAt: 0, maxResults: 1, isLast: false }, null, ['startAt', '1']],
  [{ users: [anna], startIndex: 2, itemsPerPage: 1, totalResults: 3 }, 3, ['startIndex', '3']],
  [{ users: [anna], startIndex: 3, itemsPerPage: 1, totalResults: 3 }, 3, null],
  [{ data: [anna], next_page: 2 }, null, ['page', '2']],
  [{ data: [anna], pagination: { page: 1, total_pages: 3, total: 50 } }, 50, ['page', '2']],
  [{ data: [anna], pagination: { page: 3, total_pages: 3 } }, null, null],
  [{ data: [anna], has_more: true }, null, ['page', '']],
  [{ data: [anna], next_cursor: null, has_more: false }, null, null],
  [
    { '@odata.count': 3, '@odata.nextLink': 'https://a/x/?$skip=2', value: [anna] },
    3,
    'https://a/x/?$skip=2',
  ],
  [{ d: { results: [anna], __count: '3', __next: '/x/?$skip=2' } }, 3, '/x/?$skip=2'],
  [
    {
      '@id': '/x',
      'hydra:totalItems': 3,
      'hydra:member': [anna],
      'hydra:view': { 'hydra:next': '/x/?page=2' },
    },
    3,
    '/x/?page=2',
  ],
  [{ totalSize: 3, done: false, nextRecordsUrl: '/x/?cursor=c', records: [anna] }, 3, '/x/?cursor=c'],
  [
    { content: [anna], sort: [], number: 0, totalPages: 3, totalElements: 50, last: false },
    50,
    ['page', '1'],
  ],
  [{ content: [anna], number: 2, totalPages: 3, totalElements: 50, last: true }, 50, null],
  [{ _embedded: { users: [anna] }, page: { number: 0, totalPages: 2, totalElements: 3 } }, 3, ['page', '1']],
  [{ code: 200, data: { list: [anna], total: 3, pageNum: 1, pages: 2 } }, 3, ['page', '2']],
  [
    { data: { users: { nodes: [anna], pageInfo: { hasNextPage: true, endCursor: 'c' } } } },
    null,
    ['after', 'c'],
  ],
  [{ id: 'request', result: { items: [anna], total: 3, next: null } }, 3, null],
  [{ status: 'success', data: { users: [anna], count: 1 } }, 1, null],
  [{ success: true, data: [anna], error: {}, errors: {} }, null, null],
  [{ data: [anna], error: 0, errors: '' }, null, null],
  [{ data: [anna], next: 'null' }, null, null],
  [{ data: [anna], next: '2' }, null, ['page', '2']],
  [{ data: [anna], next: { page: 2 } }, null, ['page', '2']],
  [{ data: [anna], next: { cursor: 'abc' } }, null, ['cursor', 'abc']],
  [{ data: [anna], next: true }, null, ['page', '']],
  [{ data: [anna], _links: { next: [{ href: '/x/?page=2' }] } }, null, '/x/?page=2'],
  [
    {
      data: [anna],
      links: [
        { rel: 'self', href: '/x/' },
        { rel: 'next', href: '/x/?page=2' },
      ],
    },
    null,
    '/x/?page=2',
  ],
  [{ data: [anna], has_next: 'true' }, null, ['page', '']],
  [{ data: [anna], hasMore: 1 }, null, ['page', '']],
  [{ data: [anna], hasMore: 'J' }, null, ['page', '']],
  [{ data: [anna], more: 'yes' }, null, ['page', '']],
  [{ data: [anna], isLastPage: false }, null, ['page', '']],
  [{ data: [anna], is_last: 'N' }, null, ['page', '']],
  [{ data: [anna], nextPage: 0 }, null, null],
  [{ data: [anna], nextPage: '-1' }, null, null],
  [{ data: [anna], count: 1, total: 3 }, 3, null],
  [{ data: [anna], numFound: '3' }, 3, null],
  [{ data: [anna], meta: { pagination: { current_page: 1, total_pages: 2, total: 3 } } }, 3, ['page', '2']],
  [{ data: [anna], meta: { pagination: { links: { next: '/x/?page=2' } } } }, null, '/x/?page=2'],
  [{ data: [anna], cursors: { next: 'abc', prev: null } }, null, ['cursor', 'abc']],
  [{ data: [anna], response_metadata: { next_cursor: 'abc' } }, null, ['cursor', 'abc']],
  [{ data: [anna], next_offset: 20 }, null, ['offset', '20']],
  [{ data: [anna], pageIndex: 0, totalPages: 2 }, null, ['page', '1']],
  [{ users: [anna], link: [{ rel: 'next', href: '/x/?page=2' }] }, null, '/x/?page=2'],
  [{ data: [anna], links: [{ rel: 'next', url: '/x/?page=2' }] }, null, '/x/?page=2'],
  [{ data: [anna], error: 'false', errorCode: '0', success: 'true', status: 200 }, null, null],
  [{ data: [anna], nextPageNumber: 2 }, null, ['page', '2']],
  [{ data: [anna], count: -1 }, null, null],
  [{ items: [anna], offset: 0, limit: 1, total: 3 }, 3, ['offset', '1']],
  [{ items: [anna], offset: 2, limit: 1, total: 3 }, 3, null],
  [{ users: { [anna.id]: anna }, total: 1 }, 1, null],
  [{ results: { [anna.id]: { role: anna.role } }, next: null }, null, null],
  [{ data: { '1': anna } }, null, null],
  [{ [anna.id]: anna }, null, null],
  [{ schemas: ['urn:ListResponse'], totalResults: 1, Resources: [anna] }, 1, null],
  [
    { data: { users: { edges: [{ cursor: 'c', node: anna }], pageInfo: { hasNextPage: false } } } },
    null,
    null,
  ],
])('%j is a page', (said, count, next) => {
  expect(users.parse(said)).toMatchObject({ count, next, results: [anna] });
  expect(users.parse(said).unread).toBeUndefined();
});

test.each([
  [null],
  [7],
  ['list'],
  [{}],
  [{ detail: 'no list' }],
  [{ errors: [{ code: 'x' }] }],
  [{ id: 'A', legal_entity_ids: ['e'] }],
  [{ one: [], other: [] }],
  [{ count: 3, results: null }],
  [{ success: false, message: 'Timeout', data: [] }],
  [{ results: [], count: 0, errors: [{ message: 'A part failed.' }] }],
  [{ data: null, error: { code: 'x' } }],
  [{ status: 'error', data: [] }],
  [{ success: 'false', data: [] }],
  [{ ok: 0, data: [] }],
  [{ Success: false, Data: [] }],
  [{ isSuccess: 'N', data: [] }],
  [{ hasErrors: true, data: [] }],
  [{ Errors: ['x'], Data: [] }],
  [{ errorCode: 'E17', data: [] }],
  [{ title: 'Timeout', status: 504, results: [] }],
  [{ statusCode: '503', data: [] }],
  [{ meta: { error: 'x' }, data: [] }],
  [{ fault: { faultcode: 'x' }, users: [] }],
  [{ 'soap:Fault': { faultcode: 'x' } }],
  [{ users: {} }],
  [{ users: { [anna.id]: anna.role, 'ben@firm.example': anna.role }, total: 2 }],
])('%j is none', (said) => {
  expect(users.safeParse(said).success).toBe(false);
});

// A list that has no entries may be left out, or be null.
test.each([
  [{ results: [] }],
  [{ results: null }],
  [{ data: null, total: 0 }],
  [{ totalSize: 0 }],
  [{ _links: { self: { href: '/x' } }, page: { totalElements: 0, number: 0 } }],
])('%j has no entries', (said) => {
  expect(users.parse(said).results).toEqual([]);
});

// Whether it says what follows, or that nothing does.
test.each([
  [{ count: 1, next: null, results: [anna] }, true],
  [{ data: [anna], links: { next: null } }, true],
  [{ data: [anna], has_more: false }, true],
  [{ data: [anna], page: 2, pages: 2 }, true],
  [{ data: [anna], next: false }, true],
  [{ data: [anna], hasMore: 'N' }, true],
  [{ data: [anna], nextPage: 0 }, true],
  [{ data: [anna], links: [{ rel: 'self', href: '/x/' }] }, undefined],
  [{ data: [anna], next: { after: { id: 7 } } }, true],
  [{ items: [anna], total: 1 }, undefined],
  [{ items: [anna], meta: { limit: 180, remaining: 179 } }, undefined], // requests
  [{ results: [anna] }, undefined],
  [[anna], undefined],
])('of %j it is clear what follows: %s', (said, isClear) => {
  expect(users.parse(said).isClear).toBe(isClear);
});

test('an entry that cannot be read is counted and kept as it came; the others stay', () => {
  const long = { name: 'x'.repeat(5_000) };
  const read = users.parse({ count: 6, results: [anna, null, 'anna', long, [], { name: 'Ben' }] });
  expect(read.results.map(({ id }) => id)).toEqual([anna.id]);
  expect(read.unread?.count).toBe(5);
  expect(read.unread?.asItCame.slice(0, 2)).toEqual(['null', '"anna"']);
  expect(read.unread?.asItCame.map(({ length }) => length)).toEqual([4, 6, 2_001]);
});

test.each([
  [{ team: { members: [anna], invitations: [] } }],
  [{ audit: { id: 'A', name: 'A', status: 'open', users: [anna] } }],
  [{ users: { [anna.id]: anna.role } }],
])('of %j what is no entry is not read as one', (said) => {
  expect(users.parse(said)).toMatchObject({ results: [], unread: { count: 1 } });
});

test.each([
  [{ id: 'n', kind: 'folder', size: 4 }, 1],
  [{ id: 'n' }, 0],
  [{ id: 'n', kind: 'folder', status: 'open' }, 0],
])('of a list of audits, %j: %i are of another kind', (entry, unread) => {
  expect(pageOf(Audit).parse([entry]).unread?.count ?? 0).toBe(unread);
});

test('plain texts are roles; a tree of legal entities is a list of all, of which the count says nothing', () => {
  expect(
    pageOf(Role)
      .parse(['a', 'b'])
      .results.map(({ name }) => name),
  ).toEqual(['a', 'b']);
  const tree = [{ id: 'top', children: [{ id: 'a' }, { id: 'b', children: [null] }] }];
  const read = pageOf(LegalEntity, legalEntitiesIn).parse({ count: 1, results: tree });
  expect(read.results.map(({ id, parent_id: parent }) => [id, parent])).toEqual([
    ['top', null],
    ['a', 'top'],
    ['b', 'top'],
  ]);
  expect([read.count, read.unread?.count]).toEqual([null, 1]);
});
