import { describe, expect, test } from 'vitest';
import { asAudit, successorOf } from './successor.ts';

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

  test('is none that is nearer to another audit before it, nor one of which only the period tells and that follows another, too', () => {
    const isae = { ...before, id: 'isae-2025', name: 'ISAE 2025' };
    const nextIsae = { ...after, id: 'isae-2026', name: 'ISAE 2026' };
    expect(found([before, isae, nextIsae])).toBeNull();
    expect(found([before, isae, { ...after, id: 'x', name: 'X' }])).toBeNull();
    expect(found([before, isae, nextIsae, after])).toBe('noord-2026 recognised');
    const earlier = { ...before, id: 'y', name: 'Y', period_start: '2024-01-01', period_end: '2024-12-31' };
    expect(found([earlier, before, { ...after, id: 'x', name: 'X' }])).toBe('x recognised');
  });

  test('has the same number behind the year where others differ in it', () => {
    const numbered = (year: number, number: string) => ({
      ...(year === 2025 ? before : after),
      id: `aud-${year}-${number}`,
      name: number,
    });
    const ofNumber = (number: string, others: readonly One[]) =>
      successorOf(numbered(2025, number), others, null)?.audit.id ?? null;
    const last = [numbered(2025, '001'), numbered(2025, '002')];
    expect(ofNumber('001', [...last, numbered(2026, '002'), numbered(2026, '001')])).toBe('aud-2026-001');
    expect(ofNumber('002', [...last, numbered(2026, '001')])).toBeNull();
    expect(ofNumber('001', [numbered(2025, '001'), numbered(2026, '007')])).toBe('aud-2026-007');
  });

  test('is recognised also by a name with other digits, and by one that was cut', () => {
    const others = (name: string) => [
      { ...after, id: 'x', name },
      { ...after, id: 'y', name: 'Y' },
    ];
    const next = (name: string, following: string) =>
      successorOf({ ...before, id: 'z', name }, others(following), null)?.audit.id ?? null;
    expect(next('Studio 25 FY25', 'Studio 25 FY26')).toBe('x');
    expect(next('Studio 25 FY25', 'Studio 27 FY26')).toBeNull();
    expect(next('n'.repeat(100), `${'n'.repeat(95)} 2026`)).toBe('x');
  });

  test.each<[string, Partial<One>]>([
    ['another client', { client_organisation_id: 'zuid' }],
    ['another entity', { legal_entity_ids: ['retail'] }],
    ['another type', { audit_type: 'single' }],
    ['a component', { group_audit_id: 'group' }],
    ['one that is being deleted', { status: 'deleting' }],
    ['a period that overlaps', { period_start: '2025-12-31' }],
    ['a period with a year between', { period_start: '2027-01-01' }],
    ['a period that is no date', { period_start: '' }],
  ])('is not %s', (_, change) => {
    expect(found([{ ...after, ...change }])).toBeNull();
  });

  test('is the nearest and first of several, also of two that begin on one day', () => {
    const later = {
      ...after,
      id: 'noord-2027',
      name: 'Noord 2027',
      period_start: '2026-07-01',
      period_end: '2027-06-30',
    };
    expect(found([later, after])).toBe('noord-2026 recognised');
    expect(found([{ ...after, id: 'noord-2026-2', name: 'Z' }, after])).toBe('noord-2026 recognised');
    expect(found([after, { ...after, id: 'noord-2026-2' }])).toBe('noord-2026 recognised');
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

test('an audit that a plan is going to create follows as one that is there', () => {
  const creation = (more: Readonly<Record<string, string>> = {}) => ({
    id: 'noord-2026',
    name: 'Noord 2026',
    work_package_id: 'w',
    scoping_package_id: 's',
    client_organisation_id: 'noord',
    legal_entity_id: 'noord',
    period_start: '2026-01-01',
    period_end: '2026-12-31',
    language: 'nl',
    ...more,
  });
  const follows = (more: Readonly<Record<string, string>>) =>
    successorOf(before, [asAudit(creation(more))], null) !== null;
  expect(follows({ audit_type: 'consolidated' })).toBe(true);
  expect(follows({})).toBe(false); // a single one
  expect(follows({ audit_type: 'consolidated', legal_entity_id: 'zuid' })).toBe(false);
});
