import { describe, expect, it } from 'vitest';
import { currencies } from './currency.ts';

const inUse = currencies.filter(({ withdrawn }) => withdrawn === undefined);

describe('currencies', () => {
  it('has every code once, in order, of the shape of ISO 4217', () => {
    const codes = currencies.map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes).toEqual(codes.toSorted());
    expect(codes.filter((code) => !/^[A-Z]{3}$/.test(code))).toEqual([]);
  });

  it('has 155 currencies in use, 16 funds and 4 metals', () => {
    const kinds = Map.groupBy(inUse, ({ kind }) => kind ?? 'money');
    expect([...kinds].map(([kind, codes]) => [kind, codes.length])).toEqual(
      expect.arrayContaining([
        ['money', 155],
        ['fund', 16],
        ['metal', 4],
      ]),
    );
  });

  it.each([
    { code: 'EUR' },
    { code: 'USD' },
    { code: 'XCG' },
    { code: 'ZWG' },
    { code: 'CHE', kind: 'fund' },
    { code: 'XDR', kind: 'fund' },
    { code: 'XAU', kind: 'metal' },
    { code: 'DEM', withdrawn: 2002 },
    { code: 'ITL', withdrawn: 2002 },
    { code: 'NLG', withdrawn: 2002 },
    { code: 'FRF', withdrawn: 2002 },
    { code: 'LTL', withdrawn: 2014 },
    { code: 'HRK', withdrawn: 2023 },
    { code: 'ZWL', withdrawn: 2024 },
    { code: 'BGN', withdrawn: 2026 },
  ])('knows $code', (currency) => {
    expect(currencies.filter(({ code }) => code === currency.code)).toEqual([currency]);
  });

  it.each(['XTS', 'XXX', 'BTC', 'EURO'])('has not %s', (absent) => {
    expect(currencies.map(({ code }) => code)).not.toContain(absent);
  });
});
