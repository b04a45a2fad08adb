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
  [{ data: [anna], nextPageToken: 'abc' }, null, ['page_token', 'abc']],
  [{ data: [anna], next_page: 2 }, null, ['page', '2']],
  [{ data: [anna], pagination: { page: 1, total_pages: 3, total: 50 } }, 50, ['page', '2']],
  [{ data: [anna], pagination: { page: 3, total_pages: 3 } }, null, null],
  [{ data: [anna], has_more: true }, null, ['page', '']],
  [{ data: [anna], next_cursor: null, has_more: false }, null, null],
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
  [{ results: null }],
])('%j is none', (said) => {
  expect(users.safeParse(said).success).toBe(false);
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
