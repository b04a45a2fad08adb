import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { root } from './place.mjs';

// `npm run house`: how large the house is, beside what it was when it was first counted, so that growth is seen. Then the files of at
// most 40 lines that one other file alone imports: each could stand in that file. One that is imported by `import()` is a chunk of
// its own and stays.
const crumb = 40; // lines

const isSource = (name) => /\.(ts|tsx)$/.test(name) && !/\.(test|d)\.tsx?$/.test(name);
const read = (folder, fits) =>
  new Map(
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(fits)
      .map((name) => [join(folder, name), readFileSync(join(root, folder, name), 'utf8')]),
  );
const linesOf = (text) => text.split('\n').length - 1;
const sum = (numbers) => [...numbers].reduce((total, number) => total + number, 0);
const count = (texts, pattern) => sum([...texts].map((text) => [...text.matchAll(pattern)].length));

const files = read('src', isSource);
const words = read('src/words', (name) => name.endsWith('.json'));
const styles = read('src', (name) => name.endsWith('.css'));
const docs = read('docs', (name) => name.endsWith('.md') && !name.startsWith('specification'));

/** How many texts a value of words holds. */
const sentencesIn = (value) =>
  typeof value === 'string' ? 1 : sum(Object.values(value).map((part) => sentencesIn(part)));

const importers = new Map([...files.keys()].map((file) => [file, new Set()]));
const chunks = new Set();
for (const [file, text] of files)
  for (const [, call, target] of text.matchAll(/(?:from|import)\s*(\(?)\s*'(\.{1,2}\/[^']+)'/g)) {
    const path = normalize(join(dirname(file), target));
    importers.get(path)?.add(file);
    if (call !== '') chunks.add(path);
  }

/** The groups of files that import each other in a circle, types included. */
function circles() {
  const reaches = (from, seen = new Set()) => {
    for (const next of importers.get(from) ?? [])
      if (!seen.has(next)) {
        seen.add(next);
        reaches(next, seen);
      }
    return seen;
  };
  const reached = new Map([...files.keys()].map((file) => [file, reaches(file)]));
  const inCircles = [...files.keys()].filter((file) => reached.get(file).has(file));
  const groups = inCircles.map((file) =>
    inCircles.filter((other) => reached.get(file).has(other) && reached.get(other).has(file)).toSorted(),
  );
  return [...new Map(groups.map((group) => [group[0], group])).values()];
}

const found = circles();
const figures = [
  ['lines of src without tests', sum([...files.values()].map(linesOf)), 96_359],
  [
    'sentences in English',
    sum(
      [...words].filter(([name]) => name.includes('en-us')).map(([, text]) => sentencesIn(JSON.parse(text))),
    ),
    4_149,
  ],
  [
    'kB of words, all languages',
    Math.round(sum([...words.values()].map((text) => text.length)) / 1_000),
    832,
  ],
  [
    'operations of this computer',
    count(read('src/shared/operations', isSource).values(), /^ {2}'[a-z]+\.[a-zA-Z]+': \{/gm),
    98,
  ],
  ['circles of imports, types included', found.length, 7],
  ['lines of CSS', sum([...styles.values()].map(linesOf)), 6_178],
  ['memo hooks', count(files.values(), /\buse(?:Memo|Callback)[(<]/g), 313],
  ['words in docs', count(docs.values(), /\S+/g), 46_700],
];

const say = (line) => process.stdout.write(`${line}\n`);
const rooms = Map.groupBy(files.keys(), (file) => relative('src', file).split(/[\\/]/)[0]);
for (const [room, names] of rooms)
  say(`${room}: ${names.length} files, ${sum(names.map((name) => linesOf(files.get(name))))} lines`);
for (const [figure, now, before] of figures)
  say(`${figure}: ${now.toLocaleString('en-US')} (was ${before.toLocaleString('en-US')})`);
for (const group of found) say(`  ${group.join(' ↔ ')}`);

const crumbs = [...importers].filter(
  ([file, by]) => by.size === 1 && !chunks.has(file) && linesOf(files.get(file)) <= crumb,
);
say(`files of at most ${crumb} lines with one importer: ${crumbs.length}`);
for (const [file, [by]] of crumbs) say(`  ${file} (${linesOf(files.get(file))}) ← ${by}`);
