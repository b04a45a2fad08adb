import { describe, expect, test } from 'vitest';
import { successorOf } from './successor.ts';

const before = {
  id: 'noord-2025',
  name: 'Noord 2025',
  client_organisation_id: 'noord',
  legal_entity_ids: ['noord'],
  audit_type: 'consolidated',
  period_start: '2025-01-01',
  period_end: '2025-12-31',
  status: 'open',
  group_audit_id: null,
};
type One = Omit<typeof before, 'group_audit_id'> & { readonly group_audit_id: string | null };
const after: One = {
  ...before,
  id: 'noord-2026',
  name: 'Noord 2026',
  period_start: '2026-01-01',
  period_end: '2026-12-31',
};
const found = (others: readonly One[], remembered: string | null = null) => {
  const successor = successorOf(before, others, remembered);
  return successor === null ? null : `${successor.audit.id} ${successor.by}`;
};

describe('the audit that follows another', () => {
  test('is recognised by its id or its name, but for years and the number that made an id free', () => {
    expect(found([after])).toBe('noord-2026 recognised');
    expect(
      found([
        { ...after, id: 'x', name: 'NOORD  2026' },
        { ...after, id: 'y', name: 'Z' },
      ]),
    ).toBe('x recognised');
    expect(
      found([
        { ...after, id: 'x' },
        { ...after, id: 'y', name: 'Z' },
      ]),
    ).toBe('x recognised');
    expect(
      found([
        { ...after, id: 'noord-2026-2', name: 'A' },
        { ...after, id: 'y', name: 'Z' },
      ]),
    ).toBe('noord-2026-2 recognised');
  });

  test('or as the only one of the client, entity and type that begins within a year', () => {
    expect(found([{ ...after, id: 'x', name: 'Other' }])).toBe('x recognised');
    expect(
      found([
        { ...after, id: 'x', name: 'Other' },
        { ...after, id: 'y', name: 'Another' },
      ]),
    ).toBeNull();
  });

  test.each<[string, Partial<One>]>([
    ['another client', { client_organisation_id: 'zuid' }],
    ['another entity', { legal_entity_ids: ['retail'] }],
    ['another type', { audit_type: 'single' }],
    ['a component', { group_audit_id: 'group' }],
    ['one that is being deleted', { status: 'deleting' }],
    ['a period that overlaps', { period_start: '2025-12-31' }],
    ['a period years later', { period_start: '2027-01-02' }],
    ['a period that is no date', { period_start: '' }],
  ])('is not %s', (_, change) => {
    expect(found([{ ...after, ...change }])).toBeNull();
  });

  test('is the first of several; two that begin on one day are for a person to decide', () => {
    const later = {
      ...after,
      id: 'noord-2027',
      name: 'Noord 2027',
      period_start: '2026-07-01',
      period_end: '2027-06-30',
    };
    expect(found([later, after])).toBe('noord-2026 recognised');
    expect(found([after, { ...after, id: 'noord-2026-2' }])).toBeNull();
  });

  test('is what is remembered, whatever it is called, while it is there', () => {
    const other = { ...after, id: 'x', name: 'Other', client_organisation_id: 'zuid' };
    expect(found([other, after], 'x')).toBe('x remembered');
    expect(found([after], 'gone')).toBe('noord-2026 recognised');
    expect(found([{ ...other, status: 'deleting' }], 'x')).toBeNull();
  });

  test('is never itself', () => {
    expect(found([before])).toBeNull();
  });
});
