import { describe, expect, it } from 'vitest';
import type { ImportMapping } from '../../shared/model/preferences.ts';
import { atMost } from '../../shared/settings.ts';
import { rememberedFor, rememberedPlaces, rememberedRow, withRemembered } from './remembered-columns.ts';

const header = ['Group', 'Due (day)', '', 'Remark'];
const deadlines = { kind: 'deadlines', mapping: { audit_name: 0, deadline: 1 }, orders: { deadline: 'dmy' } };
const audits = { kind: 'audits', mapping: { audit_name: 3, group_audit_id: 0, scope: 2 }, orders: {} };
const columns = ['audit_name', 'deadline', 'client_id'] as const;

function placesIn(titles: readonly string[], mappings: readonly ImportMapping[], kind: string | null) {
  const remembered = rememberedFor(titles, mappings, kind);
  return remembered === undefined ? null : rememberedPlaces(columns, remembered, titles);
}

describe('a header that was understood', () => {
  const both = withRemembered(withRemembered([], header, audits), header, deadlines);
  it.each<[string, readonly string[], string | null, object | null]>([
    ['is known again', header, 'deadlines', { audit_name: 0, deadline: 1 }],
    ['in whatever order and case', ['REMARK', 'due', 'group'], 'deadlines', { audit_name: 2, deadline: 1 }],
    ['for the kind of table that it was', header, 'audits', { audit_name: 3 }],
    ['for any kind as the last time', header, null, { audit_name: 0, deadline: 1 }],
    ['not for another kind', header, 'users', null],
    ['not with another column', [...header, 'More'], 'deadlines', null],
    ['not without titles', ['', ''], 'deadlines', null],
  ])('%s', (_, titles, kind, places) => {
    expect(placesIn(titles, both, kind)).toEqual(places);
  });

  const periods = ['Period (start)', 'Name', 'Period (end)', 'Day', 'Day'];
  const columnsOfPeriods = { period_start: 0, period_end: 2, deadline: 4 };
  it.each<[string, readonly string[], object]>([
    ['as they stood', periods, columnsOfPeriods],
    [
      'in another order',
      ['Period (end)', 'Day', 'Day', 'Period (start)', 'Name'],
      { period_start: 3, period_end: 0, deadline: 2 },
    ],
    [
      'not where they say something else',
      ['Period (from)', 'Name', 'Period (to)', 'Day', 'Day'],
      { deadline: 4 },
    ],
  ])('has titles that are the same in places of their own, %s', (_, titles, places) => {
    const mappings = withRemembered([], periods, {
      kind: 'deadlines',
      mapping: columnsOfPeriods,
      orders: {},
    });
    const remembered = rememberedFor(titles, mappings, 'deadlines');
    if (remembered === undefined) throw new Error('not known again');
    expect(rememberedPlaces(['period_start', 'period_end', 'deadline'], remembered, titles)).toEqual(places);
  });

  it('of which several titles may be meant, as older versions remembered it, is asked for', () => {
    const titles = { period_start: 'period', period_end: 'period', audit_name: 'name' };
    const places = rememberedPlaces(['period_start', 'period_end', 'audit_name'], { titles }, periods);
    expect(places).toEqual({ audit_name: 1 });
  });

  it('is remembered once for each kind, the newest first, and at most so many', () => {
    const again = withRemembered(both, header, { ...audits, mapping: { audit_name: 0 } });
    expect(again.map(({ kind, titles }) => [kind, titles])).toEqual([
      ['audits', { audit_name: 'group' }],
      ['deadlines', { audit_name: 'group', deadline: 'due' }],
    ]);
    const other = withRemembered(both, header, { ...audits, kind: 'users' });
    expect(other.map(({ kind }) => kind)).toEqual(['users', 'deadlines', 'audits']);
    const many = Array.from({ length: 30 }, (_, place) => [`Title ${place}`]);
    const kept = many.reduce<readonly ImportMapping[]>((all, one) => withRemembered(all, one, deadlines), []);
    expect(kept).toHaveLength(atMost.importMappings);
    expect(kept[0]?.fingerprint).toBe('title 29');
  });

  it.each<[string, readonly (readonly string[])[], number | null]>([
    ['below other rows', [['Deadlines'], [], ['due', 'remark', 'group']], 2],
    ['the first of several', [header, header], 0],
    ['whatever kind of table knows it', [['audit_name']], 0],
    ['not below the first rows', [...Array.from({ length: 20 }, () => ['x']), header], null],
  ])('is found in a table: %s', (_, rows, place) => {
    const mappings = withRemembered(both, ['audit_name'], audits);
    expect(rememberedRow(rows, mappings)).toBe(place);
  });

  it('changes nothing where it cannot be known again', () => {
    expect(withRemembered(both, ['', ' '], deadlines)).toBe(both);
    expect(withRemembered(both, ['x'.repeat(4_001)], deadlines)).toBe(both);
  });
});
