import { describe, expect, test } from 'vitest';
import { movedTexts, nextId, nextIds, nextName, nextNames } from './names.ts';

/** The likeliest. */
const movedText = (...of: Parameters<typeof movedTexts>) => movedTexts(...of)[0];

const year = { start: '2025-01-01', end: '2025-12-31' };
const next = { start: '2026-01-01', end: '2026-12-31' };
const broken = { start: '2024-07-01', end: '2025-06-30' };
const brokenNext = { start: '2025-07-01', end: '2026-06-30' };

describe('the years of a text', () => {
  test.each([
    ['Noord Groep 2025', 'Noord Groep 2026'],
    ['FY2025', 'FY2026'],
    ['AUD-25', 'AUD-26'],
    ['Groep 25 2025', 'Groep 25 2026'],
    ['2025/26', '2026/27'],
    ['Groep 1925', null],
    ['Groep 120251', null],
    ['Belang van 25% of 25 %', null],
    ['Noord', null],
    ['', null],
  ])('of 2025: %j becomes %j', (text, moved) => {
    expect(movedText(text, year, next)).toBe(moved);
  });

  test.each([
    ['2024/2025', '2025/2026'],
    ['2024-2025', '2025-2026'],
    ['FY24/25', 'FY25/26'],
    ['2024/25', '2025/26'],
    ['Audit 2025', 'Audit 2026'],
  ])('of a broken year: %j becomes %j', (text, moved) => {
    expect(movedText(text, broken, brokenNext)).toBe(moved);
  });

  test.each([
    ['18 months to a year', '2024-07-01 2025-12-31', '2026-01-01 2026-12-31', '2024/25', '2026'],
    ['a broken year to half a year', '2024-07-01 2025-06-30', '2025-07-01 2025-12-31', 'FY24/25', 'FY25'],
    ['a broken year to half a year', '2024-07-01 2025-06-30', '2025-07-01 2025-12-31', '2024/2025', '2025'],
    ['a broken year to 18 months', '2024-07-01 2025-06-30', '2025-07-01 2026-12-31', '2024/25', '2025/26'],
    ['a year to 18 months', '2025-01-01 2025-12-31', '2026-01-01 2027-06-30', 'FY2025', 'FY2027'],
    [
      'two numbers of which one is a year',
      '2025-01-01 2025-12-31',
      '2026-01-01 2026-12-31',
      '12-25',
      '12-26',
    ],
  ])('%s', (_, from, to, text, moved) => {
    const period = (days: string) => ({ start: days.slice(0, 10), end: days.slice(11) });
    expect(movedText(text, period(from), period(to))).toBe(moved);
  });

  test('in the name of a legal entity none is moved', () => {
    const names = ['Studio 25 (B.V.)', 'Fonds 2025'];
    const moved = (text: string) => movedText(text, year, next, names);
    expect(moved('Studio 25 (B.V.)')).toBeNull();
    expect(moved('Studio 25 (B.V.) – FY25')).toBe('Studio 25 (B.V.) – FY26');
    expect(moved('Fonds 2025 & Studio 25 (B.V.), 2025')).toBe('Fonds 2025 & Studio 25 (B.V.), 2026');
    expect(nextName('Fonds 2025', year, next, names)).toBe('Fonds 2025 2026');
    expect(moved('FONDS 2025, 2025')).toBe('FONDS 2025, 2026');
    expect(movedText('Fonds 2025', year, next, ['Fonds 20'])).toBe('Fonds 2026');
  });

  test('two years later is two years on; a century turns', () => {
    expect(movedText('FY25', year, { start: '2027-01-01', end: '2027-12-31' })).toBe('FY27');
    const last = { start: '2099-01-01', end: '2099-12-31' };
    expect(movedText('A 99', last, { start: '2100-01-01', end: '2100-12-31' })).toBe('A 00');
  });
});

