import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { numbersIn, pointsOf } from './numbers.ts';

// A test names each decision of docs/specification/decisions.md in its title: `decisions §9.7`, `§9.1–7` or `§3.4, §8.6`.

const points = pointsOf(
  readFileSync(join(dirname(import.meta.dirname), 'docs', 'specification', 'decisions.md'), 'utf8'),
);
/** A section without numbers is one decision. */
const decisions = points.filter((point) => !points.includes(`${point}.1`));

/** Those that bind only the app, and why. */
const ofTheApp = new Map([
  ['3.5', 'following a list to its end is what a caller does'],
  ['9.11', 'the service never has to say that it cannot know'],
]);
/** Those that no single test can name, and why. */
const ofNoTest = new Map([
  ['12.3', 'that the app never causes a 429 is a property of whole runs of its engine'],
]);

/** The decisions that a text names. */
function namedIn(text: string): readonly string[] {
  const lists = text.matchAll(/decisions (§\d+(?:\.\d+)?(?:–\d+)?(?:, §\d+(?:\.\d+)?(?:–\d+)?)*)/g);
  return [...lists].flatMap(([, list = '']) => numbersIn(list));
}

const house = join(dirname(import.meta.dirname), 'src');
/** What stands in the titles of tests below some folders; a comment names nothing. */
function named(...folders: readonly string[]): ReadonlySet<string> {
  const texts = folders.flatMap((folder) =>
    readdirSync(join(house, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.test\.tsx?$/.test(path))
      .map((path) =>
        readFileSync(join(house, folder, path), 'utf8').replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, ''),
      ),
  );
  return new Set(texts.flatMap(namedIn));
}
const inTheService = named('sandbox', 'shared/rules', 'shared/model');
const anywhere = named('.');

test.each(decisions.filter((number) => !ofTheApp.has(number) && !ofNoTest.has(number)))(
  'a test of the service, or of the rules that it keeps, names §%s',
  (number) => {
    expect(inTheService).toContain(number);
  },
);
test.each([...ofTheApp.keys()])('a test of the app names §%s', (number) => {
  expect(anywhere).toContain(number);
});
test('an exception is one of the decisions', () => {
  expect(decisions).toEqual(expect.arrayContaining([...ofTheApp.keys(), ...ofNoTest.keys()]));
});
test('the page numbers its decisions', () => {
  expect(points.length).toBe(12 + 56);
});
test.each([
  ['decisions §9.7 one', ['9.7']],
  ['decisions §9.1–3: a range', ['9.1', '9.2', '9.3']],
  ['decisions §3.4, §8.6 two', ['3.4', '8.6']],
  ['decisions §2 a section', ['2']],
  ['decisions.md §2 elsewhere', []],
])('%s', (text, numbers) => {
  expect(namedIn(text)).toEqual(numbers);
});
