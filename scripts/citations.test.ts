import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { numbersIn, pointsOf } from './numbers.ts';

// Whatever the project cites is in the project: numbers of decisions, rules, checks and faults, headings, documents and links.

const root = dirname(import.meta.dirname);
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const folders = ['src', 'e2e', 'docs', 'scripts', 'tools', 'torture', 'bench', 'packaging'];
const files = [
  ...readdirSync(root).filter((name) => name.endsWith('.md') || name.endsWith('.config.ts')),
  ...folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
      .filter((path) => /\.(ts|tsx|mjs|cjs|css|md)$/.test(path)),
  ),
];
const documents = files.filter((path) => path.endsWith('.md'));

const firsts = (text: string, pattern: RegExp) =>
  new Set([...text.matchAll(pattern)].map(([, first = '']) => first));
const headings = (path: string) => firsts(read(path), /^#+ (.+)$/gm);
const decisions = pointsOf(read('docs/specification/decisions.md'));
const reliability = pointsOf(read('docs/reliability.md'));
const checks = firsts(read('docs/security.md'), /^\| +(\d+) +\|/gm);
const rules = firsts(read('docs/ux.md') + read('docs/reliability.md'), /\*\*([A-Z]\d+)\*\*/g);
const service = headings('docs/specification/service.md');
const sandbox = headings('docs/specification/sandbox.md');
const records = readdirSync(join(root, 'docs', 'decisions')).map((name) => name.slice(0, 4));

/** A way to cite: where it is found, what it names, and whether there is that. */
interface Form {
  readonly pattern: RegExp;
  readonly names: (cited: string) => readonly string[];
  readonly isThere: (name: string) => boolean;
}
const listed = (text: string) => text.split(', ');
const forms: readonly Form[] = [
  // A section sign is a decision's, unless another document is named before it.
  {
    pattern: /(?<!(?:RFC \d+|reliability(?:\.md)?|Color 4,) )(§ ?\d+(?:\.\d+(?:–\d+)?)?)/g,
    names: numbersIn,
    isThere: (name) => decisions.includes(name),
  },
  {
    pattern: /reliability(?:\.md)? (§\d+(?:\.\d+)?)/g,
    names: numbersIn,
    isThere: (name) => reliability.includes(name),
  },
  {
    pattern: /\b(?:ux|[Rr]eliability) ([A-Z]\d+(?:, [A-Z]\d+)*)/g,
    names: listed,
    isThere: (name) => rules.has(name),
  },
  // The same in a title or in brackets, without the document's name.
  {
    pattern: /['"`]([A-Z]\d{1,2}): |\(([WTPBCRF]\d{1,2})\)/g,
    names: listed,
    isThere: (name) => rules.has(name),
  },
  { pattern: /\bsecurity (\d+(?:, \d+)*)/g, names: listed, isThere: (name) => checks.has(name) },
  { pattern: /\b(?:decision|ADR) (\d{4})\b/g, names: listed, isThere: (name) => records.includes(name) },
  { pattern: /\bdecisions\/(\d{4})/g, names: listed, isThere: (name) => records.includes(name) },
  {
    pattern: /specification(?:'s|,) "([^"]+)"/g,
    names: (name) => [name],
    isThere: (name) => service.has(name),
  },
  {
    pattern: /sandbox\.md,\s(?:\* )?"([^"]+)"/g,
    names: (name) => [name],
    isThere: (name) => sandbox.has(name),
  },
  // A document by its name; a package's licence is one too.
  {
    pattern: /\b([\w-]+\.md)\b/g,
    names: (name) => [name],
    isThere: (name) => name === 'LICENSE.md' || documents.some((path) => basename(path) === name),
  },
  { pattern: /(?<![.\w-])[Ii]ssue (\d+)\b/g, names: (name) => [name], isThere: () => false },
];

/** The citations of a text that lead nowhere. */
function broken(text: string): readonly string[] {
  return forms.flatMap(({ pattern, names, isThere }) =>
    [...text.matchAll(pattern)].flatMap(([whole, ...groups]) =>
      names(groups.find((group) => group !== undefined) ?? '')
        .filter((name) => !isThere(name))
        .map((name) => `${whole.trim()}: ${name}`),
    ),
  );
}

test('every citation leads somewhere', () => {
  const found = files
    .filter((path) => path !== 'scripts/citations.test.ts')
    .flatMap((path) => broken(read(path)).map((citation) => `${path}: ${citation}`));
  expect(found).toEqual([]);
});

test('every link between documents leads somewhere', () => {
  const anchor = (heading: string) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
      .replaceAll(' ', '-');
  const found = documents.flatMap((path) =>
    [...read(path).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(
      ([link, target = '', id]) => {
        const file = target === '' ? path : join(dirname(path), target).replaceAll('\\', '/');
        const isThere =
          existsSync(join(root, file)) && (id === undefined || [...headings(file)].map(anchor).includes(id));
        return isThere ? [] : [`${path}: ${link}`];
      },
    ),
  );
  expect(found).toEqual([]);
});

test('every file that a document names is there', () => {
  const found = documents.flatMap((path) =>
    [...read(path).matchAll(/`([\w./-]+\.(?:tsx?|mjs|cjs))`/g)]
      .map(([, name = '']) => name)
      .filter((name) => !files.some((each) => `/${each}`.endsWith(`/${name}`)))
      .map((name) => `${path}: ${name}`),
  );
  expect(found).toEqual([]);
});

test.each([
  ['decisions.md §9.7', []],
  ['decisions §9.1–11, §3', []],
  ['decisions §9.1–12', ['§9.1–12: 9.12']],
  ['§13', ['§13: 13']],
  ['RFC 6749 §13', []],
  ['reliability §3', []],
  ['reliability §9', ['reliability §9: 9']],
  ['(ux T6)', []],
  ['(ux T6, T10)', ['ux T6, T10: T10']],
  ["test('Z1: no such rule'", ["'Z1:: Z1"]],
  ['(F27)', []],
  ['security 38, 56', []],
  ['security 58', ['security 58: 58']],
  ['ADR 0010 and decision 9999', ['decision 9999: 9999']],
  ['specification, "Limits"', []],
  ['specification, "Nothing"', ['specification, "Nothing": Nothing']],
  ['sandbox.md, "Fixture"', []],
  ['docs/sandbox.md and nowhere.md', ['nowhere.md: nowhere.md']],
])('%s', (text, citations) => {
  expect(broken(text)).toEqual(citations);
});
