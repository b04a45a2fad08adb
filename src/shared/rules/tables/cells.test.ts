import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { choiceFinder, daysOf, readBoolean, readDay, readList } from './cells.ts';

describe('days', () => {
  it.each([
    ['2025-03-01', 'dmy', '2025-03-01'],
    ['2025/3/1', 'mdy', '2025-03-01'],
    ['20250301', 'dmy', '2025-03-01'],
    ['01/03/2025', 'dmy', '2025-03-01'],
    ['01/03/2025', 'mdy', '2025-01-03'],
    ['1.3.2025', 'dmy', '2025-03-01'],
    [' 1-3-2025 ', 'dmy', '2025-03-01'],
    ['29-2-2024', 'dmy', '2024-02-29'],
    ['01/03/2025', 'ymd', null],
    ['29-2-2025', 'dmy', null],
    ['13/01/2025', 'mdy', null],
    ['1900-02-29', 'ymd', null],
    ['1-3-25', 'dmy', null],
    ['1 maart 2025', 'dmy', null],
    ['45658', 'dmy', null],
    ['2025-03-01 00:00:00', 'dmy', '2025-03-01'],
    ['2025-03-01T00:00:00.000Z', 'dmy', '2025-03-01'],
    ['1/3/2025 0:00', 'dmy', '2025-03-01'],
    ['3/1/2025 12:00:00 AM', 'mdy', '2025-03-01'],
    ['31/12/2026 00.00', 'dmy', '2026-12-31'],
    ['2026-12-31T00:00:00+01:00', 'ymd', '2026-12-31'],
    ['2026-12-30T23:00:00Z', 'ymd', null],
    ['31\u00a0\u2013\u00a012\u00a0\u2013\u00a02026', 'dmy', '2026-12-31'],
    ['31\u201112\u20112026', 'dmy', '2026-12-31'],
    ['31. 12. 2026', 'dmy', '2026-12-31'],
    ['12 / 31 / 2026', 'mdy', '2026-12-31'],
    ['\u200e31-12-2026', 'dmy', '2026-12-31'],
    ['３１/１２/２０２６', 'dmy', '2026-12-31'],
    ['2025-03-01 00:00:01', 'ymd', null],
    ['3/1/2025 12:00:00 PM', 'mdy', null],
    ['2025-03-01 12:00:00', 'ymd', null],
    ['', 'dmy', null],
  ] as const)('%j in the order %s is %j', (text, order, day) => {
    expect(readDay(text, order)).toBe(day);
  });

  const months = [
    ['januari', 'January', 'gennaio'],
    ['februari', 'February', 'febbraio'],
    ['maart', 'March', 'marzo', 'mrt'],
    ['april', 'April', 'aprile'],
    ['mei', 'May', 'maggio'],
    ['juni', 'June', 'giugno'],
    ['juli', 'July', 'luglio'],
  ];
  it.each([
    ['1 januari 2026', '2026-01-01'],
    ['1 jan. 2026', '2026-01-01'],
    ['01-jan-2026', '2026-01-01'],
    ['1-MRT-2026', '2026-03-01'],
    ['1. März 2026', '2026-03-01'],
    ['1 foo 2026', null],
    ['March 1, 2026', '2026-03-01'],
    ['March 1st, 2026', '2026-03-01'],
    ['1st of March 2026', '2026-03-01'],
    ['1º gennaio 2026', '2026-01-01'],
    ['donderdag 1 januari 2026', '2026-01-01'],
    ['Thu, 1 Jan 2026', '2026-01-01'],
    ['gio. 1 gennaio 2026', '2026-01-01'],
    ['Samstag, March 1 2026', '2026-03-01'],
    ['le 1er maart 2026', '2026-03-01'],
    ['tot 1 januari 2026', null],
    ['before January 1, 2026', null],
    ['1 ju 2026', null],
    ['1 jun 2026', '2026-06-01'],
    ['30 februari 2026', null],
    ['1 januari 26', '2026-01-01'],
    ["1 jan '26", '2026-01-01'],
    ['01-JAN-26', '2026-01-01'],
    ['1 januari 026', null],
    ['jan 26', null],
    ['2026-jan-01', '2026-01-01'],
    ['01JAN2026', '2026-01-01'],
    ['1 januari\u00a02026', '2026-01-01'],
    ['2nd of January 2026', '2026-01-02'],
  ])('%j with the name of its month is %j, in every order', (text, day) => {
    for (const order of ['dmy', 'mdy', 'ymd'] as const) expect(readDay(text, order, months)).toBe(day);
  });

  const cells = (...texts: readonly string[]) => texts.map((text) => ({ text, kind: 't' }));
  it.each([
    ['year first', cells('2025-03-01', '2025-04-01'), ['ymd']],
    ['nothing that tells', cells('', 'x'), ['ymd']],
    ['day or month first: it has to be asked', cells('01/03/2025', '02/03/2025'), ['dmy', 'mdy']],
    ['a day above twelve decides', cells('01/03/2025', '31/03/2025'), ['dmy']],
    ['a month that comes first', cells('01/03/2025', '03/31/2025'), ['mdy']],
    ['days that are the same in both orders', cells('01/01/2025', '02/02/2025'), ['dmy']],
    ['some that are, and one that is not', cells('01/01/2025', '02/03/2025'), ['dmy', 'mdy']],
    ['names of months beside numbers', cells('1 januari 2025', '31-12-2025', '2025-01-01'), ['dmy']],
    ['both in one column', cells('31/03/2025', '03/31/2025'), []],
    ['days of a workbook are certain', [{ text: '2025-03-01', kind: 'd' }], ['ymd']],
  ])('%s', (_, column, orders) => {
    const order = orders.length === 1 ? orders[0] : null;
    expect(daysOf([column])).toEqual([{ orders, order }]);
  });

  const open = cells('01/03/2025', '02/03/2025');
  it.each([
    ['that one day proves', [cells('31/03/2025')], 'dmy', 1],
    ['that two prove', [cells('31/03/2025'), cells('30/04/2025', 'x')], 'dmy', 1],
    ['that month first proves', [cells('03/31/2025')], 'mdy', 1],
    ['beside years that are first', [cells('2025-03-31'), cells('31.03.2025')], 'dmy', 2],
    ['that nothing proves', [cells('2025-03-31'), cells('04/05/2025')], null],
    ['that days which are the same in both orders do not prove', [cells('01/01/2025')], null],
    ['that columns tell differently', [cells('31/03/2025'), cells('03/31/2025')], null],
    [
      'beside a column that is written in both',
      [cells('31/03/2025', '03/31/2025'), cells('31/05/2025')],
      null,
    ],
  ])('a column of days and months beside others: an order %s', (_, others, order, as?: number) => {
    expect(daysOf([open, ...others])[0]).toEqual({ orders: ['dmy', 'mdy'], order, as });
  });

  it('a day is read as it was written, in every order', () => {
    const day = fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(day, fc.constantFrom('-', '/', '.', ' '), (date, sign) => {
        const iso = date.toISOString().slice(0, 10);
        const [y = '', m = '', d = ''] = iso.split('-');
        expect(readDay([d, m, y].join(sign), 'dmy')).toBe(iso);
        expect(readDay([m, d, y].join(sign), 'mdy')).toBe(iso);
        expect(readDay([y, m, d].join(sign), 'dmy')).toBe(iso);
      }),
    );
  });
});

