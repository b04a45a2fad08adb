import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { root } from './place.mjs';

// `npm run house`: how large the house is. Lines of src without tests, and the files of at most 40 lines that one other
// file alone imports: each could stand in that file. One that is imported by `import()` is a chunk of its own and stays.
const crumb = 40; // lines
const isSource = (name) => /\.(ts|tsx)$/.test(name) && !/\.(test|d)\.tsx?$/.test(name);
const files = new Map(
  readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => isSource(name))
    .map((name) => [join('src', name), readFileSync(join(root, 'src', name), 'utf8')]),
);
const linesOf = (text) => text.split('\n').length - 1;
const importers = new Map([...files.keys()].map((file) => [file, new Set()]));
const chunks = new Set();
for (const [file, text] of files)
  for (const [, call, target] of text.matchAll(/(?:from|import)\s*(\(?)\s*'(\.{1,2}\/[^']+)'/g)) {
    const path = normalize(join(dirname(file), target));
    importers.get(path)?.add(file);
    if (call !== '') chunks.add(path);
  }

const crumbs = [...importers].filter(
  ([file, by]) => by.size === 1 && !chunks.has(file) && linesOf(files.get(file)) <= crumb,
);
const rooms = new Map();
for (const [file, text] of files) {
  const room = relative('src', file).split(/[\\/]/)[0];
  const { count = 0, lines = 0 } = rooms.get(room) ?? {};
  rooms.set(room, { count: count + 1, lines: lines + linesOf(text) });
}
const say = (line) => process.stdout.write(`${line}\n`);
for (const [room, { count, lines }] of rooms) say(`${room}: ${count} files, ${lines} lines`);
say(
  `src without tests: ${files.size} files, ${[...rooms.values()].reduce((sum, { lines }) => sum + lines, 0)} lines`,
);
say(`files of at most ${crumb} lines with one importer: ${crumbs.length}`);
for (const [file, [by]] of crumbs) say(`  ${file} (${linesOf(files.get(file))}) ← ${by}`);
