import fc from 'fast-check';
import { expect, test } from 'vitest';
import { operations } from '../api.ts';
import { Audit } from './audit.ts';
import { ClientOrganisation, LegalEntity } from './client-organisation.ts';
import { pageOf } from './page.ts';
import { Setting, WorkPackage } from './work-package.ts';

test('an audit with unknown status, unknown fields and null lists is read, the status as spelled', () => {
  const audit = Audit.parse({
    id: 'A',
    status: 'frozen',
    extra: { deep: 1 },
    legal_entity_ids: null,
    settings: null,
    name: null,
  });
  expect(audit).toMatchObject({ id: 'A', name: 'A', status: 'frozen', legal_entity_ids: [], settings: {} });
});

test('decisions §3.1: a list is read from an envelope and from a bare array', () => {
  const page = pageOf(ClientOrganisation);
  const client = { id: 'c', name: 'C', country: 'NL' };
  expect(page.parse({ count: 1, next: null, previous: null, results: [client] }).results[0]?.name).toBe('C');
  expect(page.parse([client])).toMatchObject({ count: null, next: null, results: [{ id: 'c' }] });
});

test('an entry without an id is left out, the others stay', () => {
  expect(
    pageOf(Audit)
      .parse([{ id: 'a' }, { name: 'nameless' }, { id: 7 }])
      .results.map(({ id }) => id),
  ).toEqual(['a', '7']);
});

test.each([[null], ['text'], [{ detail: 'no list' }], [7]])('%j is no list', (value) => {
  expect(pageOf(Audit).safeParse(value).success).toBe(false);
});

// decisions §6.2: a parent has three names, one of them may hold an object.
test.each([
  [{ parent_id: 'p' }, 'p'],
  [{ parent: 'p' }, 'p'],
  [{ parent: { id: 'p' } }, 'p'],
  [{ parent_legal_entity_id: 'p' }, 'p'],
  [{ parent_id: null }, null],
  [{}, null],
])('decisions §6.2: the parent of %j is %s', (fields, expected) => {
  expect(LegalEntity.parse({ id: 'e', ...fields }).parent_id).toBe(expected);
});

test('decisions §5.3: an unknown type of setting is kept, options of any shape are read', () => {
  expect(Setting.parse({ id: 's', name: '', type: 'matrix', default: { a: 1 }, options: null })).toEqual({
    id: 's',
    name: 's',
    type: 'matrix',
    default: { a: 1 },
    options: [],
  });
  expect(
    Setting.parse({ id: 's', type: 'choice', options: ['x', { value: 2, label: 'Two' }] }).options,
  ).toEqual([
    { value: 'x', label: 'x' },
    { value: 2, label: 'Two' },
  ]);
});

test('no answer whatever makes a reader throw anything but a refusal, nor yield [object Object]', () => {
  const readers = [Audit, WorkPackage, ClientOrganisation, LegalEntity, pageOf(Audit), pageOf(WorkPackage)];
  const names = fc.constantFrom(
    'id',
    'name',
    'status',
    'results',
    'settings',
    'scoping_packages',
    'languages',
    'prices',
    'parent',
  );
  const answer = fc.oneof(fc.jsonValue({ maxDepth: 4 }), fc.dictionary(names, fc.jsonValue({ maxDepth: 3 })));
  fc.assert(
    fc.property(answer, (value) => {
      for (const reader of readers) {
        const parsed = reader.safeParse(value);
        if (parsed.success) expect(JSON.stringify(parsed.data)).not.toContain('[object Object]');
      }
    }),
  );
});

test('the service table has the 20 operations of the specification, each path once per method', () => {
  const rows = Object.values(operations);
  expect(rows).toHaveLength(20);
  expect(new Set(rows.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`)).size).toBe(
    20,
  );
  expect(rows.every(({ path }) => path.endsWith('/') && path.startsWith('/api/v1/'))).toBe(true);
});
