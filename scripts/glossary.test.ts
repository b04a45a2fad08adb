import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

// The words of docs/glossary.md: few, each explained once, and those that they replace gone from the names in src.

const root = dirname(import.meta.dirname);

interface Entry {
  readonly term: string;
  readonly meaning: string;
  readonly replaced: readonly string[];
}
const glossary = readFileSync(join(root, 'docs', 'glossary.md'), 'utf8');
const entries: readonly Entry[] = [...glossary.matchAll(/^\| ([^|]+) \| ([^|]+) \| ([^|]*) \|$/gm)]
  .map(([, term = '', meaning = '', replaces = '']) => ({
    term: term.trim(),
    meaning: meaning.trim(),
    replaced: [...replaces.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word),
  }))
  .filter(({ term }) => term !== 'term' && !/^-+$/.test(term));
const replaced = [...new Set(entries.flatMap((entry) => entry.replaced))];

/** The words of a name: `openPlanLedger` and `open-plan-ledger` are "open plan ledger". */
const wordsOf = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z0-9]+/g, ' ')
    .toLowerCase();
const hasReplaced = (name: string): boolean =>
  replaced.some((word) => ` ${wordsOf(name)} `.includes(` ${word} `));

const paths = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
const sources = paths.filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path));
const exported = sources.flatMap((path) =>
  [
    ...readFileSync(join(root, 'src', path), 'utf8').matchAll(
      /^export (?:declare )?(?:async )?(?:abstract )?(?:const|let|function\*?|class|interface|type) (\w+)/gm,
    ),
  ].map(([, name = '']) => name),
);
const names = [...new Set([...paths.map((path) => basename(path).replace(/\..*/, '')), ...exported])];

test('there are at most 66 entries, and no term has two', () => {
  const terms = entries.map(({ term }) => term);
  expect(terms.length).toBeGreaterThan(40);
  expect(terms.length).toBeLessThanOrEqual(66);
  expect(new Set(terms).size).toBe(terms.length);
});

test.each(entries)('$term is explained by one sentence', ({ meaning }) => {
  expect(meaning).toMatch(/^[A-Z][^.]+\.( |$)|^[A-Z].*\.ts`\.$/);
});

test('no word that is replaced is a term', () => {
  expect(replaced.filter((word) => entries.some(({ term }) => term === word))).toEqual([]);
});

test('names of files and exports have no replaced word', () => {
  expect(names.filter(hasReplaced)).toEqual([]);
});

describe('a replaced word is found as a word', () => {
  test.each([
    ['Shelf', true],
    ['openShelf', true],
    ['take-up', true],
    ['takeUp', true],
    ['useBookings', false],
    ['Headroom', false],
    ['uptake', false],
  ])('%s: %s', (name, isFound) => {
    expect(hasReplaced(name)).toBe(isFound);
  });
});