describe('the years of a text that can be read in one way or in two', () => {
  // From 2025 to 2026, by hand; where there are two readings, the likelier first.
  test.each([
    ['Conti 25/26', 'Conti 26/27'],
    ['Conti 2025/2026', 'Conti 2026/2027'],
    ['Conti 2025-26', 'Conti 2026-27'],
    ['Conti 2025 – 2026', 'Conti 2026 – 2027'],
    ['Conti 2025 (FY25)', 'Conti 2026 (FY26)'],
    ['FY25 – jaarrekening 2025', 'FY26 – jaarrekening 2026'],
    ['2024/25 FY25', '2025/26 FY26'],
    ["Conti '25", "Conti '26"],
    ['Conti ’25', 'Conti ’26'],
    ['Q4-25', 'Q4-26'],
    ['Boekjaar 25', 'Boekjaar 26'],
    ['31.12.2025', '31.12.2026'],
    ['31/12/25', '31/12/26'],
    ['Per 2025-12-31', 'Per 2026-12-31'],
    ['VH-20251231', 'VH-20261231'],
    ['FY2526', 'FY2627'],
    ['VH 20252026', 'VH 20262027'],
    ['NH-25-01', 'NH-26-01'],
    ['31.12.2025 en 25 kantoren', '31.12.2026 en 25 kantoren', '31.12.2026 en 26 kantoren'],
    ['Conti 2025, vergelijkend 2024', 'Conti 2026, vergelijkend 2025', 'Conti 2026, vergelijkend 2024'],
    ['FY 24/25 Route 25', 'FY 25/26 Route 25', 'FY 25/26 Route 26'],
    ['Pand 25 FY25', 'Pand 25 FY26', 'Pand 26 FY26'],
    ['Route 25', 'Route 26', 'Route 25 2026'],
    ['AUD-25 2025', 'AUD-26 2026', 'AUD-25 2026'],
    ['ISA 2025.10', 'ISA 2025.10 2026', 'ISA 2026.10'],
    ['ISA 2025.10, 2025', 'ISA 2025.10, 2026', 'ISA 2026.10, 2026'],
    ['Bouwplan 2025-2030', 'Bouwplan 2025-2030 2026', 'Bouwplan 2026-2030'],
    ['FY2025/FY2026', 'FY2026/FY2027'],
    ["Conti '25/'26", "Conti '26/'27"],
    ['AUD_25_26', 'AUD_26_27'],
    ['AUD_2025_26', 'AUD_2026_27'],
    ['2025|2026', '2026|2027'],
    ['FY25 vs FY24', 'FY26 vs FY25', 'FY26 vs FY24'],
    ['FY25 (PY24)', 'FY26 (PY25)', 'FY26 (PY24)'],
    ['FY25, plan FY 26', 'FY26, plan FY 27', 'FY26, plan FY 26'],
    ['FY25 24 kantoren', 'FY26 24 kantoren'],
    ['Controle 2023-2025', 'Controle 2023-2025 2026', 'Controle 2023-2026'],
    ['2025 t/m 2027', '2025 t/m 2027 2026', '2026 t/m 2027'],
    ['31122025', '31122026'],
    ['31132025', '31132025 2026'],
    ['AUD2025001', 'AUD2026001', 'AUD2025001 2026'],
    ['AUD2025001 FY25', 'AUD2025001 FY26', 'AUD2026001 FY26'],
    ['AUD-12025001', 'AUD-12025001 2026'],
    ['Es. 25', 'Es. 26'],
    ['FY25/24', 'FY26/25', 'FY26/24'],
    ['Conti 25-24', 'Conti 26-25', 'Conti 26-24'],
    ['25/24', '26/25', '26/24'],
    ['Q42025', 'Q42026'],
    ['Conti H12025', 'Conti H12026'],
    ['25Q4', '26Q4'],
    ['Lening 25k', 'Lening 26k', 'Lening 25k 2026'],
    ['25-jarig fonds', '26-jarig fonds', '25-jarig fonds 2026'],
    ['25-NH', '26-NH'],
    ['VH25001', 'VH25001 2026', 'VH26001'],
    ['VH-251231', 'VH-251231 2026', 'VH-261231'],
    ['VH25001 FY25', 'VH25001 FY26', 'VH26001 FY26'],
    ['Conti 2025 — 26', 'Conti 2026 — 27'],
    ['Conti 2025\u20112026', 'Conti 2026\u20112027'],
    ['FY\u00a025', 'FY\u00a026'],
    ['FY25 vs 24', 'FY26 vs 25', 'FY26 vs 24'],
    ['VJ24 BJ25', 'VJ25 BJ26', 'VJ24 BJ26'],
    ['12/31/2025', '12/31/2026'],
    ['12/25/25', '12/25/26'],
    ['12312025', '12312026'],
    ['Per 25-06-2024, 2025', 'Per 25-06-2025, 2026', 'Per 25-06-2024, 2026'],
    ['ISO 9001:2025', 'ISO 9001:2025 2026', 'ISO 9001:2026'],
    ['ISA 2025', 'ISA 2026', 'ISA 2025 2026'],
    ['Haarlem 2025AB', 'Haarlem 2026AB', 'Haarlem 2025AB 2026'],
    ['2025 AB Haarlem', '2026 AB Haarlem', '2025 AB Haarlem 2026'],
    ['FY2025 IT Audit', 'FY2026 IT Audit'],
    ['25/7 Hulp', '26/7 Hulp', '25/7 Hulp 2026'],
    ['Bedrag 2025,50', 'Bedrag 2025,50 2026', 'Bedrag 2026,50'],
    ['Controle 2020–25', 'Controle 2020–25 2026', 'Controle 2020–26'],
    ['AUD-2025-27', 'AUD-2026-27'],
    // No year of the period.
    ['Sinds 25-03-1998', 'Sinds 25-03-1998 2026'],
    ['Koop 2023-06-25', 'Koop 2023-06-25 2026'],
    ['Sale 03/25/1998', 'Sale 03/25/1998 2026'],
    ['Artikel 2:25 BW', 'Artikel 2:25 BW 2026'],
    ['NL25INGB0001234567', 'NL25INGB0001234567 2026'],
    ['Sinds 1998', 'Sinds 1998 2026'],
    ['Groep 3.25 2025', 'Groep 3.25 2026'],
    ['Vergelijkend 2024', 'Vergelijkend 2024 2026'],
    ['Nummer 2526', 'Nummer 2526 2026'],
  ])('%s', (text, ...names) => {
    expect(nextNames(text, year, next)).toEqual(names);
  });

  test.each([
    ['2024/25', '2025/26'],
    ['2024/25 FY25', '2025/26 FY26'],
    ['FY2425', 'FY2526'],
    ['Jaar 2024, 2025', 'Jaar 2025, 2026'],
    ['Conti 2025, 2023', 'Conti 2026, 2024', 'Conti 2026, 2023'],
  ])('of a broken year: %s', (text, ...names) => {
    expect(nextNames(text, broken, brokenNext)).toEqual(names);
  });

  test.each([
    [
      'a February that is longer',
      '2023-03-01 2024-02-29',
      '2024-03-01 2025-02-28',
      '29.02.2024',
      '28.02.2025',
    ],
    ['a February, month first', '2023-03-01 2024-02-29', '2024-03-01 2025-02-28', '2/29/24', '2/28/25'],
    ['a February in one number', '2023-03-01 2024-02-29', '2024-03-01 2025-02-28', '20240229', '20250228'],
    ['another year end', '2025-01-01 2025-12-31', '2026-01-01 2026-06-30', '31.12.2025', '30.06.2026'],
    [
      '18 months',
      '2024-07-01 2025-12-31',
      '2026-01-01 2026-12-31',
      '1/7/2024-31/12/2025',
      '1/1/2026-31/12/2026',
    ],
    ['52 weeks', '2024-12-30 2025-12-28', '2025-12-29 2026-12-27', 'FY25, 28.12.2025', 'FY26, 27.12.2026'],
    ['53 weeks', '2023-12-31 2024-12-28', '2024-12-29 2026-01-03', 'FY24', 'FY25'],
    ['behind 53 weeks', '2024-12-29 2026-01-03', '2026-01-04 2027-01-02', 'FY2025', 'FY2026'],
    ['behind 53 weeks', '2024-12-29 2026-01-03', '2026-01-04 2027-01-02', 'Noord', 'Noord 2026'],
  ])('days of a period become those of the next: %s', (_, from, to, text, ...names) => {
    const period = (days: string) => ({ start: days.slice(0, 10), end: days.slice(11) });
    expect(nextNames(text, period(from), period(to))).toEqual(names);
  });

  test('an id is read as a name is', () => {
    expect(nextIds('VH 25 FY25', year, next, new Set(['VH 25 FY26']))).toEqual([
      'VH 25 FY26-2',
      'VH 26 FY26',
    ]);
  });
});

describe('the next name and id', () => {
  test('without a year the year is put behind', () => {
    expect(nextName('Noord', year, next)).toBe('Noord 2026');
    expect(nextId('noord', year, next, new Set())).toBe('noord-2026');
  });

  test('a name stays within what the service takes, in whole characters', () => {
    expect(nextName('é'.repeat(100), year, next)).toBe(`${'é'.repeat(95)} 2026`);
    expect(Array.from(nextName(`${'𝔸'.repeat(95)} 2025`, year, next))).toHaveLength(100);
  });

  test('an id that is taken gets a number, a long one is cut', () => {
    expect(nextId('aud-2025', year, next, new Set(['aud-2026', 'aud-2026-2']))).toBe('aud-2026-3');
    expect(nextId('x'.repeat(255), year, next, new Set())).toBe(`${'x'.repeat(244)}-2026`);
  });
});