describe('other cells', () => {
  const words = { yes: ['ja', 'Sì'], no: ['nee'] };
  it.each([
    ['TRUE', true],
    ['x', true],
    ['JA', true],
    ['si', true],
    ['0', false],
    ['Nee', false],
    ['Oui', true],
    ['☑', true],
    ['non', false],
    ['Nein', false],
    ['☐', false],
    ['✗', false],
    ['perhaps', null],
    ['2', null],
  ])('%j is %j', (text, value) => {
    expect(readBoolean(text, words)).toBe(value);
  });

  it.each([
    ['a, b;c|d\ne', ['a', 'b', 'c', 'd', 'e']],
    [' a b ,, ', ['a b']],
    ['007', ['007']],
    ['', []],
  ])('the entries of %j are %j', (text, entries) => {
    expect(readList(text)).toEqual(entries);
  });

  it.each([
    ['a, b', ['a, b']],
    ['a;b\n c|d', ['a;b', 'c', 'd']],
    ['a;b\r\n x ', ['a;b', ' x ']],
    ['a, b, a;b', ['a', 'b', 'a', 'b']],
  ])('%j where ids have separators and spaces is %j', (text, entries) => {
    expect(readList(text, (id) => ['a, b', 'a;b', ' x '].includes(id))).toEqual(entries);
  });

  it.each(['constructor', '__proto__', 'toString'])('a value may be called %s', (value) => {
    const find = choiceFinder([value], { other: ['x'] });
    expect([find(value), find(value.toUpperCase()), find('x')]).toEqual([value, value, null]);
  });

  it('a value is found by its spelling, by its words, and not by a word of two values', () => {
    const find = choiceFinder(['inter_office', 'inter_firm', 'IT'], {
      inter_office: ['Ander kantoor', 'other'],
      inter_firm: ['Altro revisore', 'other'],
      IT: ['Italië'],
    });
    expect(['inter_firm', 'Inter office', 'ander KANTOOR', 'italie', 'it', 'other', 'x'].map(find)).toEqual([
      'inter_firm',
      'inter_office',
      'inter_office',
      'IT',
      'IT',
      null,
      null,
    ]);
  });
});
