import { describe, expect, it } from 'vitest';
import { screenNames, screenRow } from '../../shared/screens.ts';
import { sidebarScreens } from './screens.tsx';
import { knownCount } from './sidebar.tsx';

describe('the count of a list', () => {
  it.each([
    ['before the first page', null, false, 0, null],
    ['that the service says', 61, false, 2, 61],
    ['that it does not say, not at its end', null, false, 2, null],
    ['that it does not say, at its end', null, true, 3, 3],
    ['of a list without entries', null, true, 0, 0],
  ])('%s', (_, total, isAtEnd, length, expected) => {
    const entries = Array.from({ length }, (__, place) => place);
    expect(knownCount({ state: { total, isAtEnd }, entries })).toBe(expected);
  });
});

describe('the sidebar', () => {
  it('has what is worked with, what became of it, and the settings', () => {
    expect(sidebarScreens).toEqual(['audits', 'clients', 'season', 'users', 'activity', 'settings']);
  });

  it('Ctrl and a digit lead to its screens in the order in which they stand, and on to those that stand elsewhere', () => {
    const keys = screenNames.flatMap((name) => screenRow(name).go?.keys ?? []);
    expect(keys).toEqual([...Array.from({ length: 9 }, (_, index) => `Mod+${index + 1}`), 'Mod+,']);
    for (const name of screenNames)
      if (screenRow(name).go !== undefined) expect(screenRow(name).stands, name).toBeDefined();
  });
});
