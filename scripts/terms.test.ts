import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

// The words of docs/terms.md: each term is used in its language, and what it replaces is gone from src/words.

const root = dirname(import.meta.dirname);
const languages = ['en-us', 'nl', 'it'] as const;
type Language = (typeof languages)[number];

const tables = readFileSync(join(root, 'docs', 'terms.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| --'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
const quoted = (cell: string): readonly string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, words = '']) => words);
const terms = tables.filter((row) => row.length === 7 && row[0] !== 'en-us');
const exceptions = tables
  .filter((row) => row.length === 3 && row[0] !== 'words')
  .map(([words = '', key = '']) => ({ words: quoted(words)[0] ?? '', key: quoted(key)[0] ?? '' }));

interface Text {
  readonly key: string;
  readonly text: string;
}
function textsIn(value: unknown, key: string): readonly Text[] {
  if (typeof value === 'string') return [{ key, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    textsIn(inner, key === '' ? name : `${key}.${name}`),
  );
}
function textsOf(language: Language): readonly Text[] {
  const folder = join(root, 'src', 'words', language);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json'))
    .flatMap((path) => textsIn(JSON.parse(readFileSync(join(folder, path), 'utf8')), ''));
}
const texts: Readonly<Record<Language, readonly Text[]>> = {
  'en-us': textsOf('en-us'),
  nl: textsOf('nl'),
  it: textsOf('it'),
};

/** Whether a text has these words: whole words, in any case; a placeholder is none, nor the name of another text. */
function has(text: string, words: string): boolean {
  const said = text.replaceAll(/\{\{[^}]*\}\}|\$t\([^)]*\)/g, '…').replaceAll('’', "'");
  const escaped = words.replaceAll('’', "'").replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  return new RegExp(String.raw`(?<![\p{L}-])${escaped}(?![\p{L}-])`, 'iu').test(said);
}

describe.each(languages)('%s', (language) => {
  const column = languages.indexOf(language);
  const own = terms.map((row) => ({ term: row[column] ?? '', not: quoted(row[4 + column] ?? '') }));

  test.each(own)('uses $term', ({ term }) => {
    expect(texts[language].some(({ text }) => has(text, term))).toBe(true);
  });

  test.each(own.flatMap(({ term, not }) => not.map((words) => ({ words, term }))))(
    'says $term, and not $words',
    ({ words }) => {
      const excepted = exceptions.filter((one) => one.words === words).map(({ key }) => key);
      expect(texts[language].filter(({ key, text }) => has(text, words) && !excepted.includes(key))).toEqual(
        [],
      );
    },
  );
});

test('every exception is still needed', () => {
  for (const { words, key } of exceptions) {
    const all = languages.flatMap((language) => texts[language]);
    expect(
      all.some((one) => one.key === key && has(one.text, words)),
      `${words} in ${key}`,
    ).toBe(true);
  }
});

test.each([
  ['Give up', 'give up', true],
  ['The request was given up.', 'give up', false],
  ['Groepsonderdelen', 'component', false],
  ['{{component}}', 'component', false],
  ['L’ambito', 'ambito', true],
])('“%s” has “%s”: %s', (text, words, expected) => {
  expect(has(text, words)).toBe(expected);
});
