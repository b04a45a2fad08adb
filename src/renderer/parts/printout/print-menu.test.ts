import { expect, test } from 'vitest';
import { cssString } from './print-menu.tsx';

test.each([
  ['Hold Co N.V. · 2025', '"Hold Co N.V. · 2025"'],
  ['the "Group"', String.raw`"the \22 Group\22 "`],
  [String.raw`a\b`, String.raw`"a\5c b"`],
  ['two\nlines', String.raw`"two\a lines"`],
  ['"; } :root { color: red', String.raw`"\22 ; } :root { color: red"`],
  ['', '""'],
])('%j is %s', (text, expected) => {
  expect(cssString(text)).toBe(expected);
});
