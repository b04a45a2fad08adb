import { describe, expect, it, test } from 'vitest';
import { fold, placesOf, wordSearch } from './fold.ts';

describe('a text is compared', () => {
  it.each([
    ['Łódź', 'lodz'],
    ['Società Über', 'societa uber'],
    ['Société', 'societe'], // with a combining accent
    ['Århus Køge Færø', 'arhus koge faero'],
    ['Straße STRAẞE', 'strasse strasse'],
    ['Đakovo Ðr Þórr', 'dakovo dr thorr'],
    ['Œuvre', 'oeuvre'],
    ['İzmir Diyarbakır', 'izmir diyarbakir'],
    ['Ħamrun Ŧ Ŋ', 'hamrun t n'],
    ['ĳssel ﬁnance', 'ijssel finance'],
    ['ＨＯＬＤ', 'hold'], // full width
    ['ΟΔΟΣ', 'οδοσ'],
    ['ὁδός', 'οδοσ'],
    ['Ёлка', 'елка'],
    ['‏חברה‎', 'חברה'], // with marks of direction
    ['  Hold Co  ', 'hold co'],
  ])('%s as %s', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });
});

describe('a search', () => {
  it.each([
    ['', 'Hold Co', true],
    ['   ', 'Hold Co', true],
    ['lodz', 'Zakłady Łódź S.A.', true],
    ['łódź', 'Zaklady Lodz', true],
    ['co hold', 'Hold Co N.V.', true],
    ['hold  n.v.', 'Hold Co N.V.', true],
    ['hold sub', 'Hold Co N.V.', false],
    ['strasse 12', '12 Hauptstraße', true],
  ])('for “%s” in “%s”: %s', (typed, text, isFound) => {
    expect(wordSearch(typed).finds(fold(text))).toBe(isFound);
  });
});

test.each([
  ['energie', 'Valkenhorst Energie 050', ['Energie']],
  ['west energie', 'Energie West', ['West', 'Energie']],
  ['lodz', 'Zakłady Łódź S.A.', ['Łódź']],
  ['strasse', 'Hauptstraße 12', ['straße']],
  ['e', 'Socie\u0301te\u0301', ['e\u0301']], // a letter of two characters
  ['wes', 'Noord', []],
  ['b', '𝒂 b', ['b']], // after a character of two units
])('the words “%s” stand in “%s” at their places', (typed, text, found) => {
  const places = placesOf(wordSearch(typed).words, text);
  expect(places.map(([from, to]) => text.slice(from, to))).toEqual(found);
});
