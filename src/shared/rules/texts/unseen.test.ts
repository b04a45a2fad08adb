import { expect, it } from 'vitest';
import { hasLookalikes, hasUnseen, withUnseen } from './unseen.ts';

it.each([
  ['A 1\nB', false, 'A 1\nB'],
  ['Caf\u0065\u0301', false, 'Cafe[U+0301]'],
  ['Cafe\u0301 Zon', false, 'Cafe\u0301 Zon'],
  ['ТR-5', false, '[U+0422]R-5'],
  ['ДЕЛО-5', false, 'ДЕЛО-5'],
  ['АВС-5', false, '[U+0410][U+0412][U+0421]-5'],
  ['A–1', false, 'A[U+2013]1'],
  ["'01", false, "'01"],
  ['A\u200B1', true, 'A[U+200B]1'],
  ['A\u00A01\uFEFF', true, 'A[U+00A0]1[U+FEFF]'],
  ['\u{E0041}', true, '[U+E0041]'],
])('%j: whether it has signs that nobody sees is %s', (text, has, shown) => {
  expect([hasUnseen(text), withUnseen(text)]).toEqual([has, shown]);
});

it.each([
  ['TR-5', false],
  ['ТR-5', true], // Cyrillic
  ['Жд-5', false], // like no other
  ['ДЕЛО-5', false], // a word of its script
  ['ДЕЛО–5', true],
  ['ДЕЛО-NL5', false],
  ['ДЕЛО-А', false],
  ['ДЕЛО-ТR5', true], // a letter of it among others
  ['АВС-5', true],
  ['हिन्दी-5', false], // whose vowels are marks
  ['Caf\u0065\u0301', true],
  ['Groep – Noord', false], // a name
  ["'01", true],
  ['’A1', true],
  ["'s-1", false],
  ['Ａ1', true],
])('%j: whether it has signs that look like others is %s', (id, has) => {
  expect(hasLookalikes(id)).toBe(has);
});
