import { describe, expect, it } from 'vitest';
import type { DaysOfColumn } from './cells.ts';
import { agreedOrders, contentOf, orderReason, ordersOf, withContent } from './content.ts';

const known = { clients: new Set(['000101', '000102']), audits: new Set(['A-1', '000101']) };

describe('what a column holds by its values', () => {
  it.each([
    [['000101', '', ' 000102 '], 'clients'],
    [['000101', '000109'], null],
    [['A-1', '000101'], 'audits'],
    [['a@firm.example', 'b@firm.example '], 'addresses'],
    [['', ' '], null],
    [['1', '2'], null],
  ])('%j: %s', (values, content) => {
    expect(contentOf(values, known)).toBe(content);
  });

  it('a column of known client ids is that of the client, whatever its title', () => {
    expect(withContent('audits', { audit_id: 0 }, [null, 'clients'])).toEqual({ audit_id: 0, client_id: 1 });
    expect(withContent('users', {}, ['audits', 'addresses'])).toEqual({ audit_id: 0, user_id: 1 });
  });

  it('what a title names stays, and of two columns none is taken', () => {
    expect(withContent('audits', { client_id: 1 }, ['clients', null])).toEqual({ client_id: 1 });
    expect(withContent('audits', { audit_id: 0 }, ['clients', null])).toEqual({ audit_id: 0 });
    expect(withContent('audits', {}, ['clients', 'clients'])).toEqual({});
  });
});

describe('the order of days in the columns of an import', () => {
  const mapping = { audit_name: 0, period_start: 1, period_end: 2 };
  const name: DaysOfColumn = { orders: ['ymd'], order: 'ymd' };
  const either = (order: DaysOfColumn['order']): DaysOfColumn => ({ orders: ['dmy', 'mdy'], order });
  const dayFirst: DaysOfColumn = { orders: ['dmy'], order: 'dmy' };
  const both: DaysOfColumn = { orders: [], order: null };

  it.each([
    ['nothing tells it', either(null), {}, {}],
    ['other columns tell it', either('dmy'), {}, { period_start: 'dmy' }],
    ['a person chose otherwise', either('dmy'), { period_start: 'mdy' }, { period_start: 'mdy' }],
    ['what was chosen is not possible', dayFirst, { period_start: 'mdy' }, { period_start: 'dmy' }],
    ['a column is written in several', both, { period_start: 'mdy' }, { period_start: 'mdy' }],
  ] as const)('%s', (_, start, chosen, orders) => {
    expect(ordersOf(mapping, [name, start, dayFirst], chosen)).toEqual({ ...orders, period_end: 'dmy' });
  });

  it.each([
    ['is as the table tells', either('dmy'), 'dmy', { period_start: 'dmy' }],
    ['is all that tells it', either(null), 'dmy', { period_start: 'dmy' }],
    ['is not possible here', dayFirst, 'mdy', { period_start: 'dmy' }],
    ['is another than the table tells: it is asked', either('dmy'), 'mdy', {}],
  ] as const)('what was chosen of an earlier table %s', (_, start, before, orders) => {
    const agreed = agreedOrders(mapping, [name, start, dayFirst], { period_start: before });
    expect(agreed).toEqual({ ...orders, period_end: 'dmy' });
  });

  it.each([
    ['another column', 'dmy', {}, { as: 2 }],
    ['another column, whatever was before', 'dmy', { period_start: 'dmy' }, { as: 2 }],
    ['the last time', 'mdy', { period_start: 'mdy' }, 'remembered'],
    ['a choice', 'mdy', { period_start: 'dmy' }, null],
    ['nothing', undefined, { period_start: 'dmy' }, null],
  ] as const)('is by %s', (_, counts, before, reason) => {
    const start: DaysOfColumn = { orders: ['dmy', 'mdy'], order: 'dmy', as: 2 };
    const orders = counts === undefined ? {} : { period_start: counts };
    expect(orderReason('period_start', { mapping, orders }, [name, start, dayFirst], before)).toEqual(reason);
  });
});
