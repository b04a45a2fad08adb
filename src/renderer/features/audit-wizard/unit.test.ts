import { describe, expect, it } from 'vitest';
import { unitLabel, unitOf, unitsIn } from './unit.ts';

const units = unitsIn('nl-NL');

it.each([
  ['EUR', 'EUR'],
  ['eur', 'EUR'],
  [' usd ', 'USD'],
  ['EUR – Euro', 'EUR'],
  ['x 1.000 EUR', 'x 1.000 EUR'],
  ['tCO₂e', 'tCO₂e'],
  ['', ''],
])('takes %j for %j', (text, unit) => {
  expect(unitOf(text, units)).toBe(unit);
});

describe('units', () => {
  it('have names in the language', () => {
    expect(unitLabel('EUR', units)).toBe('EUR – Euro');
    expect(unitLabel('USD', units)).toBe('USD – Amerikaanse dollar');
    expect(unitLabel('tCO₂e', units)).toBe('tCO₂e');
  });

  it('list what is in use before what was withdrawn', () => {
    const place = (code: string) => units.findIndex(({ id }) => id === code);
    expect(place('ZMW')).toBeLessThan(place('XAU'));
    expect(place('XAU')).toBeLessThan(place('ITL'));
    expect(place('ITL')).toBeGreaterThan(0);
  });
});
