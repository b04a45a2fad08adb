import { expect, it } from 'vitest';
import { firstCodePoints, freeId, plainId } from './free-id.ts';

it.each([
  ['HOLD CO', 'HOLD-CO'],
  ['Société Générale', 'Societe-Generale'],
  ['../x', 'x'],
  ['株式会社', 'audit'],
  ['a_b.c-d', 'a_b.c-d'],
])('makes %j an id of plain characters: %j', (text, id) => {
  expect(plainId(text)).toBe(id);
});

it('keeps a free id within 255 characters, with room for a number', () => {
  const base = 'x'.repeat(249);
  expect(freeId('x'.repeat(400), new Set([base]))).toBe(`${base}-2`);
});

it('cuts no character in two', () => {
  expect(firstCodePoints('a😀b', 2)).toBe('a😀');
});
