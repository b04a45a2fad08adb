import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ui = join(import.meta.dirname, '..', 'ui');
const partsOf = (folder: string): readonly string[] =>
  readdirSync(folder).filter((name) => name.endsWith('.tsx'));
const usedBy = (folder: string, name: string): readonly string[] =>
  [
    ...readFileSync(join(folder, name), 'utf8').matchAll(
      /(?:from|import\() ?'\.\.?(?:\/ui)?\/([\w-]+\.tsx)'/g,
    ),
  ].map(([, used = '']) => used);

test('every part of the interface stands in the gallery, by itself or within another', () => {
  const shown = new Set(partsOf(import.meta.dirname).flatMap((name) => usedBy(import.meta.dirname, name)));
  for (const name of shown)
    if (partsOf(ui).includes(name)) for (const inner of usedBy(ui, name)) shown.add(inner);
  expect(partsOf(ui).filter((name) => !shown.has(name))).toEqual([]);
});
