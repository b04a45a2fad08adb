import { describe, expect, it } from 'vitest';
import { best, fit } from './ranking.ts';

const audit = { label: 'Società Forno Vecchio 2025', terms: ['FORNO-25', 'Forno S.p.A.'] };

describe('how well something fits what is typed', () => {
  it.each([
    ['', 1],
    ['forno-25', 0],
    ['FORNO-25', 0],
    ['societa forno', 1],
    ['forno soc', 2],
    ['2025 vecchio', 2],
    ['ecchio', 3],
    ['s.p.a', 3],
    ['forno milano', null],
    ['x', null],
  ])('%j: %s', (typed, score) => {
    expect(fit(audit, typed)).toBe(score);
  });
});

it('the best comes first, and of equals the one that stood first', () => {
  const entries = ['Rename', 'New audit', 'Open audit', 'Audit', 'Audits'].map((label) => ({
    label,
    terms: [],
  }));
  expect(best(entries, 'audit').map(({ label }) => label)).toEqual([
    'Audit',
    'Audits',
    'New audit',
    'Open audit',
  ]);
});
