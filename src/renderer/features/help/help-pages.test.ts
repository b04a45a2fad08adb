import { expect, test } from 'vitest';
import { screenNames as names, type ScreenName, screens } from '../../../shared/screens.ts';
import { largestZoom } from '../../../shared/zoom.ts';
import { allWords } from '../../messages/language.ts';
import { screenOf } from '../../routes.ts';
import { commandsOf, type HelpPages, helpPagesOf, topicsFound } from './help-pages.ts';

const [english, dutch, italian] = [
  helpPagesOf(await allWords('en-us')),
  helpPagesOf(await allWords('nl')),
  helpPagesOf(await allWords('it')),
];
const books = { 'en-us': english, nl: dutch, it: italian };
const withoutPage: readonly ScreenName[] = ['start', 'helpTopic', 'guide']; // one leads on, the others are help

test.each(names.filter((name) => !withoutPage.includes(name)))('the screen “%s” has a page', (name) => {
  expect(Object.keys(english)).toContain(name);
});

test.each(names)('F1 finds the topic of “%s” by its address', (name) => {
  expect(screenOf(screens[name].path.replaceAll(/:\w+/g, 'x'))).toBe(name);
});

test.each(Object.entries(books))('the pages in %s say as much as the English ones', (_, book) => {
  const shape = (of: HelpPages) =>
    Object.entries(of).map(([topic, { can, final }]) => [topic, can.length, final.length]);
  expect(shape(book)).toEqual(shape(english));
  for (const [topic, { title, purpose, can, final }] of Object.entries(book)) {
    for (const text of [title, purpose, ...can, ...final]) expect(text.trim(), topic).not.toBe('');
    expect(title, topic).not.toMatch(/…$/); // a page opens nothing more
    for (const text of [purpose, ...can, ...final]) expect(text, topic).toMatch(/\.$/);
    expect([purpose, ...can, ...final].join(' ').split(' ').length, topic).toBeLessThan(160);
  }
});

test('there is a page on accessibility and one on working offline, and they come first', () => {
  expect(topicsFound(english, '').slice(0, 2)).toEqual(['offline', 'accessibility']);
});

test.each([
  ['keyboard', english, 'accessibility'],
  ['keychain speaks', english, 'newConnection'],
  ['societa', italian, undefined],
  ['accessibilita', italian, 'accessibility'],
  ['TEAM', dutch, 'users'],
])('%j leads to its page', (search, book, topic) => {
  const found = topicsFound(book, search);
  if (topic === undefined) expect(found).toEqual([]);
  else expect(found).toContain(topic);
});

test('a page whose title has the words comes before those that only mention them', () => {
  expect(topicsFound(english, 'network')[0]).toBe('network');
});

test('every page names keys', () => {
  for (const topic of Object.keys(english)) expect(commandsOf(topic)).toContain('next-region');
});

test.each(Object.entries(books))(
  'the zoom that the page on accessibility promises is there, in %s',
  (_, book) => {
    expect(/(\d+)%/.exec(book['accessibility']?.purpose ?? '')?.[1]).toBe(String(largestZoom * 100));
  },
);
