import { describe, expect, it } from 'vitest';
import { countryCodes } from './country.ts';

describe('countryCodes', () => {
  it('has the 249 assigned codes once each, in order', () => {
    expect(countryCodes).toHaveLength(249);
    expect(new Set(countryCodes).size).toBe(249);
    expect(countryCodes).toEqual(countryCodes.toSorted());
    expect(countryCodes.filter((code) => !/^[A-Z]{2}$/.test(code))).toEqual([]);
  });

  it.each(['NL', 'IT', 'US', 'GB', 'BQ', 'CW', 'SX', 'SS', 'TW', 'VA', 'AX', 'ZW'])('has %s', (code) => {
    expect(countryCodes).toContain(code);
  });

  it.each(['UK', 'EU', 'XK', 'AN', 'YU', 'SU', 'EL', 'ZZ', 'UN', 'nl'])('has not %s', (code) => {
    expect(countryCodes).not.toContain(code);
  });
});
