import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

// The recipes of CONTRIBUTING.md: each lists exactly the files of src that its example is in.

const root = dirname(import.meta.dirname);

/** By recipe: what tells in a file, or in its path, that the example is in it. */
const examples: Readonly<Record<string, RegExp>> = {
  'A read operation': /\broles[.-]list\b/,
  'A write operation': /\busers[.-]remove\b|\bremoveUser\b/,
  'A screen': /'\/limits'|\bgo-limits\b|\bLimitsScreen\b|\/limits\.json|"limits": (\{|"\w+")/,
  'A command': /\btoggle-sidebar\b|\btoggleSidebar\b/,
  'A setting': /\bnotifyWhenDone\b/,
};

const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map((path) => `src/${path.replaceAll('\\', '/')}`)
  .filter((path) => /\.(tsx?|json|css)$/.test(path) && !/\.test\.tsx?$|\/testing\//.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/** The files of each recipe; `{en-us,nl,it}` are three. */
const recipes = new Map(
  readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
    .split(/^### /m)
    .slice(1)
    .map((recipe) => {
      const listed = [...recipe.matchAll(/^\| `([^`]+)`/gm)].map(([, path = '']) => path);
      return [recipe.slice(0, recipe.indexOf('\n')), listed.flatMap(expanded)] as const;
    }),
);
function expanded(path: string): readonly string[] {
  const [whole, names] = /\{(.+?)\}/.exec(path) ?? [];
  return whole === undefined ? [path] : (names ?? '').split(',').map((name) => path.replace(whole, name));
}

test('there is a recipe for one of each', () => {
  expect([...recipes.keys()]).toEqual(Object.keys(examples));
});

describe.each(Object.entries(examples))('%s', (name, example) => {
  test('lists the files that its example is in', () => {
    const found = sources.filter(({ path, text }) => example.test(path) || example.test(text));
    expect(recipes.get(name)?.toSorted()).toEqual(found.map(({ path }) => path).toSorted());
  });
});
